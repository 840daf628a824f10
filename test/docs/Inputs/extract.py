"""Writes the programs shown in the documentation as files:  extract.py ROOT OUT

A fenced block whose first line is a comment that names an .ode file ("// chain.ode: …") is a whole
program. Prints the files it has written, one a line.
"""

import glob
import os
import re
import sys

root, out = sys.argv[1:]
os.makedirs(out, exist_ok=True)
pages = [os.path.join(root, "README.md"), *glob.glob(os.path.join(root, "docs", "**", "*.md"), recursive=True),
         *glob.glob(os.path.join(root, "examples", "**", "*.md"), recursive=True)]
for page in filter(os.path.exists, pages):
    with open(page) as file:
        blocks = re.findall(r"^```c\n(// ([\w-]+\.ode)\b.*?)^```", file.read(), flags=re.M | re.S)
    for k, (text, name) in enumerate(blocks):
        path = os.path.join(out, f"{os.path.basename(page)}.{k}.{name}")
        with open(path, "w") as file:
            file.write(text)
        print(path)
