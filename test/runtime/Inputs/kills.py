"""Kills a solver at random moments and resumes it, again and again.

    kills.py SOLVER COUNT SEED [OPTION...]     (in an empty folder)

After every kill all files can be read and hold, bit for bit, the first states of the run that was
never interrupted; when the run has come to its end, all of them.
"""

import glob
import os
import random
import signal
import subprocess
import sys
import time

import h5py
import numpy as np

solver, kills, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
options = ["--quiet", "--no-tune", *sys.argv[4:]]
recording = ["--every", "20steps", "--probe", "u[3][4]"]
rng = random.Random(seed)


def recorded(name):
    return ["--save", name + ".h5", "--table", name + ".csv", *recording]


def series(name):
    with h5py.File(name + ".h5") as file:
        return [file[key][:] for key in ("time", "u", "v")]


for _ in range(2):  # the second time nothing has to be built
    started = time.monotonic()
    subprocess.run([solver, *options, *recorded("whole"), "--output", "whole.npy"], check=True,
                   stdout=subprocess.DEVNULL)
    seconds = time.monotonic() - started
whole = series("whole")
table = open("whole.csv").read()


def check():
    if os.path.exists("part.h5"):
        part = series("part")
        lengths = [len(array) for array in part]  # the times grow last
        assert lengths[0] <= min(lengths[1:]) <= max(lengths) <= lengths[0] + 1, lengths
        for found, expected in zip(part, whole):
            assert found.tobytes() == expected[: len(found)].tobytes()
    if os.path.exists("part.csv"):
        assert table.startswith(open("part.csv").read())


killed = rounds = 0
while killed < kills:
    for name in glob.glob("part.*") + glob.glob("run*"):
        os.remove(name)
    while True:
        resume = ["--resume", "run.ckpt"] if os.path.exists("run.ckpt") else []
        command = [solver, *options, *resume, *recorded("part"), "--output", "part.npy",
                   "--checkpoint", "run.ckpt", "--every-minutes", str(seconds / 60 / 30)]
        run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            _, said = run.communicate(timeout=rng.uniform(0, 0.6 * seconds))
        except subprocess.TimeoutExpired:
            run.send_signal(signal.SIGKILL)
            run.communicate()
            killed += 1
            check()
            continue
        assert run.returncode == 0, said
        break
    rounds += 1
    check()
    assert len(series("part")[0]) == len(whole[0])
    for state in "u", "v":
        assert open(f"part.{state}.npy", "rb").read() == open(f"whole.{state}.npy", "rb").read()
print(f"{killed} kills, {rounds} runs came to their end")
