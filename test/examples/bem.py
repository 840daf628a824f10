"""Compares examples/bem with NumPy, which stores the matrix: bem.py SOLVER (in double) [N]

Written once more, in complex numbers: the potential of a double layer is the real part of Cauchy's
integral, - Re 1/(2 pi i) ∮ mu(z) / (z - p) dz, on the edge as its principal value.
"""

import subprocess
import sys

import numpy as np

solver, N, WIRE, DT = sys.argv[1], int((sys.argv + [100])[2]), -1.6, 0.5
s = 2 * np.pi * np.arange(N) / N
z = np.cos(s) + 0.65 * np.cos(2 * s) - 0.65 + 1.5j * np.sin(s)
dz = -np.sin(s) - 1.3 * np.sin(2 * s) + 1.5j * np.cos(s)
ddz = -np.cos(s) - 2.6 * np.cos(2 * s) - 1.5j * np.sin(s)


def cauchy(p):
    return -(dz / (z - p[:, None])).imag / N  # Re 1/(2 pi i) w = Im w / (2 pi), and ds = 2 pi / N


with np.errstate(divide="ignore", invalid="ignore"):
    K = cauchy(z)
K[np.arange(N), np.arange(N)] = -(ddz / dz).imag / (2 * N)
k = np.arange(N)
turn = np.pi * (3 - np.sqrt(5.0)) * k
inside = -0.2 + 0.92 * np.sqrt((k + 0.5) / N) * (
    np.cos(turn) + 0.65 * np.cos(2 * turn) - 0.65 + 1.5j * np.sin(turn) + 0.2
)
g = -np.log(abs(z - WIRE))

mu, T = np.zeros(N), np.zeros(N)
steps = 20
for _ in range(steps):
    mu, T = mu + DT * (2 * K @ mu - mu - 2 * g), cauchy(inside) @ mu


def run(steps):
    subprocess.run([solver, "--quiet", "--set", f"N={N}", "--steps", str(steps), "--output", "bem.npy"], check=True)
    return np.load("bem.mu.npy"), np.load("bem.T.npy")


failed = []


def expect(what, difference, most):
    print(f"{what}: {difference:.2g}")
    if not difference <= most:
        failed.append(what)


found = run(steps)
expect("densities after the same steps differ by", abs(found[0] - mu).max(), 1e-13 * N)
expect("temperatures after the same steps differ by", abs(found[1] - T).max(), 1e-13 * N)
mu, T = run(200)
expect("the densities differ from the solution of the matrix by", abs(mu - np.linalg.solve(np.eye(N) - 2 * K, -2 * g)).max(), 1e-11)
deep = abs(inside + 0.2) < 0.4
expect("temperatures deep inside are wrong by", abs(T + np.log(abs(inside - WIRE)))[deep].max(), 1e-10)
if failed:
    sys.exit("failed: " + ", ".join(failed))
