#!/usr/bin/env python3
"""The README's table of speed, made from the newest measured rates.

    bench/readme.py             prints it, of bench/results/rates-h200.json
    bench/readme.py --write     puts it into README.md
    bench/readme.py --check     fails if README.md or docs/performance.md have other numbers
"""

import json
import pathlib
import re
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/results/rates-h200.json"
# The rows that the README shows, and their names.
ROWS = {("string", 100_000_000): "vibrating string, 100,000,000 components",
        ("heat2d", 16_384): "heat on 16,384² points",
        ("bruss2d", 7_072): "Brusselator on 7,072² points"}
HEAD = "| problem | linear | auto |\n|---|---|---|\n"


def rates():
    """(problem, size) → Gcomp/s of linear steps and of auto."""
    rows = json.loads(RESULTS.read_text())["rates"]
    return {(row["problem"], row["size"]): tuple(statistics.median(row["gcomps"][how]) for how in ("linear", "auto")) for row in rows}


def rounded(rate):
    """Rounds to three digits."""
    return f"{float(f'{rate:.3g}'):,.0f}"


def table(found):
    return HEAD + "".join(f"| {name} | {rounded(found[key][0])} | {rounded(found[key][1])} |\n" for key, name in ROWS.items())


def check(found):
    wrong = []
    if table(found) not in (ROOT / "README.md").read_text():
        wrong.append("README.md: its table of speed is not that of bench/readme.py; bench/readme.py --write puts it there")
    text = (ROOT / "docs/performance.md").read_text()
    for problem, size in ROWS:
        row = re.search(rf"^\| {problem} {size:,} \|.*$", text, re.M)
        numbers = row[0].replace("**", "").split("|") if row else []
        for rate in found[problem, size]:
            if not any(cell.split()[:1] == [f"{rate:.4g}"] for cell in numbers):
                wrong.append(f"docs/performance.md: {problem} {size:,} has no rate {rate:.4g}, as {RESULTS.name} has")
    return wrong


def main():
    found = rates()
    if sys.argv[1:] == ["--check"]:
        sys.exit("\n".join(check(found)) or 0)
    if sys.argv[1:] != ["--write"]:
        print(table(found), end="")
        return
    readme = ROOT / "README.md"
    text, count = re.subn(re.escape(HEAD) + r"(?:\|.*\n)+", lambda _: table(found), readme.read_text())
    if count != 1:
        sys.exit("README.md: there is not one table of speed")
    readme.write_text(text)


if __name__ == "__main__":
    main()
