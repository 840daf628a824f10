"""Compares examples with NumPy, where each right-hand side is written once more, from the equations.

    textbook.py EULERC EXAMPLES WORK [NAME ...]

The same steps in double, the solver's and NumPy's: they differ by roundings alone, which some dozen
steps do not make much of, so 1e-11 of the largest value is far above them and far below any slip.
Out: a line for each example.
"""

import os
import subprocess
import sys

import numpy as np


def lap(u, weights=(1, 1)):
    """Of u with one point more at each end of both axes."""
    return (weights[0] * (u[:-2, 1:-1] - 2 * u[1:-1, 1:-1] + u[2:, 1:-1])
            + weights[1] * (u[1:-1, :-2] - 2 * u[1:-1, 1:-1] + u[1:-1, 2:]))


def mirrored(u):
    return np.pad(u, 1, mode="symmetric")


def heat_robin(NY, NX):
    Dy, Dx, h, H, ground = 0.1, 0.4, 0.03, 2.0, 10.0

    def f(y, t):
        T, air = y["T"], 10 + 15 * np.sin(2 * np.pi * t)

        def ghost(D, wall):  # from -D (ghost - wall) / h = H ((ghost + wall) / 2 - air)
            return (2 * D * wall - H * h * wall + 2 * H * h * air) / (2 * D + H * h)

        wide = np.pad(T, 1, mode="edge")
        wide[1:-1, 0], wide[1:-1, -1] = ghost(Dx, T[:, 0]), ghost(Dx, T[:, -1])
        wide[0, 1:-1], wide[-1, 1:-1] = ground, ghost(Dy, T[-1])
        return {"T": lap(wide, (Dy / h**2, Dx / h**2))}

    return {"T": np.full((NY, NX), ground)}, f


def gierer_meinhardt(NY, NX):
    j, i = np.mgrid[:NY, :NX]
    x = 1e4 * np.sin(12.9898 * j + 78.233 * i)

    def f(y, t):
        a, h = y["a"], y["h"]
        return {"a": 0.02 * (a * a / h - a) + 0.02 * lap(mirrored(a)), "h": 0.03 * (a * a - h) + lap(mirrored(h))}

    return {"a": 1 + 0.1 * (x - np.floor(x)), "h": np.ones((NY, NX))}, f


def hodgkin_huxley(N):
    dx = 10 / N

    def rate(x, s):
        return x / np.expm1(x / s)

    def f(y, t):
        V, m, h, n = (y[name] for name in "Vmhn")
        wide = np.pad(V, 1, mode="edge")
        stimulus = np.where((np.arange(N) < 4) & (t < 0.5), 600.0, 0.0)
        ionic = 120 * m**3 * h * (V - 115) + 36 * n**4 * (V + 12) + 0.3 * (V - 10.613)
        return {"V": 0.0238 / (2 * 0.0354 * dx**2) * (wide[:-2] - 2 * V + wide[2:]) - ionic + stimulus,
                "m": 0.1 * rate(25 - V, 10) * (1 - m) - 4 * np.exp(-V / 18) * m,
                "h": 0.07 * np.exp(-V / 20) * (1 - h) - h / (np.exp((30 - V) / 10) + 1),
                "n": 0.01 * rate(10 - V, 10) * (1 - n) - 0.125 * np.exp(-V / 80) * n}

    return {name: np.full(N, value) for name, value in
            zip("Vmhn", (0, 0.0529325, 0.5961208, 0.3176769))}, f


def rusanov(flux, u, c, axis):
    """What cells gain along an axis; all arrays have one cell more at each end of it."""
    a, b = (slice(None),) * axis + (slice(None, -1),), (slice(None),) * axis + (slice(1, None),)
    between = 0.5 * (flux[a] + flux[b]) - 0.5 * np.maximum(c[a], c[b]) * (u[b] - u[a])
    return between[a] - between[b]


def sod(N):
    left = 2 * np.arange(N) < N

    def f(y, t):
        rho, mom, E = (np.pad(y[name], 1, mode="edge") for name in ("rho", "mom", "E"))
        v = mom / rho
        p = 0.4 * (E - 0.5 * rho * v**2)
        c = np.abs(v) + np.sqrt(1.4 * p / rho)
        return {"rho": N * rusanov(mom, rho, c, 0), "mom": N * rusanov(mom * v + p, mom, c, 0),
                "E": N * rusanov((E + p) * v, E, c, 0)}

    return {"rho": np.where(left, 1, 0.125), "mom": np.zeros(N), "E": np.where(left, 1, 0.1) / 0.4}, f


