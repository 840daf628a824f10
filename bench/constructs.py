"""What constructs of the language cost: the rate of diffusion with a construct, beside the rate without.

    constructs.py build --eulerc build/bin/eulerc --out DIR [--only NAME ...]      to be carried anywhere
    constructs.py run DIR --out FILE [--runs 3] [--steps 400] [--backend NAME] [--only NAME ...]
    constructs.py table FILE                                  as Markdown

On a line of 2,000,000 points and on a plane of 2,000 x 2,000, float. Each row is first verified at a small size. The rows take
turns; a figure is the best of its runs.
"""

import json
import os
import subprocess
import tempfile

import verbs
from surroundings import environment

HERE = os.path.dirname(os.path.abspath(__file__))
PLACES = {  # indices, size, size to verify at, and the spread L
    "line": (["i"], 2_000_000, 1003, "T[i - 1] - 2 * T[i] + T[i + 1]"),
    "plane": (["j", "i"], 2000, 67, "T[j][i - 1] + T[j][i + 1] + T[j - 1][i] + T[j + 1][i] - 4 * T[j][i]")}
# Declarations and the return value of ddt; @ is the point's own index, @n the index of its neighbour along i, N the extents.
CONSTRUCTS = {
    "plain": ("", "L"),
    "ring": ("boundary(T) = periodic;", "L"),
    "point": ("", "L + (i == 300 ? 1 : 0)"),
    "range": ("", "i > 300 && i < N / 2 ? L : 2 * L"),
    "classes": ("", "i % 2 == 0 ? L : 2 * L"),
    "position": ("", "L + 0.1 * (i * 0.001)"),
    "time": ("", "L + sin(t)"),
    "choice": ("", "T@ > 0.5 ? L : 2 * L"),
    "limiter": ("", "fmin(fmax(L, -1), 1)"),
    "division": ("", "L / (1 + T@ * T@)"),
    "function": ("", "L + 0.01 * exp(-T@)"),
    "field": ("field real k#;\ninitial(k)(%) { return 1; }", "k@ * L"),
    "field beside": ("field real k#;\nboundary(k) = neumann(0);\ninitial(k)(%) { return 1; }", "(k@ + k@n) * L"),
    "data": ("data real k#;\ninitial(k)(%) { return 1; }", "k@ * L"),
    "kinds": ("data int kind#;\ninitial(kind)(%) { return i / 100 % 2; }", "kind@ == 1 ? L : 2 * L"),
    "table of kinds": ("data int kind#;\ntable real D[2] = {1, 2};\ninitial(kind)(%) { return i / 100 % 2; }",
                       "D[kind@] * L"),
    "noise": ("", "L + 0.01 * normal(0)"),
}


def program(place, construct):
    indices, _, _, spread = PLACES[place]
    declared, value = CONSTRUCTS[construct]
    own, extents = ("".join(f"[{i}]" for i in indices), "[N]" * len(indices))
    beside, names = own.replace("[i]", "[i + 1]"), ", ".join(f"int {i}" for i in indices)

    def filled(text):
        return text.replace("@n", beside).replace("@", own).replace("#", extents).replace("(%)", f"({names})")
    boundary = "" if "boundary(T)" in declared else "boundary(T) = dirichlet(0);\n"
    return (f"param int N = 100;\nstate real T{extents};\n{boundary}{filled(declared)}\n"
            f"timespan = {{ .to = 1.0, .dt = 0.001 }};\n"
            f"initial(T)({names}) {{ return sin(0.3 * i); }}\n"
            f"ddt(T)({names}, real t) {{\n  real L = 0.2 * ({spread});\n  return {filled(value)};\n}}\n")


def rows(only):
    return [(place, construct) for place in PLACES for construct in CONSTRUCTS if construct in only]


def solver_of(folder, place, construct):
    return os.path.join(os.path.abspath(folder), f"{place}_{construct}".replace(" ", "_"))


def build(eulerc, out, only):
    os.makedirs(out, exist_ok=True)

    def compile_one(place, construct):
        solver = solver_of(out, place, construct)
        with open(solver + ".ode", "w") as file:
            file.write(program(place, construct))
        subprocess.run([eulerc, solver + ".ode", "-o", solver], check=True)

    verbs.on_all_cores(compile_one, rows(only))


def run(asked):
    about = environment() | {"load": os.getloadavg()[0], "steps": asked.steps, "runs": asked.runs,
                             "points": {place: asked.n or PLACES[place][1] for place in PLACES}}
    result, wrong = {"environment": about, "constructs": {}}, 0
    backend = ["--backend", asked.backend] if asked.backend else []
    with tempfile.TemporaryDirectory() as work:
        def solve(place, construct, *words):
            stats = os.path.join(work, "stats.json")
            command = [solver_of(asked.folder, place, construct), "--quiet", "--stats", stats, *backend, *map(str, words)]
            if not os.path.exists(command[0]) or subprocess.run(command, capture_output=True, check=False).returncode:
                return None
            with open(stats) as file:
                found = json.load(file)
            about.update({key: found[key] for key in ("backend", "device", "platform", "driver")})
            return found
        sound = []
        for place, construct in rows(asked.only):
            checked = solve(place, construct, "--set", f"N={PLACES[place][2]}", "--steps", 20, "--verify")
            sound += [(place, construct)] if checked and checked["verification"]["bitwise"] else []
            if sound[-1:] != [(place, construct)]:
                print(f"WRONG: {place}, {construct}")
                wrong += 1
        for _ in range(asked.runs):
            for place, construct in sound:
                found = solve(place, construct, "--set", f"N={asked.n or PLACES[place][1]}", "--steps", asked.steps)
                known = result["constructs"].setdefault(place, {})
                known[construct] = max(found["gcomps"], known.get(construct, 0))
                print(f"{place}, {construct}: {found['gcomps']:.3g} Gcomp/s")
    with open(asked.out, "w") as file:
        json.dump(result, file, indent=1)
    return wrong > 0


def table(path):
    with open(path) as file:
        rates = json.load(file)["constructs"]
    print("| Gcomp/s (of plain) | " + " | ".join(rates) + " |\n" + "|---" * (len(rates) + 1) + "|")
    for construct in CONSTRUCTS:
        cells = [(known.get(construct), known.get("plain")) for known in rates.values()]
        if any(rate for rate, _ in cells):
            print(f"| {construct} | " + " | ".join(
                f"{rate:.3g}" + (f" ({rate / plain:.2f})" if plain else "") if rate else "" for rate, plain in cells) + " |")


def main():
    parser, verb = verbs.parser_of(__doc__, CONSTRUCTS)
    verb["run"].add_argument("--n", type=int, default=0, help="points along an axis, in place of 2,000,000 and 2,000")
    verb["run"].add_argument("--runs", type=int, default=3)
    verb["run"].add_argument("--steps", type=int, default=400)
    verb["run"].add_argument("--backend", default="")
    verbs.obey(parser, build, run, table)


if __name__ == "__main__":
    main()
