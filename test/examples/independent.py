"""Compares examples with NumPy and SciPy, which share nothing with this project.

    independent.py EULERC EXAMPLES WORK

For lorenz96, bruss2d and stripes the right-hand side is written here once more, from the equations.

1. The same explicit Euler steps in double, the solver's and NumPy's. Both round each operation of
   f(t, y) and y + dt f to 2^-53 relative, in orders that differ, so after one step

       |difference| <= OPERATIONS 2^-53 (|y| + dt S),   S: the sum of |terms| of f,

   where OPERATIONS bounds the roundings in a component. After k steps these have been amplified at
   most by the factor (1 + dt L) a step, L being a Lipschitz constant of f on the values that occur.
   The runs are short enough to keep that factor small: exp(k dt L), written down below.
2. The distance at a fixed time to scipy.integrate.solve_ivp, with tolerances far below that distance,
   halves when dt halves: explicit Euler is of first order. A ratio between 1.8 and 2.2 passes.
"""

import os
import subprocess
import sys
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

UNIT = 2.0**-53


def lorenz96(x, F=8.0):
    return (np.roll(x, -1) - np.roll(x, 2)) * np.roll(x, 1) - x + F


def lorenz96_start(N, F=8.0, kick=0.01):
    x = np.full(N, F)
    x[N // 2] += kick
    return x


def bruss2d(y, N, A=3.4, B=1.0, alpha=2e-3):
    def laplacian(w):
        wide = np.pad(w, 1, mode="edge")
        return (wide[:-2, 1:-1] + wide[2:, 1:-1] + wide[1:-1, :-2] + wide[1:-1, 2:] - 4 * w)

    u, v = y.reshape(2, N, N)
    over_h2 = alpha * (N - 1) ** 2
    du = B + u**2 * v - (A + 1) * u + over_h2 * laplacian(u)
    dv = A * u - u**2 * v + over_h2 * laplacian(v)
    return np.concatenate([du.ravel(), dv.ravel()])


def bruss2d_start(N):
    along = np.arange(N) / (N - 1)
    u = 0.5 + np.repeat(along[:, None], N, axis=1)
    v = 1.0 + 5.0 * np.repeat(along[None, :], N, axis=0)
    return np.concatenate([u.ravel(), v.ravel()])


def stripes(u, r=0.3):
    def laplacian(w):
        return w[:-2, 1:-1] + w[2:, 1:-1] + w[1:-1, :-2] + w[1:-1, 2:] - 4 * w[1:-1, 1:-1]

    u = u.reshape(STRIPES)
    twice = laplacian(np.pad(u, 2, mode="symmetric"))  # also one point outside
    return ((r - 1) * u - 2 * twice[1:-1, 1:-1] - laplacian(twice) - u**3).ravel()


def stripes_start():
    y, x = np.meshgrid(*map(np.arange, STRIPES), indexing="ij")
    return 0.1 * np.sin(1.7 * x * x + 2.3 * y * y + 0.9 * x * y).ravel()


STRIPES = (19, 24)


@dataclass
class Example:
    name: str
    states: list
    sizes: dict
    start: np.ndarray
    f: callable
    operations: int   # roundings in one component of y + dt f, at most
    terms: callable   # y → bound of the sum of |terms| of f
    lipschitz: float  # of f on the values of the run, in the largest norm
    dt: float         # of the steps that are compared one by one
    steps: int
    end: float        # the time of the comparison with solve_ivp
    coarse: float     # its largest step
    solver: str = ""

    def run(self, work, steps, dt):
        """The solver's result as one vector, one state after the other."""
        out = os.path.join(work, f"{self.name}.npy")
        subprocess.run([self.solver, "--quiet", "--backend", "threads", *(f"--set={name}={size}" for name, size in self.sizes.items()), "--steps", str(steps),
                        "--dt", repr(dt), "--output", out], check=True, stdout=subprocess.DEVNULL)
        if len(self.states) == 1:
            return np.load(out).ravel()
        return np.concatenate([np.load(out[:-3] + f"{state}.npy").ravel() for state in self.states])


def examples():
    # |x| stays below 20: |terms| (20 + 20) 20 + 20 + 8; derivatives 20 + 20 + 40 + 1.
    yield Example("lorenz96", ["x"], {"N": 41}, lorenz96_start(41), lorenz96, operations=8,
                  terms=lambda y: 828.0, lipschitz=81.0, dt=1e-3, steps=50, end=1.0, coarse=5e-4)
    # 0 <= u <= 4 and 0 <= v <= 6. The stiffest part is diffusion: 8 alpha (N - 1)^2 = 6.4 for N = 21.
    # derivatives: 2 u v + A + 1 + u^2 + 6.4 = 75.
    N, over_h2 = 21, 2e-3 * 20**2
    yield Example("bruss2d", ["u", "v"], {"N": N}, bruss2d_start(N), lambda y: bruss2d(y, N),
                  operations=20, terms=lambda y: 1 + 96 + 4.4 * 4 + over_h2 * 8 * 6,
                  lipschitz=75.0, dt=1e-3, steps=50, end=1.0, coarse=1e-3)
    # |u| stays below 1; the Laplacian is at most 8 times that, the biharmonic operator 64 times.
    yield Example("stripes", ["u"], dict(zip(("NY", "NX"), STRIPES)), stripes_start(), stripes,
                  operations=80, terms=lambda y: 0.7 + 2 * 8 + 64 + 1, lipschitz=84.0,
                  dt=1e-3, steps=50, end=1.0, coarse=1e-2)


def steps_agree(example, work):
    y, allowed = example.start.copy(), 0.0
    # The initial values are the same to some roundings.
    allowed = 4 * UNIT * np.abs(y).max()
    for step in range(example.steps + 1):
        if step:
            local = example.operations * UNIT * (np.abs(y).max() + example.dt * example.terms(y))
            y = y + example.dt * example.f(y)
            allowed = allowed * (1 + example.dt * example.lipschitz) + local
        if step in (0, 1, 2, example.steps):
            got = example.run(work, step, example.dt)
            assert got.dtype == np.float64 and got.shape == y.shape
            difference = np.abs(got - y).max()
            print(f"{example.name}: after {step} steps {difference:.1e}, allowed {allowed:.1e}")
            if not difference <= allowed:
                return False
    # Not by standing still.
    return np.abs(y - example.start).max() > 1e3 * allowed


def converges(example, work):
    solution = solve_ivp(lambda t, y: example.f(y), (0, example.end), example.start, method="DOP853",
                         rtol=1e-12, atol=1e-12)
    assert solution.success, solution.message
    truth = solution.y[:, -1]
    errors = []
    for halvings in range(4):
        dt = example.coarse / 2**halvings
        errors.append(np.abs(example.run(work, round(example.end / dt), dt) - truth).max())
    ratios = [a / b for a, b in zip(errors, errors[1:])]
    print(f"{example.name}: errors {errors}, ratios {ratios}")
    return all(1.8 <= ratio <= 2.2 for ratio in ratios)


def main():
    eulerc, folder, work = sys.argv[1:]
    os.makedirs(work, exist_ok=True)
    failed = []
    for example in examples():
        example.solver = os.path.join(work, example.name)
        subprocess.run([eulerc, "--real=double", f"{folder}/{example.name}/{example.name}.ode",
                        "-o", example.solver], check=True)
        failed += [f"{example.name}: {check.__name__}" for check in (steps_agree, converges)
                   if not check(example, work)]
    if failed:
        sys.exit("independent.py: failed: " + ", ".join(failed))


if __name__ == "__main__":
    main()
