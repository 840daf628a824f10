"""One table for a device: every problem's rate by linear steps, by tiles, by auto, and by the peers.

    rates.py build --eulerc build/bin/eulerc --out DIR       solvers and peers, to be carried anywhere
    rates.py run DIR --out FILE [--scale cpu] [--runs 3]     measures: JSON
    rates.py table FILE                                      the table, as Markdown
    rates.py plot FILE --out DIR                             the same as a picture

In: bench/rates.json (problems, sizes, ways). A run says device, driver, sizes and commit. All ways of a
problem take turns, so that a change of the machine's load meets all of them; each figure is the
median. The limit is what the device copies in the same run, over the bytes an update reads and writes:
linear steps cannot be faster on states larger than the caches, tiles can.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "rates.json")) as file:
    TABLE = json.load(file)
PEER = "OpenMP loop"


# ---- build ---------------------------------------------------------------------------------------
def build(eulerc, out):
    import thesis  # knows how to build what copies

    root = os.path.dirname(HERE)
    os.makedirs(out, exist_ok=True)
    for name, program in TABLE["programs"].items():
        subprocess.run([eulerc, os.path.join(root, program["file"]), "-o", os.path.join(out, name)],
                       check=True)
        peer = os.path.join(HERE, "peers", program["peer"])
        subprocess.run(["g++", "-O3", "-march=native", "-fopenmp", "-std=c++20", f"{peer}.cpp", "-o",
                        os.path.join(out, program["peer"])], check=True)
    thesis.build_copy(out)
    with open(os.path.join(out, "commit"), "w") as file:
        file.write(thesis.commit() + "\n")


# ---- run -----------------------------------------------------------------------------------------
class Runner:
    def __init__(self, folder, scale, device):
        self.folder, self.scale, self.device = folder, TABLE[scale], device
        self.work = tempfile.mkdtemp()
        self.about = {}

    def path(self, name):
        return os.path.join(self.folder, name)

    def solve(self, name, size, steps, way, more=()):
        """The statistics of a run, or the first words of a refusal."""
        program, stats = TABLE["programs"][name], os.path.join(self.work, "stats.json")
        options = TABLE["ways"][way] + (["--device", self.device] if self.device and
                                        "opencl" in TABLE["ways"][way] else [])
        sets = [word for param in program["sizes"] for word in ("--set", f"{param}={size}")]
        done = subprocess.run([self.path(name), *options, *sets, "--dt", program["dt"], "--steps",
                               str(steps), "--stats", stats, "--quiet", "--no-progress", *more],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            return (done.stderr.strip().splitlines() or ["failed"])[0].removeprefix("error: ")
        with open(stats) as file:
            return json.load(file)

    def loop(self, name, size, steps):
        """Gcomp/s of the plain OpenMP loop."""
        program = TABLE["programs"][name]
        result = [] if name == "string" else [os.path.join(self.work, "result.raw")]
        text = subprocess.run([self.path(program["peer"]), str(size), str(steps), program["dt"], "2",
                               *result], check=True, capture_output=True, text=True).stdout
        return 1e-9 * self.components(name, size) * steps / json.loads(text)["seconds"][-1]  # the first starts the threads

    @staticmethod
    def components(name, size):
        program = TABLE["programs"][name]
        return program["values"] * size ** program["rank"]

    def steps_for(self, name, size, way):
        """As many steps as take the scale's seconds; a multiple of 240, which most launches divide."""
        steps = 240 if self.scale["seconds"] else 24
        stats = self.solve(name, size, steps, way)
        if not isinstance(stats, dict) or not self.scale["seconds"]:
            return steps
        seconds = stats["seconds"]["run"]
        return int(max(1, min(1000, self.scale["seconds"] / seconds))) * 240

    def measure(self, name, size, runs):
        ways = [way for way in self.scale["ways"]]
        loop = self.scale["base"] == PEER
        record = {"problem": name, "size": size, "components": self.components(name, size),
                  "gcomps": {PEER: []} if loop else {}, "steps": {}, "plans": {}, "refused": {}}
        for way in ways:
            record["steps"][way] = self.steps_for(name, size, way)
        loop_steps = max(2, record["steps"].get("threads linear", 240) // 4)
        for _ in range(runs):
            if loop:
                record["gcomps"][PEER].append(self.loop(name, size, loop_steps))
            for way in ways:
                if way in record["refused"]:
                    continue
                stats = self.solve(name, size, record["steps"][way], way)
                if not isinstance(stats, dict):
                    record["refused"][way] = stats
                    continue
                record["gcomps"].setdefault(way, []).append(stats["gcomps"])
                record["plans"][way] = stats["plan"]
                if stats["backend"] == "opencl":
                    self.about = {key: stats[key] for key in ("device", "driver", "platform",
                                                              "contraction")}
        record["verified"] = {way: self.verified(name, way) for way in record["gcomps"]
                              if way != PEER}
        return record

    def verified(self, name, way):
        """Whether a way agrees with the serial reference, at a size that is quick to check."""
        size = {1: 100_003, 2: 307, 3: 61}[TABLE["programs"][name]["rank"]]
        stats = self.solve(name, size, 50, way, ["--verify"])
        return stats["verification"]["bitwise"] if isinstance(stats, dict) else None

    def copy(self, runs):
        text = subprocess.run([self.path("copy"), self.device or "", str(self.scale["copy_bytes"]),
                               str(runs)], check=True, capture_output=True, text=True).stdout
        return max(json.loads(text)["gb_per_s"].values(), key=statistics.median)


def run(options):
    runner = Runner(os.path.abspath(options.folder), options.scale, options.device)
    cases = [case for case in TABLE[options.scale]["cases"]
             if not options.only or case[0] in options.only]
    copy = runner.copy(options.runs + 2)
    records = []
    for name, size in cases:
        records.append(runner.measure(name, size, options.runs))
        print(line(records[-1], TABLE[options.scale]["base"], statistics.median(copy)), flush=True)
    with open(runner.path("commit")) as file:
        commit = file.read().strip()
    result = {"environment": {"date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                              "commit": commit, "cores": len(os.sched_getaffinity(0)),
                              "scale": options.scale, **runner.about},
              "copy_gb_per_s": copy, "rates": records}
    with open(options.out, "w") as file:
        json.dump(result, file, indent=1)
    shutil.rmtree(runner.work)


# ---- show ----------------------------------------------------------------------------------------
def medians(record):
    return {way: statistics.median(values) for way, values in record["gcomps"].items()}


def limit(record, copy):
    return copy / TABLE["programs"][record["problem"]]["bytes"]


def line(record, base, copy):
    rates, words = medians(record), []
    for way, rate in rates.items():
        checked = record["verified"].get(way)
        words.append(f"{way} {rate:.4g} ({rate / rates[base]:.2f}×"
                     f"{'' if checked or way == PEER else ', NOT VERIFIED'})")
    words += [f"{way}: {why}" for way, why in record["refused"].items()]
    return f"{record['problem']} {record['size']:,}, limit {limit(record, copy):.4g}: {'; '.join(words)}"


def show_table(path):
    with open(path) as file:
        result = json.load(file)
    about, copy = result["environment"], statistics.median(result["copy_gb_per_s"])
    base = TABLE[about["scale"]]["base"]
    columns = list(dict.fromkeys(way for r in result["rates"] for way in r["gcomps"]))
    print(f"{about.get('device')}, driver {about.get('driver')}, commit {about['commit']}, "
          f"{about['date'][:10]}. Copy: {copy:.5g} GB/s read and written. Gcomp/s, and × {base}.\n")
    print("| problem | copy limit | " + " | ".join(columns) + " |")
    print("|---|---|" + "---|" * len(columns))
    for record in result["rates"]:
        rates = medians(record)
        cells = []
        for way in columns:
            if way not in rates:
                cells.append("–")
                continue
            checked = way == PEER or record["verified"][way]
            cells.append(f"{rates[way]:.4g} ({rates[way] / rates[base]:.2f}×)"
                         + ("" if checked else " not verified"))
        print(f"| {record['problem']} {record['size']:,} | {limit(record, copy):.4g} | "
              + " | ".join(cells) + " |")


def plot(path, out):
    """Bars for each problem, as multiples of the base, on a logarithmic axis (gnuplot)."""
    with open(path) as file:
        result = json.load(file)
    about, copy = result["environment"], statistics.median(result["copy_gb_per_s"])
    base = TABLE[about["scale"]]["base"]
    ways = list(dict.fromkeys(way for r in result["rates"] for way in r["gcomps"]))
    rows = ["problem " + " ".join(f'"{name}"' for name in ["copy limit", *ways])]
    for record in result["rates"]:
        rates = medians(record)
        multiples = [limit(record, copy) / rates[base]]
        multiples += [rates[way] / rates[base] if way in rates else "-" for way in ways]
        rows.append(f'"{record["problem"]} {record["size"]:,}" ' + " ".join(map(str, multiples)))
    os.makedirs(out, exist_ok=True)
    picture = os.path.join(out, os.path.basename(path).replace(".json", ".svg"))
    commands = [
        "set terminal svg size 1100,450 noenhanced background 'white'",
        f"set output {json.dumps(picture)}",
        "set style data histogram", "set style histogram clustered gap 1", "set style fill solid 0.8",
        "set datafile missing '-'", "set logscale y", "set yrange [0.5:*]", "set key outside", "set grid y",
        f"set ylabel {json.dumps('rate over that of ' + base)}",
        f"set title {json.dumps(str(about.get('device')) + ', ' + about['date'][:10])}",
        "$rates << EOD", *rows, "EOD",
        f"plot for [k=2:{len(ways) + 2}] $rates using k:xtic(1) title columnheader(k)",
    ]
    subprocess.run(["gnuplot"], input="\n".join(commands) + "\n", text=True, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("build")
    one.add_argument("--eulerc", required=True)
    one.add_argument("--out", required=True)
    one = commands.add_parser("run")
    one.add_argument("folder")
    one.add_argument("--out", required=True)
    one.add_argument("--scale", choices=["gpu", "cpu", "tiny"], default="cpu")
    one.add_argument("--runs", type=int, default=3)
    one.add_argument("--device", default="", help="part of an OpenCL device's name")
    one.add_argument("--only", nargs="*", help="problems")
    one = commands.add_parser("table")
    one.add_argument("file")
    one = commands.add_parser("plot")
    one.add_argument("file")
    one.add_argument("--out", required=True)
    options = parser.parse_args()
    if options.command == "build":
        build(options.eulerc, options.out)
    elif options.command == "run":
        run(options)
    elif options.command == "table":
        show_table(options.file)
    else:
        plot(options.file, options.out)


if __name__ == "__main__":
    main()
