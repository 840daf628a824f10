"""What a model chooses of the shapes of tiles, and what the best one reaches: drawn programs (draw.py) in many ways on a device.

    shapes.py build --eulerc build/bin/eulerc --out DIR [--rank 1] [--seeds 201 222 …]     solvers, to be carried anywhere
    shapes.py run DIR --out FILE --ways '--scheme overlapped --kept 1|2|3 --tile-steps 1|3|8' [--size N] [--devices 0 1] [--limit S]
    shapes.py table FILE                                                                   the shares of the best, as Markdown

A way is a text of options in which a word such as 1|2|3 stands for each of these. Each program also runs with --no-tune, as the
model has it. All kernels are built first, on all cores; then each device measures its part of the programs, one way at a time.
FILE is written after each program.
"""

import concurrent.futures
import itertools
import json
import os
import subprocess
import sys
import tempfile
import time

import draw
import verbs
from surroundings import environment

MODEL = "--no-tune"
SIZES = {1: 20000000, 2: 4096, 3: 256}
LOOK, SHORTEST, LONGEST = 16, 32, 40  # steps of a look, and of a measurement at least; s of any run


def build(eulerc, out, rank, seeds):
    os.makedirs(out, exist_ok=True)
    drawn = [seed for seed in seeds if draw.rank_of(draw.program(seed)) == rank]

    def compile(seed):
        solver = os.path.join(out, f"drawn{seed}")
        with open(solver + ".ode", "w") as file:
            file.write(draw.program(seed))
        subprocess.run([eulerc, solver + ".ode", "-o", solver], check=True)
        subprocess.run(["strip", solver], check=False)

    verbs.on_all_cores(compile, [(seed,) for seed in drawn])
    with open(os.path.join(out, "rank"), "w") as file:
        file.write(str(rank))
    print(f"{len(drawn)} of {len(seeds)} seeds have {rank} axes")


def every(ways):
    """The ways that texts with words such as 1|2|3 stand for."""
    for text in ways:
        for words in itertools.product(*(word.split("|") for word in text.split())):
            yield " ".join(words)


class Solver:
    def __init__(self, folder, name, size, work):
        self.folder, self.name, self.size, self.work = os.path.abspath(folder), name, size, work

    def solve(self, way, steps, device):
        """The statistics of a run, or the words of a refusal."""
        handle, stats = tempfile.mkstemp(dir=self.work)
        os.close(handle)
        command = [os.path.join(self.folder, self.name), "--set", f"N={self.size}", "--steps", str(steps), "--quiet", "--no-progress",
                   "--backend", "opencl", "--device", str(device), "--stats", stats, *way.split()]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, check=False,
                                  env=dict(os.environ, XDG_CACHE_HOME=self.work, CUDA_CACHE_PATH=self.work))
        except subprocess.TimeoutExpired:
            return f"takes more than {LONGEST} s"
        if done.returncode:
            return done.stderr.strip().split("\n")[-1]
        with open(stats) as file:
            return json.load(file)

    def measure(self, way, looked, seconds, device):
        """A row: the way, with its rate and its plan, or the reason that there is none."""
        told = looked
        if not isinstance(looked, str):
            each = looked["seconds"]["run"] / LOOK
            told = self.solve(way, max(SHORTEST, int(seconds / max(each, 1e-7))), device)
        row = {"problem": self.name, "sets": f"N={self.size}", "options": way}
        if isinstance(told, str):
            return row | {"error": told}
        return row | {"gcomps": told["gcomps"], "form": told["plan"]["form"], "stepsPerLaunch": told["plan"]["stepsPerLaunch"]}


def run(options):
    start, rows = time.monotonic(), []
    with open(os.path.join(options.folder, "rank")) as file:
        size = options.size or SIZES[int(file.read())]
    names = sorted(name[:-4] for name in os.listdir(options.folder) if name.endswith(".ode"))
    ways = [MODEL, *every(options.ways)]
    with tempfile.TemporaryDirectory() as work:
        solvers = [Solver(options.folder, name, size, work) for name in names]
        for device in options.devices:  # its rates, which busy cores would disturb
            solvers[0].solve(MODEL, LOOK, device)
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            jobs = list(itertools.product(solvers, ways))
            devices = itertools.cycle(options.devices)
            looked = dict(zip(jobs, pool.map(lambda job, device: job[0].solve(job[1], LOOK, device), jobs, devices)))
        print(f"{len(jobs)} kernels in {time.monotonic() - start:.0f} s", flush=True)

        def measure(number):
            for solver in solvers[number::len(options.devices)]:
                if time.monotonic() - start > options.limit:
                    return
                rows.extend([solver.measure(way, looked[solver, way], options.seconds, options.devices[number]) for way in ways])
                with open(options.out, "w") as file:
                    json.dump({"environment": environment(), "rows": rows}, file, indent=1)

        with concurrent.futures.ThreadPoolExecutor(len(options.devices)) as pool:
            list(pool.map(measure, range(len(options.devices))))


def table(path):
    with open(path) as file:
        rows = [row for row in json.load(file)["rows"] if "gcomps" in row]
    print("| problem | by the model | best | with | share |\n|---|---|---|---|---|")
    shares = []
    for name in sorted({row["problem"] for row in rows}):
        own = {row["options"]: row for row in rows if row["problem"] == name}
        best = max(own.values(), key=lambda row: row["gcomps"])
        if MODEL not in own:
            continue
        model = own[MODEL]
        shares.append(model["gcomps"] / best["gcomps"])
        print(f"| {name} {model['sets']} | {model['gcomps']:.4g}, {model['form']}, {model['stepsPerLaunch']} steps | {best['gcomps']:.4g} "
              f"| {best['options']} | {shares[-1]:.2f} |")
    if shares:
        print(f"\n{len(shares)} programs, on average {sum(shares) / len(shares):.3f} of the best, at least {min(shares):.2f}")


def main():
    parser, each = verbs.parser_of(__doc__, usual=[])
    each["build"].add_argument("--rank", type=int, choices=SIZES, default=2)
    each["build"].add_argument("--seeds", type=int, nargs="+", default=range(201, 241))
    each["run"].add_argument("--ways", nargs="+", required=True, metavar="TEXT")
    each["run"].add_argument("--size", type=int, help="points along each axis")
    each["run"].add_argument("--devices", type=int, nargs="+", default=[0])
    each["run"].add_argument("--seconds", type=float, default=0.2, help="of a measurement")
    each["run"].add_argument("--limit", type=float, default=500, help="seconds, after which no program is begun")
    asked = parser.parse_args()
    if asked.verb == "build":
        build(asked.eulerc, asked.out, asked.rank, asked.seeds)
    elif asked.verb == "run":
        run(asked)
    else:
        table(asked.file)


if __name__ == "__main__":
    sys.exit(main())
