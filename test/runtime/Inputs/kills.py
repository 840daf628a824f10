"""Kills a solver at random moments and resumes it, again and again.

    kills.py SOLVER COUNT SEED BACKEND [OPTION...]     (in an empty folder)

BACKEND "any": each process takes one at random. Options from --rtol on are of the beginning: a run goes on as it began.

Runs take turns: long ones with a checkpoint now and then, and short ones that record each step and write a checkpoint between
any two, so that most kills meet a write; each in another kind of file. After every kill all files can be read and hold, bit for
bit, the first states of the run that was never interrupted; of a run whose checkpoints are due at any time, no more than the step
that was recorded last is lost. When a run has come to its end, nothing is missing.
"""

import glob
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time

import h5py
import numpy as np

solver, kills, seed, backend = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
options = ["--quiet", "--no-tune", *sys.argv[5:]]
tolerance = options.index("--rtol") if "--rtol" in options else len(options)
options, beginning = options[:tolerance], options[tolerance:]
rng = random.Random(seed)


def times_and_states(name, suffix):
    """What the series holds, as its readers find it: the times grow last."""
    if suffix == ".npy":
        return [np.load(name + end) for end in (".time.npy", ".u.npy", ".v.npy")]
    with h5py.File(name + suffix) as file:
        if suffix == ".h5":
            return [file[key][:] for key in ("time", "u", "v")]
        image = file["VTKHDF"]
        arrays = [image[key][:] for key in ("Steps/Values", "PointData/u", "PointData/v")]
        return [arrays[0][: image["Steps"].attrs["NSteps"]], *arrays[1:]]


class Kind:
    """A run, and what it gives when nobody interrupts it."""

    def __init__(self, suffix, isDense):
        self.suffix, self.isDense = suffix, isDense
        every = "0.1" if beginning else "1steps" if isDense else "20steps"
        self.steps = 1 if beginning or isDense else 20  # between two output times, as checkpoints count them
        self.run = [solver, *options]
        self.beginning = [*beginning]
        if isDense:
            self.beginning += ["--set", "N=150", *([] if beginning else ["--steps", "120"])]
        self.record = ["--every", every, "--probe", "u[3][4]"]
        self.minutes = 1e-9 if isDense else 0.0
        for _ in range(2):  # the second time nothing has to be built
            started = time.monotonic()
            self.solve("whole")
            self.seconds = time.monotonic() - started
        self.minutes = self.minutes or self.seconds / 60 / 30
        self.series = times_and_states("whole", suffix)
        self.table = open("whole.csv").read()
        self.states = [open(f"whole-end.{state}.npy", "rb").read() for state in "uv"]

    def command(self, name):
        resume = ["--resume", "run.ckpt"] if os.path.exists("run.ckpt") else self.beginning
        keep = ["--checkpoint", "run.ckpt", "--every-minutes", str(self.minutes)] if self.minutes else []
        place = rng.choice(["serial", "threads", "opencl"]) if backend == "any" else backend
        files = ["--save", name + self.suffix, "--table", name + ".csv", "--output", name + "-end.npy"]
        return [*self.run, "--backend", place, *resume, *self.record, *keep, *files]

    def solve(self, name):
        remove("run.ckpt*")
        subprocess.run(self.command(name), check=True, stdout=subprocess.DEVNULL)

    def check(self, isAtEnd, goesOn):
        """How many moments the run had recorded."""
        recorded = 0
        if glob.glob("part" + (".time.npy" if self.suffix == ".npy" else self.suffix)):
            part = times_and_states("part", self.suffix)
            lengths = [len(array) for array in part]
            recorded = lengths[0]
            assert lengths[0] <= min(lengths[1:]), lengths
            assert goesOn or max(lengths) <= lengths[0] + 1, lengths  # of one that goes on states may have to be cut yet
            assert not isAtEnd or lengths[0] == len(self.series[0]), lengths
            for found, expected in zip(part, self.series):
                assert found.tobytes() == expected[: len(found)].tobytes()
        if os.path.exists("part.csv"):
            table = open("part.csv").read()
            assert self.table == table if isAtEnd else self.table.startswith(table)
        return recorded


def remove(*patterns):
    for pattern in patterns:
        for name in glob.glob(pattern):
            os.remove(name)


def checkpoint():
    """How many steps it is of; it is whole whenever the run is killed."""
    if not os.path.exists("run.ckpt"):
        return 0
    with open("run.ckpt", "rb") as file:
        assert file.readline() == b"eulerc checkpoint\n"
        return json.loads(file.readline())["done"]


kinds = [Kind(suffix, isDense) for suffix in (".h5", ".npy", ".vtkhdf") for isDense in (False, True)]
killed = amid = rounds = mostLost = 0
for kind in itertools.cycle(kinds):
    if killed >= kills:
        break
    remove("part.*", "part-end.*", "run*")
    patience = 0.6 * kind.seconds
    while True:
        done, unfinished = checkpoint(), glob.glob("*.tmp")
        run = subprocess.Popen(kind.command("part"), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            _, said = run.communicate(timeout=rng.uniform(0, patience))
        except subprocess.TimeoutExpired:
            run.send_signal(signal.SIGKILL)
            run.communicate()
            killed += 1
            amid += sorted(glob.glob("*.tmp")) != sorted(unfinished)
            recorded = kind.check(False, done > 0)
            now = checkpoint()
            assert now >= done
            patience *= 1 if now > done else 1.2  # what is left may need other kernels
            lost = (recorded - 1) - now / kind.steps  # moments
            assert not kind.isDense or lost <= 1, (recorded, now)
            mostLost = max(mostLost, lost / len(kind.series[0]))
            continue
        assert run.returncode == 0 and said == b"", said
        break
    rounds += 1
    kind.check(True, True)
    for state, whole in zip("uv", kind.states):
        assert open(f"part-end.{state}.npy", "rb").read() == whole
print(f"{killed} kills, {amid} of them while a file was made, {rounds} runs came to their end, {mostLost:.0%} of a run lost at most")
