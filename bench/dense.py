"""Sums over all points: by solvers, by an OpenMP loop, and by hand-written kernels in OpenCL and CUDA in several forms.

    dense.py build --eulerc build/bin/eulerc --out DIR [--only nbody kuramoto bem]       to be carried anywhere
    dense.py run DIR --out FILE [--n 8192] [--runs 5] [--device TEXT] [--only nbody kuramoto bem]
    dense.py table FILE                                      as Markdown: ms a product, and pairs a second

The problems are bodies, oscillators and boundary elements. Each is a product of a matrix and a vector; entries of the matrix are
computed when they are needed. All programs of a problem take turns in one run, and each figure is the median. First, 64 sums of
each program are compared with sums by NumPy in double; a program with a wrong sum gets no figure, and the run ends with status 1.
"""

import ctypes
import json
import os
import shutil
import statistics
import subprocess
import tempfile

import numpy as np

import verbs

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
PROGRAMS = {"nbody": "examples/nbody/nbody.ode", "kuramoto": "bench/programs/kuramoto_all.ode",
            "bem": "examples/bem/bem.ode"}


def compile(*words):
    subprocess.run([os.environ.get("CXX", "c++"), *words], check=True)


def build(eulerc, out, only):
    os.makedirs(out, exist_ok=True)
    for name in only:
        with open(os.path.join(ROOT, PROGRAMS[name])) as file:
            text = file.read()
        if name == "bem":  # only the steps, each of which is one product
            text = text[:text.index("// What all elements")].replace("/// temperature at the points inside\nstate real T[N];\n", "")
            text = text.replace("initial(T)(int i) { return 0; }\n", "")
        source = os.path.join(out, name + ".ode")
        with open(source, "w") as file:
            file.write(text)
        for math in ("exact", "fast"):
            subprocess.run([eulerc, source, f"--math={math}", "-o", os.path.join(out, f"{name}_{math}")], check=True)
    compile("-std=c++20", "-O2", "-s", "-DCL_TARGET_OPENCL_VERSION=120", os.path.join(HERE, "dense_forms.cpp"),
            os.path.join(ROOT, "runtime", "opencl", "loader.cpp"), "-ldl", "-o", os.path.join(out, "dense_forms"))
    for peer in ("dense_openmp.cpp", "dense_cuda.cu"):
        shutil.copy(os.path.join(HERE, "peers", peer), out)


def has_cuda():
    try:
        return ctypes.CDLL("libcuda.so.1").cuInit(0) == 0
    except OSError:
        return False


def make_cuda(source, program):
    """Compiles the kernels in CUDA; returns the reason if that is impossible, otherwise nothing."""
    nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
    if not nvcc or not has_cuda():
        return "no GPU of NVIDIA's" if nvcc else "no nvcc"
    done = subprocess.run([nvcc, "-O3", "-arch=native", "-std=c++20", source, "-o", program], capture_output=True, text=True)
    return (done.stderr.splitlines() or ["nvcc failed"])[-1] if done.returncode else None


# ---- problems ------------------------------------------------------------------------------------
def nbody(n):
    i = np.arange(n)
    r, a = np.sqrt((i + 0.5) / n), np.pi * (3 - np.sqrt(5)) * i
    return np.array([r * np.cos(a), r * np.sin(a), np.full(n, 1 / n)])


def kuramoto(n):
    return np.array([np.arange(n) * 6007 % 1013 * 6.2 / 1013])


def bem(n):
    s = 2 * np.pi * np.arange(n) / n
    x, y = np.cos(s) + 0.65 * np.cos(2 * s) - 0.65, 1.5 * np.sin(s)
    dx, dy = -np.sin(s) - 1.3 * np.sin(2 * s), 1.5 * np.cos(s)
    bend = np.pi / n * (dy * (-np.cos(s) - 2.6 * np.cos(2 * s)) + dx * 1.5 * np.sin(s)) / (dx * dx + dy * dy)
    return np.array([x, y, 2 * np.pi / n * dy, -2 * np.pi / n * dx, bend, 1 + np.cos(3 * s)])


