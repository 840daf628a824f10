"""What the Python package costs: import, compile, a small run, a sweep, and a long run beside the same run on the command line.

    package.py [--components N] [--steps N]     (run by a Python that has the package eulerc) → JSON
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

SMALL = """param int N = 100;
param real a = 0.2;
state real T[N];
boundary(T) = dirichlet(0);
timespan = { .to = 10.0, .dt = 0.1 };
initial(T)(int i) { return i == N / 2 ? 1 : 0; }
ddt(T)(int i, real t) { return a * (T[i - 1] - 2 * T[i] + T[i + 1]); }
"""
STRING = os.path.join(os.path.dirname(__file__), "..", "examples", "string", "string.ode")


def process(code):
    """Seconds that a new process prints."""
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


def timed(call):
    before = time.perf_counter()
    result = call()
    return time.perf_counter() - before, result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--components", type=int, default=100_000_000)
    parser.add_argument("--steps", type=int, default=50)
    asked = parser.parse_args()
    figures = {"import": min(process("import time; a = time.perf_counter(); import eulerc; print(time.perf_counter() - a)") for _ in range(3))}
    import eulerc
    small = eulerc.compile(SMALL)
    figures["second compile, this process"] = timed(lambda: eulerc.compile(SMALL))[0]
    figures["second compile, another process"] = min(process(
        f"import time, eulerc, eulerc._core, eulerc.compiling, eulerc.program\na = time.perf_counter(); eulerc.compile({SMALL!r}); "
        "print(time.perf_counter() - a)") for _ in range(3))
    small.run(backend="threads")
    runs = [timed(lambda: small.run(backend="threads")) for _ in range(20)]
    figures["run beside the solver's own time"] = statistics.median(seconds - run.attrs["seconds"] for seconds, run in runs)
    figures["sweep of 100"] = timed(lambda: small.sweep(a=[0.001 * k for k in range(1, 101)], backend="threads"))[0]

    string = eulerc.compile(STRING)
    options = dict(N=asked.components, steps=asked.steps, dt=1e-4, backend="threads", no_tune=True)
    with tempfile.TemporaryDirectory() as folder:
        solver = os.path.join(folder, "string_solver")
        subprocess.run([eulerc.compiling.compiler(), STRING, "-o", solver], check=True)
        here, there = [], []
        for _ in range(3):
            ours = string.solver(**options)
            ours._session.plan(), ours._session.begin(), ours._session.advance(-1)
            here.append(ours.statistics["gcomps"])
            del ours
            words = ["--set", f"N={asked.components}", "--steps", str(asked.steps), "--dt", "1e-4", "--backend", "threads", "--no-tune"]
            subprocess.run([solver, "--quiet", *words, "--stats", os.path.join(folder, "stats.json")], check=True, capture_output=True)
            there.append(json.load(open(os.path.join(folder, "stats.json")))["gcomps"])
    figures.update({"Gcomp/s in Python": max(here), "Gcomp/s on the command line": max(there), "ratio": max(here) / max(there)})

    def resident():
        return int(re.search(r"VmRSS:\s+(\d+)", open("/proc/self/status").read())[1]) * 1024
    for k in range(1100):
        if k == 100:
            before = resident()
        one = small.solver(backend="serial")
        one.run_to(1.0)
    figures["bytes that 1,000 solvers left"] = resident() - before
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
