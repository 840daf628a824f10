"""Under mpi4py a solver is that of all ranks of a communicator."""

import os
import shutil
import subprocess
import sys
from types import SimpleNamespace

import pytest

import eulerc
from conftest import QUICK, WAVE

pytest.importorskip("mpi4py", reason="mpi4py is not installed")
if not shutil.which("mpirun") or not shutil.which("mpicxx"):
    pytest.skip("there is no library of MPI with its compiler", allow_module_level=True)

RANKS = """
import json
import os
import sys
import numpy as np
from mpi4py import MPI
import eulerc

comm = MPI.COMM_WORLD.Split(0, MPI.COMM_WORLD.rank)
folder, text = sys.argv[1:]
wave = eulerc.compile(text, name="wave", real="double", comm=comm)
options = dict(N=60, backend="serial")
alone = wave.run(**options, every=0.05)
run = wave.run(**options, every=0.05, comm=comm)
assert run.equals(alone) and len(json.loads(run.attrs["statistics"])["slabs"]["each"]) == 2

solver = wave.solver(**options, comm=comm)
solver["v"] = np.ones(60)
solver.run_to(0.05)
for t, states in solver.iterate(every=0.025, t_end=0.1):
    pass
other = wave.solver(**options)
other["v"] = 1
other.run_to(0.05)
other.run_to(0.1)
assert t == solver.t == other.t and (states["u"] == other["u"]).all() and solver.monitors() == other.monitors()
assert wave.sweep(c=[1, 2], **options, comm=comm).equals(wave.sweep(c=[1, 2], **options))
failing = wave.sweep(lambda solver: solver.t / comm.rank, c=[1, 2], **options, comm=comm)
assert (failing.failed == "rank 0: the function: ZeroDivisionError: float division by zero").all(), failing
assert (wave.run(**options, comm=comm, save=os.path.join(folder, "u.npy")).u[-1] == alone.u[-1]).all()

def refused(text, call, **given):
    try:
        call(comm=comm, **given)
    except eulerc.UsageError as error:
        assert text in str(error), str(error)
    else:
        raise AssertionError(text)

try:
    eulerc.compile(text.replace("return v[i]", "return w[i]"), name="wrong", comm=comm)
except eulerc.CompileError as error:
    assert "wrong.ode:13:32: error: unknown name 'w'" in str(error)
else:
    raise AssertionError("no error")
view = solver.view("u")
refused("still in use", lambda comm: solver.run_to(1))
refused("would have the extent 0", wave.run, N=0)
refused("rank 1 has other options than rank 0", wave.solver, N=60 + comm.rank)
refused("compiled for one process; compile it with --mpi (in Python: comm=COMM)", eulerc.compile(text, name="wave", real="double").solver)
del view
for call, text in (
    (lambda: solver.__setitem__("u", np.zeros(7 if comm.rank == 0 else 60)), "state 'u' takes an array of shape (60,), not (7,)"),
    (lambda: solver.__setitem__("u" if comm.rank == 0 else "w", 0), "rank 1: there is no state 'w'"),
    (lambda: solver["u" if comm.rank == 0 else "v"], "rank 1 has other arguments than rank 0: ['"),
    (lambda: solver.set(N=30 if comm.rank == 0 else "many"), "rank 1"),
    (lambda: solver.set(N=30 if comm.rank == 0 else 40), "rank 1 has other arguments than rank 0: {'N': '40'}, not {'N': '30'}"),
    (lambda: solver.run_to(1 if comm.rank == 0 else "late"), "rank 1: t_end takes a number, not 'late'"),
    (lambda: solver.iterate(every=0.1, **{} if comm.rank == 0 else {"N": 3}), "rank 1: iterate() takes options of the run"),
    (lambda: wave.run(comm=comm, only="u" if comm.rank == 0 else "w"), "rank 1: "),
    (lambda: wave.run(comm=comm, save="u.npy" if comm.rank == 0 else "u.txt"), "rank 1: save: 'u.txt' cannot be opened"),
    (lambda: wave.run(comm=comm, **{"u": np.zeros(60)} if comm.rank == 0 else {}), "rank 1 has other arguments than rank 0: [], not ['u']"),
    (lambda: wave.run(comm=comm, u=None if comm.rank == 0 else np.zeros(60)), "state 'u' takes real numbers"),
    (lambda: wave.sweep(comm=comm, c=[1, 2] if comm.rank == 0 else []), "rank 1: sweep(): the sequence of values for c is empty"),
):
    refused(text, lambda comm: call())
for placeholder in (None, np.zeros(0), "absent".split()):
    given = np.linspace(0, 1, 60)
    mine = given if comm.rank == 0 else placeholder
    assert wave.run(**options, comm=comm, u=mine).equals(wave.run(**options, u=given))
    solver["u"] = mine
    assert (solver["u"] == given).all()
solver = wave.solver(**options, comm=comm, u=given if comm.rank == 0 else None)
solver.set(c=2)
solver.restart()
assert (solver["u"] == given).all()
refused("2 slabs of 3 points are too many", wave.run, N=3, ghost_steps=2)
if comm.allreduce(1) == 2 and comm.rank == 0:
    print("both ranks ended")
"""


def test_a_solver_of_a_communicator(wave, tmp_path, monkeypatch):
    for name, value in (("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"), ("OMPI_CXX", os.path.abspath(QUICK))):
        monkeypatch.setenv(name, value)
    done = subprocess.run(["mpirun", "--oversubscribe", "-q", "-n", "2", sys.executable, "-m", "mpi4py", "-c", RANKS, tmp_path, WAVE],
                          capture_output=True, text=True, timeout=40)
    assert done.returncode == 0 and done.stdout == "both ranks ended\n", done.stdout + done.stderr


def test_what_is_no_communicator_is_refused(wave):
    with pytest.raises(eulerc.UsageError, match="comm is a communicator of mpi4py, such as MPI.COMM_WORLD, not 3"):
        wave.solver(comm=3)
    with pytest.raises(eulerc.UsageError, match="there is no MPI compiler 'no-mpicxx'.*libopenmpi-dev"):
        eulerc.compile(WAVE, comm=SimpleNamespace(py2f=None), cxx="no-mpicxx")
