"""A solver of long sums and of many cases computes what they are.

    exact.py EULERC WORK
"""

import os
import subprocess
import sys

import numpy

TERMS, CASES, POINTS = 1500, 600, 50


def program():
    terms = " + ".join(f"{k % 7} * y[i - {k % 3}]" for k in range(TERMS))
    cases = " : ".join(f"z[i] > {CASES - k} ? {k} + y[i]" for k in range(CASES))
    return (f"state real y[{POINTS}], z[{POINTS}];\nboundary(y) = periodic;\n"
            f"initial(y)(int i) {{ return i % 5; }}\ninitial(z)(int i) {{ return 13 * i; }}\n"
            f"ddt(y)(int i, real t) {{ return {terms}; }}\nddt(z)(int i, real t) {{ return {cases} : -1; }}\n")


def main(eulerc, work):
    os.makedirs(work, exist_ok=True)
    os.chdir(work)
    with open("exact.ode", "w") as file:
        file.write(program())
    subprocess.run([eulerc, "exact.ode", "--real=double", "-o", "exact"], check=True)
    y, z = numpy.arange(POINTS) % 5, 13 * numpy.arange(POINTS)
    new_y = y + sum((k % 7) * numpy.roll(y, k % 3) for k in range(TERMS))
    new_z = z + [next((k + y[i] for k in range(CASES) if z[i] > CASES - k), -1) for i in range(POINTS)]
    for backend in ("serial", "threads", "opencl"):
        subprocess.run(["./exact", "--backend", backend, "--steps", "1", "--dt", "1", "--quiet", "--output",
                        backend + ".npy"], check=True)
        for name, expected in (("y", new_y), ("z", new_z)):
            got = numpy.load(f"{backend}.{name}.npy")
            assert numpy.array_equal(got, expected), (backend, name, got, expected)


if __name__ == "__main__":
    main(*sys.argv[1:])
