"""What `auto` lacks of the best way on programs that no model was tuned for: programs of unseen.json and random ones.

    unseen.py build --eulerc build/bin/eulerc --out DIR [--only NAME ...] [--drawn 20]     solvers, to be carried anywhere
    unseen.py run DIR --out FILE [--scale gpu|cpu] [--device TEXT] [--budget S] [--only NAME ...] [--ways NAME ...] [--again]
    unseen.py table FILE                                      rates, losses and their histogram, as Markdown

FILE is written after each row, and its rows are not measured again unless --again is given. A run that ends at its budget, or is
interrupted, is therefore continued by the next call. Each way with a name is measured briefly; ways near the best run twice for a
second. Then `auto` runs for some seconds with empty caches of kernels and of tuning (`first`); it runs the same number of steps
again with its caches (`settled`); and `--tune` runs with empty caches (`tune`). The first run tries ways on its own steps, the
settled run does not: both must end with the same bits. A loss is the share of the best rate that the settled rate lacks.
"""

import concurrent.futures
import filecmp
import glob
import json
import os
import re
import statistics
import subprocess
import tempfile
import time

import draw
import verbs

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "unseen.json")) as file:
    TABLE = json.load(file)
SCALES = {"gpu": {"backend": "opencl", "look": 24, "seconds": 1.0, "auto": 5.0, "builders": 8},
          "cpu": {"backend": "threads", "look": 12, "seconds": 1.0, "auto": 5.0, "builders": 1}}
LONGEST = 20  # seconds to build and measure a way; longer if many components need initial values
LARGE = 1e8  # components; from this number on, only two solvers are built at a time


