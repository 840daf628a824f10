"""The thesis's evaluation, run again: linear forms, tilings, strategies, steps of a launch, tables.

    thesis.py all [--scale small] [--device TEXT] [--budget SECONDS] [--out DIR]
    thesis.py build --out DIR                    solvers and the copy program, to carry elsewhere
    thesis.py run --solvers DIR --out JSON [--scale small|full|tiny] [--device TEXT] [--budget S]
    thesis.py plot JSON --out DIR                one SVG a figure (gnuplot)
    thesis.py tables JSON                        the tables in Markdown

`run` needs only Python's standard library, this file, thesis_cases.py, and the folder that `build` made. Each run is a process;
its number of steps is chosen so that it takes some tenths of a second. No figure is judged: compare figures of one JSON only.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import thesis_cases

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, "build")
PROBLEMS = ["string", "bruss2d"]
DT = {"string": "1e-6", "bruss2d": "1e-7"}  # values stay finite in the longest run


def commit():
    if not shutil.which("git"):
        return ""
    done = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"],
                          capture_output=True, text=True)
    return done.stdout.strip()


# ---- build ---------------------------------------------------------------------------------------
def build_copy(out):
    """Builds the program that measures the copy rate of an OpenCL device; it loads libOpenCL at run time."""
    copy = os.path.join(out, "copy")
    subprocess.run([os.environ.get("CXX", "c++"), "-std=c++20", "-O2", "-s",
                    "-static-libstdc++", "-static-libgcc",
                    os.path.join(ROOT, "bench", "copy.cpp"),
                    os.path.join(ROOT, "runtime", "opencl", "loader.cpp"), "-ldl", "-o", copy],
                   check=True)
    return copy


def build(eulerc, out):
    os.makedirs(out, exist_ok=True)
    for problem in PROBLEMS:
        program = os.path.join(ROOT, "examples", problem, f"{problem}.ode")
        subprocess.run([eulerc, program, "-o", os.path.join(out, problem)], check=True)
    build_copy(out)
    with open(os.path.join(out, "commit"), "w") as file:
        file.write(commit() + "\n")


# ---- run -----------------------------------------------------------------------------------------
def rounded(value, digits=5):
    return float(f"{value:.{digits}g}")


class Runner:
    """Runs each case once, however many figures show it, and remembers the speed of the ways."""

    def __init__(self, solvers, device, scale):
        self.solvers, self.device, self.scale = solvers, device, scale
        self.records = {}  # key → record
        self.about = {}
        self.speed = {}    # (problem, way) → (seconds a component and step, steps a launch)
        self.work = tempfile.mkdtemp()
        text = subprocess.run([self.path("string"), "--help"], capture_output=True, text=True).stdout
        self.has_groups = "--work-groups" in text

    def path(self, name):
        return os.path.join(self.solvers, name)

    def solve(self, case, steps):
        """The statistics of one process, or the first words of its refusal."""
        stats = os.path.join(self.work, "stats.json")
        way = list(thesis_cases.WAYS[case["way"]])
        if "--backend" not in way and self.device:
            way += ["--device", self.device]
        for option, value in case["with"].items():
            way += [f"--{option}", str(value)]
        command = [self.path(case["problem"]), *way, "--set", f"N={case['N']}", "--dt",
                   DT[case["problem"]], "--steps", str(steps), "--stats", stats, "--quiet",
                   "--no-progress"]
        try:
            done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                  text=True, timeout=40)
        except subprocess.TimeoutExpired:
            return "not done after 40 s"
        if done.returncode:
            lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
            return lines[0].removeprefix("error: ")
        with open(stats) as file:
            return json.load(file)

    def steps_for(self, case):
        """The number of steps that take the scale's seconds, and at least some launches of a tiling."""
        guesses = self.scale["guesses"]
        each, launch = self.speed.get((case["problem"], case["way"]),
                                      guesses.get(case["way"], guesses["other"]))
        if "tile-steps" in case["with"]:
            launch = case["with"]["tile-steps"]
        step = max(each * case["components"], self.scale["least_step"])
        steps = max(self.scale["seconds"] / step, 2)
        if launch > 1:  # whole launches, and at least four unless that takes too long
            most = max(self.scale["most"] / step, 2)
            steps = max(steps, min(4 * launch, most))
            steps = steps if steps < launch else steps // launch * launch
        return int(min(steps, 200_000))

    def learn(self, case, stats):
        launch = (device_plan(stats) or {}).get("stepsPerLaunch", 1)
        each = stats["seconds"]["run"] / stats["problem"]["steps"] / case["components"]
        self.speed[case["problem"], case["way"]] = (each, launch)

    def measure(self, case):
        """Runs a case; runs it again if the first guess of its steps was far too low."""
        steps = self.steps_for(case)
        stats = self.solve(case, steps)
        if isinstance(stats, dict):
            self.learn(case, stats)
            better, (_, launch) = self.steps_for(case), self.speed[case["problem"], case["way"]]
            if (better > 1.5 * steps and
                    (stats["seconds"]["run"] < self.scale["seconds"] / 4 or steps < 2 * launch)):
                again = self.solve(case, better)
                if isinstance(again, dict):
                    self.learn(case, again)
                    stats = again
        return stats

    def add(self, case):
        key = json.dumps([case["problem"], case["N"], case["way"], case["with"]], sort_keys=True)
        if key not in self.records:
            self.records[key] = self.record(case)
        record = self.records[key]
        record["figures"] = sorted({*record["figures"], *case["figures"]})

    def record(self, case):
        record = {name: case[name] for name in ("problem", "N", "components", "way", "with")}
        record["figures"] = []
        stats = self.measure(case)
        if isinstance(stats, str):
            return {**record, "refused": stats}
        if stats["backend"] == "opencl":
            self.about = {name: stats[name] for name in ("device", "platform", "driver")}
        self.about["runtime"] = stats["compiler"]
        record["steps"] = stats["problem"]["steps"]
        record["seconds"] = [rounded(stats["seconds"]["run"])]
        if stats["seconds"]["device"]:
            record["device_seconds"] = rounded(stats["seconds"]["device"])
        record["plan"] = short_plan(device_plan(stats))
        return record

    def repeat(self, record):
        case = {**record, "with": record["with"]}
        stats = self.solve(case, record["steps"])
        if isinstance(stats, dict):
            record["seconds"].append(rounded(stats["seconds"]["run"]))

    def copy(self):
        """GB/s that the device copies, by the better of two ways; None without the program."""
        if not os.path.exists(self.path("copy")):
            return None
        done = subprocess.run([self.path("copy"), self.device or "", str(self.scale["copy_bytes"]),
                               "3"], capture_output=True, text=True, timeout=120)
        if done.returncode:
            print(done.stderr, file=sys.stderr)
            return None
        result = json.loads(done.stdout)
        ways = {way: statistics.median(values) for way, values in result["gb_per_s"].items()}
        best = max(ways, key=ways.get)
        return {"gb_per_s": rounded(ways[best], 4), "way": best, "bytes": result["bytes"]}


