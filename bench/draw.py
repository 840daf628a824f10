"""Right-hand sides as people may write them, drawn by seed: axes, reach, states, fields, divisions, functions, method.

    draw.py --seed 7              one program
    draw.py --count 20 --out DIR  programs of the seeds 1 to 20: drawn1.ode …

Values stay finite: dt is small, and a point changes little in a step.
"""

import argparse
import os
import random

AXES = ["k", "j", "i"]
METHODS = ["euler", "euler", "rk4", "heun", "ssprk3"]
RULES = ["periodic", "neumann(0)", "dirichlet(0)", "dirichlet(0)"]
FUNCTIONS = ["sin({})", "exp(-({0}) * ({0}))", "tanh({})", "atan2({}, 1.5)", "sqrt(1 + ({0}) * ({0}))", "log(2 + fabs({}))"]
MOST_REACH = {1: 8, 2: 4, 3: 2}
MOST_STATES = {1: 4, 2: 4, 3: 3}


def term(draw, reads):
    """An expression of the point: a state, sometimes in a function or a quotient."""
    value = draw.choice(reads)
    kind = draw.random()
    if kind < 0.25:
        return draw.choice(FUNCTIONS).format(value)
    if kind < 0.45:
        return f"{value} / (1.5 + {draw.choice(reads)} * {draw.choice(reads)})"
    return f"{value} * {draw.choice(reads)}" if kind < 0.7 else value


def at(name, axes, shift=None):
    shift = shift or {}
    return name + "".join(f"[{axis}{shift[axis]:+d}]" if axis in shift else f"[{axis}]" for axis in axes)


def program(seed):
    draw = random.Random(seed)
    rank = draw.choice([1, 2, 2, 2, 3, 3])
    axes = AXES[3 - rank:]
    reach = min(MOST_REACH[rank], draw.choice([1, 1, 1, 2, 2, 3, 4, 8]))
    states = [f"u{n}" for n in range(draw.randint(1, MOST_STATES[rank]))]
    fields = [f"c{n}" for n in range(draw.choice([0, 0, 0, 1, 1, 2]))]
    shape = "[N]" * rank
    lines = [f"// drawn{seed}.ode: a right-hand side drawn at random (bench/draw.py --seed {seed}).",
             f"param int N = {dict(gpu_sizes())[rank]};", f"method = {draw.choice(METHODS)};",
             f"state real {', '.join(name + shape for name in states)};"]
    lines += [f"field real {name}{shape};" for name in fields]
    rule = draw.choice(RULES)
    lines += [f"boundary({name}) = {rule};" for name in states]
    lines.append("timespan = { .to = 1, .dt = 1e-4 };")
    index = " + ".join(f"{factor} * {axis}" for factor, axis in zip((7, 5, 3), axes))
    arguments = ", ".join(f"int {axis}" for axis in axes)
    lines += [f"initial({name})({arguments}) {{ return ({index} + {n}) % 11 * 0.1; }}" for n, name in enumerate(states)]
    lines += [f"initial({name})({arguments}) {{ return 1 + 0.1 * ({index}) / (30.0 * N); }}" for name in fields]
    corners = rank > 1 and reach == 1 and draw.random() < 0.35
    for name in states:
        around = []
        for distance in range(1, reach + 1):
            for axis in axes:
                pair = f"{at(name, axes, {axis: distance})} + {at(name, axes, {axis: -distance})}"
                around.append(f"{round(0.2 * (-0.4) ** (distance - 1), 6)} * ({pair} - 2 * {at(name, axes)})")
        if corners:
            shifts = [dict(zip(axes[-2:], (a, b))) for a in (-1, 1) for b in (-1, 1)]
            around.append("0.05 * (" + " + ".join(at(name, axes, shift) for shift in shifts) + f" - 4 * {at(name, axes)})")
        spread = " + ".join(around)
        if fields:
            spread = f"{at(draw.choice(fields), axes)} * ({spread})"
        reads = [at(other, axes) for other in states]
        reacts = " + ".join(f"{round(draw.uniform(-0.3, 0.3), 3)} * ({term(draw, reads)})" for _ in range(draw.randint(0, 5)))
        lines.append(f"ddt({name})({arguments}, real t) {{\n  return {spread}{' + ' + reacts if reacts else ''};\n}}")
    return "\n".join(lines) + "\n"


def gpu_sizes():
    return [(1, 20000000), (2, 4096), (3, 256)]


def rank_of(text):
    return sum(f"int {axis}" in text.split("ddt(")[1] for axis in AXES)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int)
    parser.add_argument("--out", default=".")
    options = parser.parse_args()
    if options.count is None:
        print(program(options.seed), end="")
        return
    os.makedirs(options.out, exist_ok=True)
    for seed in range(1, options.count + 1):
        with open(os.path.join(options.out, f"drawn{seed}.ode"), "w") as file:
            file.write(program(seed))


if __name__ == "__main__":
    main()
