"""Compiles the kernels of all .ode files of a folder with clang; fails at the first error."""

import glob
import os
import subprocess
import sys

eulerc, clang, folder, work = sys.argv[1:]
os.makedirs(work, exist_ok=True)
programs = sorted(glob.glob(os.path.join(folder, "*.ode")))
for program in programs:
    for real in ("float", "double"):
        kernels = os.path.join(work, f"{os.path.basename(program)}.{real}.cl")
        subprocess.run([eulerc, program, "--emit=opencl", f"--real={real}", "-o", kernels], check=True)
        subprocess.run([clang, "-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header",
                        "-fsyntax-only", "-DEULERC_CHUNK=2", kernels], check=True)
assert programs
