"""Peer of the bench: steps by Devito, which makes C with OpenMP from symbolic stencils (see served.py).

Its best of what it has: opt='advanced', blocks in space as its own search finds them, float32. Time is
that of the C alone.
"""

import functools

import numpy as np
import devito
from devito import Constant, Eq, Function, Grid, Operator, SparseTimeFunction, TimeFunction

import served

devito.configuration["log-level"] = "ERROR"


def states_of(grid, order, names="u"):
    return [TimeFunction(name=name, grid=grid, space_order=order, time_order=1) for name in names]


def stencils(problem, grid, n, h):
    """The states, fields with their values, and the equations of a step."""
    if problem == "string":
        u, v = states_of(grid, 2, "uv")
        return [u, v], [Eq(u.forward, u + h * v),
                        Eq(v.forward, v + h * (served.STRING["K"] ** 2 * u.laplace))]
    if problem in served.HEAT:
        u, = states_of(grid, 2)
        return [u], [Eq(u.forward, u + h * (served.HEAT[problem] * u.laplace))]
    if problem == "bruss2d":
        u, v = states_of(grid, 2, "uv")
        A, B, a = served.BRUSS2D["A"], served.BRUSS2D["B"], served.BRUSS2D["alpha"] * (n - 1) ** 2
        steps = [Eq(u.forward, u + h * (B + u * u * v - (A + 1) * u + a * u.laplace)),
                 Eq(v.forward, v + h * (A * u - u * u * v + a * v.laplace))]
        return [u, v], steps + [wall for w in (u, v) for wall in walls(w, grid, n)]
    if problem != "heat3d":
        raise ValueError(f"there is no problem {problem}")
    T, = states_of(grid, 4)
    k = Function(name="k", grid=grid, space_order=0)
    k.data[:] = served.HEAT3D["diffusion"]
    cooling = served.HEAT3D["perfusion"] * (served.HEAT3D["blood"] - T)
    return [T], [Eq(T.forward, T + h * (k * T.laplace + cooling))]


def walls(u, grid, n):
    """Nothing flows through: beyond the walls is what lies before them."""
    (y, x), later = grid.dimensions, grid.stepping_dim + 1
    return [Eq(u[later, y, -1], u[later, y, 0]), Eq(u[later, y, n], u[later, y, n - 1]),
            Eq(u[later, -1, x], u[later, 0, x]), Eq(u[later, n, x], u[later, n - 1, x])]


def wave(problem, grid, n, steps):
    """The pressure, the equations of a step of leapfrog, and the source's values if it has one."""
    h = Constant(name="h", dtype=np.float32)
    u = TimeFunction(name="u", grid=grid, space_order=4, time_order=2)
    m = Function(name="m", grid=grid, space_order=2)  # a source at a point asks for as many
    m.data[:], damped = served.rock(n)
    spread = u.laplace / served.WAVE["h"] ** 2
    if problem == "wave_free":
        return u, [Eq(u.forward, 2 * u - u.backward + h**2 / m * spread)], None
    damp = Function(name="damp", grid=grid, space_order=2)
    damp.data[:] = damped
    half = 0.5 * h * damp
    source = SparseTimeFunction(name="source", grid=grid, npoint=1, nt=steps)
    source.coordinates.data[:] = n // 2
    later = (m * (2 * u - u.backward) + half * u.backward + h**2 * spread) / (m + half)
    return u, [Eq(u.forward, later)] + source.inject(u.forward, expr=source * h**2 / (m + half)), source


@functools.lru_cache(maxsize=2)
def built_wave(problem, shape, steps):
    grid = Grid(shape=shape, extent=[length - 1 for length in shape], dtype=np.float32)
    u, equations, source = wave(problem, grid, shape[0], steps)
    operator = Operator(equations, subs=grid.spacing_map, opt="advanced", language="openmp")
    operator.apply(h=np.float32(0), time_M=4, autotune="aggressive")
    return operator, u, source, operator._state["autotuning"][-1]["tuned"]


def solve_wave(problem, start, steps, dt):
    operator, u, source, tuned = built_wave(problem, start[0].shape, max(steps, 5))
    u.data_with_halo[:] = 0
    u.data[0], u.data[2] = start
    if source is not None:
        source.data[:, 0] = served.ricker(np.arange(source.nt) * dt)
    summary = operator.apply(h=np.float32(dt), time_m=0, time_M=steps - 1, **tuned)
    return sum(entry.time for entry in summary.values()), [u.data[steps % 3], u.data[(steps - 1) % 3]]


@functools.lru_cache(maxsize=1)
def built(problem, shape):
    grid = Grid(shape=shape, extent=[length - 1 for length in shape], dtype=np.float32)
    h = Constant(name="h", dtype=np.float32)
    states, steps = stencils(problem, grid, shape[0], h)
    # OpenMP deals out the points of a line one by one, without vectors: one thread does better.
    language = "C" if len(shape) == 1 else "openmp"
    operator = Operator(steps, subs=grid.spacing_map, opt="advanced", language=language)
    tuned = {}
    if len(shape) == 3:
        operator.apply(h=np.float32(0), time_M=4, autotune="aggressive")
        tuned = operator._state["autotuning"][-1]["tuned"]
    return operator, states, tuned


def solve(problem, start, steps, dt):
    if problem.startswith("wave"):
        return solve_wave(problem, start, steps, dt)
    operator, states, tuned = built(problem, start[0].shape)
    for state, values in zip(states, start):
        state.data_with_halo[:] = served.HEAT3D["blood"] if problem == "heat3d" else 0
        state.data[0] = values
        if problem == "bruss2d":
            state.data_with_halo[0] = np.pad(values, state._size_halo[1][0], mode="edge")
    summary = operator.apply(h=np.float32(dt), time_M=steps - 1, **tuned)
    return sum(entry.time for entry in summary.values()), [state.data[steps % 2] for state in states]


served.serve(f"Devito {devito.__version__}", solve)
