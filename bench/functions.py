"""What eulerc's elementary functions cost beside a device's own of full precision, in the same kernel.

    functions.py build --eulerc build/bin/eulerc --out DIR [--only NAME ...]      to be carried anywhere
    functions.py run DIR --out FILE [--runs 3] [--steps 20] [--n N] [--backend NAME] [--only NAME ...]
    functions.py table FILE                                   as Markdown

A step computes a function at eight arguments for each of N points, in linear steps, in float. A figure is the best of the runs,
less the time of a step that only computes the arguments. On OpenCL the same kernel is built a second time with the device's exp,
log, …; both round division and roots correctly. On processors libmvec replaces the device's functions (functions_libmvec.cpp, g++
-O3 -march=native -ffast-math). Errors are in units of the last place, against long double, at the first of the eight arguments.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import verbs
from surroundings import environment

HERE = os.path.dirname(os.path.abspath(__file__))
WIDE = np.longdouble
# For each function: its text, its reference in long double, and the range of x.
FUNCTIONS = {
    "exp": ("exp(x)", lambda x: np.exp(WIDE(x)), -4, 4),
    "log": ("log(x)", lambda x: np.log(WIDE(x)), 0.1, 10),
    "sin": ("sin(x)", lambda x: np.sin(WIDE(x)), -20, 20),
    "cos": ("cos(x)", lambda x: np.cos(WIDE(x)), -20, 20),
    "atan": ("atan(x)", lambda x: np.arctan(WIDE(x)), -4, 4),
    "atan2": ("atan2(x, 1.5 - x)", lambda x: np.arctan2(WIDE(x), WIDE(np.float32(1.5) - x)), -4, 4),
    "tanh": ("tanh(x)", lambda x: np.tanh(WIDE(x)), -3, 3),
    "pow": ("pow(x, 3.5 - x)", lambda x: np.power(WIDE(x), WIDE(np.float32(3.5) - x)), 0.5, 6),
    "division": ("1.5 / x", lambda x: WIDE(1.5) / WIDE(x), 0.1, 10),
    "sqrt": ("sqrt(x)", lambda x: np.sqrt(WIDE(x)), 0.1, 10),
}
NOTHING, EACH = "nothing", 8
PARTS = [NOTHING, *FUNCTIONS]
OWN = "-DEULERC_DEVICE_FUNCTIONS"
ROUNDED = "-cl-fp32-correctly-rounded-divide-sqrt"


def program(name):
    """A map that leaves the state as it is (keep = 1), or takes the function's value (value = 1)."""
    text, _, low, high = FUNCTIONS.get(name, ("x", None, 0.5, 1.5))
    return (f"param int N = 1000;\nparam real keep = 1, tiny = 1e-30, value = 0;\nstate real y[N];\n"
            f"timespan = {{ .to = 1, .dt = 0.1 }};\ninitial(y)(int i) {{ return {low} + {(high - low) * 0.9} * i / N; }}\n"
            f"static real f(real x) {{ return {text}; }}\n"
            f"next(y)(int i, real t) {{\n  real sum = 0, x = y[i];\n"
            f"  for (int k = 1; k < {EACH}; k++) sum += f(x + 0.02 * k);\n"
            f"  return keep * x + tiny * sum + value * f(x);\n}}\n")


def solver_of(folder, name, own=False):
    return os.path.join(os.path.abspath(folder), name + ("_own" if own else ""))


def build(eulerc, out, only):
    os.makedirs(out, exist_ok=True)

    def compile_one(name, own):
        solver = solver_of(out, name, own)
        with open(solver + ".ode", "w") as file:
            file.write(program(name))
        math = ["--math=fast"] if own else []  # whose kernels can take the device's functions
        subprocess.run([eulerc, solver + ".ode", "-o", solver, *math], check=True)

    verbs.on_all_cores(compile_one, [(name, own) for name in dict.fromkeys([NOTHING, *only]) for own in (False, True)])


def ulps(values, name):
    """The largest error in units of the last place."""
    _, exact, low, high = FUNCTIONS[name]
    n = len(values)
    true = exact((low + (high - low) * 0.9 * np.arange(n) / n).astype(np.float32))
    return float(np.max(np.abs(WIDE(values) - true) / WIDE(np.spacing(np.abs(true).astype(np.float32)))))