def shallow_water(NY, NX):
    y, x = np.mgrid[:NY, :NX]
    b = -3 + 2.5 * np.exp(-((y - 0.5 * NY) ** 2 + (x - 0.6 * NX) ** 2) / (0.13 * NY) ** 2)

    def f(state, t):
        s, p, q, bottom = (mirrored(each) for each in (state["s"], state["p"], state["q"], b))
        p[[0, -1]] *= -1
        q[:, [0, -1]] *= -1
        depth = s - bottom
        v, u = p / depth, q / depth
        c = np.maximum(np.abs(v), np.abs(u)) + np.sqrt(9.81 * depth)

        def gain(value, across, along):  # what flows along y, and along x
            return rusanov(across[:, 1:-1], value[:, 1:-1], c[:, 1:-1], 0) + \
                rusanov(along[1:-1], value[1:-1], c[1:-1], 1)

        inside = depth[1:-1, 1:-1] * 9.81 / 2
        return {"s": gain(s, p, q), "p": gain(p, p * v, p * u) - inside * (s[2:, 1:-1] - s[:-2, 1:-1]),
                "q": gain(q, q * v, q * u) - inside * (s[1:-1, 2:] - s[1:-1, :-2])}

    zero = np.zeros((NY, NX))
    return {"s": np.where(x < NX // 4, 1.0, 0.0), "p": zero, "q": zero}, f


def lattice_boltzmann(NY, NX):
    U, D, Re = 0.1, 16, 100
    omega = 1 / (3 * U * D / Re + 0.5)
    c = [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)]  # along y and x
    w = [4 / 9] + 4 * [1 / 9] + 4 * [1 / 36]
    y, x = np.mgrid[:NY, :NX]
    solid = np.hypot(y - 0.5 * NY, x - 0.2 * NX) < 0.5 * D

    def rest(rho, v, u):
        rho, v, u = np.broadcast_arrays(rho, v, u)
        along = [3 * (cy * v + cx * u) for cy, cx in c]
        return np.array([w[q] * rho * (1 + a + a * a / 2 - 1.5 * (u * u + v * v)) for q, a in enumerate(along)])

    inflow = rest(1.0, 0.0, U)

    def f(state, t):
        old = state["f"]
        wide = np.pad(old, ((0, 0), (0, 0), (1, 1)), mode="edge")
        wide[:, :, 0] = inflow[:, None]
        came = np.array([np.roll(wide[q], c[q], (0, 1))[:, 1:-1] for q in range(9)])
        rho = came.sum(0)
        v, u = (sum(c[q][axis] * came[q] for q in range(9)) / rho for axis in (0, 1))
        back = came[[c.index((-cy, -cx)) for cy, cx in c]]
        return {"f": np.where(solid, back, came + omega * (rest(rho, v, u) - came)) - old}

    return {"f": rest(1.0, 0.1 * U * np.sin(2 * np.pi * x / NX), U)}, f


def luo_rudy(NY, NX):
    EK1 = 26.72 * np.log(5.4 / 145)
    EK = 26.72 * np.log((5.4 + 0.01833 * 140) / (145 + 0.01833 * 18))
    exp = np.exp
    start = {"V": -84.5737, "m": 0.00167, "h": 0.98333, "j": 0.98950, "d": 0.00298, "f": 0.99998, "X": 0.00566,
             "Ca": 1.8e-4}

    def f(y, t):
        V, m, h, j, d, f_, X, Ca = (y[name] for name in start)
        isi = 0.09 * d * f_ * (V - 7.7 + 13.0287 * np.log(Ca))
        a = 1.02 / (1 + exp(0.2385 * (V - EK1 - 59.215)))
        b = ((0.49124 * exp(0.08032 * (V - EK1 + 5.476)) + exp(0.06175 * (V - EK1 - 594.31)))
             / (1 + exp(-0.5143 * (V - EK1 + 4.753))))
        xi = np.where(V > -100, 2.837 * (exp(0.04 * (V + 77)) - 1) / ((V + 77) * exp(0.04 * (V + 35))), 1)
        ionic = (23 * m**3 * h * j * (V - 54.4) + isi + 0.282 * X * xi * (V - EK) + 0.6047 * a / (a + b) * (V - EK1)
                 + 0.0183 * (V - EK1) / (1 + exp((7.488 - V) / 5.98)) + 0.03921 * (V + 59.87))
        up = V >= -40
        ah = np.where(up, 0, 0.135 * exp((80 + V) / -6.8))
        bh = np.where(up, 1 / (0.13 * (1 + exp((V + 10.66) / -11.1))), 3.56 * exp(0.079 * V) + 3.1e5 * exp(0.35 * V))
        aj = np.where(up, 0, (-1.2714e5 * exp(0.2444 * V) - 3.474e-5 * exp(-0.04391 * V)) * (V + 37.78)
                      / (1 + exp(0.311 * (V + 79.23))))
        bj = np.where(up, 0.3 * exp(-2.535e-7 * V) / (1 + exp(-0.1 * (V + 32))),
                      0.1212 * exp(-0.01052 * V) / (1 + exp(-0.1378 * (V + 40.14))))
        gates = {"m": (0.32 * (V + 47.13) / (1 - exp(-0.1 * (V + 47.13))), 0.08 * exp(-V / 11)), "h": (ah, bh),
                 "j": (aj, bj), "d": (0.095 * exp(-0.01 * (V - 5)) / (1 + exp(-0.072 * (V - 5))),
                                      0.07 * exp(-0.017 * (V + 44)) / (1 + exp(0.05 * (V + 44)))),
                 "f": (0.012 * exp(-0.008 * (V + 28)) / (1 + exp(0.15 * (V + 28))),
                       0.0065 * exp(-0.02 * (V + 30)) / (1 + exp(-0.2 * (V + 30)))),
                 "X": (0.0005 * exp(0.083 * (V + 50)) / (1 + exp(0.057 * (V + 50))),
                       0.0013 * exp(-0.06 * (V + 20)) / (1 + exp(-0.04 * (V + 20))))}
        return {"V": 0.001 / 0.025**2 * lap(mirrored(V)) - ionic, "Ca": -1e-4 * isi + 0.07 * (1e-4 - Ca)} | \
            {name: opens * (1 - y[name]) - closes * y[name] for name, (opens, closes) in gates.items()}

    state = {name: np.full((NY, NX), value) for name, value in start.items()}
    state["V"][:, :10] = 20.0
    return state, f


def driven(N):
    def f(y, t):
        wide = np.concatenate([[0.5 * np.sin(7 * t)], y["u"], y["u"][-1:]])
        return {"u": y["v"], "v": (wide[:-2] - 2 * y["u"] + wide[2:]) * N**2 - 0.2 * y["v"]}

    return {"u": np.zeros(N), "v": np.zeros(N)}, f


def kuramoto_matrix(N):
    i = np.arange(N)
    K, omega = 1 / (1 + (i[:, None] - i) ** 2), 0.1 * (i % 7) - 0.3
    return {"th": 6 * (i * 37 % 41) / 41}, lambda y, t: {
        "th": omega + (K * np.sin(y["th"] - y["th"][:, None])).sum(1) / N}


def fdtd(N):
    """Metal all round: ez is 0 in row and column 0, and beyond the others."""
    def f(y, t):
        ez, hx, hy = y["ez"], y["hx"], y["hy"]
        rate = np.zeros((N, N))
        rate[1:, 1:] = hy[1:, 1:] - hy[1:, :-1] - hx[1:, 1:] + hx[:-1, 1:]
        rate[N // 2, N // 3] += np.exp(-((t - 24) ** 2) / 64)
        wide = np.pad(ez, ((0, 1), (0, 1)))
        return {"ez": rate, "hx": ez - wide[1:, :-1], "hy": wide[:-1, 1:] - ez}

    return {name: np.zeros((N, N)) for name in ("ez", "hx", "hy")}, f


def spinodal(N):
    def f(y, t):
        c = y["c"]
        return {"c": lap(np.pad(c * (c * c - 1) - 0.5 * lap(np.pad(c, 1, mode="wrap")), 1, mode="wrap"))}

    return {"c": None}, f  # it starts at random: as the solver does


# ---- methods ------------------------------------------------------------------------------------
def euler(y, f, t, dt):
    rates = f(y, t)
    return {name: values + dt * rates[name] for name, values in y.items()}


def in_turn(y, f, t, dt):
    """Each state sees the new values of those before it: Yee's and Verlet's way."""
    new = dict(y)
    for name in y:
        new[name] = y[name] + dt * f(new, t)[name]
    return new


def low_storage(y, f, t, dt):
    """M. Carpenter and C. Kennedy, NASA TM 109112, 1994; of problems that know no time."""
    slope = {name: 0 for name in y}
    for a, b in ((0, 1432997174477 / 9575080441755), (-567301805773 / 1357537059087, 5161836677717 / 13612068292357),
                 (-2404267990393 / 2016746695238, 1720146321549 / 2090206949498),
                 (-3550918686646 / 2091501179385, 3134564353537 / 4481467310338),
                 (-1275806237668 / 842570457699, 2277821191437 / 14882151754819)):
        rates = f(y, t)
        slope = {name: a * slope[name] + dt * rates[name] for name in y}
        y = {name: y[name] + b * slope[name] for name in y}
    return y


# Example: its right-hand side, sizes, steps and dt; and the method, if it is not Euler's.
EXAMPLES = {
    "driven": (driven, {"N": 60}, 40, 2e-3),
    "kuramoto_matrix": (kuramoto_matrix, {"N": 40}, 40, 0.1),
    "fdtd": (fdtd, {"N": 21}, 80, 0.7, in_turn),
    "spinodal": (spinodal, {"N": 18}, 40, 0.04, low_storage),
    "heat_robin": (heat_robin, {"NY": 7, "NX": 9}, 40, 5e-4),
    "gierer_meinhardt": (gierer_meinhardt, {"NY": 8, "NX": 11}, 40, 0.2),
    "hodgkin_huxley": (hodgkin_huxley, {"N": 60}, 40, 2e-4),
    "sod": (sod, {"N": 60}, 40, 2e-3),
    "shallow_water": (shallow_water, {"NY": 9, "NX": 14}, 40, 0.02),
    "lattice_boltzmann": (lattice_boltzmann, {"NY": 22, "NX": 40}, 40, 1.0),
    "luo_rudy": (luo_rudy, {"NY": 4, "NX": 16}, 40, 0.005),
}


def run(solver, out, sizes, steps, dt, names):
    """The solver's states after these steps."""
    subprocess.run([solver, "--quiet", "--backend=serial", *(f"--set={name}={size}" for name, size in sizes.items()),
                    f"--steps={steps}", f"--dt={dt!r}", f"--output={out}.npy"], check=True, stdout=subprocess.DEVNULL)
    return {name: np.load(f"{out}.npy" if len(names) == 1 else f"{out}.{name}.npy") for name in names}


def difference(name, eulerc, program, work):
    """The largest one, of the largest value of each state."""
    make, sizes, steps, dt, *method = EXAMPLES[name]
    y, f = make(**sizes)
    solver = os.path.join(work, name)
    subprocess.run([eulerc, "--real=double", program, "-o", solver], check=True)
    start = run(solver, solver, sizes, 0, dt, y)
    got = run(solver, solver, sizes, steps, dt, y)
    y = {state: start[state] if values is None else values for state, values in y.items()}
    for k in range(steps):
        y = (method or [euler])[0](y, f, k * dt, dt)
    assert all(np.abs(got[state] - start[state]).max() > 1e-9 for state in y), f"{name}: it stands still"
    return max(np.abs(got[state] - y[state]).max() / np.abs(y[state]).max() for state in y)


def main():
    eulerc, examples, work, *names = sys.argv[1:]
    os.makedirs(work, exist_ok=True)
    failed = []
    for name in names or EXAMPLES:
        own = os.path.join(os.path.dirname(__file__), "Inputs", "textbook", name + ".ode")
        apart = difference(name, eulerc, own if os.path.exists(own) else f"{examples}/{name}/{name}.ode", work)
        print(f"{name}: differs by {apart:.1e}", flush=True)
        if not apart < 1e-11:
            failed.append(name)
    if failed:
        sys.exit("textbook.py: failed: " + ", ".join(failed))


if __name__ == "__main__":
    main()
