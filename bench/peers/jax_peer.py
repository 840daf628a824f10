"""Peer of the bench: steps by JAX, jit over a loop of sliced array expressions (see served.py).

A state is padded with the boundary's values in each step; XLA makes one kernel of it all.
"""

import functools
import os
import time

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # the device is shared with others

import jax
import jax.numpy as jnp
from jax import lax

import served

ROUND = 60  # steps of one compiled loop


def shifted(u, reach, **pad):
    """at(offset on each axis) → the state there, of its own shape."""
    wide = jnp.pad(u, reach, **pad)
    return lambda *offsets: wide[tuple(slice(reach + offset, reach + offset + length)
                                       for offset, length in zip(offsets, u.shape))]


def string(y, n):
    u, v = y
    at = shifted(u, 1)
    return [v, served.STRING["K"] ** 2 * (at(-1) - 2 * u + at(1))]


def heat(y, n):
    at = shifted(y[0], 1)
    return [served.HEAT["heat"] * (at(-1) - 2 * y[0] + at(1))]


def heat2d(y, n):
    at = shifted(y[0], 1)
    return [served.HEAT["heat2d"] * (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1) - 4 * y[0])]


def bruss2d(y, n):
    (u, v), A, B = y, served.BRUSS2D["A"], served.BRUSS2D["B"]
    a, reaction = served.BRUSS2D["alpha"] * (n - 1) ** 2, u * u * v

    def diffusion(u):
        at = shifted(u, 1, mode="edge")
        return a * (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1) - 4 * u)

    return [B + reaction - (A + 1) * u + diffusion(u), A * u - reaction + diffusion(v)]


def heat7(y, n):
    at = shifted(y[0], 1)
    return [served.HEAT["heat7"] * (at(-1, 0, 0) + at(1, 0, 0) + at(0, -1, 0) + at(0, 1, 0)
                                    + at(0, 0, -1) + at(0, 0, 1) - 6 * y[0])]


def heat3d(y, n, diffusion):
    T, blood = y[0], served.HEAT3D["blood"]
    at = shifted(T, 2, constant_values=blood)

    def ring(d):
        return (at(-d, 0, 0) + at(d, 0, 0) + at(0, -d, 0) + at(0, d, 0) + at(0, 0, -d) + at(0, 0, d))

    change = diffusion * (-7.5 * T + 4 / 3 * ring(1) - 1 / 12 * ring(2))
    return [change + served.HEAT3D["perfusion"] * (blood - T)]


CHANGES = {"string": string, "heat": heat, "heat2d": heat2d, "bruss2d": bruss2d, "heat7": heat7,
           "heat3d": heat3d}


@functools.lru_cache(maxsize=4)
def compiled(problem, n, steps, dt):
    """`steps` steps of states and fields, which are computed in place."""
    changes = CHANGES[problem]

    @functools.partial(jax.jit, donate_argnums=0)
    def advance(states, fields):
        return lax.fori_loop(0, steps, lambda _, y: [
            state + dt * change for state, change in zip(y, changes(y, n, *fields))], states)

    return advance


def solve(problem, states, steps, dt):
    n = states[0].shape[0]
    fields = [jnp.full((n, n, n), served.HEAT3D["diffusion"], jnp.float32)] if problem == "heat3d" else []
    states = [jnp.asarray(state) for state in states]
    loops = []  # the same ones, in the order they run
    for count, times in (ROUND, steps // ROUND), (steps % ROUND, 1):
        if count and times:
            loop = compiled(problem, n, count, dt)
            loop([jnp.zeros_like(state) for state in states], fields)  # compiles
            loops += [loop] * times
    jax.block_until_ready(states)
    begin = time.perf_counter()
    for loop in loops:
        states = loop(states, fields)
    jax.block_until_ready(states)
    return time.perf_counter() - begin, states


served.serve(f"JAX {jax.__version__} on {jax.devices()[0].device_kind}", solve)
