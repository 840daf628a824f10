"""Compares every backend and form of a compiled program with the oracle.

    compare.py --build build --cxx g++ programs/string.ode WORK

Compiles the program to C++, links it with sweep.cpp, runs it in the folder WORK, takes the same
steps with the oracle and demands the same bits. A program says in comments how it is swept, for
example (defaults shown)

    // sweep: sizes=1..200 large=100003 steps=4 dt=1e-3 tolerance=0 ways=all real=both
    //        contract=on division=reciprocal bits=all stages=0

All forms and widths of all backends must agree bit for bit in any case, but with bits=backend those of one backend: for
programs with functions that are the device's own.

`sizes` are values of the param N; for grids, params and their values: sizes=NX:1..6,NY:1..5 (all
combinations), and more of these after a +. `large` is one more size; it is compared with the oracle
after 2 steps. A tolerance, relative to the largest value, is for programs whose ddt calls functions
that devices round differently. `ways` are some of those that sweep.cpp knows, for example
serial,vector-groups:4. `contract=both` compiles with --contract=on and off, `division=both` with
--division=reciprocal and ieee. `stages` are those of rkl2, which the oracle has to know.

Building kernels, compiling and the oracle take time. With --short
  - a program whose ways are `all` takes all those of hosts, and one of OpenCL's, in turn;
  - of sizes beyond the 48th it takes each fourth, in turn, and of the large one a step;
  - a program of both precisions takes one;
  - hosts are compiled with little optimisation, and seven of eight for one level of vectors.
What is in turn follows from the program's name and precision: over the programs everything comes equally often.
"""

import argparse
import glob
import itertools
import os
import re
import subprocess
import sys
import zlib

import numpy as np

from oracle import PRECISION, Program

SOLVER_FLAGS = "-std=c++20 -fno-math-errno -fno-trapping-math -ffp-contract=off".split()
SWEEP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sweep.cpp")
QUICK_CXX = os.path.join(os.path.dirname(os.path.dirname(SWEEP)), "tools", "quick_cxx")
DEFAULTS = {"sizes": "1..200", "large": "100003", "steps": "4", "dt": "1e-3", "tolerance": "0",
            "ways": "all", "real": "both", "contract": "on",
            "division": "reciprocal", "bits": "all", "stages": "0"}


def settings(path):
    words = re.findall(r"^// sweep:(.*)$", open(path).read(), flags=re.M)
    given = dict(word.split("=", 1) for line in words for word in line.split())
    unknown = set(given) - set(DEFAULTS)
    if unknown:
        sys.exit(f"{path}: unknown sweep setting {sorted(unknown)}")
    return DEFAULTS | given


def stages_option(how):
    return [f"--stages={how['stages']}"] if how["stages"] != "0" else []


def disagreement(got, expected, tolerance):
    """Words for the first component that differs, or None."""
    got, expected = np.ravel(got), np.ravel(expected)
    if got.shape != expected.shape or got.dtype != expected.dtype:
        return f"got {got.shape} {got.dtype}, expected {expected.shape} {expected.dtype}"
    if tolerance:
        # Written so that a NaN differs.
        scale = np.max(np.abs(expected.astype(np.float64)))
        wrong = ~(np.abs(got.astype(np.float64) - expected) <= tolerance * scale)
    else:
        bits = {4: np.uint32, 8: np.uint64}[got.itemsize]
        wrong = got.view(bits) != expected.view(bits)
    if not wrong.any():
        return None
    k = int(np.argmax(wrong))
    return f"component {k}: got {got[k]!r}, expected {expected[k]!r} ({wrong.sum()} differ)"


def records(path, dtype):
    """(backend, form, sizes, values) of each run in sweep's output."""
    with open(path, "rb") as file:
        while line := file.readline().decode():
            backend, form, sizes, size = line.split()
            yield backend, form, sizes, np.frombuffer(file.read(int(size)), dtype)