def sums_of(problem, v, i):
    """The sums in double, at some points."""
    v = v.astype("f4").astype(float)
    if problem == "kuramoto":
        return np.sin(v[0] - v[0][i][:, None]).sum(1)[None]
    dx, dy = v[0] - v[0][i][:, None], v[1] - v[1][i][:, None]
    if problem == "nbody":
        r2 = dx * dx + dy * dy + 0.0025
        return np.array([(v[2] * d / r2**1.5).sum(1) for d in (dx, dy)])
    with np.errstate(invalid="ignore"):
        seen = -(v[2] * dx + v[3] * dy) / (dx * dx + dy * dy)
    seen[np.arange(len(i)), i] = v[4][i]
    return (v[5] * seen).sum(1)[None]


def sums_of_step(problem, v, states, i):
    """The sums that a solver's step of length 1 has added."""
    n = v.shape[1]
    if problem == "nbody":
        s = np.sqrt((i + 0.5) / n)
        angle = np.pi * (3 - np.sqrt(5)) * i
        return np.array([states["vx"][i] + 0.8 * np.sqrt(s) * np.sin(angle), states["vy"][i] - 0.8 * np.sqrt(s) * np.cos(angle)])
    if problem == "kuramoto":
        return (states["th"][i] - v[0][i])[None] * n / 2
    g = -0.5 * np.log((v[0][i] + 1.6) ** 2 + v[1][i] ** 2)
    return (states["mu"][i] + 2 * g)[None] * np.pi


