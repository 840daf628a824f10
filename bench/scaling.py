"""Weak and strong scaling of slabs: several devices of this machine through --devices, and ranks of MPI.

    scaling.py build --eulerc build/bin/eulerc --out DIR [--only PROGRAM ...]   solvers, to be carried anywhere
    scaling.py run DIR --out FILE [--only PROGRAM ...] [--devices 0,1,2,3] [--counts 2 4] [--overlap off last queue first] [--host] [--size N] [--tune]
    scaling.py table FILE                                                       Markdown, with the model's prediction
    scaling.py plot FILE --out DIR                                              measured and predicted shares of ideal speed

`run` writes FILE after each measurement. Weak: each device has a grid of the given size; strong: all devices share one grid of
that size. The model takes the seconds of a row, of a slab's step and of an exchange from these runs, and predicts 4 to 1,024
ranks. `--host` runs on the processor. With `--tune` each run is made twice; the second run uses the measurements of the first,
and counts.
"""

import json
import os
import re
import shutil
import subprocess
import sys

import verbs
from surroundings import environment

HERE = os.path.dirname(os.path.abspath(__file__))
# Program, method, points along a side, number and length of the steps of a measurement, which takes a second on an H200.
PROGRAMS = {
    "heat2d": ("programs/heat2d.ode", "euler", 16384, 20000, 1e-5),
    "heat7": ("programs/heat7.ode", "euler", 512, 12000, 1e-5),
    "gray_scott": ("programs/gray_scott.ode", "rk4", 400, 1600, 1e-5),
    "bruss2d": ("../examples/bruss2d/bruss2d.ode", "euler", 7072, 30000, 1e-6),
    "d3q19": ("programs/d3q19.ode", "euler", 256, 3000, 1),
}
RANKS = [4, 16, 64, 256, 1024]
TIMEOUT = 240


def with_rows(text):
    """The program with a separate param for its slowest extent, N."""
    lines = []
    for line in text.splitlines():
        if line.startswith("state real"):
            if not any(line.startswith("param int ROWS") for line in lines):
                lines.append("param int ROWS = N; // along the slowest axis")
            line = re.sub(r"(\w+(?:\[\d+\])?)\[N\]((?:\[\w+\])*)(?=[,;])", r"\1[ROWS]\2", line)
        lines.append(line)
    return "\n".join(lines) + "\n"


def build(options):
    os.makedirs(options.out, exist_ok=True)
    for name in options.only:
        program, method = PROGRAMS[name][:2]
        path = os.path.join(options.out, f"{name}.ode")
        with open(os.path.join(HERE, program)) as file:
            text = with_rows(file.read())
        with open(path, "w") as file:
            file.write(text)
        command = [options.eulerc, path, *([f"--method={method}"] if method != "euler" else [])]
        subprocess.run([*command, "-o", os.path.join(options.out, name)], check=True)
        if shutil.which("mpicxx"):
            subprocess.run([*command, "--mpi", "-o", os.path.join(options.out, f"{name}_mpi")], check=True)


