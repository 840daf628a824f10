"""The peers of the table of rates: built where they run, timed, compared with eulerc.

    with Peers(folder, ["OpenMP loop", "JAX"], table, python) as peers:
        peers.left_out                                   {"JAX": "No module named 'jax'"}
        peers.versions                                   {"OpenMP loop": "g++ 12.2.0"}
        peers.ask("OpenMP loop", "heat2d", 400, 120, "1e-2")     seconds of the steps

In: sources in folder/peers, their descriptions in rates.json. A peer is a process that answers requests (peers/peer.h), so that
its start is paid once. A failed peer raises `Failure`; the next request starts it again.
"""

import array
import concurrent.futures
import json
import os
import select
import shutil
import subprocess
import tempfile


class Failure(Exception):
    """Why a peer has no answer."""


class Peer:
    """One running peer."""

    def __init__(self, command, seconds):
        self.errors = tempfile.TemporaryFile("w+")
        try:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=self.errors, text=True)
        except OSError as why:
            raise Failure(str(why)) from why
        self.version = self.answer(seconds)["version"]

    def answer(self, seconds):
        ready, _, _ = select.select([self.process.stdout], [], [], seconds)
        line = self.process.stdout.readline() if ready else ""
        if line.endswith("\n"):
            return json.loads(line)
        if ready:
            self.process.wait()  # the peer ended by itself
        self.stop()
        self.errors.seek(0)
        said = [text.strip() for text in self.errors if text.strip()]
        if not ready:
            raise Failure(f"no answer within {seconds:.0f} s")
        raise Failure(said[-1] if said else f"it ended with status {self.process.returncode}")

    def ask(self, words, seconds):
        try:
            self.process.stdin.write(" ".join(map(str, words)) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the answer gives the reason
        return max(self.answer(seconds)["seconds"], 1e-9)  # clocks have a finite resolution

    def stop(self):
        self.process.kill()
        self.process.wait()


class Peers:
    START = 90  # seconds to start: libraries for GPUs load slowly

    def __init__(self, folder, names, table, python):
        self.sources, self.table, self.python = os.path.join(folder, "peers"), table, python
        self.work = tempfile.mkdtemp()
        self.left_out, self.versions, self.running, self.commands = {}, {}, {}, {}
        # Compiled on this machine, because of -march=native. All start at the same time, because some take seconds.
        with concurrent.futures.ThreadPoolExecutor(max_workers=2 * len(names) + 1) as pool:
            sources = {table[name]["source"]: name for name in names if "compile" in table[name]}
            made = {source: pool.submit(self.compile, name) for source, name in sources.items()}
            started = {name: pool.submit(self.prepare, name, made) for name in names}
        for name, start in started.items():
            try:
                self.versions[name] = start.result()
            except Failure as why:
                self.left_out[name] = f"{why} (needs {table[name]['needs']})"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for peer in self.running.values():
            peer.stop()
        shutil.rmtree(self.work)

    def names(self):
        return list(self.versions)

    def prepare(self, name, made):
        """Starts a peer and returns its version."""
        source = self.table[name]["source"]
        program = [made[source].result()] if source in made else \
            [self.python, os.path.join(self.sources, source)]
        self.commands[name] = program + self.table[name].get("arguments", [])
        return self.start(name).version

    def compile(self, name):
        compiler, *options = self.table[name]["compile"]
        path = shutil.which(compiler) or shutil.which(compiler, path="/usr/local/cuda/bin")
        if not path:
            raise Failure(f"no {compiler}")
        source = self.table[name]["source"]
        program = os.path.join(self.work, os.path.splitext(source)[0])
        done = subprocess.run([path, *options, os.path.join(self.sources, source), "-o", program],
                              capture_output=True, text=True)
        if done.returncode:
            lines = done.stderr.strip().splitlines() or [f"{compiler} failed"]
            raise Failure(next((line for line in lines if "error" in line), lines[-1]))
        return program

    def start(self, name):
        self.running[name] = Peer(self.commands[name], self.START)
        return self.running[name]

    def ask(self, name, problem, size, steps, dt, result="-", seconds=60):
        peer = self.running.get(name)
        if not peer or peer.process.poll() is not None:
            peer = self.start(name)
        return peer.ask([problem, size, steps, dt, result], seconds)

    def check(self, name, problem, case, serial):
        """The difference between a peer's result and serial steps, and whether rounding explains it.

        Peers add in other orders and round products before they add, so bits differ. Each step rounds a value a few times by 6e-8
        at most, and in stable steps such errors decay or add up: after 50 steps they stay below 1e-5 of the largest value. The
        string may differ by 1e-4: where neighbours hardly differ, the rounding of their sum is multiplied by K² dt = 1.6 in each
        of 200 steps. Steps have the largest stable length, so that values change far more than that: a coefficient wrong by 1 %
        is found.
        """
        raw = os.path.join(self.work, "result.raw")
        self.ask(name, problem, case["size"], case["steps"], case["dt"], raw)
        difference = largest_difference(floats(raw), serial)
        return {"difference": difference, "agrees": difference <= case["tolerance"]}


# ---- comparing -----------------------------------------------------------------------------------
def floats(path):
    """The floats of a raw file or an .npy file."""
    values = array.array("f")
    with open(path, "rb") as file:
        data = file.read()
    start = 10 + int.from_bytes(data[8:10], "little") if data.startswith(b"\x93NUMPY") else 0
    values.frombytes(data[start:])
    return values


def largest_difference(got, reference):
    """The largest difference relative to the largest value; infinite if a value is missing or no number."""
    if len(got) != len(reference):
        return float("inf")
    differences = [abs(a - b) for a, b in zip(got, reference)]
    if any(d != d for d in differences):
        return float("inf")
    return max(differences) / max(map(abs, reference))
