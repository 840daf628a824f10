"""Writes the programs shown in the documentation as files:  extract.py OUT PAGE...

A block of `ode` below a comment `<!-- file: NAME.ode -->` is a whole program, unless it is called wrong.ode.
Prints the files it has written, one a line; finding none is an error.
"""

import os
import re
import sys

out, *pages = sys.argv[1:]
os.makedirs(out, exist_ok=True)
written = []
for page in pages:
    with open(page) as file:
        blocks = re.findall(r"^<!-- file: (?:.*/)?([\w-]+\.ode) -->\n```ode\n(.*?)^```", file.read(), flags=re.M | re.S)
    for k, (name, text) in enumerate(blocks):
        if name == "wrong.ode":
            continue
        written.append(os.path.join(out, f"{os.path.basename(page)}.{k}.{name}"))
        with open(written[-1], "w") as file:
            file.write(text)
if not written:
    sys.exit("no page shows a program")
print("\n".join(written))