class Bench:
    def __init__(self, asked, work):
        self.asked, self.work, self.about = asked, work, {}
        self.backend = ["--backend", asked.backend] if asked.backend else []

    def solve(self, name, own, *words):
        """Statistics of a run; None if it fails."""
        stats = os.path.join(self.work, "stats.json")
        command = [solver_of(self.asked.folder, name, own), "--quiet", "--stats", stats, "--scheme", "linear",
                   *self.backend, *map(str, words)]
        for options in ([["--cl-options", f"{OWN} {ROUNDED}"], ["--cl-options", OWN]] if own else [[]]):
            if not subprocess.run([*command, *options], capture_output=True, check=False).returncode:
                with open(stats) as file:
                    found = json.load(file)
                self.about.update({key: found[key] for key in ("backend", "device", "platform", "driver")})
                return found
        return None

    def nanoseconds(self, name, own):
        """Of a component's step, the best of the runs; None if there is none."""
        rates = [found["gcomps"] for _ in range(self.asked.runs)
                 if (found := self.solve(name, own, "--set", f"N={self.asked.n}", "--steps", self.asked.steps))]
        return 1 / max(rates) if rates else None

    def error(self, name, own):
        path = os.path.join(self.work, "value.npy")
        sets = [word for setting in ("N=65536", "keep=0", "tiny=0", "value=1") for word in ("--set", setting)]
        return ulps(np.load(path), name) if self.solve(name, own, *sets, "--steps", 1, "--output", path) else None

    def libmvec(self):
        """Nanoseconds of each function's step by g++'s vectors; {} without a compiler."""
        program = os.path.join(self.work, "libmvec")
        built = subprocess.run(["g++", "-O3", "-march=native", "-ffast-math", "-fopenmp",
                                os.path.join(HERE, "functions_libmvec.cpp"), "-o", program], capture_output=True, check=False)
        if built.returncode:
            return {}
        told = subprocess.run([program, str(self.asked.n), str(self.asked.steps), str(self.asked.runs)],
                              capture_output=True, text=True, check=True).stdout
        return {name: float(value) for name, value in (line.split() for line in told.splitlines())}


def run(asked):
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(asked, work)
        base = bench.nanoseconds(NOTHING, False)
        if not base:
            sys.exit(f"the solver '{NOTHING}' in {asked.folder} fails")
        on_host = bench.about["backend"] != "opencl"
        own_base = None if on_host else bench.nanoseconds(NOTHING, True)
        others, rows = bench.libmvec() if on_host else {}, {}
        for name in asked.only:
            if name == NOTHING:
                continue
            ours = bench.nanoseconds(name, False)
            row = {"ulp": bench.error(name, False), "ns": ours and (ours - base) / EACH}
            own = others.get(name) if on_host else bench.nanoseconds(name, True)
            less = others.get(NOTHING, 0) if on_host else own_base
            if own and less:
                row["own"] = (own - less) / EACH
                row["ratio"] = (ours - base) / max(own - less, 1e-9)
            if not on_host:
                row["own_ulp"] = bench.error(name, True)
            rows[name] = row
            print(f"{name}: {row}", flush=True)
        result = {"environment": environment() | bench.about | {"n": asked.n, "steps": asked.steps}, "functions": rows}
    with open(asked.out, "w") as file:
        json.dump(result, file, indent=1)
    return 0 if all(row["ns"] is not None and row["ulp"] is not None for row in rows.values()) else 1


def table(path):
    with open(path) as file:
        result = json.load(file)

    def cell(row, key, places):
        return f"{row[key]:.{places}f}" if row.get(key) is not None else ""
    print(f"{result['environment']['device']}\n")
    print("| float | ulp | ns a value | own: ulp | ns | ratio |\n|---|---|---|---|---|---|")
    for name, row in result["functions"].items():
        print(f"| {name} | {cell(row, 'ulp', 2)} | {cell(row, 'ns', 5)} | {cell(row, 'own_ulp', 2)} | {cell(row, 'own', 5)} | "
              f"{cell(row, 'ratio', 2)} |")


def main():
    parser, verb = verbs.parser_of(__doc__, PARTS)
    verb["run"].add_argument("--n", type=int, default=4_000_000, help="points")
    verb["run"].add_argument("--runs", type=int, default=3)
    verb["run"].add_argument("--steps", type=int, default=20)
    verb["run"].add_argument("--backend", default="")
    verbs.obey(parser, build, run, table)


if __name__ == "__main__":
    main()
