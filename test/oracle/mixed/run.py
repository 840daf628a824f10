"""Runs one mixed program everywhere and says what was wrong with it.

    Runner(build, cxx, work, short=True, kernels=1).check(draw(17)) → Result(why="", runs=120, …)

eulerc writes the host code, which is linked with mixed.cpp: that compares backends and tiles with the serial backend. The
serial results are compared with the oracle here, bit for bit, or roughly where functions are rounded by each in its way.
"""

import os
import re
import resource
import shutil
import subprocess
import sys
from dataclasses import dataclass, field

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(os.path.dirname(os.path.dirname(HERE)), "tools")]

import numpy as np  # noqa: E402

import compare  # noqa: E402
import syntax_check  # noqa: E402
import tilings  # noqa: E402
from oracle import Program  # noqa: E402
from reader import OdeError  # noqa: E402

CLANG = "/usr/lib/llvm-19/bin/clang++"
BUILDS = list(syntax_check.combinations())


def levels():
    """Kinds of processors that this one is, by their vectors."""
    with open("/proc/cpuinfo") as file:
        flags = set(file.read().split())
    wide = ["-march=x86-64-v3"] if "avx2" in flags else []
    return 3 * wide + (["-march=x86-64-v4"] if {"avx512f", "avx512dq", "avx512vl"} <= flags else [])


LEVELS = levels()
ROUGHLY = {"float": 2e-4, "double": 1e-9}
SECONDS = 300  # that a compiler or a comparison may take
STACK = 128 << 20  # bytes; kernels that are not optimised keep each value of each work-item of a group in memory


@dataclass
class Result:
    why: str = ""             # what was wrong; "": nothing
    runs: int = 0
    refused: dict = field(default_factory=dict)  # "scheme: reason" → how many plans
    schemes: list = field(default_factory=list)


def frames(shape):
    """The times and the frames of each series, as runs.h gives them to solvers."""
    times = [-0.1, 0.03125, 0.1, 0.15, 0.2, 0.29, 0.45, 4]
    count = int(np.prod(shape))
    return times, [np.array([0.25 * ((3 * f + 5 * k) % 9) - 1 for k in range(count)]).reshape(shape) for f in range(len(times))]


class Wrong(Exception):
    """Words for what is wrong."""


