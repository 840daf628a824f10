"""Demands that device-features says of the first device what --list-devices says:
same_features.py WORDS DEVICES
"""

import sys

words, devices = (open(path).read() for path in sys.argv[1:])
expected = set()
if devices.startswith("0: "):
    first = devices.split("\n1: ")[0]
    expected = ({"opencl"} | ({"gpu"} if " (GPU, " in first else set())
                | ({"fp64"} if "float and double" in first else set()))
if set(words.split()) != expected:
    sys.exit(f"device-features says '{words.strip()}', the devices are\n{devices}")
