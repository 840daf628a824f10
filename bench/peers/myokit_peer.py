"""Peer of the bench: a sheet of heart cells by Myokit, which makes OpenCL from models of cells (see served.py).

The cells are those of bench/programs/luo_rudy.ode; explicit Euler steps, float32. Time is that of a run less
that of a run of one step, which loads the kernels as well.
"""

import functools
import time

import myokit
import numpy as np

import served

MODEL = """
[[model]]
cell.V  = -84.5737
cell.m  = 0.00167
cell.h  = 0.98333
cell.j  = 0.98950
cell.d  = 0.00298
cell.f  = 0.99998
cell.X  = 0.00566
cell.Ca = 1.8e-4

[engine]
time = 0 bind time

[cell]
spread = 0 bind diffusion_current
Ko = 5.4
RTF = 26.72
EK1 = RTF * log(Ko / 145)
EK = RTF * log((Ko + 0.01833 * 140) / (145 + 0.01833 * 18))
dot(V) = -(sodium + slow + potassium + rectifier + plateau + 0.03921 * (V + 59.87) + spread) label membrane_potential
sodium = 23.0 * m^3 * h * j * (V - 54.4)
slow = 0.09 * d * f * (V - (7.7 - 13.0287 * log(Ca)))
potassium = 0.282 * sqrt(Ko / 5.4) * X * xi * (V - EK)
    xi = if(V > -100, 2.837 * (exp(0.04 * (V + 77)) - 1) / ((V + 77) * exp(0.04 * (V + 35))), 1)
rectifier = 0.6047 * sqrt(Ko / 5.4) * a / (a + b) * (V - EK1)
    a = 1.02 / (1 + exp(0.2385 * (V - EK1 - 59.215)))
    b = (0.49124 * exp(0.08032 * (V - EK1 + 5.476)) + exp(0.06175 * (V - EK1 - 594.31))) / (1 + exp(-0.5143 * (V - EK1 + 4.753)))
plateau = 0.0183 / (1 + exp((7.488 - V) / 5.98)) * (V - EK1)
dot(m) = a * (1 - m) - b * m
    a = 0.32 * (V + 47.13) / (1 - exp(-0.1 * (V + 47.13)))
    b = 0.08 * exp(-V / 11)
dot(h) = a * (1 - h) - b * h
    a = if(V >= -40, 0, 0.135 * exp((80 + V) / -6.8))
    b = if(V >= -40, 1 / (0.13 * (1 + exp((V + 10.66) / -11.1))), 3.56 * exp(0.079 * V) + 3.1e5 * exp(0.35 * V))
dot(j) = a * (1 - j) - b * j
    a = if(V >= -40, 0, (-1.2714e5 * exp(0.2444 * V) - 3.474e-5 * exp(-0.04391 * V)) * (V + 37.78) / (1 + exp(0.311 * (V + 79.23))))
    b = if(V >= -40, 0.3 * exp(-2.535e-7 * V) / (1 + exp(-0.1 * (V + 32))), 0.1212 * exp(-0.01052 * V) / (1 + exp(-0.1378 * (V + 40.14))))
dot(d) = a * (1 - d) - b * d
    a = 0.095 * exp(-0.01 * (V - 5)) / (1 + exp(-0.072 * (V - 5)))
    b = 0.07 * exp(-0.017 * (V + 44)) / (1 + exp(0.05 * (V + 44)))
dot(f) = a * (1 - f) - b * f
    a = 0.012 * exp(-0.008 * (V + 28)) / (1 + exp(0.15 * (V + 28)))
    b = 0.0065 * exp(-0.02 * (V + 30)) / (1 + exp(-0.2 * (V + 30)))
dot(X) = a * (1 - X) - b * X
    a = 0.0005 * exp(0.083 * (V + 50)) / (1 + exp(0.057 * (V + 50)))
    b = 0.0013 * exp(-0.06 * (V + 20)) / (1 + exp(-0.04 * (V + 20)))
dot(Ca) = -1e-4 * slow + 0.07 * (1e-4 - Ca)
"""
COUPLING = 0.001 / (0.025 * 0.025)  # diffusion over the square of the distance


@functools.lru_cache(maxsize=1)
def built(n):
    sheet = myokit.SimulationOpenCL(myokit.parse_model(MODEL), ncells=(n, n), precision=myokit.SINGLE_PRECISION)
    sheet.set_conductance(COUPLING, COUPLING)
    return sheet


def seconds_of(sheet, start, steps, dt):
    # Myokit's order is a cell's states together, the cells along x first.
    sheet.set_time(0)
    sheet.set_state(np.stack([state.ravel() for state in start], axis=1).ravel().astype(float).tolist())
    sheet.set_step_size(dt)
    begin = time.perf_counter()
    sheet.run(steps * dt, log=myokit.LOG_NONE, log_interval=2 * steps * dt)
    return time.perf_counter() - begin


def solve(problem, start, steps, dt):
    if problem != "luo_rudy":
        raise ValueError("Myokit is for cells alone")
    n = len(start[0])
    sheet = built(n)
    seconds_of(sheet, start, 1, dt)  # builds the kernels
    overhead = seconds_of(sheet, start, 1, dt)
    seconds = seconds_of(sheet, start, steps, dt) - overhead
    cells = np.array(sheet.state(), np.float32).reshape(n, n, len(start))
    return seconds, [cells[:, :, state] for state in range(len(start))]


served.serve(f"Myokit {myokit.__version__}", solve)
