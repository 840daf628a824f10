"""What the peers in Python share: how they are asked (see peer.h), and the problems' initial states.

    served.serve("JAX 0.11", solve)     solve(problem, states, steps, dt) → seconds, states at the end

States are a list of float32 arrays, one a state; the string's displacement and velocity lie apart.
"""

import json
import os
import sys

import numpy as np

STRING = {"K": 40.0}
HEAT = {"heat": 0.2, "heat2d": 0.2, "heat7": 0.1}  # diffusivity over the square of the distance
BRUSS2D = {"A": 3.4, "B": 1.0, "alpha": 2e-3}
# Pennes' equation with fourth-order differences: muscle, voxels of 1 mm.
HEAT3D = {"blood": 37.0, "perfusion": 5e-3, "diffusion": 0.5 / (1090.0 * 3421.0) / (1e-3 * 1e-3)}

# Sound in rock: distance of points, layer that takes waves up in points, frequency of the source (wave.ode).
WAVE = {"h": 0.01, "layer": 10, "f0": 10.0}


def rock(n):
    """Squared slowness, and damping."""
    i = np.arange(n)
    speed = np.broadcast_to((1.5 + 1.5 * i / (n - 1))[:, None, None], (n, n, n))
    depth = np.maximum(0, np.maximum(WAVE["layer"] - i, i - n + WAVE["layer"] + 1))
    into = depth[:, None, None] + depth[:, None] + depth
    return (1 / speed**2).astype(np.float32), (0.1 * into**2).astype(np.float32)


def ricker(t):
    a = (np.pi * WAVE["f0"] * (t - 1 / WAVE["f0"])) ** 2
    return (1 - 2 * a) * np.exp(-a)


def initial(problem, n):
    if problem == "string":
        points = n // 2
        u = np.sin(np.pi * np.arange(1, points + 1) / (points + 1)).astype(np.float32)
        return [u, np.zeros_like(u)]
    i = np.arange(n, dtype=np.int32)
    if problem in HEAT:
        places = {"heat": lambda: i, "heat2d": lambda: 7 * i + 3 * i[:, None],
                  "heat7": lambda: 7 * i + 3 * i[:, None] + i[:, None, None]}[problem]()
        return [(np.arange(11) * 0.1).astype(np.float32)[places % 11]]
    if problem == "bruss2d":
        u = np.broadcast_to(0.5 + i[:, None] / (n - 1), (n, n))
        v = np.broadcast_to(1.0 + 5.0 * i / (n - 1), (n, n))
        return [u.astype(np.float32), v.astype(np.float32)]
    if problem == "heat3d":
        square = (i - 0.5 * (n - 1)) ** 2
        inside = square + square[:, None] + square[:, None, None] < 64
        return [np.where(inside, np.float32(60), np.float32(HEAT3D["blood"]))]
    if problem == "wave":
        return [np.zeros((n, n, n), np.float32)] * 2
    if problem == "wave_free":
        square = (i - 0.5 * (n - 1)) ** 2
        bubble = np.exp(-(square + square[:, None] + square[:, None, None]) / 20).astype(np.float32)
        return [bubble] * 2
    if problem == "luo_rudy":  # V, m, h, j, d, f, X, Ca of each cell; ten columns are excited
        rest = [-84.5737, 0.00167, 0.98333, 0.98950, 0.00298, 0.99998, 0.00566, 1.8e-4]
        states = [np.full((n, n), value, np.float32) for value in rest]
        states[0][:, :10] = 20
        return states
    raise ValueError(f"there is no problem {problem}")


def write(problem, states, path):
    """As raw floats in the order of eulerc's output; nothing if the path is -."""
    if path == "-":
        return
    if problem == "string":
        states = [np.stack([np.asarray(state) for state in states], axis=1)]
    with open(path, "wb") as file:
        for state in states:
            file.write(np.asarray(state, np.float32).tobytes())


def serve(version, solve):
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints is no answer

    def answer(value):
        print(json.dumps(value), file=answers, flush=True)

    answer({"version": version})
    kept = None, None  # the same problem is asked several times
    for line in sys.stdin:
        problem, n, steps, dt, path = line.split()
        if kept[0] != (problem, n):
            kept = (problem, n), initial(problem, int(n))
        seconds, states = solve(problem, kept[1], int(steps), float(dt))
        write(problem, states, path)
        answer({"seconds": seconds})
