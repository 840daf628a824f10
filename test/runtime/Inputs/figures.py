"""Figures of --stats and --plan against what follows from the sizes of programs and tiles; run beside the four solvers.

Each figure of a plan has bounds, [least, most], which are computed here from the grid, the state and the tile's shape alone: tiles,
bytes of local memory, points computed twice, values through global memory, launches, work-groups. Where a figure can be counted
exactly, the bounds are one number.
"""

import argparse
import json
import re
import subprocess
import sys
from itertools import product
from math import ceil, prod

STEPS, REAL = 20, 4
# Of each program: sizes, points along each axis, components of a point, reach.
PROGRAMS = {"line": (["N=4000"], [2000], 2, 1), "plane": (["N=64"], [64, 64], 2, 1),
            "space": (["NX=40", "NY=36", "NZ=32"], [32, 36, 40], 1, 2), "sums": (["N=200"], [200], 4, 0)}
SOURCES = 3  # values of each body that all bodies read: m, x, y
# Kernels that a plan takes beside the one that it names: of tiles at the sides, of a last launch that is shorter.
BESIDE = {"eulerc_registers_lines_ends", "eulerc_streaming_ends", "eulerc_streaming_rest"}


def exactly(value):
    return value, value


def linear(c):
    """No tiles; as many launches as steps, or 256 steps in each."""
    items, points = c.plan["workGroupSize"] * c.plan["vectorWidth"], prod(c.extent)
    persistent = c.plan["form"] == "persistent"
    assert c.plan["tiles"] is None, c.plan
    return {"launches": exactly(ceil(STEPS / c.steps)), "stepsPerLaunch": exactly(256 if persistent else 1),
            "workGroups": (1, 1 if persistent else ceil(1.5 * points / items))}


def sums(c):
    """A point a work-item; all work-items keep a block of sources."""
    c.local = SOURCES * REAL * c.plan["pointsPerChunk"]
    return linear(c) | ({"stepsPerLaunch": (1, 256)} if c.waits else {"workGroups": exactly(ceil(c.extent[0] / c.plan["workGroupSize"]))})


def rows(c, columns=False):
    """Diamonds and honeycombs: tiles of D blocks, whose neighbours in the next launch begin D - S blocks on."""
    t, width = c.tiles, c.tiles["blocksWide"]
    blocks = ceil(c.units / (t["blockBytes"] / c.unit_bytes))
    tiles = 1 + max(0, ceil((blocks - width) / (2 * (width - c.steps))))
    kept = (width + 2) * t["blockBytes"]  # of a row, with a block at each side
    slack = 64 * c.point_bytes
    # A tile has 2 S rows, each of which crosses two blocks at each side at most, and its widest row is read and written.
    crossing = (tiles + 1) * (2 * width + 8 * c.steps) / (2 * c.steps * blocks)
    return {"launches": exactly(ceil(STEPS / c.steps) + 1), "blocks": exactly(blocks), "count": exactly(tiles),
            "localBytes": (kept, kept + 8 * slack) if columns else (2 * kept, 2 * kept + 2 * slack),
            "globalShare": (1 / (2 * c.steps), crossing), "workGroups": (1, tiles + 1)}


def columns(c):
    return rows(c, columns=True)


def overlapped(c):
    return {"launches": exactly(ceil(STEPS / c.steps_of_launch)), "workGroups": exactly(1 if c.waits else c.tiles["count"])}


def line_in_registers(c):
    """Each work-item shows its first and its last vector, in two buffers; margins are whole vectors."""
    t, width, items = c.tiles, c.plan["vectorWidth"], c.plan["workGroupSize"]
    points = items * width * t["kept"]
    stored = t["pointsStored"]
    steps = (points - stored) // 2 // c.reach  # that margins allow
    return overlapped(c) | {
        "points": exactly(points), "count": exactly(ceil(c.extent[0] / stored)), "localBytes": exactly(4 * items * width * c.point_bytes),
        "globalShare": (0.999 * (points + stored) / (2 * steps * stored), (points + stored) / (2 * (steps - width + 1) * stored))}


