"""Right-hand sides in space as people may write them, drawn by seed: stencils of 7 to 27 points, fluxes, upwind differences, lattice
Boltzmann steps, of one to nine states, with sizes, precision and method.

    draw_spaces.py --count 30 --out DIR   programs of the seeds 1 to 30: space1.ode …, and what to measure them with: space.json

Values stay finite if dt is small. Measured: results/drawn-spaces-h200.json.
"""

import argparse
import json
import os
import random

KINDS = ["star1", "star1", "star1", "star2", "star3", "cross", "box", "lattice", "flux", "flux", "upwind"]
METHODS = ["euler"] * 5 + ["heun", "rk4", "ssprk3"]
RULES = ["periodic", "periodic", "neumann(0)", "dirichlet(0)", "dirichlet(0)"]
FUNCTIONS = ["sin({})", "exp(-({0}) * ({0}))", "tanh({})", "sqrt(1 + ({0}) * ({0}))"]
SIZES = [96, 128, 160, 200, 256, 300, 320, 400, 400, 480, 512]
ALONG = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
STREAMS = [(0, 0, 0), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1), (1, 1, 0), (-1, -1, 0)]
MOST_BYTES = 20e9
ARGUMENTS = "int k, int j, int i"
INDEX = "7 * k + 5 * j + 3 * i"


def at(name, shift=(0, 0, 0)):
    return name + "".join(f"[{axis}{'' if by == 0 else f'{by:+d}'}]" for axis, by in zip("kji", shift))


def times(shift, factor):
    return tuple(factor * each for each in shift)


def star(draw, state, reach):
    parts = []
    for distance in range(1, reach + 1):
        for axis in ALONG:
            weight = round(0.2 * (-0.3) ** (distance - 1) * draw.choice([1, 1, 0.5]), 5)
            parts.append(f"{weight:g} * ({at(state, times(axis, distance))} + {at(state, times(axis, -distance))} - 2 * {at(state)})")
    return " + ".join(parts)


def cross(draw, state, states):
    """Seven points of a state, and the corners of one, in one plane."""
    other = draw.choice(states)
    parts = [f"0.1 * ({at(state, axis)} + {at(state, times(axis, -1))} - 2 * {at(state)})" for axis in ALONG]
    one, two = draw.sample(ALONG, 2)
    same, unlike = (tuple(a + sign * b for a, b in zip(one, two)) for sign in (1, -1))
    corners = f"{at(other, same)} - {at(other, unlike)} - {at(other, times(unlike, -1))} + {at(other, times(same, -1))}"
    return " + ".join(parts) + f" + 0.05 * ({corners})"


def box(draw, state):
    shifts = [(a, b, c) for a in (-1, 0, 1) for b in (-1, 0, 1) for c in (-1, 0, 1)]
    kept = [shift for shift in shifts if draw.random() < 0.8]
    return " + ".join(f"{round(draw.uniform(-0.1, 0.1), 3):g} * {at(state, shift)}" for shift in kept)


def lattice(states, number):
    came = [at(state, times(shift, -1)) for state, shift in zip(states, STREAMS)]
    density = "(" + " + ".join(came) + ")"
    return f"{came[number]} - {at(states[number])} - 0.8 * ({came[number]} - {density} * (0.1 + 0.05 * {came[1]}))"


def flux(draw, state, states):
    by = draw.choice(states)

    def side(shift):
        return f"(1 + 0.5 * ({at(by, shift)} + {at(by)})) * ({at(state, shift)} - {at(state)})"

    return "0.1 * (" + " + ".join(f"{side(axis)} + {side(times(axis, -1))}" for axis in ALONG) + ")"


def upwind(draw, state, states):
    by = at(draw.choice(states))
    own = at(state)
    parts = [f"0.1 * ({by} > 0.3 ? {by} * ({own} - {at(state, times(axis, -1))}) : {by} * ({at(state, axis)} - {own}))" for axis in ALONG]
    return " - ".join(["0", *parts])


def reactions(draw, states):
    text = ""
    for _ in range(draw.choice([0, 0, 1, 1, 2, 3])):
        one, two, kind = at(draw.choice(states)), at(draw.choice(states)), draw.random()
        factor = round(draw.uniform(-0.3, 0.3), 3)
        if kind < 0.15:
            value = draw.choice(FUNCTIONS).format(one)
        elif kind < 0.3:
            value = f"{one} / (1.5 + {two} * {two})"
        else:
            value = f"{one} * {two}" if kind < 0.7 else f"{one} * {one} * {two}"
        text += f" + {factor:g} * {value}"
    return text


def program(seed):
    """The program's text, and the points of an axis, the precision and the method to measure it with."""
    draw = random.Random(1000 + seed)
    count, kind = draw.choice([1, 1, 2, 2, 3, 4, 5]), draw.choice(KINDS)
    if kind == "lattice":
        count = draw.choice([6, 7, 9])
    states = [f"u{number}" for number in range(count)]
    method = draw.choice(METHODS)
    fields = [f"c{number}" for number in range(draw.choice([0, 0, 0, 0, 1]))]
    rule, mixes = draw.choice(RULES), draw.random() < 0.2
    precision = "double" if draw.random() < 0.15 else "float"
    lines = [f"// space{seed}.ode: a right-hand side drawn at random (bench/draw_spaces.py): {kind}.",
             "param int N = 256;", f"method = {method};",
             f"state real {', '.join(state + '[N][N][N]' for state in states)};"]
    lines += [f"field real {field}[N][N][N];" for field in fields]
    lines += [f"boundary({state}) = {'periodic' if mixes else rule};" for state in states]
    lines.append("timespan = { .to = 1, .dt = 1e-5 };")
    lines += [f"initial({state})({ARGUMENTS}) {{ return ({INDEX} + {number}) % 11 * 0.1; }}" for number, state in enumerate(states)]
    lines += [f"initial({field})({ARGUMENTS}) {{ return 1 + 0.1 * ({INDEX}) / (30.0 * N); }}" for field in fields]
    for number, state in enumerate(states):
        if kind.startswith("star"):
            spread = star(draw, state, int(kind[-1]))
        else:
            spread = {"cross": lambda: cross(draw, state, states), "box": lambda: box(draw, state), "lattice": lambda: lattice(states, number),
                      "flux": lambda: flux(draw, state, states), "upwind": lambda: upwind(draw, state, states)}[kind]()
        if fields:
            spread = f"{at(draw.choice(fields))} * ({spread})"
        lines.append(f"ddt({state})({ARGUMENTS}, real t) {{\n  return {spread}{reactions(draw, states)};\n}}")
    size = draw.choice(SIZES)
    copies = 2 if method == "euler" else 4
    while count * size**3 * (8 if precision == "double" else 4) * copies > MOST_BYTES:
        size = size * 3 // 4 // 4 * 4
    return "\n".join(lines) + "\n", {"size": size, "precision": precision, "states": count, "method": method, "kind": kind}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--out", default=".")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    measures = {}
    for seed in range(1, options.count + 1):
        text, measures[f"space{seed}"] = program(seed)
        with open(os.path.join(options.out, f"space{seed}.ode"), "w") as file:
            file.write(text)
    with open(os.path.join(options.out, "space.json"), "w") as file:
        json.dump(measures, file, indent=1)


if __name__ == "__main__":
    main()
