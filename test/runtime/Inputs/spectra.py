"""Compares the step that `--dt auto` takes with the exact limit of stability, over some twenty operators.

spectra.py EULERC FOLDER [NAME...]: compiles each with its method and asks the solver; the limit is that of all eigenvalues
of the Jacobian, computed with NumPy, less a tenth. Accepted: 0.8 to 1 of it. Other outcomes are told by `expected`."""
import subprocess, sys, json, re
import numpy as np

EULER = lambda z: 1 + z
HEUN = lambda z: 1 + z + z**2 / 2
SSP3 = lambda z: HEUN(z) + z**3 / 6
RK4 = lambda z: SSP3(z) + z**4 / 24
POLYNOMIALS = {"euler": EULER, "heun": HEUN, "ssprk3": SSP3, "rk4": RK4}


def ab2(z):
    return np.array([np.abs(np.roots([1, -1 - 1.5 * x, x / 2])).max() for x in z])


def rkl2(stages):
    def b(j):
        return 1 / 3 if j < 3 else (j * j + j - 2) / (2 * j * (j + 1))

    def factor(z):
        w = 4 / (stages**2 + stages - 2)
        before, now = np.ones_like(z), 1 + b(1) * w * z
        for j in range(2, stages + 1):
            mu, nu = (2 * j - 1) / j * b(j) / b(j - 1), -(j - 1) / j * b(j) / b(j - 2)
            gamma = -(1 - b(j - 1)) * mu * w
            before, now = now, mu * now + nu * before + (1 - mu - nu) + mu * w * z * now + gamma * z
        return now
    return factor


def line(n, *terms, ring=True):
    """A matrix with coefficients (an array, or a number) at distances."""
    a = np.zeros((n, n))
    for distance, value in terms:
        for i in range(n):
            k = i + distance
            if ring or 0 <= k < n:
                a[i, k % n] += np.broadcast_to(value, n)[i]
    return a


def factor_of(method, stages, jacobian, dt, turns):
    if method == "symplectic":
        new = np.where(turns[None, :] < turns[:, None], jacobian, 0)
        size = len(jacobian)
        return np.abs(np.linalg.eigvals(np.linalg.solve(np.eye(size) - dt * new, np.eye(size) + dt * (jacobian - new)))).max()
    z = dt * np.linalg.eigvals(jacobian).astype(complex)
    if method == "ab2":
        return ab2(z).max()
    return np.abs((rkl2(stages) if method == "rkl2" else POLYNOMIALS[method])(z)).max()


def limit_of(method, stages, jacobian, turns):
    rho = np.abs(np.linalg.eigvals(jacobian)).max()
    tolerance = 1e-7 if method == "symplectic" else 1e-10
    stands = lambda dt: factor_of(method, stages, jacobian, dt, turns) <= 1 + tolerance
    low, high = 0, 0.01 / rho
    while stands(high):
        low, high = high, high * 1.07
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if stands(middle) else (low, middle)
    return low


def program(n, method, states, extra=""):
    """`states`: of each its name, and its rate."""
    text = f"param int N = {n};\nmethod = {method};\nstate real {', '.join(f'{name}[N]' for name, _ in states)};\n{extra}"
    for name, rate in states:
        text += f"boundary({name}) = periodic;\ninitial({name})(int i) {{ return 1 + 0.01 * i; }}\n"
        text += f"ddt({name})(int i, real t) {{ {rate} }}\n"
    return text


