"""What methods cost: errors over the time to a solution, and rates of steps, in tiles and with a kernel for each stage.

    methods.py build --eulerc build/bin/eulerc --out DIR [--only PART ...]             to be carried anywhere
    methods.py run DIR --out FILE [--only errors equal rates let odeint] [--n N] [--runs 3] [--backend NAME]
    methods.py table FILE                                      as Markdown
    methods.py plot FILE --out DIR                             FILE-errors.svg, by gnuplot

- errors: three problems by several methods, each at several lengths of its steps: the largest error at the end, relative to
  the largest value, against rk4 with steps a sixteenth as long as it stands, in double; and the seconds of the steps, with
  the estimate that rkl2 begins with.
- equal: diffusion to a fixed time by Euler at 0.99 of its limit, and by the longest steps of rkl2 that err no more.
- rates: steps of heat and the Brusselator by methods, `--scheme linear`, which launches a kernel for each stage, and auto.
- let: Cahn and Hilliard's equation with a quantity within steps, and without.
- odeint: classical Runge-Kutta on the Brusselator, against Boost.odeint's with OpenMP.

The ways of a row take turns; a figure is the best of the runs. The load of the machine is recorded.
"""

import json
import os
import subprocess
import tempfile

import numpy as np

import verbs

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
PARTS = ["errors", "equal", "rates", "let", "odeint"]
PROGRAMS = {"diffusion": "bench/programs/diffusion.ode", "membrane": "bench/programs/membrane.ode",
            "heat2d": "bench/programs/heat2d.ode", "modes": "bench/programs/modes.ode",
            "bruss2d": "examples/bruss2d/bruss2d.ode",
            "spinodal": "examples/spinodal/spinodal.ode", "spinodal_at_once": "bench/programs/spinodal_at_once.ode"}
# For each problem: its size and end time, the largest stable step of rk4, and the steps for each method.
ERRORS = {
    "diffusion": {"n": 256, "end": 2000, "rk4": 0.16, "methods": {
        "euler": [0.12, 0.06, 0.03], "rk4": [0.16, 0.08], "rkl2": [125, 50, 20, 10, 5, 2.5], "bs32": ["1e-4", "1e-6"],
        "dopri5": ["1e-4", "1e-7"]}},
    "membrane": {"n": 256, "end": 256, "rk4": 1.0, "methods": {
        "symplectic": [0.64, 0.32, 0.16, 0.04, 0.01], "ssprk3": [0.5, 0.25, 0.125], "rk4": [0.8, 0.4, 0.2],
        "dopri5": ["1e-4", "1e-6", "1e-8"]}},
    "bruss2d": {"n": 128, "end": 10, "rk4": 0.01, "methods": {
        "euler": [0.006, 0.003, 0.0015], "heun": [0.006, 0.003], "rk4": [0.01, 0.005], "rkl2": [0.2, 0.1, 0.05, 0.025, 0.0125],
        "bs32": ["1e-3", "1e-5"], "dopri5": ["1e-4", "1e-7"]}},
}
RATES = [("heat2d", 4096, "float"), ("bruss2d", 2000, "float")]
RATED = ["euler", "heun", "ssprk3", "rk4", "rk4ls", "ab2", "bs32", "dopri5", "rkl2"]


def built(parts):
    """(program, method, precision) of the solvers that these parts need."""
    if "errors" in parts:
        for problem, how in ERRORS.items():
            yield from ((problem, method, "double") for method in {*how["methods"], "rk4"})
    if "equal" in parts:
        yield from (("modes", method, "double") for method in ("euler", "rkl2"))
    if "rates" in parts:
        yield from ((program, method, real) for program, _, real in RATES for method in RATED)
    if "let" in parts:
        yield from ((program, method, "float") for program in ("spinodal", "spinodal_at_once") for method in ("euler", "rk4ls"))
    if "odeint" in parts:
        yield "bruss2d", "rk4", "float"


def name_of(program, method, real):
    return f"{program}_{method}_{real}"


