"""Runs a solver on Oclgrind's simulated device; fails if Oclgrind finds a race or a bad access.

    race_check.py OCLGRIND SOLVER --backend opencl --set N=37 --steps 3

Oclgrind always exits with 0, so the test demands that its log is empty. Kernels are not optimised, because Oclgrind does not know
the intrinsics that inlining of functions with `restrict` leaves behind.
"""

import os
import subprocess
import sys
import tempfile

with tempfile.TemporaryDirectory() as folder:
    log = os.path.join(folder, "log")
    oclgrind, *command = sys.argv[1:]
    options = ["--data-races", "--max-errors", "20", "--build-options", "-cl-opt-disable", "--log", log]
    status = subprocess.run([oclgrind, *options, *command]).returncode
    found = open(log).read() if os.path.exists(log) else ""
if found:
    sys.exit("oclgrind found:\n" + found[:4000])
sys.exit(status)
