"""Compiles the listed programs and compares a short run with the oracle:
check.py LIST EULERC ORACLE_FOLDER
"""

import subprocess
import sys

import numpy as np

listed, eulerc, oracle = sys.argv[1:]
sys.path.insert(0, oracle)
from compare import disagreement, flat
from oracle import Program

for path in open(listed).read().split():
    solver, result = path.removesuffix(".ode"), path + ".npy"
    subprocess.run([eulerc, path, "-o", solver], check=True)
    program = Program(path)
    given = {"N": 60} if "N" in program.params else {}
    words = [f"--set={name}={value}" for name, value in given.items()]
    subprocess.run([solver, "--backend", "serial", "--steps", "3", *words, "--output", result],
                   check=True)
    wrong = disagreement(np.load(result), flat(program.run(given, steps=3)), 1e-5)
    if wrong:
        sys.exit(f"{path}: {wrong}")
