"""Runs solvers that were built with sanitizers, small, on the processor's backends; fails when one of them complains.

    sanitized.py address|thread LINE PLANE CUBE APART     (solvers of examples/string, bruss2d and heat3d, and of a
                                                           plane whose rows hold points apart in vectors of 64 bytes)
"""

import os
import subprocess
import sys

which, line, plane, cube, apart = sys.argv[1:]
OVERLAPPED = ["--scheme", "overlapped", "--tile-steps"]
SIZES = {  # what a solver is told: smaller than a vector, than a tile, and of several tiles with a rest
    line: [["--set", f"N={n}"] for n in (2, 34, 1002)],
    plane: [["--set", f"N={n}"] for n in (3, 16, 61)],
    cube: [["--set", f"NX={n}", "--set", "NY=5", "--set", "NZ=9"] for n in (2, 17, 33)],
    # Of 700 points a row, a layer more or less is a page of memory more or less.
    apart: [["--set", f"NX={n}", "--set", "NY=9", "--dt", "0.01"] for n in (3, 61, 700)]}
TILES = {
    line: [["--tile-form", "skewed", *OVERLAPPED, "5", "--tile-box", "48"], [*OVERLAPPED, "8"]],
    plane: [[*OVERLAPPED, "3"], [*OVERLAPPED, "2", "--tile-box", "8,16"]],
    cube: [[*OVERLAPPED, "3"], [*OVERLAPPED, "2", "--tile-box", "4,2,16"]],
    apart: [[*OVERLAPPED, "1"], [*OVERLAPPED, "4"], [*OVERLAPPED, "3", "--tile-box", "4,32"]]}
BACKENDS = {"address": [["serial"], ["threads", "--threads", "3"]], "thread": [["threads", "--threads", "4"]]}

clean = 0
for solver in (line, plane, cube, apart):
    before = clean
    for backend in BACKENDS[which]:
        for size in SIZES[solver]:
            for ways in [["--scheme", "linear"], *TILES[solver]]:
                command = [solver, "--backend", *backend, *ways, *size, "--steps", "11", "--quiet", "--no-progress",
                           *(["--verify"] if which == "address" else [])]
                done = subprocess.run(command, capture_output=True, text=True,
                                      env={**os.environ, "TSAN_OPTIONS": "halt_on_error=1"})
                # A tile may be refused where a grid is too small for it.
                if done.returncode not in (0, 2) or "Sanitizer" in done.stderr or "runtime error" in done.stderr:
                    sys.exit(f"status {done.returncode}: {' '.join(command)}\n{done.stdout}{done.stderr}")
                clean += done.returncode == 0
            assert clean > before, command
print(f"{clean} runs clean")
