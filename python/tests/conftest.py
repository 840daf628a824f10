"""Programs that the tests compile, once for all of them."""

import os
import sys

import pytest

import eulerc

QUICK = os.path.join(os.path.dirname(__file__), "..", "..", "test", "tools", "quick_cxx")

WAVE = """\
/// points of the string
param int  N = 100;
/// wave speed [1/s]
param real c = 20.0;
/// displacement [mm]
state real u[N];
/// velocity [mm/s]
state real v[N];
boundary(u) = dirichlet(0);
timespan = { .to = 0.1, .dt = 1e-3 };
initial(u)(int i) { return sin(M_PI * (i + 1) / (N + 1)); }
initial(v)(int i) { return 0; }
ddt(u)(int i, real t) { return v[i]; }
ddt(v)(int i, real t) { return c * c * (u[i - 1] - 2 * u[i] + u[i + 1]); }
/// half the mean square of the velocities
monitor(mean) energy(int i, real t) { return 0.5 * v[i] * v[i]; }
"""

NOISE = """\
param int N = 8;
state real x[N], f[2][N];
timespan = { .to = 1.0, .dt = 0.5 };
initial(x)(int i) { return 0; }
initial(f)(int q, int i) { return q + i; }
ddt(x)(int i, real t) { return normal(0); }
ddt(f)(int q, int i, real t) { return q; }
monitor(sum) all(int i, real t) { return x[i]; }
"""

PLATE = """\
param int NX = 5, NY = 4;
param real growth = 0.0;
/// conductivity
field real k[NY][NX];
initial(k)(int y, int x) { return 1; }
data real source[3];
initial(source)(int j) { return 0; }
state real T[NY][NX];
boundary(T) = neumann(0);
timespan = { .to = 1.0, .dt = 0.125 };
initial(T)(int y, int x) { return x; }
ddt(T)(int y, int x, real t) { return growth * T[y][x] * T[y][x] + k[y][x] * source[1]; }
"""


@pytest.fixture(scope="session", autouse=True)
def quick():
    """A host compiler that is quick, as in the other tests."""
    os.environ["CXX"] = os.path.abspath(QUICK)
    os.environ.setdefault("MPLBACKEND", "agg")


@pytest.fixture(scope="session")
def wave():
    return eulerc.compile(WAVE, real="double", name="wave")


@pytest.fixture(scope="session")
def plate():
    return eulerc.compile(PLATE, name="plate")