def cases():
    n, i = 120, np.arange(120)
    zeros = np.zeros((n, n))
    laplace, identity = line(n, (-1, 1), (0, -2), (1, 1)), np.eye(n)
    central, upwind = line(n, (-1, 0.5), (1, -0.5)), line(n, (-1, 1), (0, -1))
    upwind2 = line(n, (-2, -0.5), (-1, 2), (0, -1.5))
    diffusion = "return u[i-1] - 2 * u[i] + u[i+1];"
    wave = lambda damping: [("u", "return v[i];"), ("v", f"return u[i-1] - 2 * u[i] + u[i+1] - {damping} * v[i];")]
    waves = lambda damping: np.block([[zeros, identity], [laplace, -damping * identity]])
    one = lambda name, text, matrix, method="euler", extra="", size=n: (
        name, program(size, method, [("u", text)], extra), matrix, method, np.zeros(len(matrix), int))
    pair = lambda name, damping, method: (name, program(n, method, wave(damping)), waves(damping), method, np.arange(2 * n) // n)
    yield one("diffusion", diffusion, laplace)
    yield one("diffusion-rk4", diffusion, laplace, "rk4")
    yield one("diffusion-heun", diffusion, laplace, "heun")
    yield one("diffusion-ab2", diffusion, laplace, "ab2")
    yield one("diffusion-rkl2", diffusion, laplace, "rkl2")
    yield one("fourth-order", "return (-u[i-2] + 16 * u[i-1] - 30 * u[i] + 16 * u[i+1] - u[i+2]) / 12;",
              line(n, (-2, -1 / 12), (-1, 4 / 3), (0, -2.5), (1, 4 / 3), (2, -1 / 12)))
    yield one("biharmonic", "return -(mu[i-1] - 2 * mu[i] + mu[i+1]);", -laplace @ laplace, "euler",
              "let real mu[N];\nboundary(mu) = periodic;\nlet(mu)(int i, real t) { return u[i-1] - 2 * u[i] + u[i+1]; }\n")
    yield one("upwind", "return u[i-1] - u[i];", upwind)
    yield one("upwind-ssprk3", "return u[i-1] - u[i];", upwind, "ssprk3")
    yield one("upwind2-rk4", "return (-u[i-2] + 4 * u[i-1] - 3 * u[i]) / 2;", upwind2, "rk4")
    yield one("upwind2-damped", "return (-u[i-2] + 4 * u[i-1] - 3 * u[i]) / 2 + u[i-1] - 2 * u[i] + u[i+1];", upwind2 + laplace)
    yield one("central-rk4", "return (u[i-1] - u[i+1]) / 2;", central, "rk4")
    yield one("central-diffusion", "return 2 * (u[i-1] - u[i+1]) + 0.5 * (u[i-1] - 2 * u[i] + u[i+1]);", 4 * central + 0.5 * laplace)
    yield one("carried-rkl2", "return (u[i-1] - u[i+1]) / 2 + 2 * (u[i-1] - 2 * u[i] + u[i+1]);", central + 2 * laplace, "rkl2")
    yield pair("wave", 0, "symplectic")
    yield pair("wave-rk4", 0, "rk4")
    yield pair("wave-damped", 4, "symplectic")
    yield pair("wave-weakly", 0.1, "symplectic")
    yield pair("wave-weakly-euler", 0.2, "euler")
    yield pair("wave-damped-euler", 1.5, "euler")
    fast = np.where(i == 70, 100, 1.0)
    yield one("fast-point", "return (i == 70 ? 100 : 1) * (u[i-1] - 2 * u[i] + u[i+1]);", line(n, (-1, fast), (0, -2 * fast), (1, fast)))
    few = np.where((i >= 40) & (i < 44), 10, 1.0)
    yield one("fast-points", "return (i >= 40 && i < 44 ? 10 : 1) * (u[i-1] - 2 * u[i] + u[i+1]);", line(n, (-1, few), (0, -2 * few), (1, few)))
    bumpy = 1 + 0.8 * np.sin(2 * np.pi * i / n * 3)
    yield one("variable", "return (1 + 0.8 * sin(2 * M_PI * i / N * 3)) * (u[i-1] - 2 * u[i] + u[i+1]);",
              line(n, (-1, bumpy), (0, -2 * bumpy), (1, bumpy)))
    rough = 1 + 9.0 * ((i * 7919 % 31) / 31)
    yield one("rough", "return (1 + 9.0 * ((i * 7919 % 31) / 31.0)) * (u[i-1] - 2 * u[i] + u[i+1]);",
              line(n, (-1, rough), (0, -2 * rough), (1, rough)), "rk4")
    # Symmetric matrices, and those that a diagonal makes symmetric, at whose jumps the symbol oscillates.
    conductive = lambda k: line(n, (-1, (k + np.roll(k, 1)) / 2), (0, -k - (np.roll(k, 1) + np.roll(k, -1)) / 2), (1, (k + np.roll(k, -1)) / 2))
    flux = "return (0.5 * (k(i) + k(i + 1)) * (u[i+1] - u[i]) - 0.5 * (k(i) + k(i - 1)) * (u[i] - u[i-1]))"
    yield one("conductive-rkl2", flux + ";", conductive(np.where((i >= 40) & (i < 42), 37, 1.0)), "rkl2",
              "static real k(int i) { return i >= 40 && i < 42 ? 37 : 1; }\n")
    heavy = np.where((i >= 60) & (i < 62), 0.02, 1.0)
    yield one("capacity-rkl2", flux + " / (i >= 60 && i < 62 ? 0.02 : 1);", conductive(np.where(i % 5 < 2, 6, 1.0)) / heavy[:, None], "rkl2",
              "static real k(int i) { return i % 5 == 0 || i % 5 == 1 || i == N ? 6 : 1; }\n")
    sink = np.where(i == 33, -500, 0.0)
    yield one("sink", "return u[i-1] - 2 * u[i] + u[i+1] - (i == 33 ? 500 * u[i] : 0);", laplace + np.diag(sink))
    reaction = np.block([[3 * laplace - 2 * identity, identity], [-4 * identity, 0.2 * laplace - 3 * identity]])
    yield ("reaction", program(n, "rk4", [("u", "return 3 * (u[i-1] - 2 * u[i] + u[i+1]) - 2 * u[i] + v[i];"),
                                          ("v", "return 0.2 * (v[i-1] - 2 * v[i] + v[i+1]) - 4 * u[i] - 3 * v[i];")]),
           reaction, "rk4", np.zeros(2 * n, int))
    # A few components: all eigenvalues are computed.
    stiff = np.array([[-100.0, 99], [99, -100]])
    yield ("stiff-pair", program(2, "euler", [("u", "return i == 0 ? -100 * u[0] + 99 * u[1] : 99 * u[0] - 100 * u[1];")]),
           stiff, "euler", np.zeros(2, int))
    # Boundaries that are no ring.
    robin = line(n, (-1, 1), (0, -2), (1, 1), ring=False)
    robin[0, 0] += -7.0
    yield ("robin", program(n, "euler", [("u", diffusion)]).replace("boundary(u) = periodic;", "boundary(u, i, low) = mirror(-7);\nboundary(u, i, high) = dirichlet(0);"),
           robin, "euler", np.zeros(n, int))


def main(eulerc, folder, *names):
    failed = []
    for name, text, jacobian, method, turns in cases():
        if names and name not in names:
            continue
        with open(f"{folder}/{name}.ode", "w") as file:
            file.write(text)
        options = ["--stages=9"] if method == "rkl2" else []
        subprocess.run([eulerc, f"{folder}/{name}.ode", "--real=double", "-o", f"{folder}/{name}", *options], check=True)
        run = subprocess.run([f"{folder}/{name}", "--backend", "serial", "--dt", "auto", "--steps", "1", "--quiet", "--stats",
                              f"{folder}/{name}.json"], capture_output=True, text=True)
        exact = limit_of(method, 9, jacobian, turns)
        if run.returncode != 0:
            print(f"{name}: exact {exact:.4g}: {run.stderr.strip()}")
            failed.append(name)
            continue
        with open(f"{folder}/{name}.json") as file:
            ratio = json.load(file)["problem"]["dt"] / (0.9 * exact)
        print(f"{name}: exact {exact:.4g}, of which {ratio:.3f}")
        if not 0.8 <= ratio <= 1.006:
            failed.append(name)
    assert not failed, failed


main(*sys.argv[1:])
