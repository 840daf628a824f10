"""Tiles walked by columns give the bits of the serial reference, in many shapes.

    columns.py BUILDS SOLVER --set N=37 ...

Runs the solver with both schemes in BUILDS of eight tiles, vector widths and work-groups, and several step counts: cut
tiles, a last launch that is cut, tiles of one diagonal. What the planner refuses is counted; more
than half must run.
"""

import subprocess
import sys

SHAPES = [("diamond-columns", 2, 1), ("diamond-columns", 6, 3), ("honeycomb-columns", 4, 1),
          ("honeycomb-columns", 6, 2)]
BUILDS = [(1, 1), (4, 3), (2, 1), (16, 3)]  # vector width, work-items
STEPS = [1, 2, 5, 13, 100]

ran = refused = 0
for (scheme, blocks, tile_steps), (width, items) in list(zip(SHAPES * 2, BUILDS + BUILDS[1:] + BUILDS[:1]))[:int(sys.argv[1])]:
    for steps in STEPS:
        command = [*sys.argv[2:], "--backend", "opencl", "--scheme", scheme,
                   "--tile-blocks", str(blocks), "--tile-steps", str(tile_steps),
                   "--vector-width", str(width), "--work-group", str(items),
                   "--steps", str(steps), "--verify"]
        result = subprocess.run(command, capture_output=True, text=True)
        text = result.stdout + result.stderr
        if result.returncode and " needs at least " in text:
            refused += 1
        elif result.returncode or "verify: bitwise equal" not in text:
            sys.exit(f"{' '.join(command)}\n{text}")
        else:
            ran += 1
print(f"{ran} bitwise equal, {refused} refused")
if ran <= refused:
    sys.exit("too few ran")
