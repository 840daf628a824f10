"""Replaces the lines of an emitted host file that include templates by the templates, so that a test can plant faults in them
with sed.

    whole.py TEMPLATES solver.cpp...     (TEMPLATES: the folder of that name; the files are rewritten)
"""

import glob
import os
import re
import sys

INCLUDE = re.compile(r'^#include (?:"|<eulerc/host/)([a-z_]+\.(?:cl|h))[">]\n', flags=re.M)


def whole(text, templates):
    """The text with all templates that it includes, directly or through other templates."""
    def template(match):
        found = glob.glob(os.path.join(templates, "**", match.group(1)), recursive=True)
        if not found:
            return match.group()
        with open(found[0]) as file:
            return whole(file.read().replace("#pragma once\n", ""), templates)
    return INCLUDE.sub(template, text)


def main():
    templates, *paths = sys.argv[1:]
    assert paths, __doc__
    for path in paths:
        with open(path) as file:
            text = file.read()
        with open(path, "w") as file:
            file.write(whole(text, templates))


if __name__ == "__main__":
    main()
