"""Runs many random programs (generate.py) through the sweep (compare.py), or through tiles (tilings.py).

    many.py --build build --seeds 1..2000 --jobs 2 --seconds 600 [--tiles] WORK

With --tiles all schemes for which a program has kernels are compared with the serial backend, in a few
shapes and sizes. Programs that have none, and those that call sin and its kind, are left out there.
Out: each program that fails is printed with its seed and what was wrong and stays in WORK/SEED.ode;
at the end a summary. `--json FILE` keeps it after each program, so that a run that is cut off counts.
Exit status 1 if any failed. Programs that agree leave nothing behind. After `--seconds` no further
seed is begun.
"""

import argparse
import collections
import functools
import os
import re
import shutil
import sys
import time
import types

import compare
import tilings
from generate import AXES, Generator
from reader import OdeError
from seeds import in_turn, keep, seeds_of


# Rows, or planes, that several tiles have room in: for the generator's small grids and its large ones.
ROOMY = {"plane": (r"NY:[\d.]+", "NY:18..19", "NY:40..41"),
         "space": (r"NZ:[\d.]+", "NZ:16..17", "NZ:24..25")}


def roomy(kind, sizes):
    """A program's sizes, for tiles: few along the rows, each of which is a kernel of its own."""
    if kind not in ROOMY:
        return sizes
    pattern, *replacements = ROOMY[kind]
    few = re.sub(r"NX:(\d+)\.\.(\d+)", r"NX:\2", sizes)
    return "+".join(re.sub(pattern, new, group) for new, group in zip(replacements, few.split("+")))


def sweep(path, folder, how, options, part):
    """(comparisons made, words for each disagreement)"""
    how_built = types.SimpleNamespace(build=options.build, cxx=options.cxx, sweep=part, program=path,
                                      work=folder, short=options.short)
    return compare.check(how_built, how["real"], how)


def tile(path, folder, how, options, part):
    """The same of tiles, of which the first that differs ends the comparison."""
    schemes = tilings.emit(options, path, how["real"], folder)
    if not schemes or float(how["tolerance"]):
        how["ways"] = "left out"
        return 0, []
    sizes = compare.settings_of(roomy(how["kind"], how["sizes"]))
    how["ways"] = ",".join(schemes)
    some = sizes[:: max(1, len(sizes) // 12)]
    said = tilings.compare(options, path, how["real"], folder, part, schemes, "some", some)
    runs = int(said.split()[0])
    if not runs:
        how["ways"] = "refused"
    return runs, []


def run(options, part, seed):
    """What became of one seed: a dictionary with "kind", "runs", "seconds" and, if it failed, "why"."""
    begin, folder = time.monotonic(), os.path.join(options.work, str(seed))
    generator = Generator(seed, options.kind, None)
    result = {"seed": seed, "kind": generator.kind, "runs": 0}
    path = folder + ".ode"
    with open(path, "w") as file:
        file.write(generator.program(False, options.methods))
    how = compare.settings(path) | {"kind": generator.kind}
    os.environ["POCL_CACHE_DIR"] = os.path.join(folder, "pocl")  # goes with the folder
    os.makedirs(os.environ["POCL_CACHE_DIR"], exist_ok=True)
    try:
        result["runs"], found = (tile if options.tiles else sweep)(path, folder, how, options, part)
        if found:
            result["why"] = f"{len(found)} of {result['runs']} runs differ: " + "; ".join(found[:3])
    except compare.Failed as failure:
        result["why"] = str(failure)[:2000]
    except OdeError as error:
        result["why"] = f"oracle: {error}"
    shutil.rmtree(folder, ignore_errors=True)
    if "why" not in result:
        os.remove(path)
    return result | {"ways": how["ways"], "seconds": time.monotonic() - begin}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--cxx", default="c++")
    parser.add_argument("--seeds", default="1..1000000", help="FIRST..LAST")
    parser.add_argument("--kind", choices=AXES)
    parser.add_argument("--tiles", action="store_true")
    parser.add_argument("--methods", action="store_true", help="as generate.py has it")
    parser.add_argument("--short", action="store_true", help="as compare.py has it")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--json", help="a file for the summary")
    parser.add_argument("work")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    begin, kinds, ways, failed = time.monotonic(), collections.Counter(), collections.Counter(), []
    summary = {"seeds": options.seeds, "through": "tiles" if options.tiles else "forms", "programs": 0,
               "runs": 0, "kinds": kinds, "ways": ways, "failed": failed}
    part = compare.compile_part(options, options.work, tilings.TILINGS if options.tiles else compare.SWEEP)
    for result in in_turn(functools.partial(run, options, part), seeds_of(options.seeds), options.jobs, options.seconds):
        kinds[result["kind"]] += 1
        ways.update(result["ways"].split(","))
        summary["programs"] += 1
        summary["runs"] += result["runs"]
        summary["seconds"] = time.monotonic() - begin
        if "why" in result:
            failed.append(result)
            with open(os.path.join(options.work, f"{result['seed']}.ode")) as file:
                print(f"seed {result['seed']}: {result['why']}\n{file.read()}", flush=True)
        if options.json:
            keep(options.json, summary)
    print(f"{summary['programs']} random programs, {summary['runs']} runs in {time.monotonic() - begin:.0f} s: "
          f"{len(failed)} failed {[f['seed'] for f in failed]}")
    sys.exit(1 if failed or not kinds else 0)


if __name__ == "__main__":
    main()
