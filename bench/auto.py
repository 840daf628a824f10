"""How far `auto` is from the best way that an option can choose, for the programs of auto.json.

    auto.py build --eulerc build/bin/eulerc --out DIR [--only NAME ...]      solvers, to be carried anywhere
    auto.py run DIR --out FILE [--scale gpu|cpu] [--device TEXT] [--runs 3] [--budget S] [--only NAME ...] [--warm]
    auto.py table FILE                                                       the losses, as Markdown

Each program runs in all ways (combinations of options) that it supports, and with auto: once as the model alone chooses, once as
auto chooses after measuring its candidates. Ways that run at half the best rate or less are measured once; the other ways and
auto take turns, and each figure is the median. A loss is the share of the best rate of the row that auto lacks; auto's own rate
counts for the best. With --only, FILE keeps its rows of other programs.
"""

import concurrent.futures
import json
import os
import re
import statistics
import subprocess
import tempfile
import threading
import time

import verbs

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "auto.json")) as file:
    TABLE = json.load(file)
MODEL, MEASURED = TABLE["auto"]


def build(eulerc, out, only):
    import thesis  # knows the commit

    os.makedirs(out, exist_ok=True)

    def compile(name):
        program = os.path.join(os.path.dirname(HERE), TABLE["programs"][name])
        subprocess.run([eulerc, program, "-o", os.path.join(out, name)], check=True)

    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        list(pool.map(compile, only or TABLE["programs"]))
    with open(os.path.join(out, "commit"), "w") as file:
        file.write(thesis.commit() + "\n")


