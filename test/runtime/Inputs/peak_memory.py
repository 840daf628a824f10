"""Demands that a solver's peak memory grows by at most so many floats a component.

    peak_memory.py FLOATS SOLVER [OPTION...]
"""

import os
import subprocess
import sys


def peak_bytes(command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, command
    return usage.ru_maxrss * 1024


small, large = 4_000_000, 12_000_000
command = [*sys.argv[2:], "--steps", "2", "--quiet"]
for n in (small, large):
    peak_bytes([*command, "--set", f"N={n}"])  # compiles what it needs: memory of the compiler's
before, after = (peak_bytes([*command, "--set", f"N={n}"]) for n in (small, large))
per_component = (after - before) / (large - small)
print(f"{per_component:.2f} bytes a component")
sys.exit(per_component > int(sys.argv[1]) * 4 * 1.05)