def device_plan(stats):
    return stats["plan"] if stats["backend"] == "opencl" else None


def short_plan(plan):
    """The members that distinguish plans, without null members."""
    if not plan:
        return None
    tiles = plan.get("tiles") or {}
    short = {"form": plan["form"], "width": plan["vectorWidth"], "groups": plan["workGroups"],
             "items": plan["workGroupSize"], "launch": plan["stepsPerLaunch"]}
    if tiles:
        wide = tiles.get("blocksWide", tiles.get("points"))  # width of an overlapped tile
        if wide is None:  # the tile is a box of a grid
            wide = "×".join(str(length) for length in tiles["box"] if length)
        short.update(D=wide, tiles=tiles["count"], local=tiles.get("localBytes", 0),
                     globalShare=rounded(tiles["globalShare"], 3))
    return short


def finish(records, copy):
    """Speeds by the shortest run, because longer runs only add noise; and their ratios to linear vector and to the copy rate (8
    bytes for each update)."""
    for r in records:
        if "seconds" in r:
            r["gcomps"] = rounded(1e-9 * r["components"] * r["steps"] / min(r["seconds"]), 4)
    linear = {(r["problem"], r["N"]): r["gcomps"] for r in records
              if r["way"] == "vector" and not r["with"] and "gcomps" in r}
    for r in records:
        if "gcomps" not in r:
            continue
        if (r["problem"], r["N"]) in linear:
            r["over_linear"] = rounded(r["gcomps"] / linear[r["problem"], r["N"]], 4)
        if copy:
            r["of_copy"] = rounded(8 * r["gcomps"] / copy["gb_per_s"], 3)