class Runner:
    def __init__(self, folder, scale, device, work):
        self.folder, self.scale, self.device, self.work, self.about = folder, scale, device, work, {}
        self.refused = {}  # refusals while kernels were built, by program, size and way

    def solve(self, name, sets, steps, options):
        """The statistics of a run, or the first words of a refusal."""
        stats, dt = os.path.join(self.work, f"stats{threading.get_ident()}.json"), TABLE["dt"].get(name, "1e-9")
        command = [os.path.join(self.folder, name), "--backend", self.scale["backend"], *options, "--steps", str(steps),
                   *(word for setting in sets.split(",") for word in ("--set", setting)), *(["--dt", dt] if dt else []),
                   "--stats", stats, "--quiet", "--no-progress", *(["--device", self.device] if self.device else [])]
        try:
            done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return "not done after 60 s"
        if done.returncode != 0:
            said = [line for line in done.stderr.splitlines() if "error" in line] or ["failed"]
            return re.sub(r" \([^ ()]*:\d+:\d+\)", "", said[0].removeprefix("error: "))  # without source places, which depend on the machine that compiled
        with open(stats) as file:
            found = json.load(file)
        self.about = {key: found[key] for key in ("device", "driver", "backend")}
        return found

    def warm(self, cases):
        """Builds the kernels of all ways, many at a time, and ignores the times. The device must be known before."""
        def once(name, sets, way, options):
            found = self.solve(name, sets, self.scale["look"], options)
            if isinstance(found, str):
                self.refused[name, sets, way] = found

        self.solve(*cases[0], self.scale["look"], TABLE["ways"]["linear"])
        ways = {way: options for way, options in (TABLE["ways"] | TABLE["auto"]).items() if way != MEASURED}
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            for name, sets in cases:
                for way, options in ways.items():
                    pool.submit(once, name, sets, way, options)

    def measure(self, name, sets, runs):
        ways = TABLE["ways"] | TABLE["auto"]
        record = {"problem": name, "sets": sets, "gcomps": {}, "looked": {}, "plans": {}, "refused": {}, "tuning": None}
        look = self.scale["look"]
        for way, options in ways.items():
            found = self.refused.get((name, sets, way)) or self.solve(name, sets, look, options)
            if isinstance(found, str):
                record["refused"][way] = found
                continue
            record["components"] = found["problem"]["components"]
            record["looked"][way], record["plans"][way] = found["gcomps"], in_words(found["plan"])
            if way == MEASURED:
                record["tuning"] = found["seconds"]["tune"]
        best = max(record["looked"].values(), default=0)
        near = [way for way, rate in record["looked"].items() if rate > best / 2 or way in TABLE["auto"]]
        if best:
            wanted = self.scale["seconds"] * best * 1e9 / record["components"]
            steps = max(look, int(wanted) // look * look)
            for _ in range(runs):
                for way in near:
                    found = self.solve(name, sets, steps, ways[way])
                    if isinstance(found, dict):
                        record["gcomps"].setdefault(way, []).append(found["gcomps"])
        return record


def in_words(plan):
    tiles = plan.get("tiles")
    words = [plan["scheme"], plan["form"]] + ([f"{plan['stepsPerLaunch']} steps"] if tiles else [])
    return " ".join(word for word in words if word)


def medians(record):
    return {way: statistics.median(rates) for way, rates in record["gcomps"].items()}


def losses(record):
    """The share of the best rate that each auto lacks; none where nothing ran."""
    rates = medians(record)
    best = max(rates.values(), default=None)
    return {way: 1 - rates[way] / best for way in TABLE["auto"] if best and way in rates}


def line(record):
    rates, found = medians(record), losses(record)
    best = max(rates, key=rates.get, default=None)
    if best is None:
        return f"{record['problem']} {record['sets']}: {'; '.join(sorted(set(record['refused'].values())))}"
    shown = "; ".join(f"{way} {rates[way]:.4g} ({record['plans'][way]}), loss {100 * loss:.1f} %" for way, loss in found.items())
    return f"{record['problem']} {record['sets']}: best {rates[best]:.4g} Gcomp/s, {best} ({record['plans'][best]}); {shown}"


def save(result, path):
    with open(path, "w") as file:
        json.dump(result, file, indent=1)


def run(options):
    begin, scale = time.monotonic(), TABLE["scales"][options.scale]
    cases = [case for case in scale["cases"] if not options.only or case[0] in options.only]
    with open(os.path.join(options.folder, "commit")) as file:
        commit = file.read().strip()
    result = {"environment": {}, "rows": verbs.kept_rows("rows", options), "left_out": []}
    with tempfile.TemporaryDirectory() as work:
        os.environ["XDG_CACHE_HOME"] = work  # earlier measurements must not take part
        runner = Runner(os.path.abspath(options.folder), scale, options.device, work)
        if options.warm:
            runner.warm(cases)
        for name, sets in cases:
            if time.monotonic() - begin > options.budget:
                result["left_out"].append(f"{name} {sets}")
                print(f"left out: {name} {sets}: {options.budget:.0f} s are over", flush=True)
                continue
            result["rows"].append(runner.measure(name, sets, options.runs))
            print(line(result["rows"][-1]), flush=True)
            result["environment"] = {"date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "commit": commit,
                                     "cores": len(os.sched_getaffinity(0)), "scale": options.scale, **runner.about}
            save(result, options.out)
    save(result, options.out)


def show_table(path):
    with open(path) as file:
        result = json.load(file)
    about = result["environment"]
    print(f"{about.get('device')}, driver {about.get('driver')}, commit {about.get('commit')}, {about.get('date', '')[:10]}. "
          "Gcomp/s; what auto lacks of the best, in percent.\n")
    print("| problem | best | | " + " | ".join(f"{way} | loss" for way in TABLE["auto"]) + " |")
    print("|---|---|---|" + "---|---|" * len(TABLE["auto"]))
    for record in result["rows"]:
        rates, found = medians(record), losses(record)
        if not rates:
            continue
        best = max(rates, key=rates.get)
        cells = [f"{rates[way]:.4g}, {record['plans'][way]} | {100 * found[way]:.1f}" if way in found else "– | –"
                 for way in TABLE["auto"]]
        print(f"| {record['problem']} {record['sets']} | {rates[best]:.4g} | {record['plans'][best]} | " + " | ".join(cells) + " |")
    for way, most in zip(TABLE["auto"], (0.15, 0.05)):
        found = [losses(record)[way] for record in result["rows"] if way in losses(record)]
        within = sum(loss <= most for loss in found)
        print(f"\n{way}: {within} of {len(found)} rows within {100 * most:.0f} % of the best, at most {100 * max(found, default=0):.1f} %")
    for name in result["left_out"]:
        print(f"- left out: {name}")


def main():
    parser, verb = verbs.parser_of(__doc__, TABLE["programs"], [])
    verb["run"].add_argument("--scale", choices=TABLE["scales"], default="cpu")
    verb["run"].add_argument("--device")
    verb["run"].add_argument("--runs", type=int, default=3)
    verb["run"].add_argument("--warm", action="store_true", help="build all kernels first, on all cores")
    verb["run"].add_argument("--budget", type=float, default=float("inf"), help="seconds after which no row is begun")
    verbs.obey(parser, build, run, show_table)


if __name__ == "__main__":
    main()