# What sweep.cpp knows: ways without kernels, and those of OpenCL.
HOST_WAYS = ["serial", "threads"] + [f"vectors:{width}" for width in (1, 2, 4, 8)]
OPENCL_WAYS = ["scalar-blocked", "scalar-strided", "scalar-strided/3",
               *(f"vector-{kind}:{width}" for width in (1, 2, 4, 8, 16) for kind in ("ranges", "groups")),
               *(f"vector-aos:{width}" for width in (1, 2, 4)),
               *(f"persistent:{width}" for width in (1, 2, 4))]
FEW = 1


def turn_of(program, real):
    """Programs follow each other in the order of their names, in both precisions."""
    programs = sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs", "*.ode")))
    names = [os.path.basename(path) for path in programs]
    name = os.path.basename(program)
    return 2 * (names.index(name) if name in names else len(name)) + (real == "double")


def few_ways(turn):
    return ",".join(HOST_WAYS + [OPENCL_WAYS[(FEW * turn + k) % len(OPENCL_WAYS)] for k in range(FEW)])


def few_sizes(sizes, turn):
    return sizes[:48] + sizes[48 + turn % 4 :: 4]


class Failed(Exception):
    """The compiler or the sweep did not end well."""


def call(*command):
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode != 0:
        raise Failed(f"{os.path.basename(command[0])} ended with {done.returncode}\n{done.stderr}")


def compile_sweep(options, real, how):
    """Builds the sweep of a program in one precision; returns its path."""
    folder = os.path.join(options.work, f"{real}-{how['contract']}-{how['division']}")
    os.makedirs(folder, exist_ok=True)
    model, binary = os.path.join(folder, "swept"), os.path.join(folder, "sweep")
    call(f"{options.build}/bin/eulerc", options.program, "--emit=host", "-o", f"{model}.cpp",
         f"--real={real}", f"--contract={how['contract']}", f"--division={how['division']}", *stages_option(how))
    part = options.sweep or compile_part(options, folder)
    call(*compiler(options, turn_of(options.program, real)), f"{model}.cpp", part, f"{options.build}/lib/libeulerc_runtime.a", "-pthread", "-ldl", f"-I{folder}", "-o", binary)
    return binary


def compile_part(options, folder, source=SWEEP):
    """sweep.cpp or its like, which is the same for all programs, compiled: by the build (test/CMakeLists.txt), or here."""
    built = f"{options.build}/test/parts/lib{os.path.basename(source).removesuffix('.cpp')}.a"
    if os.path.exists(built):
        return built
    with open(os.path.join(folder, "swept.h"), "w") as file:
        file.write("#include <eulerc/solver.h>\nnamespace swept { const eulerc::Model &model(); }\n")
    call(*compiler(options, 0), f"-I{folder}", "-c", source, "-o", f"{folder}/part.o")
    return f"{folder}/part.o"


def compiler(options, turn):
    is_quick = options.short and turn // 2 % 8
    return [*(["env", "QUICK_LEVEL=-O0", QUICK_CXX] if is_quick else [options.cxx]), *SOLVER_FLAGS, "-O1" if options.short else "-O3", f"-I{options.build}/include", '-DSWEEP_HEADER="swept.h"',
            "-DSWEEP_MODEL=swept", "-DEULERC_EVERY_LEVEL"]


def flat(states):
    """The states of the oracle as one vector, one after the other."""
    return np.concatenate([np.ravel(values) for values in states.values()])


def sweep(binary, program, sizes, steps, how):
    """Runs all sizes; returns (comparisons made, words for each disagreement)."""
    out = binary + ".out"
    call(binary, out, str(steps), how["dt"], how["ways"], *sizes)
    expected, first, found, count = {}, {}, [], 0
    for backend, form, size, values in records(out, program.real):
        if size not in expected:
            params = {name: int(value) for name, value in
                      (setting.split("=") for setting in size.split(","))}
            expected[size] = flat(program.run(params, steps=steps, dt=float(how["dt"])))
        words = disagreement(values, expected[size], float(how["tolerance"]))
        alike = (size, backend if how["bits"] == "backend" else "")
        other_form, reference = first.setdefault(alike, (f"{backend} {form}", values))
        other = disagreement(values, reference, 0)
        if not words and other:
            words = f"not as {other_form}: {other}"
        count += 1
        if words:
            found.append(f"{backend} {form} {size} steps={steps}: {words}")
    return count, found