def build(eulerc, out, parts):
    os.makedirs(out, exist_ok=True)

    def compile_one(program, method, real):
        subprocess.run([eulerc, os.path.join(ROOT, PROGRAMS[program]), f"--method={method}", f"--real={real}", "-o",
                        os.path.join(out, name_of(program, method, real))], check=True)

    verbs.on_all_cores(compile_one, sorted(set(built(parts))))
    if "odeint" not in parts:
        return
    source = os.path.join(HERE, "peers", "odeint.cpp")
    made = subprocess.run([os.environ.get("CXX", "c++"), "-O3", "-march=native", "-fopenmp", "-std=c++20",
                           "-DEULERC_STEPPER=runge_kutta4", source, "-o", os.path.join(out, "odeint_rk4")], check=False)
    if made.returncode != 0:
        print("left out: Boost.odeint, which needs libboost-dev")


class Runner:
    def __init__(self, asked):
        self.folder, self.asked = os.path.abspath(asked.folder), asked
        self.holder = tempfile.TemporaryDirectory()
        self.work = self.holder.name
        self.about = {"cores": len(os.sched_getaffinity(0)), "load": os.getloadavg()[0],
                      "commit": subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True,
                                               text=True, check=False).stdout.strip()}

    def solve(self, program, method, real, *words, output=None):
        """The statistics of a run; if it fails, prints the reason and returns None."""
        stats = os.path.join(self.work, "stats.json")
        command = [os.path.join(self.folder, name_of(program, method, real)), "--quiet", "--stats", stats, *map(str, words)]
        command += ["--backend", self.asked.backend] if self.asked.backend else []
        command += ["--output", output] if output else []
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(f"left out: {program} {method} {' '.join(map(str, words))}: {(done.stderr.splitlines() or ['failed'])[0]}")
            return None
        with open(stats) as file:
            found = json.load(file)
        self.about |= {key: found[key] for key in ("compiler", "device", "platform", "driver")}
        return found

    def state(self, program, method, words, real="double"):
        """Seconds of a run, and all states at its end."""
        path = os.path.join(self.work, "out.npy")
        for old in os.listdir(self.work):
            os.remove(os.path.join(self.work, old))
        found = self.solve(program, method, real, *words, output=path)
        if not found:
            return None
        files = sorted(file for file in os.listdir(self.work) if file.endswith(".npy"))
        states = np.concatenate([np.load(os.path.join(self.work, file)).ravel() for file in files])
        return found, found["seconds"]["run"] + found["seconds"]["estimate"], states.astype(float)

    # ---- parts
    def errors(self):
        rows = []
        for problem, how in ERRORS.items():
            size = ["--set", f"N={self.asked.n or how['n']}", "--t-end", how["end"]]
            reference = self.state(problem, "rk4", [*size, "--dt", how["rk4"] / 16])[2]
            for method, steps in how["methods"].items():
                for step in steps:
                    words = [*size, "--rtol" if isinstance(step, str) else "--dt", step]
                    words += ["--atol", step] if isinstance(step, str) else []
                    runs = [self.state(problem, method, words) for _ in range(self.asked.runs)]
                    if None in runs:
                        continue
                    error = float(abs(runs[0][2] - reference).max() / abs(reference).max())
                    rows.append({"problem": problem, "method": method, "step": step, "error": error,
                                 "stages": runs[0][0]["problem"]["stages"], "seconds": min(run[1] for run in runs)})
                    print(rows[-1], flush=True)
        return rows

    def equal(self):
        """A mode of heat, until it has fallen by the factor e."""
        n = self.asked.n or 512
        k, waves = 0.2, 2 if n < 2048 else 4
        end = round(1 / (8 * k * np.sin(np.pi * waves / (2 * (n + 1))) ** 2))
        rows = []

        def run(method, dt):
            words = ["--set", f"N={n}", "--set", f"waves={waves}", "--t-end", end, "--dt", dt]
            found = [self.solve("modes", method, "double", *words) for _ in range(self.asked.runs)]
            if None in found:
                return None
            problem = found[0]["problem"]
            rows.append({"n": n, "end": end, "method": method, "dt": dt, "error": problem["monitors"]["error"],
                         "steps": problem["steps"], "stages": problem["stages"],
                         "seconds": min(each["seconds"]["run"] + each["seconds"]["estimate"] for each in found)})
            print(rows[-1], flush=True)
            return rows[-1]["error"]

        most = run("euler", 0.99 * 2 / (8 * k))
        count = int(np.ceil(end * 8 * k / 4400))  # the steps with which 99 stages are stable
        while most and (run("rkl2", end / count) or 1) > most:
            count = round(count * 1.25) + 1
        return rows

    def rated(self, program, method, real, n, ways):
        """Gcomp/s of whole steps, best of the runs, of ways that take turns."""
        best, counts, scheme = {}, {}, {}
        for _ in range(self.asked.runs):
            for way, words in ways.items():
                words = ["--set", f"N={n}", "--dt", "1e-6", *words]
                found = self.solve(program, method, real, *words, "--steps", counts.get(way, 4))
                if found and way not in counts:
                    counts[way] = max(4, min(20000, int(self.asked.seconds * 4 / found["seconds"]["run"])))
                    found = self.solve(program, method, real, *words, "--steps", counts[way])
                if found:
                    best[way] = max(best.get(way, 0), found["gcomps"])
                    scheme[way] = found["plan"]["scheme"]
        return {"gcomps": best, "scheme": scheme.get("auto")}

    def rates(self):
        rows = []
        for program, n, real in RATES:
            n = self.asked.n or n
            for method in RATED:
                for stages in [5, 9, 21] if method == "rkl2" else [0]:
                    more = ["--stages", stages] if stages else []
                    ways = {"linear": ["--scheme", "linear", *more], "auto": more, "overlapped": ["--scheme", "overlapped", *more]}
                    row = {"problem": program, "n": n, "method": f"{method} {stages}" if stages else method}
                    rows.append(row | self.rated(program, method, real, n, ways))
                    print(rows[-1], flush=True)
        return rows

    def let(self):
        rows = []
        for method in ("euler", "rk4ls"):
            for program in ("spinodal", "spinodal_at_once"):
                n = self.asked.n or 2048
                rows.append({"problem": program, "n": n, "method": method} |
                            self.rated(program, method, "float", n, {"linear": ["--scheme", "linear"], "auto": []}))
                print(rows[-1], flush=True)
        return rows

    def odeint(self):
        peer = os.path.join(self.folder, "odeint_rk4")
        if not os.path.exists(peer):
            return []
        n, steps, dt = self.asked.n or 2000, 8, 1e-5
        rows, mine = [], []
        served = subprocess.Popen([peer], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                  env=os.environ | {"OMP_NUM_THREADS": str(self.about["cores"])})
        version = json.loads(served.stdout.readline())["version"]
        theirs, theirs_at, out = [], os.path.join(self.work, "theirs"), os.path.join(self.work, "out.npy")
        for _ in range(self.asked.runs):
            served.stdin.write(f"bruss2d {n} {steps} {dt} {theirs_at}\n")
            served.stdin.flush()
            theirs.append(json.loads(served.stdout.readline())["seconds"])
            found = self.solve("bruss2d", "rk4", "float", "--set", f"N={n}", "--dt", dt, "--steps", steps, output=out)
            mine.append(found["seconds"]["run"])
        served.stdin.close()
        served.wait()
        both = np.concatenate([np.load(out[:-4] + f".{name}.npy").ravel() for name in "uv"])
        rows.append({"n": n, "steps": steps, "odeint": version, "difference": float(abs(both - np.fromfile(theirs_at, "f4")).max()),
                     "theirs": min(theirs), "ours": min(mine), "scheme": found["plan"]["scheme"]})
        print(rows[-1], flush=True)
        return rows


