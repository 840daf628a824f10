"""Fails unless the files have the same lines; an empty one has nothing to say.

    same.py A B...
"""

import sys

texts = {path: open(path).read() for path in sys.argv[1:]}
first, expected = next(iter(texts.items()))
for path, text in texts.items():
    for one, other in zip(expected.splitlines(), text.splitlines()):
        if one != other:
            sys.exit(f"{first}: {one}\n{path}: {other}")
