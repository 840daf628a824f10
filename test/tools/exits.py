"""Runs a command and demands an exit status:  exits.py 2 eulerc nowhere.ode"""

import subprocess
import sys

wanted, command = int(sys.argv[1]), sys.argv[2:]
status = subprocess.run(command).returncode
if status != wanted:
    sys.exit(f"exit status {status}, expected {wanted}: {' '.join(command)}")
