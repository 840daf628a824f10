"""One table for a device: every problem's rate by linear steps, by tiles, by auto, and by the peers.

    rates.py build --eulerc build/bin/eulerc --out DIR       solvers, and the peers' sources, to be carried anywhere
             [--peers]                                       also what PyPI has of them, into DIR/venv: not to be carried
    rates.py run DIR --out FILE [--scale cpu] [--runs 3]     measures: JSON
    rates.py table FILE                                      the table, as Markdown
    rates.py plot FILE --out DIR                             the same as a picture

In: bench/rates.json (problems, sizes, ways, peers). A run records device, driver, sizes and commit. All ways and peers of a
problem take turns, so that a change of the machine's load affects all of them; each figure is the median. With --only, FILE keeps
its rows of other problems, each with its commit. The limit is the copy rate of the device in the same run, divided by the bytes
that an update reads and writes. On states larger than the caches, linear steps cannot exceed the limit; tiles can. Peers that are
missing, fail, or give other results are left out with a remark. The JSON is written after each problem; a run with any wrong
result ends with status 1.
"""

import argparse
import concurrent.futures
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import peers
import verbs

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "rates.json")) as file:
    TABLE = json.load(file)


# ---- build ---------------------------------------------------------------------------------------
def build(eulerc, out, with_peers, only):
    import thesis  # builds the copy program

    root = os.path.dirname(HERE)
    os.makedirs(out, exist_ok=True)

    def compile(name):
        program = os.path.join(root, TABLE["programs"][name]["file"])
        subprocess.run([eulerc, program, "-o", os.path.join(out, name)], check=True)

    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        list(pool.map(compile, only or TABLE["programs"]))
    shutil.copytree(os.path.join(HERE, "peers"), os.path.join(out, "peers"), dirs_exist_ok=True)
    if with_peers:
        venv = os.path.join(out, "venv")
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        subprocess.run([os.path.join(venv, "bin", "pip"), "install", "--quiet", *TABLE["pypi"]])  # pip prints the reason of a failure
    thesis.build_copy(out)
    with open(os.path.join(out, "commit"), "w") as file:
        file.write(thesis.commit() + "\n")


