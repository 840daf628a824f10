"""Fails when a table of rates (rates.py run) is slower than the kept one of the same device.

    gate.py build/bench/rates.json                 against the newest table of the device and of these rows in bench/results
    gate.py build/bench/rates.json --against FILE  against that one

A row is a problem, its size and a way of eulerc; its figure is the median of the runs, as in the table. If a row lost 10 % or
more, or lost its figure, both figures are printed, and the status is 1. Rows of only one table are not compared, and peers are
not compared. A device without a kept table passes with a note. Processors with another number of cores are other devices.
"""

import argparse
import glob
import json
import os
import statistics
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
LOSS = 0.10


def read(path):
    with open(path) as file:
        return json.load(file)


def device(table):
    """The facts that must be equal for rates to be comparable. For a GPU, the number of CPU cores does not count."""
    about = table["environment"]
    return about["scale"], about.get("device"), None if about["scale"] == "gpu" else about.get("cores")


def is_rates(table):
    return isinstance(table, dict) and {"rates", "environment"} <= table.keys()


def newest(folder, measured):
    """The kept table of the device with most of the rows, and its file; if several have as many, the newest."""
    kept = [(table, path) for path in sorted(glob.glob(os.path.join(folder, "*.json")))
            if is_rates(table := read(path)) and device(table) == device(measured)]
    mine = rows(measured).keys()
    return max(kept, key=lambda one: (len(mine & rows(one[0]).keys()), one[0]["environment"]["date"]),
               default=(None, None))


def rows(table):
    """(problem, size, way) → rate, or the words of a refusal."""
    found = {}
    for record in table["rates"]:
        for way, rate in record["gcomps"].items():
            if way in record["plans"]:  # peers have no plans
                found[record["problem"], record["size"], way] = statistics.median(rate)
        for way, why in record["refused"].items():
            found[record["problem"], record["size"], way] = why
    return found


def losses(kept, measured):
    """Names of the rows that lost, and the number of compared rows."""
    new, lost, compared = rows(measured), [], 0
    for (problem, size, way), before in rows(kept).items():
        now = new.get((problem, size, way))
        if isinstance(before, str) or now is None:
            continue
        compared += 1
        name = f"{problem} {size:,}, {way}: {before:.4g} Gcomp/s"
        if isinstance(now, str):
            lost.append(f"{name} before, now refused: {now}")
        elif now <= (1 - LOSS) * before:
            lost.append(f"{name} before, {now:.4g} now: {100 * (1 - now / before):.0f} % less")
    return lost, compared


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="the table that was just measured")
    parser.add_argument("--against", help="the kept table (default: the newest of the device in --kept)")
    parser.add_argument("--kept", default=os.path.join(HERE, "results"), help="folder of the kept tables")
    options = parser.parse_args()
    if not os.path.exists(options.file):
        sys.exit(f"gate: no {options.file}; measure it: ./dev bench rates")
    measured = read(options.file)
    kept, path = (read(options.against), options.against) if options.against else newest(options.kept, measured)
    if kept is None:
        scale, name, cores = device(measured)
        print(f"gate: no kept table of {name}{f' with {cores} cores' if cores else ''}, scale {scale}, "
              f"in {options.kept}: nothing to compare with")
        return
    lost, compared = losses(kept, measured)
    copies = [statistics.median(table["copy_gb_per_s"]) for table in (kept, measured)]
    print(f"gate: {compared} rows compared with {path}, commit {kept['environment']['commit']}; "
          f"{len(lost)} lost {100 * LOSS:.0f} % or more; the device copied {copies[0]:.4g} GB/s before, "
          f"{copies[1]:.4g} now")
    print("".join(f"  {row}\n" for row in lost), end="")
    if compared == 0:
        sys.exit("gate: the tables have no row in common")
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
