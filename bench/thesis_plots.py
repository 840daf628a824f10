"""Plots and tables of the runs of thesis.py.

    plot("h200.json", "docs/thesis") → docs/thesis/h200-sizes-string-speedup.svg, ...
"""

import json
import os
import subprocess

TITLES = {"string": "String", "bruss2d": "Brusselator"}
LINEAR = ["scalar-blocked", "scalar-strided", "vector"]
ROWS = ["vector", "diamond", "honeycomb"]
COLUMNS = ["vector", "diamond", "diamond-columns", "honeycomb", "honeycomb-columns"]
ALL = ["serial", "threads", *LINEAR, "diamond", "diamond-columns", "honeycomb", "honeycomb-columns",
       "overlapped"]
COLOURS = {"serial": "#999999", "threads": "#555555", "scalar-blocked": "#d9a05b",
           "scalar-strided": "#b5651d", "vector": "#000000", "diamond": "#1f77b4",
           "diamond-columns": "#7fb8e0", "honeycomb": "#d62728", "honeycomb-columns": "#f29b9b",
           "overlapped": "#2ca02c"}
FIGURES = {
    "sizes-string-forms": "5: the linear forms over n, String",
    "items": "5: the linear forms over work-items of a work-group, String",
    "groups": "5: linear forms over work-groups, String",
    "strategies": "7.4: strategies over n, String",
    "sizes-string-speedup": "7.9 to 7.15: speedup over serial, String",
    "sizes-string-time": "7.9 to 7.15: time of a component and step, String",
    "sizes-bruss2d-speedup": "7.9 to 7.15: speedup over serial, Brusselator",
    "sizes-bruss2d-time": "7.9 to 7.15: time of a component and step, Brusselator",
    "columns-string": "8.2 to 8.6: rows and columns, String",
    "columns-bruss2d": "8.2 to 8.6: rows and columns, Brusselator",
    "steps-string": "9.3 to 9.8: steps of a launch, String",
    "steps-bruss2d": "9.3 to 9.8: steps of a launch, Brusselator",
}


def load(path):
    with open(path) as file:
        return json.load(file)


def ns(r):
    return 1 / r["gcomps"]


def size(value):
    return f"{value:,}"


# ---- lines of a figure: {name: [(x, y), ...]} -----------------------------------------------------
def over_sizes(runs, problem, ways, y):
    chosen = [r for r in runs if r["problem"] == problem and "sizes" in r["figures"] and not r["with"]]
    return {way: sorted((r["components"], y(r)) for r in chosen if r["way"] == way) for way in ways}


def speedups(runs, problem):
    serial = {r["N"]: r["gcomps"] for r in runs
              if r["problem"] == problem and r["way"] == "serial"}
    known = [r for r in runs if r["N"] in serial]
    return over_sizes(known, problem, ALL[1:], lambda r: r["gcomps"] / serial[r["N"]])


def over_option(runs, option):
    chosen = [r for r in runs if list(r["with"]) == [option]]
    lines = {}
    for r in chosen:
        lines.setdefault(r["way"], []).append((r["with"][option], r["gcomps"]))
    return {way: sorted(points) for way, points in lines.items()}


def strategies(runs):
    lines = {}
    for r in runs:
        if "strategy" in r["with"]:
            lines.setdefault(r["with"]["strategy"], []).append((r["components"], ns(r)))
    return {name: sorted(points) for name, points in lines.items()}


def over_steps(runs, problem):
    lines = {}
    for r in runs:
        if r["problem"] == problem and "tile-steps" in r["with"]:
            name = f"{r['way']}, n = {size(r['components'])}"
            lines.setdefault(name, []).append((r["with"]["tile-steps"], ns(r)))
    for r in runs:  # a horizontal line
        for name, points in lines.items():
            if (r["way"] == "vector" and not r["with"] and r["problem"] == problem and
                    name == f"honeycomb, n = {size(r['components'])}"):
                ends = [min(points)[0], max(points)[0]]
                lines = {**lines, f"vector, n = {size(r['components'])}": [(x, ns(r)) for x in ends]}
    return {name: sorted(points) for name, points in lines.items()}


def figures(runs):
    """(name, label of x, label of y, lines)"""
    n, time, gcomps = "components n", "ns a component and step", "Gcomp/s"
    yield "sizes-string-forms", n, time, over_sizes(runs, "string", LINEAR, ns)
    yield "items", "work-items of a work-group", gcomps, over_option(runs, "work-group")
    yield "groups", "work-groups", gcomps, over_option(runs, "work-groups")
    yield "strategies", n, time, strategies(runs)
    for problem in TITLES:
        yield f"sizes-{problem}-speedup", n, "times serial", speedups(runs, problem)
        yield f"sizes-{problem}-time", n, time, over_sizes(runs, problem, ALL, ns)
        yield f"columns-{problem}", n, time, over_sizes(runs, problem, COLUMNS, ns)
        yield f"steps-{problem}", "steps of a launch", time, over_steps(runs, problem)


