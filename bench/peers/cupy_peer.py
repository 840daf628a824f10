"""Peer of the bench: steps by CuPy, one fused elementwise kernel over slices of arrays (see served.py).

A state lies in an array with the boundary's values around it; two copies of it take turns.
"""

import re
import time

import cupy

import served

# u, v are a point's own values; ul is u to the left of it, ur to the right, uu above, ud below, uf in
# front, ub behind, ull two points to the left, and so on. nu, nv are the values after the step.
SIDES = {"l": (0, 0, -1), "r": (0, 0, 1), "u": (0, -1, 0), "d": (0, 1, 0), "f": (-1, 0, 0), "b": (1, 0, 0)}
LINE, PLANE = "({0}l - 2 * {0} + {0}r)", "({0}u + {0}d + {0}l + {0}r - 4 * {0})"
ONE, TWO = "(uf + ub + uu + ud + ul + ur)", "(uff + ubb + uuu + udd + ull + urr)"
STEPS = {
    "string": f"nu = u + h * v; nv = v + h * (k * {LINE.format('u')})",
    "heat": f"nu = u + h * (k * {LINE.format('u')})",
    "heat2d": f"nu = u + h * (k * {PLANE.format('u')})",
    "bruss2d": "float reaction = u * u * v; "
               f"nu = u + h * (B + reaction - (A + 1) * u + k * {PLANE.format('u')}); "
               f"nv = v + h * (A * u - reaction + k * {PLANE.format('v')})",
    "heat7": f"nu = u + h * (k * ({ONE} - 6 * u))",
    "heat3d": f"nu = u + h * (k * (-7.5f * u + 4.0f / 3 * {ONE} - 1.0f / 12 * {TWO})"
              " + perfusion * (blood - u))",
}


def others(problem, n):
    """What a step reads besides the states, by name: numbers, and the field of heat3d."""
    if problem == "string":
        return {"k": served.STRING["K"] ** 2}
    if problem == "bruss2d":
        return {"k": served.BRUSS2D["alpha"] * (n - 1) ** 2, "A": served.BRUSS2D["A"],
                "B": served.BRUSS2D["B"]}
    if problem == "heat3d":
        return {"k": cupy.full((n, n, n), served.HEAT3D["diffusion"], cupy.float32),
                "perfusion": served.HEAT3D["perfusion"], "blood": served.HEAT3D["blood"]}
    return {"k": served.HEAT[problem]}


def window(wide, reach, sides):
    """The slice of an array that lies to these sides of all points inside."""
    offset = [sum(SIDES[side][axis] for side in sides) for axis in range(3)][3 - wide.ndim:]
    return wide[tuple(slice(reach + o, length - reach + o) for o, length in zip(offset, wide.shape))]


def mirror(wide):
    """Walls let nothing through: beyond them is what lies before them."""
    wide[:, 0], wide[:, -1] = wide[:, 1], wide[:, -2]
    wide[0], wide[-1] = wide[1], wide[-2]


def solve(problem, states, steps, dt):
    more, reach = others(problem, states[0].shape[0]), 2 if problem == "heat3d" else 1
    copies = [[cupy.full([length + 2 * reach for length in state.shape],
                         more.get("blood", 0), cupy.float32) for state in states] for _ in range(2)]
    names = "uv"[:len(states)]
    reads = sorted(set(re.findall(r"\b[uv][lrudfb]{0,2}\b", STEPS[problem])))
    kernel = cupy.ElementwiseKernel(
        ", ".join(f"float32 {name}" for name in [*reads, "h", *more]),
        ", ".join(f"float32 n{name}" for name in names), STEPS[problem], problem)
    # From one copy to the other, and back.
    arguments = [[window(now[names.index(name[0])], reach, name[1:]) for name in reads]
                 + [dt, *more.values()] + [window(wide, reach, "") for wide in next]
                 for now, next in (copies, copies[::-1])]

    def start():
        for state, wide in zip(states, copies[0]):
            window(wide, reach, "")[...] = cupy.asarray(state)
            if problem == "bruss2d":
                mirror(wide)

    def step(k):
        kernel(*arguments[k % 2])
        if problem == "bruss2d":
            for wide in copies[(k + 1) % 2]:
                mirror(wide)

    for k in range(2):  # compiles
        step(k)
    start()
    cupy.cuda.Device().synchronize()
    begin = time.perf_counter()
    for k in range(steps):
        step(k)
    cupy.cuda.Device().synchronize()
    seconds = time.perf_counter() - begin
    return seconds, [cupy.asnumpy(window(wide, reach, "")) for wide in copies[steps % 2]]


device = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
served.serve(f"CuPy {cupy.__version__} on {device}", solve)
