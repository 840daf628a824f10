"""Errors of every method fall as its order says, on a problem that is not linear, one whose rate depends on the time, one
whose walls do, and one that reads a quantity within steps.

    orders.py WORK [METHOD=ORDER ...] -- EULERC OPTION...

of all methods, or of those that are named. Steps are halved twice; the reference takes many more. Prints the orders found.
"""

import math
import os
import subprocess
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "oracle"))
from methods import ORDERS  # noqa: E402

PROGRAM = """
state real w[3], x[3], y[3], z[3];
boundary(w) = dirichlet(sin(3 * t));
let real q[3];
boundary(q) = robin(0.5, cos(2 * t));
let(q)(int i, real t) { return t - w[i] * x[i]; }
initial(w)(int i) { return 0.5 * i; }
initial(x)(int i) { return 1 + 0.25 * i; }
initial(y)(int i) { return 3; }
initial(z)(int i) { return 1; }
ddt(w)(int i, real t) { return w[i - 1] - 2 * w[i] + w[i + 1]; }
ddt(x)(int i, real t) { return 1 + x[i] * x[i] * y[i] - 4 * x[i]; }
ddt(y)(int i, real t) { return 3 * x[i] - x[i] * x[i] * y[i]; }
ddt(z)(int i, real t) { return z[i] * cos(t) + t * t * (i == 1 ? 1 : 0) - 0.1 * x[i] + 0.5 * q[i + 1]; }
"""
END = 2.0


def compiled(eulerc, work, method):
    solver = os.path.join(work, method)
    subprocess.run([*eulerc, os.path.join(work, "orders.ode"), "--real=double", f"--method={method}", "-o", solver],
                   check=True)
    return solver


def states(solver, steps):
    out = f"{solver}.npy"
    subprocess.run([solver, "--quiet", "--backend", "serial", "--dt", repr(END / steps), "--steps", str(steps),
                    "--output", out], check=True, stdout=subprocess.DEVNULL)
    return np.concatenate([np.load(f"{solver}.{name}.npy") for name in "wxyz"])


def main():
    work, *given = sys.argv[1:sys.argv.index("--")]
    eulerc = sys.argv[sys.argv.index("--") + 1:]
    orders = {name: int(order) for name, order in (word.split("=") for word in given)} or ORDERS
    os.makedirs(work, exist_ok=True)
    with open(os.path.join(work, "orders.ode"), "w") as file:
        file.write(PROGRAM)
    solvers = {method: compiled(eulerc, work, method) for method in {*orders, "rk4"}}
    reference = states(solvers["rk4"], 6400)
    wrong = []
    for method, order in orders.items():
        errors = [abs(states(solvers[method], steps) - reference).max() for steps in (80, 160, 320)]
        found = [math.log2(errors[k] / errors[k + 1]) for k in range(2)]
        print(f"{method}: order {found[0]:.2f}, {found[1]:.2f}, error {errors[-1]:.1e}")
        if any(abs(each - order) > 0.25 for each in found):
            wrong.append(f"{method}, not {order}")
    if wrong:
        sys.exit("wrong orders: " + "; ".join(wrong))


if __name__ == "__main__":
    main()