def call(command, name):
    """Output of a command that ends well, in time."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=SECONDS)
    except subprocess.TimeoutExpired as late:
        last = (late.stderr or b"").decode(errors="replace").strip().splitlines()[-1:]
        raise Wrong(f"{name} does not end within {SECONDS} s: {' '.join(last)}") from None
    return done


class Runner:
    def __init__(self, build, cxx, work, short, kernels):
        self.build, self.cxx, self.work, self.short, self.kernels = build, cxx, work, short, kernels

    def check(self, program):
        folder, result = os.path.join(self.work, str(program.seed)), Result()
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(os.path.join(folder, "pocl"))
        try:
            self.checkIn(folder, program, result)
        except Wrong as wrong:
            result.why = str(wrong)
        shutil.rmtree(folder, ignore_errors=True)
        return result

    def checkIn(self, folder, program, result):
        path, host = f"{folder}/mixed.ode", f"{folder}/swept.cpp"
        with open(path, "w") as file:
            file.write(program.text())
        stages = [f"--stages={program.stages}"] if program.stages else []
        done = call([f"{self.build}/bin/eulerc", path, "--emit=host", "-o", host, f"--real={program.real}", *stages], "eulerc")
        if done.returncode:
            raise Wrong(f"eulerc ends with {done.returncode}: {done.stderr.strip()[:600]}")
        with open(host) as file:
            emitted = re.sub(r"\s*\n\s*", " ", file.read())
        result.schemes = [s for s, signs in tilings.KERNELS.items() if any(sign in emitted for sign in signs)]
        done = call([*self.compiler(program.seed), f"-I{folder}", host, f"{self.build}/test/parts/libmixed.a",
                     f"{self.build}/lib/libeulerc_runtime.a", "-pthread", "-ldl", "-o", f"{folder}/mixed"], "c++")
        if done.returncode:
            raise Wrong(f"c++: {done.stderr.strip()[:600]}")
        self.checkKernels(folder, program, stages)
        self.compareBackends(folder, program, result)

    def checkKernels(self, folder, program, stages):
        """The kernels of all forms compile, and not those alone that are run here. In the short mode some of them."""
        if not os.path.exists(CLANG):
            return
        kernels = syntax_check.Kernels(f"{self.build}/bin/eulerc", f"{folder}/mixed.ode", program.real, f"{folder}/kernels.cl", stages)
        every = 17 if self.short else 5
        chosen = BUILDS[program.seed % every::every] + ([syntax_check.STREAMING] if kernels.streams() else [])
        for settings in chosen:
            if words := kernels.wrong(CLANG.removesuffix("++"), settings):
                raise Wrong(f"kernels: {words[:600]}")

    def compiler(self, seed):
        """The host compiler: mostly Clang, which takes a third of the time, for one kind of processor. In the long mode one
        of sixteen programs is compiled as users have it, and for all levels of vectors."""
        flags = [*compare.SOLVER_FLAGS, f"-I{self.build}/include"]
        if seed % 16 == 8 and not self.short:
            return [self.cxx, *flags, "-O2", "-DEULERC_EVERY_LEVEL"]
        level = [LEVELS[seed % len(LEVELS)]] if LEVELS else []
        return [CLANG if os.path.exists(CLANG) else self.cxx, *flags, "-O0" if seed % 8 else "-O1", *level]

    def compareBackends(self, folder, program, result):
        os.environ["POCL_CACHE_DIR"] = f"{folder}/pocl"
        if self.short:
            os.environ["POCL_EXTRA_BUILD_FLAGS"] = "-cl-opt-disable"
            most = resource.getrlimit(resource.RLIMIT_STACK)[1]
            resource.setrlimit(resource.RLIMIT_STACK, (STACK if most == resource.RLIM_INFINITY else min(STACK, most), most))
        kernels = self.kernels(program.seed)
        done = call([f"{folder}/mixed", f"{folder}/out", str(program.seed), str(program.steps_taken), str(program.dt),
                     ",".join(result.schemes), str(kernels), *program.sizes, "--", *program.large_sizes], "the comparison")
        wrong = [line for line in done.stdout.splitlines() if line.startswith(("differs", "fails"))]
        for count, scheme in re.findall(r"^refused: (\d+) (.*)$", done.stdout, flags=re.M):
            result.refused[scheme] = int(count)
        if found := re.search(r"^(\d+) runs agree", done.stdout, flags=re.M):
            result.runs = int(found.group(1))
        if done.returncode not in (0, 1):
            wrong.append(f"ends with {done.returncode} at: {' '.join(done.stderr.strip().splitlines()[-2:])[:500]}")
        if os.path.exists(f"{folder}/out"):
            wrong += self.compareWithOracle(folder, program)
        if wrong:
            raise Wrong("\n  ".join(wrong[:6]))

    def compareWithOracle(self, folder, program):
        try:
            oracle = Program(f"{folder}/mixed.ode", program.real, stages=program.stages)
            for _, _, size, values in compare.records(f"{folder}/out", oracle.real):
                params = {name: int(value) for name, value in (setting.split("=") for setting in size.split(","))}
                series = {name: frames for name in oracle.source.series}
                expected = compare.flat(oracle.run(params, steps=program.steps_taken, dt=program.dt, series=series))
                words = compare.disagreement(values, expected, 0 if program.exact else ROUGHLY[program.real])
                if words:
                    return [f"differs: serial {size} from the oracle: {words}"]
        except OdeError as error:
            return [f"oracle: {error}"]
        return []
