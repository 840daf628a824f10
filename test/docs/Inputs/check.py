"""Compiles the listed programs and compares a short run with the oracle, bit for bit, state by state:
check.py LIST EULERC ORACLE_FOLDER
"""

import subprocess
import sys

import numpy as np

listed, eulerc, oracle = sys.argv[1:]
sys.path.insert(0, oracle)
from compare import disagreement
from oracle import Program

SMALL = {"N": 20, "NX": 9, "NY": 8}
for path in open(listed).read().split():
    solver, result = path.removesuffix(".ode"), path + ".npy"
    subprocess.run([eulerc, path, "-o", solver], check=True)
    program = Program(path)
    given = {name: size for name, size in SMALL.items() if name in program.params}
    words = [f"--set={name}={value}" for name, value in given.items()]
    subprocess.run([solver, "--backend", "serial", "--steps", "3", "--quiet", *words, "--output", result],
                   check=True, stdout=subprocess.DEVNULL)
    expected = program.run(given, steps=3)
    for state, values in expected.items():
        file = result if len(expected) == 1 else f"{path}.{state}.npy"
        if wrong := disagreement(np.load(file), values, 0):
            sys.exit(f"{path}: {state}: {wrong}")