def skewed(c):
    t = c.tiles
    stored, points = t["pointsStored"], t["points"]
    least = stored + 2 * c.steps * c.reach
    return overlapped(c) | {
        "count": exactly(ceil(c.extent[0] / stored)), "points": (least, least + 4096 / REAL), "localBytes": exactly(points * c.point_bytes),
        "globalShare": ((stored + least) / (2 * c.steps * stored), (stored + points) / (2 * c.steps * stored)),
        "workGroups": (1, t["count"])}


def boxes_of(c):
    box = c.tiles["box"][:len(c.extent)]
    return box, prod(ceil(extent / length) for extent, length in zip(c.extent, box))


def shares(c, loaded, most):
    """A launch computes so many points of each step, of all that there are, and reads them once."""
    points = prod(c.extent)
    def crossing(computed):
        return (1 + computed / points) / (2 * c.steps)
    return {"redundantShare": (loaded / points - 1, most / points - 1), "globalShare": (crossing(loaded), crossing(most))}


def plane_in_registers(c):
    """Blocks of `kept` rows and a vector, which show their outermost rows and lanes, in two buffers."""
    t, width, items = c.tiles, c.plan["vectorWidth"], c.plan["workGroupSize"]
    box, count = boxes_of(c)
    shown = 2 * c.reach * t["kept"] + 2 * c.reach * width
    computed = count * items * width * t["kept"]
    c.steps = c.steps_of_round
    grown = count * prod(length + 2 * c.steps * c.reach for length in box)
    assert grown <= computed, (grown, computed)
    return overlapped(c) | shares(c, computed, computed) | {
        "count": exactly(count), "localBytes": exactly(2 * items * c.components * shown * REAL + width * REAL)}


def streaming(c):
    """Boxes that grow by the reach for each step on all sides, computed by all work-items, while levels fill and drain."""
    t, width, items = c.tiles, c.plan["vectorWidth"], c.plan["workGroupSize"]
    box, count = boxes_of(c)
    grown = count * prod(length + 2 * c.steps * c.reach for length in box)
    period = 2 * c.reach + 1
    walked = count * items * width * t["kept"] * (box[0] + (c.steps + 1) * period)
    rows_shown = t["kept"] if len(c.extent) == 3 else 1
    lanes = rows_shown * (width if len(c.extent) == 3 else 2 * c.reach)
    return overlapped(c) | shares(c, min(grown, walked), walked) | {
        "count": exactly(count), "localBytes": exactly(c.steps * 2 * c.components * lanes * items * REAL)}


def wavefront(c):
    """Of each step the points that the steps after it need, within the grid; between steps layers as far as they look."""
    box, count = boxes_of(c)
    computed = 0
    for first in product(*(range(0, extent, length) for extent, length in zip(c.extent, box))):
        for step in range(1, c.steps + 1):
            more = (c.steps - step) * c.reach
            computed += prod(min(f + length + more, extent) - max(f - more, 0) for f, length, extent in zip(first, box, c.extent))
    share = computed / c.steps / prod(c.extent) - 1
    layer = prod(min(length + 2 * c.steps * c.reach, extent) for length, extent in zip(box[1:], c.extent[1:]))
    bytes_kept = c.steps * (2 * c.reach + 1) * layer * c.components * REAL
    return overlapped(c) | {
        "count": exactly(count), "redundantShare": (share - 1e-9, share + 1e-9), "globalShare": exactly(1 / c.steps),
        "scratchBytes": (bytes_kept, 4 * bytes_kept), "shared": exactly(False), "workGroups": (1, count)}


