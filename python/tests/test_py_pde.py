"""py-pde computes the same, with its explicit steps of Euler: two programs, periodic and closed."""

import os

import numpy as np
import pytest

import eulerc

if not os.environ.get("EULERC_TEST_ALL"):
    pytest.skip("py-pde takes half a minute to begin; docs/coming-from.md compares one program each time", allow_module_level=True)
pde = pytest.importorskip("pde")

ALLEN_CAHN = """
param int N = 16;
state real c[N][N];
boundary(c) = periodic;
timespan = { .to = 1.0, .dt = 0.01 };
initial(c)(int y, int x) { return 0; }
static real laplace(int y, int x) { return c[y-1][x] + c[y+1][x] + c[y][x-1] + c[y][x+1] - 4 * c[y][x]; }
ddt(c)(int y, int x, real t) { return laplace(y, x) + c[y][x] - c[y][x] * c[y][x] * c[y][x]; }
"""
BRUSSELATOR = """
param int NX = 12, NY = 9;
param real A = 1.0, B = 3.0, D = 0.1;
state real u[NX][NY], v[NX][NY];
boundary(u) = neumann(0);
boundary(v) = neumann(0);
timespan = { .to = 2.0, .dt = 0.01 };
initial(u)(int x, int y) { return 0; }
initial(v)(int x, int y) { return 0; }
ddt(u)(int x, int y, real t) {
  return u[x-1][y] + u[x+1][y] + u[x][y-1] + u[x][y+1] - 4 * u[x][y] + A - (B + 1) * u[x][y] + v[x][y] * u[x][y] * u[x][y];
}
ddt(v)(int x, int y, real t) {
  return D * (v[x-1][y] + v[x+1][y] + v[x][y-1] + v[x][y+1] - 4 * v[x][y]) + B * u[x][y] - v[x][y] * u[x][y] * u[x][y];
}
"""


def solved(equation, state, t_end):
    return equation.solve(state, t_range=t_end, dt=0.01, backend="numpy", tracker=None)


def test_a_periodic_field():
    grid = pde.UnitGrid([16, 16], periodic=True)
    start = np.random.default_rng(1).uniform(-1, 1, grid.shape)
    theirs = solved(pde.PDE({"c": "laplace(c) + c - c**3"}), pde.ScalarField(grid, start), 1.0)
    ours = eulerc.compile(ALLEN_CAHN, real="double").run(c=start, backend="serial")
    np.testing.assert_allclose(ours.c[-1], theirs.data, rtol=1e-12, atol=1e-14)


def test_two_fields_between_closed_walls():
    grid = pde.UnitGrid([12, 9])
    start = np.random.default_rng(2).uniform(0, 2, (2, *grid.shape))
    equation = pde.PDE({"u": "laplace(u) + 1 - 4 * u + v * u**2", "v": "0.1 * laplace(v) + 3 * u - v * u**2"}, bc={"derivative": 0})
    fields = pde.FieldCollection([pde.ScalarField(grid, values) for values in start])
    theirs = solved(equation, fields, 2.0)
    program = eulerc.compile(BRUSSELATOR, real="double")
    ours = program.run(u=start[0], v=start[1], backend="serial")
    np.testing.assert_allclose(ours.u[-1], theirs.data[0], rtol=1e-10)
    np.testing.assert_allclose(ours.v[-1], theirs.data[1], rtol=1e-10)
