"""Where and with what something is measured: this checkout, its compiler, the machine.

    environment() → {"date": …, "commit": …, "processor": …, "cores": 2, …}
"""

import os
import platform
import shutil
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, "build")
EULERC = os.path.join(BUILD, "bin", "eulerc")


def output(command):
    if not shutil.which(command[0]):
        return ""
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def processor():
    try:
        with open("/proc/cpuinfo") as file:
            names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    except FileNotFoundError:
        names = []
    return names[0] if names else platform.processor()


def environment():
    return {
        "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "commit": output(["git", "-C", ROOT, "describe", "--always", "--dirty"]),
        "processor": processor(),
        "cores": len(os.sched_getaffinity(0)),
        "system": platform.platform(),
        "eulerc": output([EULERC, "--version"]),
        "compiler": output(["c++", "--version"]).split("\n")[0],
    }