CASES = [("line", "linear vector", "--scheme linear", linear, "eulerc_linear_vector_ranges"),
         ("line", "linear scalar-blocked", "--linear-form scalar-blocked", linear, "eulerc_linear_blocked"),
         ("line", "linear scalar-strided", "--linear-form scalar-strided", linear, "eulerc_linear_strided"),
         ("line", "linear persistent", "--linear-form persistent", linear, "eulerc_linear_persistent"),
         ("line", "diamond vector", "--scheme diamond --tile-blocks 16", rows, "eulerc_rows"),
         ("line", "diamond-columns vector", "--scheme diamond-columns --tile-blocks 16", columns, "eulerc_columns"),
         ("line", "honeycomb vector", "--scheme honeycomb --tile-blocks 16 --tile-steps 4", rows, "eulerc_rows"),
         ("line", "honeycomb-columns vector", "--scheme honeycomb-columns --tile-blocks 16 --tile-steps 4", columns, "eulerc_columns"),
         ("line", "overlapped registers", "--tile-form registers --vector-width 4 --work-group 16", line_in_registers, "eulerc_registers_lines"),
         ("line", "overlapped persistent", "--tile-form persistent --vector-width 4 --work-group 16", line_in_registers,
          "eulerc_persistent_lines"),
         ("line", "overlapped skewed", "--tile-form skewed", skewed, "eulerc_skewed"),
         ("plane", "linear vector", "--scheme linear", linear, "eulerc_linear_vector_ranges"),
         ("plane", "linear persistent", "--linear-form persistent", linear, "eulerc_linear_persistent"),
         ("plane", "honeycomb vector", "--scheme honeycomb --tile-blocks 8 --tile-steps 2", rows, "eulerc_rows"),
         ("plane", "diamond-columns vector", "--scheme diamond-columns --tile-blocks 8", columns, "eulerc_columns"),
         ("plane", "overlapped registers", "--tile-form registers --vector-width 4 --work-group 64", plane_in_registers, "eulerc_registers_planes"),
         ("plane", "overlapped persistent", "--tile-form persistent --vector-width 4 --work-group 64", plane_in_registers,
          "eulerc_persistent_planes"),
         ("plane", "overlapped streaming", "--tile-form streaming --vector-width 2 --work-group 32 --tile-steps 4", streaming, "eulerc_streaming"),
         ("plane", "overlapped wavefront", "--tile-form wavefront", wavefront, "eulerc_wavefront_items"),
         ("space", "linear vector", "--scheme linear", linear, "eulerc_linear_vector_ranges"),
         ("space", "overlapped streaming", "--tile-form streaming --vector-width 4 --work-group 64 --tile-steps 1", streaming, "eulerc_streaming"),
         ("space", "overlapped wavefront", "--tile-form wavefront", wavefront, "eulerc_wavefront_items"),
         ("sums", "linear sums", "--linear-form sums", sums, "eulerc_linear_sums"),
         ("sums", "linear persistent", "--linear-form persistent", sums, "eulerc_persistent_sums")]
# Kernels that only GPUs take, planned for one that need not be there: work-items that compute a vector at a time, or stream.
GPU = "compute-units=132,local-memory=49152,work-group=1024"
GPU_CASES = [("line", "eulerc_linear_vector"), ("plane", "eulerc_linear_vector"), ("space", "eulerc_linear_streaming")]
# The same kernel of another program has its case there.
ALSO = {"plane": {"eulerc_linear_blocked", "eulerc_linear_strided"},
        "space": {"eulerc_linear_blocked", "eulerc_linear_strided", "eulerc_linear_vector", "eulerc_linear_persistent", "eulerc_rows", "eulerc_columns"},
        "sums": {"eulerc_linear_blocked", "eulerc_linear_strided", "eulerc_linear_vector", "eulerc_linear_vector_ranges", "eulerc_linear_persistent"}}


class Case:
    """What expectations are computed from; `local`: bytes that --plan shows of a plan without tiles."""

    def __init__(self, program, plan):
        _, self.extent, self.components, self.reach = PROGRAMS[program]
        self.plan, self.tiles, self.local = plan, plan["tiles"], None
        self.units, self.point_bytes = self.extent[0], self.components * REAL
        self.unit_bytes = self.point_bytes * prod(self.extent[1:])
        self.waits = plan["form"] == "persistent"
        self.steps = self.steps_of_launch = self.steps_of_round = plan["stepsPerLaunch"]
        if self.waits and self.tiles and "box" in self.tiles:  # a round spoils the margins of its box
            computed = [plan["workGroupSize"] * plan["vectorWidth"] * self.tiles["kept"], prod(self.tiles["box"][:2])]
            self.steps_of_round = next(s for s in range(1, 64) if abs((1 + computed[0] / computed[1]) / (2 * s) / self.tiles["globalShare"] - 1)
                                       < 0.01 and plan["stepsPerLaunch"] % s == 0)