def run(asked):
    runner = Runner(asked)
    result = {"about": runner.about}
    if os.path.exists(asked.out):
        with open(asked.out) as file:
            result = json.load(file) | result
    for part in asked.only:
        result[part] = getattr(runner, part)()
        with open(asked.out, "w") as file:
            json.dump(result, file, indent=1)


# ---- showing -------------------------------------------------------------------------------------
def head(*cells):
    print("\n| " + " | ".join(cells) + " |\n" + "|---" * len(cells) + "|")


def table(path):
    with open(path) as file:
        found = json.load(file)
    print(json.dumps(found["about"]))
    if "errors" in found:
        head("problem", "method", "dt or rtol", "stages", "error", "s")
        for r in found["errors"]:
            print(f"| {r['problem']} | {r['method']} | {r['step']} | {r['stages']} | {r['error']:.1e} | {r['seconds']:.3g} |")
    if "equal" in found:
        head("heat, n²", "method", "steps", "stages", "error", "s", "of Euler's time")
        for r in found["equal"]:
            share = r["seconds"] / found["equal"][0]["seconds"]
            print(f"| {r['n']}² | {r['method']} | {r['steps']} | {r['stages']} | {r['error']:.2e} | {r['seconds']:.3g} | 1/{1 / share:.3g} |")
    for part in ("rates", "let"):
        if part in found:
            head("problem, n²", "method", "linear, Gcomp/s of steps", "auto", "overlapped", "best over linear", "auto takes")
            for r in found[part]:
                g = r["gcomps"]
                cells = [f"{g[way]:.3g}" if way in g else "" for way in ("linear", "auto", "overlapped")]
                ratio = f"{max(g.values()) / g['linear']:.2f}" if "linear" in g else ""
                print(f"| {r['problem']} {r['n']}² | {r['method']} | {' | '.join(cells)} | {ratio} | {r['scheme']} |")
    for r in found.get("odeint", []):
        print(f"\nrk4, Brusselator {r['n']}², {r['steps']} steps: Boost.odeint {r['theirs']:.3g} s, eulerc {r['ours']:.3g} s, "
              f"{r['theirs'] / r['ours']:.2f} times; largest difference {r['difference']:.1g}")


