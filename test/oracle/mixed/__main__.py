"""Mixed programs by the thousand: each has many features at once, and runs on serial, threads and OpenCL, in linear steps
and in tiles, beside the oracle. Clang compiles the kernels of all forms.

    python3 test/oracle/mixed --build build --seeds 1..60 WORK
    python3 test/oracle/mixed --build build --seeds 17 --shrink WORK       one that failed, and a smaller one that does
    python3 test/oracle/mixed --build build --seeds 1..10000 --every-pair --json FILE WORK

Out: each program that fails, with its seed; how many programs had each feature, and how many pairs of features were drawn
together. With --every-pair a pair that was never drawn is a failure, unless features.py says why no program has it.
Exit status 1 if any failed. `--json FILE` keeps the counts after each program. After `--seconds` no further seed is begun.
"""

import argparse
import collections
import functools
import os
import sys
import time

from draw import draw
from features import FEATURES, GROUPS, IMPOSSIBLE, missing, pairs_of, possible
from run import Runner
from shrink import kind_of, shrink

from seeds import in_turn, keep, seeds_of  # of the folder above, which run.py adds to the path


class Kernels:
    """How many kernels a program builds: a value that processes take along."""

    def __init__(self, count, between):
        self.count, self.between = count, between

    def __call__(self, seed):
        return self.count if seed % self.between == 0 else 0


def take(runner, seed):
    program, begin = draw(seed), time.monotonic()
    return program, runner.check(program), time.monotonic() - begin


def wanted(seeds, left_out):
    """Seeds, less those of programs with all features of one of the lists."""
    for seed in seeds:
        if not left_out or not any(each <= draw(seed).features for each in left_out):
            yield seed


def results(options, runner):
    left_out = [frozenset(each.split("+")) for each in options.leave_out]
    seeds = wanted(seeds_of(options.seeds), left_out)
    return in_turn(functools.partial(take, runner), seeds, options.jobs, options.seconds)


def show_features(counts):
    for group, names in GROUPS.items():
        print(f"  {group}: " + ", ".join(f"{name} {counts[name]}" for name in names))
    lone, pairs = missing(counts)
    able = len(possible())
    print(f"  {len(FEATURES) - len(lone)} of {len(FEATURES)} features, {able - len(pairs)} of {able} pairs of them; "
          f"{len(IMPOSSIBLE)} pairs are impossible")
    return lone, pairs


def tell_missing(lone, pairs):
    if lone or pairs:
        print(f"never drawn: {', '.join(lone + [' and '.join(pair) for pair in pairs[:40]])}")


def show_failure(program, why, options, runner):
    print(f"seed {program.seed}: {why}\n  again: python3 test/oracle/mixed --build build --seeds {program.seed} "
          f"--kernels {options.kernels} --shrink WORK", flush=True)
    if options.shrink:
        program, why = shrink(runner, program, why)
        print(f"smaller: {why}\n  sizes {program.sizes} {program.large_sizes}, {program.steps_taken} steps\n{program.text()}",
              flush=True)


def count_drawn(options):
    """Counts of features and pairs of programs that are drawn, and not run."""
    counts = collections.Counter()
    for seed in seeds_of(options.seeds):
        program = draw(seed)
        counts.update(program.features)
        counts.update(pairs_of(program.features))
    return counts


def count(options, runner):
    """Runs all programs; (summary, counts of features and pairs)."""
    begin, counts, refused = time.monotonic(), collections.Counter(), collections.Counter()
    summary = {"seeds": options.seeds, "programs": 0, "runs": 0, "refused": refused, "failed": {}, "kinds": collections.Counter()}
    for program, result, seconds in results(options, runner):
        counts.update(program.features)
        counts.update(pairs_of(program.features))
        refused.update(result.refused)
        summary["programs"] += 1
        summary["runs"] += result.runs
        summary["seconds"] = time.monotonic() - begin
        if options.times:
            print(f"seed {program.seed}: {seconds:.1f} s, {result.runs} runs, {','.join(result.schemes)}", flush=True)
        if result.why:
            summary["failed"][program.seed] = result.why
            summary["kinds"][kind_of(result.why)] += 1
            show_failure(program, result.why, options, runner)
        if options.json:
            keep(options.json, summary | {"features": {name: counts[name] for name in FEATURES}})
    return summary, counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], prog="mixed")
    parser.add_argument("--build", required=True)
    parser.add_argument("--cxx", default="c++")
    parser.add_argument("--seeds", default="1..1000000", help="FIRST..LAST")
    parser.add_argument("--short", action="store_true", help="host code and kernels are compiled with little optimisation")
    parser.add_argument("--kernels", type=int, default=1, help="of OpenCL for linear steps, and for tiles, a program")
    parser.add_argument("--opencl-every", type=int, default=1, metavar="N", help="on OpenCL each N-th program alone")
    parser.add_argument("--every-pair", action="store_true", help="fail if a pair of features was never drawn")
    parser.add_argument("--leave-out", action="append", default=[], metavar="FEATURE+FEATURE", help="programs with all of these")
    parser.add_argument("--draw-only", action="store_true", help="count what programs have, and run none")
    parser.add_argument("--shrink", action="store_true", help="show a smaller program that fails as well")
    parser.add_argument("--times", action="store_true", help="show what each program takes")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--json", help="a file for the summary")
    parser.add_argument("work")
    options = parser.parse_args()
    if options.draw_only:
        lone, pairs = show_features(count_drawn(options))
        tell_missing(lone, pairs)
        sys.exit(1 if lone or pairs else 0)
    os.makedirs(options.work, exist_ok=True)
    runner = Runner(options.build, options.cxx, options.work, options.short, Kernels(options.kernels, options.opencl_every))
    summary, counts = count(options, runner)
    lone, pairs = show_features(counts)
    failed = sorted(summary["failed"])
    print(f"{summary['programs']} mixed programs, {summary['runs']} runs in {summary.get('seconds', 0):.0f} s: {len(failed)} failed {failed}")
    if options.every_pair:
        tell_missing(lone, pairs)
    sys.exit(1 if failed or not summary["programs"] or (options.every_pair and (lone or pairs)) else 0)


if __name__ == "__main__":
    main()