def save(path, about, records):
    """Writes each run in a line, so that diffs are short and readable."""
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    head = json.dumps(about, indent=1)[:-2]
    lines = ",\n  ".join(json.dumps(r) for r in records)
    with open(path, "w") as file:
        file.write(f'{head},\n "runs": [\n  {lines}\n ]\n}}\n')


def run(options):
    begin, scale = time.monotonic(), thesis_cases.SCALES[options.scale]
    budget = options.budget or scale["budget"]
    runner = Runner(options.solvers, options.device, scale)
    before = runner.copy()
    left_out, cases = 0, thesis_cases.cases(options.scale)
    for number, case in enumerate(cases):
        if time.monotonic() - begin > budget:
            left_out += 1
        elif "work-groups" not in case["with"] or runner.has_groups:
            runner.add(case)
            if sys.stderr.isatty():
                print(f"\r{number + 1} of {len(cases)}", end="", file=sys.stderr)
    # The time that is left goes to the tables, then, on a noisy machine, to all cases: three runs each.
    for figures in scale["repeated"]:
        for turn in (2, 3):
            for r in runner.records.values():
                if ("seconds" in r and len(r["seconds"]) < turn and
                        {*figures} & {*r["figures"]} and time.monotonic() - begin < budget):
                    runner.repeat(r)
    after = runner.copy()
    copy = max((c for c in (before, after) if c), key=lambda c: c["gb_per_s"], default=None)
    records = list(runner.records.values())
    finish(records, copy)
    about = {"date": time.strftime("%Y-%m-%d", time.gmtime()), "commit": built_from(options.solvers),
             **runner.about, "scale": options.scale, "cores": len(os.sched_getaffinity(0)),
             "processor": processor(), "copy": copy, "left_out": left_out,
             "total_seconds": round(time.monotonic() - begin)}
    save(options.out, about, records)
    shutil.rmtree(runner.work)
    print(f"{len(records)} runs, {left_out} left out, {about['total_seconds']} s: {options.out}")


def built_from(solvers):
    try:
        with open(os.path.join(solvers, "commit")) as file:
            return file.read().strip()
    except FileNotFoundError:
        return ""


def processor():
    try:
        with open("/proc/cpuinfo") as file:
            names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    except FileNotFoundError:
        names = []
    return names[0] if names else platform.processor()


def run_all(options):
    out = os.path.join(options.out, f"thesis-{options.scale}")
    options.solvers = os.path.join(out, "solvers")
    build(options.eulerc, options.solvers)
    options.out = out + ".json"
    run(options)
    import thesis_plots
    thesis_plots.plot(options.out, out)
    thesis_plots.print_tables(options.out)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    for verb in ("all", "run"):
        sub = verbs.add_parser(verb)
        sub.add_argument("--scale", choices=thesis_cases.SCALES, default="small")
        sub.add_argument("--device", metavar="TEXT", help="part of an OpenCL device's name")
        sub.add_argument("--budget", type=float, metavar="SECONDS", help="runs begin only before that")
        if verb == "run":
            sub.add_argument("--solvers", required=True, metavar="DIR")
            sub.add_argument("--out", required=True, metavar="JSON")
        else:
            sub.add_argument("--out", default=os.path.join(BUILD, "bench"), metavar="DIR")
    verbs.add_parser("build").add_argument("--out", required=True, metavar="DIR")
    for verb in ("build", "all"):
        verbs.choices[verb].add_argument("--eulerc", default=os.path.join(BUILD, "bin", "eulerc"))
    for verb in ("plot", "tables"):
        sub = verbs.add_parser(verb)
        sub.add_argument("json")
        if verb == "plot":
            sub.add_argument("--out", required=True, metavar="DIR")
    options = parser.parse_args()
    if options.verb == "run":
        run(options)
    elif options.verb == "build":
        build(options.eulerc, options.out)
    elif options.verb == "all":
        run_all(options)
    else:
        import thesis_plots
        if options.verb == "plot":
            thesis_plots.plot(options.json, options.out)
        else:
            thesis_plots.print_tables(options.json)


if __name__ == "__main__":
    main()
