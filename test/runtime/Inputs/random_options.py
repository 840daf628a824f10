"""Random options: a run writes the files of the serial run, whatever computes it, and of one run if it is resumed.

    random_options.py --seeds 1..60 FOLDER   with the solvers FOLDER/plane, cells and control

Of each seed a program, sizes, times and recordings are drawn, and a way to compute them. What one run refuses (status 2) the
other may refuse, too; no run ends otherwise.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import h5py
import numpy as np


@dataclass
class Program:
    name: str
    sizes: list
    axes: list
    selected: list  # states and outputs
    dt: float
    steps: int
    events: bool = True


PROGRAMS = [Program("plane", ["NY", "NX"], ["j", "i"], ["u", "v", "size"], 0.01, 40, events=False),
            Program("cells", ["N"], ["i"], ["v", "w"], 0.02, 80),
            Program("control", ["N"], ["i"], ["x", "y"], 0.05, 40)]


class Case:
    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.program = self.draw.choice(PROGRAMS)
        self.controlled = self.program.name == "control" and self.chance(0.6)
        self.count = self.draw.randint(2, self.program.steps)
        self.run = self.course()
        self.recordings = ["--output", "last.npy"]
        for number in range(self.draw.choice([0, 1, 2, 2, 3, 4])):
            self.recordings += self.recording(number)
        self.way = self.drawn_way()

    def chance(self, share):
        return self.draw.random() < share

    def course(self):
        program, words = self.program, []
        for size in program.sizes:
            if self.chance(0.5):
                words += ["--set", f"{size}={self.draw.choice([1, 2, 3, 5, 8, 13, 16, 17, 31])}"]
        if self.chance(0.2):
            words += ["--t0", str(self.draw.choice([0.01, 0.003, -0.02]))]
        if self.controlled:
            return [*words, "--rtol", self.draw.choice(["1e-3", "1e-5"]), "--t-end", str(self.draw.choice([1, 0.77]))]
        if self.chance(0.3):
            words += ["--dt", str(program.dt * self.draw.choice([0.5, 0.7, 0.33]))]
        return words + ["--steps", str(self.count)]

    def times(self):
        dt, kind = self.program.dt, self.draw.random()
        if kind < 0.25:
            return []
        if kind < 0.5 and not self.controlled:
            return ["--every", f"{self.draw.randint(1, 9)}steps"]
        if kind < 0.75:
            return ["--every", str(round(dt * self.draw.choice([1, 2, 2.5, 7.3]), 5))]
        return ["--at", ",".join(str(round(dt * step, 5)) for step in sorted(self.draw.sample(range(1, 12), 3)))]

    def recording(self, number):
        kind = self.draw.choice(["h5", "npy", "table", "events", "events"] if self.program.events else ["h5", "npy", "table"])
        if kind == "events":
            return ["--events", f"events{number}.csv", *(self.times() if self.chance(0.2) else [])]
        if kind == "table":
            probe = ["--probe", self.program.selected[0] + "[0]" * len(self.program.axes)] if self.chance(0.6) else []
            return ["--table", f"table{number}.csv", *self.times(), *probe]
        words = ["--save", f"series{number}.{kind}", *self.times()]
        if self.chance(0.3):
            words += ["--only", self.draw.choice(self.program.selected)]
        if self.chance(0.3):
            words += ["--region", f"{self.draw.choice(self.program.axes)}={self.draw.choice(['0', '::2', '-3:', '1:9:3'])}"]
        return words

    def drawn_way(self):
        backend = self.draw.choice(["threads", "threads", "opencl"])
        words = ["--backend", backend]
        if backend == "threads" and self.chance(0.5):
            words += ["--threads", str(self.draw.randint(1, 3))]
        if self.chance(0.5):
            words += ["--scheme", self.draw.choice(["auto", "linear", "overlapped"])]
        if self.chance(0.3):
            words += ["--slabs", self.draw.choice(["1", "2", "3"])] if backend == "threads" else ["--devices", "0,0"]
        if self.chance(0.3):
            words.append(self.draw.choice(["--tune", "--no-tune"]))
        return words


def files_of(folder):
    """What is in the files of a folder: of HDF5 the values of its data sets."""
    found = {}
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if name.endswith(".h5"):
            with h5py.File(path) as file:
                file.visititems(lambda key, part: found.update({f"{name}:{key}": (part.shape, np.asarray(part[()]).tobytes())})
                                if isinstance(part, h5py.Dataset) else None)
        elif not name.endswith(".ckpt"):
            with open(path, "rb") as file:
                found[name] = file.read()
    return found


class Wrong(Exception):
    pass


class Runs:
    def __init__(self, solvers):
        self.solvers = os.path.abspath(solvers)

    def solve(self, case, folder, words):
        """False: refused."""
        os.makedirs(folder, exist_ok=True)
        done = subprocess.run([os.path.join(self.solvers, case.program.name), *words, "--quiet"], cwd=folder, capture_output=True,
                              text=True, timeout=100)
        if done.returncode not in (0, 2):
            raise Wrong(f"ends with {done.returncode}: {done.stderr[-300:]} ({' '.join(words)})")
        return done.returncode == 0

    def check(self, seed):
        """'agrees', 'refused', or what is wrong."""
        case, folder = Case(seed), os.path.join(self.solvers, str(seed))
        try:
            return self.compare(case, folder)
        except Wrong as wrong:
            return f"seed {seed}: {case.program.name} {' '.join(case.run + case.recordings + case.way)}: {wrong}"
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def compare(self, case, folder):
        serial, other, resumed = (os.path.join(folder, name) for name in ("serial", "other", "resumed"))
        both = [*case.run, *case.recordings]
        if not self.solve(case, serial, [*both, "--backend", "serial"]):
            if os.listdir(serial):
                raise Wrong(f"refused, and left {os.listdir(serial)}")
            return "refused"
        expected = files_of(serial)
        if not self.solve(case, other, [*both, *case.way]):
            return "refused"
        self.same(expected, files_of(other), "differs")
        if not case.controlled and "--at" not in both:
            part = [str(case.draw.randint(1, case.count - 1)) if word == str(case.count) and before == "--steps" else word
                    for before, word in zip(["", *both], both)]
            if self.solve(case, resumed, [*part, *case.way, "--checkpoint", "half.ckpt"]):
                backend = case.draw.choice(["serial", "threads", "opencl"])
                self.solve(case, resumed, ["--resume", "half.ckpt", "--steps", str(case.count), *case.recordings, "--backend", backend])
                self.same(expected, files_of(resumed), f"differs, resumed from half.ckpt on {backend}")
        return "agrees"

    @staticmethod
    def same(expected, found, words):
        unlike = sorted(name for name in expected.keys() | found.keys() if expected.get(name) != found.get(name))
        if unlike:
            raise Wrong(f"{words}: {', '.join(unlike)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", required=True, help="FIRST..LAST")
    parser.add_argument("folder")
    options = parser.parse_args()
    first, last = map(int, options.seeds.split(".."))
    runs = Runs(options.folder)
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        results = list(pool.map(runs.check, range(first, last + 1)))
    wrong = [result for result in results if result not in ("agrees", "refused")]
    print(*wrong, sep="\n")
    agree = results.count("agrees")
    print(f"{len(results)} random sets of options: {agree} agree, {results.count('refused')} refused, {len(wrong)} wrong")
    sys.exit(1 if wrong or 2 * agree < len(results) else 0)


if __name__ == "__main__":
    main()