def settings_of(text):
    """"1..3" → N=1, N=2, N=3; "NX:1..2,NY:5+NX:9,NY:7" → NX=1,NY=5, NX=2,NY=5 and NX=9,NY=7."""
    settings = []
    for group in text.split("+"):
        ranges = []
        for part in group.split(","):
            name, _, values = part.rpartition(":")
            first, _, last = values.partition("..")
            ranges.append([f"{name or 'N'}={value}" for value in
                           range(int(first), int(last or first) + 1)])
        settings += [",".join(chosen) for chosen in itertools.product(*ranges)]
    return settings


def check(options, real, how):
    """Sweeps a program in one precision; returns (comparisons made, words for each disagreement)."""
    program = Program(options.program, real, contract=how["contract"] == "on",
                      reciprocal=how["division"] == "reciprocal", stages=int(how["stages"]))
    binary = compile_sweep(options, real, how)
    sizes, steps, steps_of_large = settings_of(how["sizes"]), int(how["steps"]), 2
    large = settings_of(how["large"]) if how["large"] != "0" else []
    if options.short:
        os.environ["POCL_EXTRA_BUILD_FLAGS"] = "-cl-opt-disable"
        turn, steps_of_large = turn_of(options.program, real), 1
        sizes = few_sizes(sizes, turn)
        if how["ways"] == "all":
            how = how | {"ways": few_ways(turn)}
    if steps == steps_of_large:  # one process: OpenCL starts once
        return sweep(binary, program, sizes + large, steps, how)
    count, found = sweep(binary, program, sizes, steps, how)
    if large:
        more = sweep(binary, program, large, steps_of_large, how)
        count, found = count + more[0], found + more[1]
    return count, found


def has_its_turn(program):
    """Whether a program of oracle/programs is taken at this commit in the short run: every third one is."""
    folder = os.path.dirname(os.path.abspath(__file__))
    if os.path.dirname(os.path.abspath(program)) != os.path.join(folder, "programs"):
        return True
    done = subprocess.run(["git", "-C", folder, "rev-list", "--count", "HEAD"], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True)
    return (zlib.crc32(os.path.basename(program).encode()) + int(done.stdout.strip() or 0)) % 3 == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--cxx", required=True)
    parser.add_argument("--real", choices=PRECISION, action="append")
    parser.add_argument("--short", action="store_true", help="a few forms and widths, in turn")
    parser.add_argument("program")
    parser.add_argument("work")
    options = parser.parse_args(namespace=argparse.Namespace(sweep=None))
    how = settings(options.program)
    if options.short and not has_its_turn(options.program):
        print(f"{os.path.basename(options.program)} comes with another commit")
        return
    both = list(PRECISION)
    if options.short:  # of four programs that follow each other one is compiled for all levels of vectors
        both = [both[turn_of(options.program, "float") // 8 % 2]]
    precisions = options.real or (both if how["real"] == "both" else [how["real"]])
    contractions = ["on", "off"] if how["contract"] == "both" else [how["contract"]]
    divisions = ["reciprocal", "ieee"] if how["division"] == "both" else [how["division"]]
    for real, contract, division in itertools.product(precisions, contractions, divisions):
        name = f"--real={real} --contract={contract} --division={division}"
        try:
            count, found = check(options, real, how | {"contract": contract, "division": division})
        except Failed as failure:
            sys.exit(f"{options.program} {name}: {failure}")
        if found:
            sys.exit(f"{options.program} {name}: {len(found)} of {count} runs differ from the "
                     f"oracle, the first:\n  " + "\n  ".join(found[:3]))
        print(f"{os.path.basename(options.program)} {real}: {count} runs agree")


if __name__ == "__main__":
    main()
