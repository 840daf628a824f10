"""Compiles every file of a folder; fails on any exit status but 0 and 1.

    corpus.py build/bin/eulerc test/fuzz/corpus
"""

import os
import subprocess
import sys

eulerc, folder = sys.argv[1:]
names = sorted(os.listdir(folder))
bad = []
for name in names:
    run = subprocess.run([eulerc, os.path.join(folder, name), "--emit=host", "-o", "-"],
                         capture_output=True, timeout=60)
    if run.returncode not in (0, 1):
        bad.append(f"{name}: exit status {run.returncode}\n{run.stderr.decode()[-500:]}")
print("\n".join(bad))
sys.exit(bool(bad) or not names)