def build(eulerc, out, only, drawn):
    os.makedirs(out, exist_ok=True)
    sources = {name: [os.path.join(os.path.dirname(HERE), words[0]), *words[1:]] for name, words in TABLE["programs"].items()
               if not only or name in only}
    for seed in range(1, drawn + 1):
        path = os.path.join(out, f"drawn{seed}.ode")
        with open(path, "w") as file:
            file.write(draw.program(seed))
        sources[f"drawn{seed}"] = [path]

    def compile(name):
        solver = os.path.join(out, name)
        subprocess.run([eulerc, *sources[name], "-o", solver], check=True)
        subprocess.run(["strip", solver], check=False)  # so that all of them fit in 64 MiB

    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        list(pool.map(compile, sources))
    commit = subprocess.run(["git", "-C", HERE, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    with open(os.path.join(out, "commit"), "w") as file:
        file.write(commit.stdout.strip() + "\n")


def cases(folder, scale, only):
    found = [case for case in TABLE["cases"][scale] if os.path.exists(os.path.join(folder, case[0]))]
    seeds = sorted(int(name[5:-4]) for name in os.listdir(folder) if re.fullmatch(r"drawn\d+\.ode", name))
    for seed in seeds:
        rank = draw.rank_of(draw.program(seed))
        found.append([f"drawn{seed}", f"N={TABLE['drawn'][scale][str(rank)]}"])
    return [case for case in found if not only or case[0] in only]


class Runner:
    def __init__(self, folder, scale, device, asked, work):
        self.folder, self.scale, self.device, self.asked, self.work, self.about = folder, SCALES[scale], device, asked, work, {}
        self.count = 0

    def environment(self, cache):
        """The environment that names the caches of solvers and drivers."""
        path = os.path.join(self.work, cache)
        os.makedirs(path, exist_ok=True)
        return dict(os.environ, XDG_CACHE_HOME=path, CUDA_CACHE_PATH=path, POCL_CACHE_DIR=os.path.join(path, "pocl"))

    def solve(self, name, sets, steps, options, cache="warm", timeout=LONGEST):
        """The statistics of a run, with its wall seconds; or the words of a refusal."""
        self.count += 1
        stats = os.path.join(self.work, f"stats{self.count}.json")
        command = [os.path.join(self.folder, name), "--backend", self.scale["backend"], *options, "--steps", str(steps), "--set", sets,
                   *(["--dt", "1e-9"] if name.startswith("drawn") else []), "--stats", stats, "--quiet", "--no-progress",
                   *(["--device", self.device] if self.device else [])]
        begin = time.monotonic()
        try:
            done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=timeout,
                                  env=self.environment(cache))
        except subprocess.TimeoutExpired:
            return f"not done after {timeout:.0f} s"
        if done.returncode != 0:
            said = [line for line in done.stderr.splitlines() if "error" in line] or [f"exit {done.returncode}"]
            return re.sub(r" \([^ ()]*:\d+:\d+\)", "", said[0].removeprefix("error: "))[:300]
        with open(stats) as file:
            found = json.load(file)
        os.remove(stats)
        self.about = {key: found[key] for key in ("device", "driver", "backend")}
        return found | {"wall": time.monotonic() - begin}

    def ways(self, name):
        """The ways of the table, and each form of tiles and of linear steps that this solver has."""
        ways = dict(TABLE["ways"])
        for option, scheme in (("--tile-form", "overlapped"), ("--linear-form", "linear")):
            said = subprocess.run([os.path.join(self.folder, name), option, "?"], capture_output=True, text=True).stderr
            for form in said.partition("there are:")[2].split(","):
                if form.strip() not in ("", "auto", "vector", "scalar-blocked", "scalar-strided"):
                    ways[f"{scheme}, {form.strip()}"] = ["--scheme", scheme, option, form.strip()]
        return {way: options for way, options in ways.items() if not self.asked or way in self.asked}

    def measure(self, name, sets, time_is_up):
        """A row, or the words of a refusal, which need not occur in a later call."""
        record = {"problem": name, "sets": sets, "looked": {}, "plans": {}, "refused": {}, "gcomps": {}, "auto": {}}
        ways, look = self.ways(name), self.scale["look"]
        size = self.solve(name, sets, 1, ["--no-tune"], timeout=3 * LONGEST)
        if isinstance(size, str):
            return size
        components = size["problem"]["components"]
        longest = LONGEST + components / 2.5e7
        if self.scale["builders"] > 1:  # builds their kernels, many at a time; the times do not count
            with concurrent.futures.ThreadPoolExecutor(2 if components > LARGE else self.scale["builders"]) as pool:
                built = dict(zip(ways, pool.map(lambda options: self.solve(name, sets, 1, options, timeout=longest), ways.values())))
            record["refused"] = {way: found for way, found in built.items() if isinstance(found, str)}
        for way, options in ways.items():
            if way in record["refused"] or time_is_up():
                continue
            found = self.solve(name, sets, look, options, timeout=longest)
            if isinstance(found, str):
                record["refused"][way] = found
                continue
            record["components"] = found["problem"]["components"]
            plan = in_words(found["plan"])
            if plan not in record["plans"].values():  # skips another name of the same plan
                record["looked"][way], record["plans"][way] = found["gcomps"], plan
        best = max(record["looked"].values(), default=0)
        if best == 0:
            return record
        steps_of = lambda seconds: max(look, int(seconds * best * 1e9 / record["components"]))
        near = sorted((way for way, rate in record["looked"].items() if rate > 0.6 * best), key=lambda way: -record["looked"][way])[:4]
        rates = {way: [] for way in near}
        for _ in range(2):
            for way in near:
                found = self.solve(name, sets, steps_of(self.scale["seconds"]), ways[way], timeout=longest)
                if isinstance(found, dict):
                    rates[way].append(found["gcomps"])
        record["gcomps"] = {way: statistics.median(each) for way, each in rates.items() if each}
        empty = f"empty{self.count}"
        runs = {"first": (steps_of(self.scale["auto"]), [], empty), "settled": (steps_of(self.scale["auto"]), [], empty),
                "tune": (steps_of(self.scale["seconds"]), ["--tune"], f"tuned{self.count}"), "model": (steps_of(self.scale["seconds"]), ["--no-tune"], "warm")}
        for kind, (steps, options, cache) in runs.items():
            found = self.solve(name, sets, steps, [*options, *self.output(kind)], cache, 90)
            if isinstance(found, str):
                record["auto"][kind] = {"failed": found}
                continue
            record["auto"][kind] = {"gcomps": found["gcomps"], "plan": in_words(found["plan"]), "origin": found["tuning"]["origin"],
                                    "wall": round(found["wall"], 3), "build": found["seconds"]["build"], "tune": found["seconds"]["tune"],
                                    "seconds": found["seconds"],
                                    "tried": [[way["measured"], in_words(way)] for way in found["tuning"]["tried"]]}
        record["same"] = self.are_same("first", "settled")
        return record

    def output(self, kind):
        """Options that save the last state, for two kinds of runs."""
        return ["--output", os.path.join(self.work, f"{kind}.npy")] if kind in ("first", "settled") else []

    def are_same(self, *kinds):
        """Whether both runs saved the same states; removes the files."""
        one, other = (sorted(glob.glob(os.path.join(self.work, f"{kind}*.npy"))) for kind in kinds)
        same = len(one) == len(other) > 0 and all(filecmp.cmp(*pair, shallow=False) for pair in zip(one, other))
        for path in one + other:
            os.remove(path)
        return same


def in_words(plan):
    words = [plan["scheme"], plan["form"], f"{plan['stepsPerLaunch']:.4g} steps", f"width {plan['vectorWidth']}", f"groups of {plan['workGroupSize']}"]
    words += [f"{plan['vectorsDeep']} deep"] if plan["vectorsDeep"] > 1 else []
    return ", ".join(words + ([f"{plan['groupsPerUnit']} at once"] if plan.get("groupsPerUnit") else []))


def run(options):
    begin = time.monotonic()
    time_is_up = lambda: time.monotonic() - begin > options.budget
    options.scale = options.scale or ("gpu" if options.device else "cpu")
    with open(os.path.join(options.folder, "commit")) as file:
        commit = file.read().strip()
    result = {"environment": {}, "rows": []}
    if os.path.exists(options.out) and not options.again:
        with open(options.out) as file:
            result = json.load(file)
    done = {(row["problem"], row["sets"]) for row in result["rows"]}
    with tempfile.TemporaryDirectory() as work:
        runner = Runner(os.path.abspath(options.folder), options.scale, options.device, options.ways, work)
        for name, sets in cases(options.folder, options.scale, options.only):
            if (name, sets) in done:
                continue
            if time_is_up():
                print(f"left: {name} {sets}", flush=True)
                continue
            record = runner.measure(name, sets, time_is_up)
            if isinstance(record, str):
                print(f"not measured: {name} {sets}: {record}", flush=True)
                continue
            record |= {"commit": commit, **runner.about}
            if time_is_up() and "settled" not in record["auto"]:
                continue  # an incomplete row does not count
            result["rows"].append(record)
            result["environment"] = {"date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "commit": commit,
                                     "cores": len(os.sched_getaffinity(0)), "scale": options.scale, **runner.about}
            with open(options.out + ".part", "w") as file:
                json.dump(result, file, indent=1)
            os.replace(options.out + ".part", options.out)
            print(line(record), flush=True)


def best_of(record):
    """The best way and its rate; the way that auto found counts, too."""
    rates = dict(record["gcomps"])
    for kind, found in record["auto"].items():
        if "gcomps" in found and kind != "tune":
            rates.setdefault(f"auto, {kind}", found["gcomps"])
    best = max(rates, key=rates.get, default=None)
    return best, rates.get(best, 0)


def loss(record):
    settled, (_, rate) = record["auto"].get("settled", {}).get("gcomps"), best_of(record)
    return 1 - settled / rate if settled and rate else None


def line(record):
    best, rate = best_of(record)
    if best is None:
        return f"{record['problem']} {record['sets']}: {'; '.join(sorted(set(record['refused'].values())))}"
    parts = [f"{kind} {found['gcomps']:.4g} ({found['plan']}; build {found['build'] or 0:.2f} s, wall {found['wall']:.1f} s)"
             if "gcomps" in found else f"{kind}: {found['failed']}" for kind, found in record["auto"].items()]
    lacks = loss(record)
    return (f"{record['problem']} {record['sets']}: best {rate:.4g} Gcomp/s, {best} ({record['plans'].get(best, '')}); "
            + "; ".join(parts) + (f"; loss {100 * lacks:.1f} %" if lacks is not None else "")
            + ("" if record["same"] else "; WRONG: the first run and the settled one end with different bits"))


def histogram(losses):
    bounds = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.01]
    lines, low = [], -1.0
    for bound in bounds:
        count = sum(low < value <= bound for value in losses)
        lines.append(f"| {'up to' if bound < 1 else 'more,'} {100 * min(bound, 1):.0f} % | {count} | {'#' * count} |")
        low = bound
    return ["| loss | rows | |", "|---|---|---|", *lines]