class Measuring:
    def __init__(self, options):
        self.options, self.environment = options, environment()
        self.rows = []

    def run(self, folder, program, way, command, size, rows, steps, surroundings=None):
        stats = os.path.abspath(self.options.out) + ".stats"
        where = ["--backend", "threads"] if self.options.host else []
        words = [*command, *where, "--set", f"N={size}", "--set", f"ROWS={rows}", "--dt", str(PROGRAMS[program][4]),
                 "--steps", str(steps), "--quiet", "--no-progress", "--stats", stats, *([] if self.options.tune else ["--no-tune"])]
        row = {"program": program, "way": way, "size": size, "rows": rows, "steps": steps, "command": " ".join(words)}
        try:
            for _ in range(2 if self.options.tune else 1):
                done = subprocess.run(words, capture_output=True, text=True, timeout=TIMEOUT, cwd=folder,
                                      env={**os.environ, **(surroundings or {}), "OMPI_ALLOW_RUN_AS_ROOT": "1",
                                           "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})
            if done.returncode:
                row["error"] = done.stderr.strip()[-400:]
            else:
                with open(stats) as file:
                    told = json.load(file)
                row |= {"seconds": told["seconds"]["run"], "gcomps": told["gcomps"], "slabs": told["slabs"],
                        "device": told["device"], "deviceBytes": told["deviceBytes"], "plan": told["plan"]["form"],
                        "stepsPerLaunch": told["plan"]["stepsPerLaunch"]}
        except subprocess.TimeoutExpired:
            row["error"] = f"took more than {TIMEOUT} s"
        self.rows.append(row)
        with open(self.options.out, "w") as file:
            json.dump({"environment": self.environment, "rows": self.rows}, file, indent=1)
        print(program, way, row.get("gcomps", row.get("error")), flush=True)


def run(options):
    measuring = Measuring(options)
    devices = options.devices.split(",")
    if max(options.counts or [0]) > len(devices):
        sys.exit(f"--counts {max(options.counts)} asks for more devices than --devices names: {options.devices}")
    folder = os.path.abspath(options.folder)
    one = [] if options.host else ["--device", devices[0]]
    for name in options.only:
        size, steps = options.size or PROGRAMS[name][2], options.steps or PROGRAMS[name][3]
        solver, mpi = f"./{name}", f"./{name}_mpi"
        hasRanks = os.path.exists(os.path.join(folder, mpi)) and shutil.which("mpirun") and not options.host
        measuring.run(folder, name, "one", [solver, *one], size, size, steps)
        if hasRanks:
            measuring.run(folder, name, "one rank", [mpi, *one], size, size, steps)
        for count in options.counts or [len(devices)]:
            many = ["--slabs", str(count)] if options.host else ["--devices", ",".join(devices[:count])]
            measuring.run(folder, name, "weak, devices", [solver, *many], size, count * size, steps)
            measuring.run(folder, name, "strong, devices", [solver, *many], size, size, steps)
            for overlap in options.overlap:  # rows travel between steps; the parts of a launch follow each other
                for scaling, rows in ("weak", count * size), ("strong", size):
                    measuring.run(folder, name, f"{scaling}, overlap {overlap}", [solver, *many], size, rows, steps,
                                  {"EULERC_OVERLAP": overlap})
            if hasRanks:
                ranks = ["mpirun", "--oversubscribe", "-n", str(count), mpi]
                measuring.run(folder, name, "weak, ranks", ranks, size, count * size, steps)
                measuring.run(folder, name, "strong, ranks", ranks, size, size, steps)


def predicted(one, many, rows, ranks):
    """Seconds of a step of a slab of so many rows, one of `ranks`, from a whole run and one in slabs: its rows and ghosts, and what a
    step of the busiest slab took beyond these (launches in parts, rows on their way that nothing hides); its exchange at least."""
    slabs = many["slabs"]
    sides, measured = (min(count - 1, 2) for count in (ranks, len(slabs["rows"])))  # the number of sides with a neighbour
    of_row = one["seconds"] / one["steps"] / one["rows"]
    steps, exchange = max(((each["stepSeconds"], each["exchangeSeconds"] - each["waitSeconds"]) for each in slabs["each"]), key=sum)
    beyond = (steps + exchange) / many["steps"] - of_row * (max(slabs["rows"]) + slabs["ghostRows"] * measured)
    of_sides = sides / measured
    return max(of_row * (rows + slabs["ghostRows"] * sides) + max(0.0, beyond) * of_sides, exchange / many["steps"] * of_sides)


def losses(rows):
    """How slabs lose time: transfers, waiting for other slabs, and slabs with more work than others."""
    print("\nSeconds of each slab, an exchange:\n")
    print("| program | way | slab | steps | rows read, sent, written | waiting |")
    print("|---|---|---|---|---|---|")
    for row in rows:
        slabs = row.get("slabs")
        if not slabs or not slabs["stepsBetween"]:
            continue
        exchanges = -(-row["steps"] // slabs["stepsBetween"])
        for k, each in enumerate(slabs["each"]):
            parts = each["stepSeconds"], each["exchangeSeconds"] - each["waitSeconds"], each["waitSeconds"]
            cells = [row["program"], row["way"], str(k), *(f"{1e6 * part / exchanges:.1f} µs" for part in parts)]
            print("| " + " | ".join(cells) + " |")


def table(options):
    with open(options.file) as file:
        rows = json.load(file)["rows"]
    print("| program | way | slabs | Gcomp/s | of one device | ghost rows | steps between | exchange, s | waiting, s | redundant "
          "| predicted |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    one = {row["program"]: row for row in rows if row["way"] == "one" and "seconds" in row}
    for row in rows:
        base, slabs = one.get(row["program"]), row.get("slabs")
        if "seconds" not in row or not base:
            print(f"| {row['program']} | {row['way']} | {row.get('error', 'no base')} | | | | | | | | |")
            continue
        model, count = "", len(slabs["rows"]) if slabs else 1
        if slabs:
            seconds = predicted(base, row, row["rows"] / count, count)
            expected = row["rows"] / base["rows"] * base["seconds"] / base["steps"] / seconds
            model = f"{expected:.3f} ({100 * (expected * base['gcomps'] / row['gcomps'] - 1):+.0f} %)"
        cells = [row["program"], row["way"], str(count), f"{row['gcomps']:.1f}", f"{row['gcomps'] / base['gcomps']:.3f}"]
        cells += [str(slabs[key]) if slabs else "" for key in ("ghostRows", "stepsBetween")]
        cells += [f"{slabs[key]:.3f}" if slabs else "" for key in ("exchangeSeconds", "waitSeconds")]
        cells += [f"{100 * slabs['redundant']:.1f} %" if slabs else ""]
        print("| " + " | ".join([*cells, model]) + " |")
    losses(rows)
    print("\nPredicted share of ideal speed:\n")
    print("| program | scaling | " + " | ".join(f"{ranks} ranks" for ranks in RANKS) + " |")
    print("|---|---|" + "---|" * len(RANKS))
    for row in rows:
        base, slabs = one.get(row["program"]), row.get("slabs")
        if not slabs or not base or "ranks" in row["way"]:
            continue
        cells = []
        for ranks in RANKS:
            of_ideal = share(base, row, ranks)
            cells.append("too thin" if of_ideal is None else f"{of_ideal:.2f}")
        print(f"| {row['program']} | {row['way'].split(',')[0]} | " + " | ".join(cells) + " |")


def share(base, row, ranks):
    """The share of ideal speed that the model predicts for this number of ranks; None: slabs are too thin for their ghost
    zones."""
    own = base["rows"] if row["way"].startswith("weak") else base["rows"] / ranks
    if own < row["slabs"]["ghostRows"]:
        return None
    return base["seconds"] / base["steps"] * own / base["rows"] / predicted(base, row, own, ranks)


def plot(options):
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams.update({"svg.hashsalt": "scaling", "font.size": 9})
    from matplotlib import pyplot

    with open(options.file) as file:
        rows = json.load(file)["rows"]
    one = {row["program"]: row for row in rows if row["way"] == "one" and "seconds" in row}
    figure, parts = pyplot.subplots(1, 2, figsize=(9, 3.4), sharey=True)
    for part, scaling in zip(parts, ("weak", "strong")):
        for number, (program, base) in enumerate(one.items()):
            found = [row for row in rows if row["program"] == program and row["way"] == f"{scaling}, devices" and "seconds" in row]
            if not found:
                continue
            counts = [len(row["slabs"]["rows"]) for row in found]
            part.plot([1, *counts], [1, *(row["gcomps"] / base["gcomps"] / count for row, count in zip(found, counts))],
                      "o-", color=f"C{number}", label=program)
            beyond = [(ranks, share(base, found[-1], ranks)) for ranks in RANKS if ranks >= counts[-1]]
            part.plot(*zip(*[each for each in beyond if each[1]]), ":", color=f"C{number}")
        part.set(xscale="log", xlabel="devices", title=f"{scaling} scaling", ylim=(0, 1.05))
        part.grid(alpha=0.3)
    parts[0].set_ylabel("share of ideal speed")
    parts[0].legend(fontsize=8)
    figure.tight_layout()
    os.makedirs(options.out, exist_ok=True)
    figure.savefig(os.path.join(options.out, "scaling.svg"), metadata={"Date": None})


def main():
    parser, each = verbs.parser_of(__doc__, PROGRAMS, plots=True)
    each["run"].add_argument("--devices", default="0,1")
    each["run"].add_argument("--counts", type=int, nargs="+", help="how many of the devices, in turn (default: all)")
    each["run"].add_argument("--overlap", choices=["off", "queue", "last", "first"], nargs="+", default=[],
                             help="other ways to exchange, beside it")
    each["run"].add_argument("--host", action="store_true", help="on the processor, a slab for each of --devices")
    each["run"].add_argument("--size", type=int, help="points a side")
    each["run"].add_argument("--steps", type=int)
    each["run"].add_argument("--tune", action="store_true", help="measure what tuned runs reach")
    options = parser.parse_args()
    {"build": build, "run": run, "table": table, "plot": plot}[options.verb](options)


if __name__ == "__main__":
    sys.exit(main())