def plot(path, out):
    with open(path) as file:
        rows = json.load(file)["errors"]
    colours = {"euler": "#000000", "symplectic": "#2ca02c", "heun": "#b5651d", "ssprk3": "#9467bd", "rk4": "#1f77b4",
               "rkl2": "#d62728", "bs32": "#7fb8e0", "dopri5": "#999999"}
    file = os.path.join(out, os.path.basename(path).removesuffix(".json") + "-errors.svg")
    text = [f"set terminal svg size 960,360 font 'sans-serif,11'; set output '{file}'; set multiplot layout 1,3",
            "set logscale xy; set format '10^{%L}'; set grid lc rgb '#dddddd'; set key bottom left; set xlabel 's'"]
    for index, problem in enumerate(ERRORS):
        lines, chosen = [], [r for r in rows if r["problem"] == problem]
        for method in dict.fromkeys(r["method"] for r in chosen):
            points = "\n".join(f"{r['seconds']} {r['error']}" for r in chosen if r["method"] == method)
            text += [f"${method}{index} << EOD", points, "EOD"]
            lines.append(f"${method}{index} title '{method}' with linespoints lc rgb '{colours[method]}' lw 1.5 pt 7 ps 0.5")
        text += [f"set title '{problem}'; set ylabel '{'error' if index == 0 else ''}'", "plot " + ", ".join(lines)]
    subprocess.run(["gnuplot"], input="\n".join([*text, ""]), text=True, check=True)
    print(file)


def main():
    parser, verb = verbs.parser_of(__doc__, PARTS, plots=True)
    verb["run"].add_argument("--n", type=int, default=0, help="points along a side, in place of each part's own")
    verb["run"].add_argument("--runs", type=int, default=3)
    verb["run"].add_argument("--seconds", type=float, default=0.5, help="of a run of rates")
    verb["run"].add_argument("--backend", default="")
    verbs.obey(parser, build, run, table, plot)


if __name__ == "__main__":
    main()
