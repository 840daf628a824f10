"""The surroundings of a measurement: this checkout, its compiler, the machine.

    environment() → {"date": …, "commit": …, "processor": …, "cores": 2, …}
"""

import os
import platform
import shutil
import subprocess
import time

from thesis import ROOT, commit, processor

BUILD = os.path.join(ROOT, "build")
EULERC = os.path.join(BUILD, "bin", "eulerc")


def output(command):
    if not shutil.which(command[0]):
        return ""
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def environment():
    return {
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "commit": commit(),
        "processor": processor(),
        "cores": len(os.sched_getaffinity(0)),
        "system": platform.platform(),
        "eulerc": output([EULERC, "--version"]),
        "compiler": output(["c++", "--version"]).split("\n")[0],
    }
