"""A chain of springs: an example that mypy --strict takes as it is."""

from __future__ import annotations

import numpy as np
import xarray
from numpy.typing import NDArray

import eulerc

PROGRAM = """
/// masses
param int  N = 100;
/// stiffness [N/m]
param real k = 1.0;
state real x[N], v[N];
boundary(x) = dirichlet(0);
timespan = { .to = 10.0, .dt = 0.01 };
initial(x)(int i) { return i == N / 2 ? 1 : 0; }
initial(v)(int i) { return 0; }
ddt(x)(int i, real t) { return v[i]; }
ddt(v)(int i, real t) { return k * (x[i - 1] - 2 * x[i] + x[i + 1]); }
monitor(sum) energy(int i, real t) { return 0.5 * v[i] * v[i]; }
"""


def loudest(run: xarray.Dataset) -> float:
    return float(abs(run["x"]).max())


def middle(solver: eulerc.Solver) -> float:
    return float(solver["x"][solver.shape[0] // 2])


def main() -> None:
    chain: eulerc.Program = eulerc.compile(PROGRAM, real="double", method="symplectic", name="chain")
    print(f"{loudest(chain.run(every=0.1)):.3f}")
    for t, states in chain.solver(N=50).iterate(every=5.0):
        positions: NDArray[np.float64] = states["x"]
        print(f"{t:g} {positions.std():.3f}")
    print(chain.sweep(middle, k=np.linspace(0.5, 2, 4))["value"].round(3).tolist())


if __name__ == "__main__":
    main()
