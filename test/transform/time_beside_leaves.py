"""Programs in which values of the time stand beside each kind of leaf, in each place where values are computed.

    time_beside_leaves.py -- EULERC...

Each leaf is joined with each value of the time, in each way, in ddt, next, let, species, a loop, a condition on points, a
monitor and a boundary value, as far as it may stand there. Of each program eulerc has to print the kernels.
"""

import concurrent.futures
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "oracle"))
from methods import ORDERS  # noqa: E402

TIMES = ["sin(t)", "t", "exp(-K * t) / (1 + t)", "(t > 0.5 ? sqrt(t) : t / 3)"]
JOINS = ["{leaf} * {time}", "{time} + {leaf}", "{time} / (2 + {leaf})", "cos({time} * {leaf})", "K * {time} - {leaf}",
         "(t > 0.5 ? {leaf} : {time})", "({leaf} > 0.25 ? {time} : -1)"]
METHODS = list(ORDERS)
# Where a leaf may stand besides ddt, next, let and species: s in a boundary value, m in a monitor.
LEAVES = {
    "0.75": "sm", "K": "sm", "K * N": "sm", "N": "sm", "w[1]": "sm", "dt": "",
    "i": "m", "w[i % 3]": "", "w[d[1]]": "", "w[d[i % 4]]": "",
    "amp[1]": "m", "amp[N - 62]": "m", "amp[i % 4]": "m", "amp[d[2]]": "m", "amps[1][2]": "m", "d[1]": "m", "d[i % 4]": "m",
    "c[i]": "m", "c[i - 1]": "m", "c[3]": "", "y[i]": "m", "y[i + 2]": "m", "y[5]": "", "y[d[1]]": "", "z[i]": "m",
    "f[1][i]": "m", "f[0][4]": "", "m[i]": "", "m[i - 1]": "", "m[7]": "", "uniform(1)": "", "normal(0)": "",
    "mean(i)": "m", "sum(i)": "", "over(i)": "", "(i == 3 ? amp[2] : w[0])": "m",
}
PROGRAM = """param int N = 64;
param real K = 0.5;
method = METHOD;
table real w[3] = {0.5, 0.25, -1};
data real amp[4], amps[2][3];
data int d[4];
field real c[N];
state real y[N], z[N], f[2][N];
let real m[N], q[N];
timespan = { .to = 1, .dt = 0.01 };
boundary(y) = dirichlet(K);
boundary(z, i, low) = dirichlet(SIDE);
boundary(z, i, high) = robin(0.5, SIDE);
boundary(m) = neumann(0);
boundary(q) = neumann(0);
boundary(c) = periodic;
initial(amp)(int k) { return 0.25 * k; }
initial(amps)(int k, int l) { return k - l; }
initial(d)(int k) { return k % 3; }
initial(c)(int i) { return 0.5; }
initial(y)(int i) { return i; }
initial(z)(int i) { return 1; }
initial(f)(int s, int i) { return s; }
static real mean(int i) { return 0.5 * (c[i] + z[i]); }
static real sum(int i) { real s = 0; for (int k = 0; k < N; k++) s += amp[1] * z[k]; return s; }
static real over(int i) { real s = 0; for (int k = d[0]; k < d[2]; k++) s += w[2]; return s; }
let(m)(int i, real t) { return LET; }
let(q)(int i, real t) { return VALUES; }
ddt(y)(int i, real t) { return z[i - 1] + q[i] + VALUES; }
next(z)(int i, real t) { return i == 5 ? VALUES : q[i + 1]; }
ddt(f)(int s, int i, real t) { return s == 0 ? ALONE : VALUES; }
monitor(sum) all(int i, real t) { return MONITOR; }
stop(all > 1e30 * sin(t));
"""


def values(leaf):
    return [join.format(leaf=leaf, time=time) for time in TIMES for join in JOINS]


def added(values):
    return " + ".join(values)


def program(leaf, number):
    own, plain = values(leaf), values("K")
    words = {
        "METHOD": METHODS[number % len(METHODS)],
        "ALONE": own[number % len(own)],
        "MONITOR": added(own if "m" in LEAVES[leaf] else plain),
        "SIDE": added(own if "s" in LEAVES[leaf] else plain),
        "LET": added(own if "m[" not in leaf else plain),
        "VALUES": added(["y[i]", *own]),  # beside a state, so that each is looked at by itself
    }
    return re.sub("METHOD|ALONE|MONITOR|SIDE|LET|VALUES", lambda word: words[word[0]], PROGRAM)


def fails(case):
    eulerc, leaf, number = case
    path = os.path.join(os.environ["TMPDIR"], f"leaf_{number}.ode")
    with open(path, "w") as file:
        file.write(program(leaf, number))
    run = subprocess.run([*eulerc, path, "--emit=opencl", "-o", path + ".cl"], text=True, capture_output=True)
    if run.returncode == 0:
        os.remove(path)
        os.remove(path + ".cl")
        return None
    return f"{leaf}: {run.stderr.splitlines()[0]}"


def main():
    eulerc = sys.argv[sys.argv.index("--") + 1:]
    cases = [(eulerc, leaf, number) for number, leaf in enumerate(LEAVES)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        failed = [words for words in pool.map(fails, cases) if words]
    print(*failed, sep="\n")
    pairs = len(LEAVES) * len(TIMES) * len(JOINS)
    print(f"{pairs} values in each place, {len(failed)} of {len(LEAVES)} programs refused")
    sys.exit(bool(failed))


main()