# ---- run -----------------------------------------------------------------------------------------
class Runner:
    def __init__(self, folder, asked):
        self.folder, self.n, self.runs, self.device = os.path.abspath(folder), asked.n, asked.runs, asked.device
        self.work = tempfile.mkdtemp()
        self.cuda = os.path.join(self.work, "dense_cuda")
        self.no_cuda = make_cuda(os.path.join(self.folder, "dense_cuda.cu"), self.cuda)
        self.about, self.wrong = {"n": self.n, "CUDA": f"left out: {self.no_cuda}" if self.no_cuda else "nvcc"}, []
        if self.no_cuda:
            print("left out: kernels in CUDA:", self.no_cuda, flush=True)

    def agrees(self, label, problem, v, i, sums):
        exact = sums_of(problem, v, i)
        error = float(abs(sums - exact).max() / abs(exact).max())
        if not error < 1e-3:  # the limit for float; native functions reach 1e-4
            self.wrong.append(f"{problem}, {label}: differs by {error:.2g} of the largest")
            print("WRONG:", self.wrong[-1])
        return error < 1e-3

    def solver(self, problem, math, options, v):
        """Seconds of the sums of a step, or None."""
        label = f"eulerc {math} {' '.join(options)}"
        more = []
        if problem == "bem":
            np.save(os.path.join(self.work, "mu.npy"), v[5].astype("f4"))
            more = ["--init", "mu=" + os.path.join(self.work, "mu.npy")]
        stats, out = os.path.join(self.work, "stats.json"), os.path.join(self.work, "out.npy")
        command = [os.path.join(self.folder, f"{problem}_{math}"), *options, "--set", f"N={self.n}", "--quiet", *more]

        def run(steps, dt, *words):
            done = subprocess.run([*command, "--dt", str(dt), "--steps", str(steps), *words], capture_output=True, text=True)
            if done.returncode != 0:
                print(f"left out: {problem}, {label}: {(done.stderr.splitlines() or ['failed'])[0]}")
            return done.returncode == 0

        if not run(1, 1, "--output", out):
            return None
        names = {"nbody": ["vx", "vy"], "kuramoto": ["th"], "bem": ["mu"]}[problem]
        files = [out if len(names) == 1 and problem != "nbody" else out[:-3] + name + ".npy" for name in names]
        states = {name: np.load(file).astype(float) for name, file in zip(names, files)}
        i = np.arange(0, self.n, max(1, self.n // 64))
        if not self.agrees(label, problem, v, i, sums_of_step(problem, v, states, i)):
            return None
        seconds = []
        for _ in range(self.runs):
            steps = min(4 * max(1, 8192 // self.n) ** 2, 200)  # with few points, more steps, so that the number of pairs is the same
            run(steps, 1e-3, "--stats", stats)
            with open(stats) as file:
                found = json.load(file)
            self.about[options[1]] = found["device"]
            seconds.append(found["seconds"]["run"] / steps)
        return seconds

    def files(self, problem, v, sums):
        """Whether the sums in a file are right."""
        i = np.arange(0, self.n, max(1, self.n // 64))
        return self.agrees(os.path.basename(sums), problem, v, i, np.fromfile(sums, "f4").reshape(-1, self.n)[:, i])

    @staticmethod
    def forms(what, command):
        """The words of each line that the hand-written kernels print; each line is a form."""
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            print(f"left out: kernels {what}: {done.stderr.strip()}")
            return []
        return [line.split() for line in done.stdout.splitlines()[1:]]

    def measure(self, problem):
        v = globals()[problem](self.n)
        source, sums = os.path.join(self.work, problem), os.path.join(self.work, "sums")
        v.astype("f4").tofile(source)
        record = {"problem": problem, "seconds": {}}

        def note(label, seconds):
            if seconds:
                record["seconds"][label] = statistics.median(seconds)
                pairs = self.n * self.n / record["seconds"][label]
                print(f"{problem} {self.n}, {label}: {1e3 * record['seconds'][label]:.4g} ms, {1e-9 * pairs:.4g} Gpairs/s", flush=True)

        openmp = os.path.join(self.work, "dense_openmp")
        if not os.path.exists(openmp):
            compile("-O3", "-march=native", "-ffast-math", "-fopenmp", os.path.join(self.folder, "dense_openmp.cpp"), "-o", openmp)
        done = subprocess.run([openmp, problem, source, str(self.n), str(self.runs), sums], capture_output=True, text=True)
        if done.returncode == 0 and self.files(problem, v, sums):
            note("OpenMP loop", [float(word) for word in done.stdout.split()])
        for math in ("exact", "fast"):
            note(f"eulerc {math}, threads", self.solver(problem, math, ["--backend", "threads"], v))
            device = ["--device", self.device] if self.device else []
            for width in (None, 1, 2, 4):
                words = ["--vector-width", str(width)] if width else []
                note(f"eulerc {math}, opencl" + (f", {width} rows" if width else ""),
                     self.solver(problem, math, ["--backend", "opencl", *device, *words], v))
            words = [math, problem, source, str(self.n), str(self.runs), sums]
            for rows, local, vector, *seconds in self.forms("by hand", [os.path.join(self.folder, "dense_forms"), self.device, *words]):
                if self.files(problem, v, f"{sums}.{rows}.{local}.{vector}"):
                    note(f"by hand {math}, {rows} rows, {'local' if local == '1' else 'global'} memory, sources by {vector}",
                         [float(word) for word in seconds])
            for rows, shared, *seconds in [] if self.no_cuda else self.forms("in CUDA", [self.cuda, "device", *words]):
                if self.files(problem, v, f"{sums}.{rows}.{shared}"):
                    note(f"CUDA {math}, {rows} rows, {'shared' if shared == '1' else 'global'} memory",
                         [float(word) for word in seconds])
        return record


def run(asked):
    runner = Runner(asked.folder, asked)
    records = []
    for problem in asked.only:
        records.append(runner.measure(problem))
        with open(asked.out, "w") as file:
            json.dump({"about": runner.about, "dense": records, "wrong": runner.wrong}, file, indent=1)
    shutil.rmtree(runner.work)
    return 1 if runner.wrong else 0


def table(path):
    with open(path) as file:
        found = json.load(file)
    n, records = found["about"]["n"], found["dense"]
    print(", ".join(f"{key}: {value}" for key, value in found["about"].items()))
    print("\nms a product, and 10⁹ pairs a second\n\n| | " + " | ".join(r["problem"] for r in records) + " |")
    print("|---" * (len(records) + 1) + "|")
    for label in dict.fromkeys(label for r in records for label in r["seconds"]):
        cells = [r["seconds"].get(label) for r in records]
        print(f"| {label} | " + " | ".join(f"{1e3 * s:.3g} ({1e-9 * n * n / s:.3g})" if s else "" for s in cells) + " |")


def main():
    parser, verb = verbs.parser_of(__doc__, PROGRAMS)
    verb["run"].add_argument("--n", type=int, default=8192)
    verb["run"].add_argument("--runs", type=int, default=5)
    verb["run"].add_argument("--device", default="")
    verbs.obey(parser, build, run, table)


if __name__ == "__main__":
    main()