def command(program, options):
    return ["./" + program, "--backend", "opencl", "--steps", str(STEPS), "--quiet", *options.split(),
            *(word for size in PROGRAMS[program][0] for word in ("--set", size))]


def figures_of(program, options):
    """The lines of --plan, as words by label."""
    text = subprocess.run([*command(program, options), "--plan"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return dict(re.split(r"\s{2,}", line.strip(), maxsplit=1) for line in text.splitlines()[1:])


def require(name, figure, found, bounds):
    least, most = bounds
    if not least <= found <= most:
        sys.exit(f"{name}: {figure} is {found}, not {least} to {most}")


def check(program, name, options, expectation, kernel, planted):
    subprocess.run([*command(program, options), "--dt", "1e-7", "--stats", "stats.json"], check=True, stdout=subprocess.DEVNULL)
    with open("stats.json") as file:
        plan = json.load(file)["plan"]
    where = f"{program} {name}"
    if f"{plan['scheme']} {plan['form']}" != name or plan["kernel"] != kernel:
        sys.exit(f"{where}: ran as {plan['scheme']} {plan['form']}, {plan['kernel']}")
    case = Case(program, plan)
    bounds = expectation(case)
    shown = plan | (plan["tiles"] or {})
    for figure, each in bounds.items():
        require(where, figure, shown[figure] * (3 if figure == planted else 1), each)
    # Of a tile nothing is left unchecked but its shape.
    unchecked = set(plan["tiles"] or {}) - set(bounds) - {"box", "kept", "blocksWide", "blockBytes", "pointsStored"}
    if unchecked:
        sys.exit(f"{where}: nothing is computed here of {', '.join(sorted(unchecked))}")
    lines = figures_of(program, options + " --device 0")
    require(where, "launches of --plan", int(lines["launches"].split()[0]), (plan["launches"],) * 2)
    require(where, "work-groups of --plan", int(lines["work-groups"].split()[0]), (plan["workGroups"],) * 2)
    if case.local:
        require(where, "local memory of --plan", int(lines["local memory"].split()[0]), (case.local,) * 2)
    if "globalShare" in bounds:
        require(where, "values through global memory of --plan", float(lines["through global memory"].split()[0]), bounds["globalShare"])
    assert lines["scheme"].split() == [plan["scheme"], f"({plan['form']})"], lines


def check_on_gpu(program, kernel):
    """A launch a step, and work-items for all points: vectors of 4, of which a column takes up to 16 planes."""
    lines = figures_of(program, f"--scheme linear --assume {GPU}")
    groups, _, size, _ = lines["work-groups"].split()
    vectors = prod(PROGRAMS[program][1]) / 4
    deep = 16 if kernel == "eulerc_linear_streaming" else 1
    require(f"{program} {kernel}", "work-items", int(groups) * int(size), (vectors / deep, 2 * vectors + int(size)))
    require(f"{program} {kernel}", "launches", int(lines["launches"].split()[0]), exactly(STEPS))


def require_all_kernels():
    """Each kernel of a program has a case, and each case a kernel."""
    for program in PROGRAMS:
        with open(program + ".cl") as file:
            kernels = set(re.findall(r"EULERC_[A-Z_]*KERNEL[A-Z_]*[\s(]+(eulerc_\w+)", file.read())) - BESIDE
        cases = {case[4] for case in CASES if case[0] == program} | {kernel for name, kernel in GPU_CASES if name == program}
        for these, say in ((kernels - cases - ALSO.get(program, set()), "has kernels without a case here"),
                           (cases - kernels, "lacks kernels that have a case here")):
            if these:
                sys.exit(f"{program} {say}: {', '.join(sorted(these))}")
    everywhere = {case[4] for case in CASES} | {kernel for _, kernel in GPU_CASES}
    assert all(kernels <= everywhere for kernels in ALSO.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kernels-only", action="store_true")
    parser.add_argument("--plant", metavar="FIGURE", help="takes a figure for three times as large")
    options = parser.parse_args()
    require_all_kernels()
    if not options.kernels_only:
        for case in CASES:
            check(*case, options.plant)
        for case in GPU_CASES:
            check_on_gpu(*case)
        print(len(CASES) + len(GPU_CASES), "forms")


if __name__ == "__main__":
    main()
