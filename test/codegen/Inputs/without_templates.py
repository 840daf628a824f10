"""Prints emitted OpenCL C with each template that it holds verbatim as one line.

    without_templates.py TEMPLATES string.cl     (TEMPLATES: the folder of that name)

What is left is what the compiler writes for this program.
"""

import glob
import os
import sys

folder, emitted = sys.argv[1:]
text = open(emitted).read()
for path in sorted(glob.glob(os.path.join(folder, "**", "*.cl"), recursive=True) +
                   glob.glob(os.path.join(folder, "**", "*.h"), recursive=True)):
    text = text.replace(open(path).read().strip("\n"), f"<templates/{os.path.relpath(path, folder)}>")
sys.stdout.write(text)