def show_table(path):
    with open(path) as file:
        result = json.load(file)
    about = result["environment"]
    print(f"{about.get('device')}, driver {about.get('driver')}, commit {about.get('commit')}, {about.get('date', '')[:10]}. Gcomp/s.\n")
    print("| problem | best way | | auto, empty caches | auto, settled | by the model | loss | first build, s | --tune, s |")
    print("|---|---|---|---|---|---|---|---|---|")
    for record in result["rows"]:
        best, rate = best_of(record)
        cell = lambda kind, key, form: format(record["auto"].get(kind, {}).get(key) or 0, form)
        lacks = loss(record)
        print(f"| {record['problem']} {record['sets']} | {best}: {record['plans'].get(best, '')} | {rate:.4g} | {cell('first', 'gcomps', '.4g')} | "
              f"{cell('settled', 'gcomps', '.4g')} | {cell('model', 'gcomps', '.4g')} | "
              f"{'–' if lacks is None else f'{100 * lacks:.1f} %'} | {cell('first', 'build', '.2f')} | {cell('tune', 'tune', '.1f')} |")
    losses = [value for value in map(loss, result["rows"]) if value is not None]
    if losses:
        print("\n" + "\n".join(histogram(losses)))
        print(f"\n{sum(value <= 0.1 for value in losses)} of {len(losses)} rows within 10 % of the best, at most {100 * max(losses):.1f} %")


def main():
    parser, verb = verbs.parser_of(__doc__, usual=[])
    verb["build"].add_argument("--drawn", type=int, default=20, help="so many programs drawn by seed as well")
    verb["run"].add_argument("--scale", choices=SCALES, help="gpu if --device is given, else cpu")
    verb["run"].add_argument("--device")
    verb["run"].add_argument("--ways", nargs="*", help="look at these ways alone")
    verb["run"].add_argument("--budget", type=float, default=float("inf"), help="seconds after which no row is begun")
    verb["run"].add_argument("--again", action="store_true", help="measure rows anew that FILE has")
    verbs.obey(parser, build, run, show_table, builds_by=("eulerc", "out", "only", "drawn"))


if __name__ == "__main__":
    main()