# ---- gnuplot -------------------------------------------------------------------------------------
def style(name, index):
    others = ["#1f77b4", "#d62728", "#2ca02c", "#b5651d", "#000000", "#999999"]
    colour = COLOURS.get(name, others[index % len(others)])
    return f"with linespoints lc rgb '{colour}' lw 1.5 pt {1 + index % 12} ps 0.5"


def script(path, title, x, y, lines):
    xs, ys = zip(*(point for points in lines.values() for point in points))
    text = [f"set terminal svg size 640,400 font 'sans-serif,11'; set output '{path}'",
            f"set title '{title}'; set xlabel '{x}'; set ylabel '{y}'",
            "set logscale xy; set grid lc rgb '#dddddd'; set key outside right top",
            "set format x '%.0s%c'" if x.startswith("components") else "set logscale x 2",
            f"set xrange [{min(xs) / 1.2:g}:{max(xs) * 1.2:g}]",
            f"set yrange [{min(ys) / 1.3:g}:{max(ys) * 1.3:g}]"]
    if max(ys) / min(ys) < 30:
        text.append("set ytics (" + ", ".join(f"'{m}e{e}' {m}e{e}" if abs(e) > 2 else f"{m}e{e}"
                                              for e in range(-6, 6) for m in (1, 1.5, 2, 3, 5, 7)) + ")")
    parts = []
    for index, (name, points) in enumerate(lines.items()):
        text += [f"$d{index} << EOD", *(f"{a} {b:.5g}" for a, b in points), "EOD"]
        parts.append(f"$d{index} title '{name}' noenhanced {style(name, index)}")
    return "\n".join([*text, "plot " + ", \\\n  ".join(parts), ""])


def plot(path, out):
    """One SVG for each figure that is not empty; the names begin with the name of the JSON."""
    result = load(path)
    runs = [r for r in result["runs"] if "gcomps" in r]
    os.makedirs(out, exist_ok=True)
    prefix = os.path.basename(path).removesuffix(".json")
    for name, x, y, lines in figures(runs):
        lines = {line: points for line, points in lines.items() if points}
        if not lines:
            continue
        file = os.path.join(out, f"{prefix}-{name}.svg")
        subprocess.run(["gnuplot"], input=script(file, FIGURES[name], x, y, lines), text=True,
                       check=True)
        print(file)


# ---- tables --------------------------------------------------------------------------------------
def plan_text(r):
    plan = r["plan"]
    if not plan:
        return ""
    text = f"{plan['groups']} × {plan['items']}"
    return text + (f", D = {plan['D']}, S = {plan['launch']}" if "D" in plan else "")


def table(result, problem):
    """One row for each way, at the size of the table."""
    rows = [r for r in result["runs"] if r["problem"] == problem and "table" in r["figures"]]
    if not rows:
        return
    n = rows[0]["components"]
    serial = next((r["gcomps"] for r in rows if r["way"] == "serial" and "gcomps" in r), None)
    print(f"\n**{TITLES[problem]}, n = {size(n)}**\n")
    print("| way | Gcomp/s | ns a component and step | × serial | × linear vector | of the copy rate "
          "| work-groups, tiles |\n|---|---|---|---|---|---|---|")
    for r in sorted(rows, key=lambda r: ALL.index(r["way"])):
        if "refused" in r:
            print(f"| {r['way']} | refused | | | | | |")
            continue
        on_device = r["way"] not in ("serial", "threads")
        share = f"{r['of_copy']:.0%}" if "of_copy" in r and on_device else ""
        speedup = f"{r['gcomps'] / serial:.3g}" if serial else ""
        print(f"| {r['way']} | {r['gcomps']:.3g} | {ns(r):.3g} | {speedup} | "
              f"{r.get('over_linear', 0):.2f} | {share} | {plan_text(r)} |")
    for r in rows:
        if "refused" in r:
            print(f"\n{r['way']}: {r['refused']}")


def print_tables(path):
    result = load(path)
    copy = result["copy"]
    print(f"{result['device']}, driver {result['driver']}; {result['processor']}, {result['cores']} "
          f"cores; commit {result['commit']}, {result['date']}")
    if copy:
        print(f"copy: {copy['gb_per_s']} GB/s, so at 8 bytes an update the limit of linear is "
              f"{copy['gb_per_s'] / 8:.3g} Gcomp/s")
    for problem in TITLES:
        table(result, problem)