# ---- run -----------------------------------------------------------------------------------------
class Runner:
    def __init__(self, folder, scale, device, asked):
        self.folder, self.scale, self.device = folder, TABLE[scale], device
        self.work = tempfile.mkdtemp()
        self.about, self.known = {}, {}  # facts about the device; results of checks
        self.fastest = float("inf")  # seconds of 240 steps of the present problem
        self.peers = asked

    def path(self, name):
        return os.path.join(self.folder, name)

    def solve(self, name, size, steps, options, more=(), dt=None):
        """The statistics of a run, or the first words of a refusal."""
        program, stats = TABLE["programs"][name], os.path.join(self.work, "stats.json")
        if self.device and "opencl" in options:
            options = [*options, "--device", self.device]
        sets = [word for param in program["sizes"] for word in ("--set", f"{param}={size}")]
        try:
            done = subprocess.run([self.path(name), *options, *sets, "--dt", dt or program["dt"], "--steps",
                                   str(steps), "--stats", stats, "--quiet", "--no-progress", *more],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return "not done after 60 s"
        if done.returncode not in (0, 4):  # 4: verification failed, as the statistics say
            return (done.stderr.strip().splitlines() or ["failed"])[0].removeprefix("error: ")
        with open(stats) as file:
            return json.load(file)

    @staticmethod
    def components(name, size):
        program = TABLE["programs"][name]
        return program["values"] * size ** program["rank"]

    # A run takes the steps that last the scale's seconds, a multiple of the steps of launches and graphs. A run of auto comes
    # last, chooses on its own steps, and lasts longer, at the rate of the fastest way: in a short run auto would keep the way
    # that is built first.
    def steps_for(self, record, way):
        steps = 240 if self.scale["seconds"] else 24
        stats = self.solve(record["problem"], record["size"], steps, TABLE["ways"][way])
        if not isinstance(stats, dict):
            record["refused"][way] = stats
        elif seconds := self.scale.get(f"{way}_seconds", self.scale["seconds"]):
            own = stats["seconds"]["run"]
            self.fastest = min(self.fastest, own)
            steps = int(max(1, min(1000, seconds / (self.fastest if way == "auto" else own)))) * 240
        record["steps"][way] = steps

    def peer_steps_for(self, name, size, peer):
        """The steps of a peer's run, estimated from few steps, because some peers are slow. This also warms the peer up."""
        look = self.scale["look"]
        seconds = self.ask(peer, name, size, look)
        if not self.scale["seconds"]:
            return look
        steps = int(min(240000, look * self.scale["seconds"] / seconds))
        return steps // 60 * 60 if steps >= 60 else max(12, steps)

    def ask(self, peer, name, size, steps):
        return self.peers.ask(peer, name, size, steps, TABLE["programs"][name]["dt"], seconds=40)

    def measure(self, name, size, runs, until):
        """Measures a problem. The second turn and later turns begin only before `until`."""
        record = {"problem": name, "size": size, "components": self.components(name, size), "gcomps": {},
                  "steps": {}, "plans": {}, "refused": {}, "verified": {}, "checked": {}}
        self.fastest = float("inf")
        for way in self.scale["ways"]:
            self.steps_for(record, way)
        turns = [lambda way=way: self.turn_of_way(record, way) for way in self.scale["ways"]]
        turns += [lambda peer=peer: self.turn_of_peer(record, peer) for peer in self.peers.names()]
        record["first_build"] = {way: self.first_build(name, size, way) for way in self.scale["ways"] if way not in record["refused"]}
        for turn in range(runs):
            if turn > 0 and time.monotonic() > until:
                break
            for one in turns:
                one()
        for way in self.scale["ways"]:
            if way in record["gcomps"]:
                record["verified"][way] = self.verified(name, way)
        return record

    def first_build(self, name, size, way):
        """Seconds until the first kernels of a device are built, with empty caches; None if none are built."""
        with tempfile.TemporaryDirectory() as empty:
            caches = {"XDG_CACHE_HOME": empty, "CUDA_CACHE_PATH": empty, "POCL_CACHE_DIR": os.path.join(empty, "pocl")}
            before = {key: os.environ.get(key) for key in caches}
            os.environ.update(caches)
            stats = self.solve(name, size, 24, TABLE["ways"][way])
            for key, value in before.items():
                os.environ.pop(key) if value is None else os.environ.update({key: value})
        return stats["seconds"]["build"] if isinstance(stats, dict) else None

    def turn_of_way(self, record, way):
        if way in record["refused"]:
            return
        stats = self.solve(record["problem"], record["size"], record["steps"][way], TABLE["ways"][way])
        if not isinstance(stats, dict):
            record["refused"][way] = stats
            return
        record["gcomps"].setdefault(way, []).append(stats["gcomps"])
        record["plans"][way] = stats["plan"]
        if stats["backend"] == "opencl":
            self.about = {key: stats[key] for key in ("device", "driver", "platform", "contraction")}

    def turn_of_peer(self, record, peer):
        """Measures a peer, if its results are right."""
        name, size = record["problem"], record["size"]
        if peer in record["refused"]:
            return
        try:
            if peer not in record["steps"]:
                record["checked"][peer] = self.checked(name, peer)
                if not record["checked"][peer]["agrees"]:
                    raise peers.Failure("WRONG: differs from serial by "
                                        f"{record['checked'][peer]['difference']:.1e} of the largest value")
                record["steps"][peer] = self.peer_steps_for(name, size, peer)
            steps = record["steps"][peer]
            rate = 1e-9 * record["components"] * steps / self.ask(peer, name, size, steps)
            record["gcomps"].setdefault(peer, []).append(rate)
        except peers.Failure as why:
            record["refused"][peer] = str(why)

    def once(self, key, find):
        if key not in self.known:
            self.known[key] = find()
        return self.known[key]

    def verified(self, name, way):
        """Whether a way gives the bits of the serial reference, at a small size."""
        size = {1: 100_003, 2: 307, 3: 61}[TABLE["programs"][name]["rank"]]
        stats = self.once((name, way), lambda: self.solve(name, size, 50, TABLE["ways"][way], ["--verify"]))
        return stats["verification"]["bitwise"] if isinstance(stats, dict) else None

    def checked(self, name, peer):
        """The difference between a peer and serial steps of the same problem, at a small size."""
        return self.once((name, peer), lambda: self.peers.check(
            peer, name, TABLE["programs"][name]["check"], self.once(name, lambda: self.serial(name))))

    def serial(self, name):
        program, out = TABLE["programs"][name], os.path.join(self.work, "serial")
        case = program["check"]
        stats = self.solve(name, case["size"], case["steps"], ["--backend", "serial"],
                           ["--output", f"{out}.npy"], case["dt"])
        if not isinstance(stats, dict):
            raise peers.Failure(f"no reference: {stats}")
        files = [f"{out}.{state}.npy" for state in program.get("outputs", [])] or [f"{out}.npy"]
        return [value for file in files for value in peers.floats(file)]

    def copy(self, runs):
        text = subprocess.run([self.path("copy"), self.device or "", str(self.scale["copy_bytes"]),
                               str(runs)], check=True, capture_output=True, text=True).stdout
        return max(json.loads(text)["gb_per_s"].values(), key=statistics.median)


def wrong(record):
    """The ways and peers whose results differ from serial steps."""
    return [way for way, good in record["verified"].items() if good is False] + \
        [peer for peer, check in record.get("checked", {}).items() if not check["agrees"]]


def run(options):
    folder, scale, begin = os.path.abspath(options.folder), TABLE[options.scale], time.monotonic()
    cases = [case for case in scale["cases"] if not options.only or case[0] in options.only]
    budget = options.budget or scale.get("budget", float("inf"))
    own = os.path.join(folder, "venv", "bin", "python")
    python = options.python or (own if os.path.exists(own) else sys.executable)
    os.environ.update(scale.get("environment", {}))  # a peer for GPUs shall not fall back to the processor
    names = scale["peers"] if options.peers is None else options.peers
    with open(os.path.join(folder, "commit")) as file:
        commit = file.read().strip()
    with peers.Peers(folder, names, TABLE["peers"], python) as asked:
        for name, why in asked.left_out.items():
            print(f"left out: {name}: {why}", flush=True)
        runner = Runner(folder, options.scale, options.device, asked)
        result = {"environment": {}, "copy_gb_per_s": runner.copy(options.runs + 2), "rates": [],
                  "left_out": asked.left_out}
        kept, measured = verbs.kept_rows("rates", options), []
        for place, (name, size) in enumerate(cases):
            now = time.monotonic()
            rest = begin + budget - now
            if rest < 0:
                result["left_out"][f"{name} {size:,}"] = f"{budget:.0f} s are over"
                print(f"left out: {name} {size:,}: {budget:.0f} s are over", flush=True)
            else:
                # One turn may take most of a problem's share of the time; the rest is for further turns.
                record = runner.measure(name, size, options.runs, now + 0.6 * rest / (len(cases) - place))
                measured.append(record)
                order = [case[0] for case in scale["cases"]]
                result["rates"] = sorted(kept + measured, key=lambda row: order.index(row["problem"]))
                print(line(record, scale["base"], statistics.median(result["copy_gb_per_s"])), flush=True)
            result["environment"] = {
                "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "commit": commit,
                "cores": len(os.sched_getaffinity(0)), "scale": options.scale, **runner.about,
                "seconds": round(time.monotonic() - begin), "peers": asked.versions}
            with open(options.out, "w") as file:
                json.dump(result, file, indent=1)
    shutil.rmtree(runner.work)
    sys.exit(1 if any(wrong(record) for record in result["rates"]) else 0)


# ---- show ----------------------------------------------------------------------------------------
def medians(record):
    return {way: statistics.median(values) for way, values in record["gcomps"].items()}


def limit(record, copy):
    return copy / TABLE["programs"][record["problem"]]["bytes"]


def cell(record, way, base):
    """Rate and multiple of the base, or a word if there is no rate."""
    rates = medians(record)
    if way not in rates:
        why = record["refused"].get(way, "")
        return "**wrong**" if why.startswith("WRONG") else "–"
    times = f" ({rates[way] / rates[base]:.2f}×)" if base in rates else ""
    good = way in TABLE["peers"] or record["verified"][way]  # a way that is refused at the verified size is not good
    return f"{rates[way]:.4g}{times}" + ("" if good else ", NOT VERIFIED")


def line(record, base, copy):
    words = [f"{way} {cell(record, way, base)}" for way in record["gcomps"]]
    words += [f"{way}: {why}" for way, why in record["refused"].items()]
    return f"{record['problem']} {record['size']:,}, limit {limit(record, copy):.4g}: {'; '.join(words)}"


def columns(result):
    """All ways, then all peers, if at least one problem has them."""
    seen = dict.fromkeys(way for record in result["rates"] for way in [*record["gcomps"], *record["refused"]])
    order = [*TABLE[result["environment"]["scale"]]["ways"], *TABLE["peers"]]
    return [*(way for way in order if way in seen), *(way for way in seen if way not in order)]


def best_peer(record):
    rates = {way: rate for way, rate in medians(record).items() if way in TABLE["peers"]}
    return max(rates, key=rates.get, default=None)


def show_table(path):
    with open(path) as file:
        result = json.load(file)
    about, copy = result["environment"], statistics.median(result["copy_gb_per_s"])
    base = TABLE[about["scale"]]["base"]
    names = columns(result)
    print(f"{about.get('device')}, driver {about.get('driver')}, commit {about['commit']}, "
          f"{about['date'][:10]}. Copy: {copy:.5g} GB/s read and written. Gcomp/s, and × {base}; "
          "the best peer of a problem is bold.\n")
    print("| problem | copy rate | " + " | ".join(names) + " |")
    print("|---|---|" + "---|" * len(names))
    refused = {}
    for record in result["rates"]:
        problem = f"{record['problem']} {record['size']:,}"
        cells = [cell(record, way, base) for way in names]
        if best_peer(record):
            cells[names.index(best_peer(record))] = f"**{cells[names.index(best_peer(record))]}**"
        print(f"| {problem} | {limit(record, copy):.4g} | " + " | ".join(cells) + " |")
        for way, why in record["refused"].items():
            refused.setdefault(f"{way}: {why}", []).append(problem)
    notes = [f"{', '.join(problems)}: {why}" for why, problems in refused.items()]
    notes += [f"left out: {name}: {why}" for name, why in result.get("left_out", {}).items()]
    notes += [f"{record['problem']} {record['size']:,}: measured at commit {record['commit']}"
              for record in result["rates"] if record.get("commit", about["commit"]) != about["commit"]]
    notes += [f"{name}: {version}" for name, version in about.get("peers", {}).items()]
    if notes:
        print("\n" + "\n".join(f"- {note}" for note in notes))


def plot(path, out):
    """Bars for each problem, as multiples of the base, on a logarithmic axis (gnuplot)."""
    with open(path) as file:
        result = json.load(file)
    about, copy = result["environment"], statistics.median(result["copy_gb_per_s"])
    base = TABLE[about["scale"]]["base"]
    ways = [way for way in columns(result) if any(way in record["gcomps"] for record in result["rates"])]
    rows = ["problem " + " ".join(f'"{name}"' for name in ["copy rate", *ways])]
    for record in result["rates"]:
        rates = medians(record)
        if base not in rates:
            continue
        multiples = [limit(record, copy) / rates[base]]
        multiples += [rates[way] / rates[base] if way in rates else "-" for way in ways]
        rows.append(f'"{record["problem"]} {record["size"]:,}" ' + " ".join(map(str, multiples)))
    least = min([min(medians(r).values()) / medians(r)[base] for r in result["rates"] if base in medians(r)],
                default=0.5)
    # The limit is grey, peers are reddish, ways of eulerc have other colours.
    own, others = [["#0072b2", "#56b4e9", "#009e73", "#7cc47f", "#3b3b98", "#a0a0d8"],
                   ["#d55e00", "#e69f00", "#cc79a7", "#f0c808", "#8b3a1a", "#f4a582", "#882255"]]
    colors = ["#999999"] + [(others if way in TABLE["peers"] else own).pop(0) for way in ways]
    title = f"{about.get('device')}, driver {about.get('driver')}, {about['date'][:10]}"
    os.makedirs(out, exist_ok=True)
    picture = os.path.join(out, os.path.basename(path).replace(".json", ".svg"))
    commands = [
        "set terminal svg size 1100,450 noenhanced background 'white'",
        f"set output {json.dumps(picture)}",
        "set style data histogram", "set style histogram clustered gap 1", "set style fill solid 0.8",
        "set datafile missing '-'", "set logscale y", "set key outside", "set grid y", "set xtics rotate by -20",
        f"set ylabel {json.dumps('rate over that of ' + base)}",
        f"set title {json.dumps(title)}",
        "$rates << EOD", *rows, "EOD",
        f"set yrange [{0.8 * least}:*]",
        "plot " + ", ".join(f"$rates using {k + 2}:xtic(1) title columnheader({k + 2}) lc rgb '{color}'"
                            for k, color in enumerate(colors)),
    ]
    subprocess.run(["gnuplot"], input="\n".join(commands) + "\n", text=True, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("build")
    one.add_argument("--eulerc", required=True)
    one.add_argument("--out", required=True)
    one.add_argument("--only", nargs="*", help="problems")
    one.add_argument("--peers", action="store_true", help="install what PyPI has of the peers, in OUT/venv")
    one = commands.add_parser("run")
    one.add_argument("folder")
    one.add_argument("--out", required=True)
    one.add_argument("--scale", choices=["gpu", "cpu", "tiny"], default="cpu")
    one.add_argument("--runs", type=int, default=3)
    one.add_argument("--device", default="", help="part of an OpenCL device's name")
    one.add_argument("--only", nargs="*", help="problems")
    one.add_argument("--peers", nargs="*", help=f"of {', '.join(TABLE['peers'])} (default: the scale's)")
    one.add_argument("--python", help="of the peers in Python (default: that of DIR/venv, else this one)")
    one.add_argument("--budget", type=float, help="seconds: fewer turns, and no problems after it")
    one = commands.add_parser("table")
    one.add_argument("file")
    one = commands.add_parser("plot")
    one.add_argument("file")
    one.add_argument("--out", required=True)
    options = parser.parse_args()
    if options.command == "build":
        build(options.eulerc, options.out, options.peers, options.only)
    elif options.command == "run":
        run(options)
    elif options.command == "table":
        show_table(options.file)
    else:
        plot(options.file, options.out)


if __name__ == "__main__":
    main()
