"""Ctrl-C ends runs and compilations, and leaves them where they can go on."""

import os
import signal
import subprocess
import sys
import threading
import time

import h5py
import numpy as np
import pytest

import eulerc
from conftest import WAVE


@pytest.fixture
def stable():
    signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs of a shell ignore it
    program = eulerc.compile(WAVE, real="double", name="wave", method="symplectic")  # it never overflows
    program.run(backend="serial")  # imports take a while
    return program


def interrupted(body, *waits):
    """Runs it until Ctrl-C after these seconds."""
    timers = [threading.Timer(wait, os.kill, (os.getpid(), signal.SIGINT)) for wait in waits]
    for timer in timers:
        timer.start()
    before = time.time()
    with pytest.raises(KeyboardInterrupt):
        body()
    assert time.time() - before < 30
    for timer in timers:
        timer.join()


@pytest.mark.parametrize("backend", ["serial", "threads"])
def test_ctrl_c_leaves_a_run_where_it_is(stable, backend):
    given = np.linspace(0, 1, 200)
    for k in range(4):
        solver = stable.solver(N=200, u=given, backend=backend, t_end=1e6)
        loop = solver.iterate(every=5e5)
        interrupted(lambda: solver.run_to(1e6) if k < 2 else list(loop), 0.15 + 0.05 * k)
        steps = round(solver.t / 1e-3)
        alone = stable.solver(N=200, u=given, backend=backend)
        assert 0 < solver.t < 1e6
        for more in (0, 500):  # the run goes on from there
            solver.run_to((steps + more) * 1e-3) if more else None
            alone.run_to((steps + more) * 1e-3)
            assert solver.t == alone.t and (solver["u"] == alone["u"]).all() and (solver["v"] == alone["v"]).all()
        solver.restart()
        assert solver.t == 0 and (solver["u"] == given).all()


def test_ctrl_c_leaves_a_checkpoint(stable, tmp_path):
    kept = tmp_path / "run.ckpt"
    for k in range(4):
        interrupted(lambda: stable.run(N=200, backend="serial", t_end=1e6, checkpoint=kept), 0.15 + 0.05 * k)
        resumed = stable.solver(resume=kept, backend="serial")
        alone = stable.solver(N=200, backend="serial")
        alone.run_to(resumed.t)
        assert 0 < resumed.t < 1e6 and (resumed["u"] == alone["u"]).all()
        kept.unlink()


@pytest.mark.filterwarnings("ignore:every=")
@pytest.mark.parametrize("form", ["h5", "nc", "npy"])
@pytest.mark.parametrize("keeps", [False, True])
@pytest.mark.parametrize("iterates", [False, True])
def test_ctrl_c_leaves_the_last_state_in_the_file(stable, tmp_path, form, keeps, iterates):
    options = {"every": 1e5, "save": tmp_path / f"run.{form}", **({"checkpoint": tmp_path / "run.ckpt"} if keeps else {})}
    given = {"N": 200, "backend": "serial", "u": np.linspace(0, 1, 200), "t_end": 1e6}

    def recorded():
        if form == "npy":
            return np.load(tmp_path / "run.time.npy"), np.load(tmp_path / "run.u.npy")
        with h5py.File(options["save"]) as file:
            return file["time"][:], file["u"][:]

    solver = stable.solver(**given, **options)
    interrupted((lambda: list(solver.iterate())) if iterates else (lambda: stable.run(**given, **options)), 0.2)
    times, states = recorded()
    assert times[0] == 0 and len(times) == 2 and 0 < times[1] < 1e5
    alone = stable.solver(**{**given, "t_end": times[1]})
    alone.run_to(times[1])
    assert (states[1] == alone["u"]).all()
    if iterates:
        assert solver.t == times[1]
    if keeps:  # a run without the interruption would not have this state
        end = (round(times[1] / 1e-3) + 500) * 1e-3
        whole = stable.run(**{**given, "t_end": end, "every": 1e5})
        stable.run(resume=options["checkpoint"], backend="serial", t_end=end, every=1e5, save=options["save"])
        times, states = recorded()
        assert (times == [0, end]).all() and (states[1] == whole.u[1]).all()


def test_a_second_ctrl_c_ends_steps_at_once():
    slow = eulerc.compile("param int N = 40000;\nstate real u[N];\ntimespan = { .to = 1e6, .dt = 1e-3 };\ninitial(u)(int i) { return 0; }\n"
                          "ddt(u)(int i, real t) { real s = 0; for (int k = 0; k < 400; k++) s += sin(u[i] + k * t); return 1e-9 * s; }\n", name="slow")
    solver = slow.solver(u=3, backend="serial")
    solver["u"] = 2
    runs = threading.Event()

    def end(*_):
        if runs.is_set():
            raise KeyboardInterrupt

    def press():
        while runs.wait(0.3) and not time.sleep(0.3):
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, end)
    presses = threading.Thread(target=press)
    runs.set()
    presses.start()
    with pytest.raises(KeyboardInterrupt):  # some hundred steps are under way, for seconds
        solver.run_to(1e6)
    runs.clear()
    presses.join()
    signal.signal(signal.SIGINT, before)
    assert solver.t == 0 and (solver["u"] == 3).all()


def test_what_killed_processes_leave_in_the_cache_goes(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    left = tmp_path / "eulerc" / "programs"
    left.mkdir(parents=True)
    for name, age in (("new-old.so", 4000), ("new-old.so.d", 4000), ("new-now.so.d", 0)):
        (left / name).touch()
        os.utime(left / name, (time.time() - age,) * 2)
    eulerc.compile(WAVE, name="left", cached=False)
    assert [path.name for path in left.glob("new-*")] == ["new-now.so.d"]


COMPILES = """\
import eulerc, sys
print("begins", flush=True)
eulerc.compile("state real u[3]; initial(u)(int i) { return 0; } ddt(u)(int i, real t) { return 1; } timespan = { .to = 1, .dt = 0.5 };")
"""


@pytest.mark.parametrize("ending", [(os.kill,), (os.kill, os.kill), (os.killpg,)])
def test_an_interrupted_compilation_leaves_no_file(tmp_path, ending):
    (tmp_path / "tmp").mkdir()
    slow = tmp_path / "slow_cxx"  # a compiler that is at work when the signal comes
    slow.write_text("#!/bin/sh\nsleep 20\n")
    slow.chmod(0o755)
    environment = {**os.environ, "TMPDIR": str(tmp_path / "tmp"), "XDG_CACHE_HOME": str(tmp_path / "cache"), "CXX": str(slow)}
    command = ["env", "--default-signal=INT", sys.executable, "-c", COMPILES]
    process = subprocess.Popen(command, env=environment, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout.readline() == b"begins\n"
    time.sleep(2)
    for end in ending:
        end(process.pid, signal.SIGINT)
        time.sleep(0.1)
    assert b"KeyboardInterrupt" in process.communicate(timeout=15)[1]
    assert os.listdir(tmp_path / "tmp") == [] and os.listdir(tmp_path / "cache" / "eulerc" / "programs") == []
