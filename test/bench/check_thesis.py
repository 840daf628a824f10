"""Fails unless a JSON of bench/thesis.py is whole and each figure of it has a plot.

    check_thesis.py tiny.json PLOTS
"""

import json
import os
import sys
import xml.etree.ElementTree

path, plots = sys.argv[1:]
with open(path) as file:
    result = json.load(file)

for name in ("date", "device", "driver", "scale", "processor"):
    assert result[name], f"no {name}"
assert result["copy"]["gb_per_s"] > 0
assert result["left_out"] == 0

# The runs, and whether their figures follow from their times.
for r in result["runs"]:
    assert "refused" not in r, r
    assert r["steps"] > 0 and min(r["seconds"]) > 0, r
    assert len(r["seconds"]) == (3 if "table" in r["figures"] else 1), r
    gcomps = 1e-9 * r["components"] * r["steps"] / min(r["seconds"])
    assert abs(r["gcomps"] / gcomps - 1) < 1e-3, r
    assert r["over_linear"] > 0 and r["of_copy"] > 0, r
    assert (r["plan"] is None) == (r["way"] == "serial"), r
    if "work-groups" in r["with"]:
        assert r["plan"]["groups"] == r["with"]["work-groups"], r
    if "tile-steps" in r["with"]:
        assert r["plan"]["launch"] == r["with"]["tile-steps"], r

drawn = sorted(os.listdir(plots))
assert {"tiny-sizes-string-time.svg", "tiny-sizes-bruss2d-speedup.svg", "tiny-groups.svg",
        "tiny-steps-string.svg"} <= {*drawn}, drawn
for name in drawn:
    root = xml.etree.ElementTree.parse(os.path.join(plots, name)).getroot()
    assert root.tag.endswith("svg") and len(root.findall(".//{*}path")) > 10, name
