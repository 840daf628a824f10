"""Runs and solvers: what comes out is what the command line computes."""

import json
import os
import pickle
import subprocess
import sys
import threading
import time
import warnings

import h5py
import numpy as np
import pytest

import eulerc
from eulerc.compiling import compiler, host_compiler
from conftest import NOISE, WAVE


def test_a_run_is_a_dataset_with_units_params_and_monitors(wave):
    run = wave.run(N=50, every=0.025, backend="serial")
    assert dict(run.sizes) == {"time": 5, "i": 50}
    assert run.u.dims == ("time", "i") and run.u.dtype == np.float64
    assert run.u.attrs == {"long_name": "displacement", "units": "mm"}
    np.testing.assert_allclose(run.time, [0, 0.025, 0.05, 0.075, 0.1])
    assert run.attrs["param N"] == 50 and run.attrs["param c"] == 20.0 and run.attrs["backend"] == "serial"
    assert run.attrs["program"] == WAVE and json.loads(run.attrs["statistics"])["problem"]["steps"] == 100
    np.testing.assert_allclose(run.energy, 0.5 * (run.v**2).mean("i"), rtol=1e-12)
    assert run.energy.attrs["long_name"] == "half the mean square of the velocities"


def test_the_bits_are_those_of_the_command_line(wave, tmp_path):
    (tmp_path / "wave.ode").write_text(WAVE)
    solver = str(tmp_path / "wave_solver")
    subprocess.run([compiler(), str(tmp_path / "wave.ode"), "--real=double", "-o", solver, f"--cxx={host_compiler(None)}"], check=True)
    subprocess.run([solver, "--quiet", "--set", "N=77", "--backend", "threads", "--output", str(tmp_path / "end.npy")], check=True,
                   capture_output=True)
    run = wave.run(N=77, backend="threads", at=[0.05])
    assert (np.load(tmp_path / "end.u.npy") == run.u[-1]).all() and (np.load(tmp_path / "end.v.npy") == run.v[-1]).all()
    solver = wave.solver(N=77, backend="threads")
    solver.run_to(0.05)
    solver.run_to(0.1)
    assert (solver["u"] == run.u[-1]).all()


def test_only_some_states_and_files_that_are_read_lazily(wave, tmp_path):
    memory = wave.run(only="u", every="20steps", backend="serial")
    assert list(memory.data_vars) == ["u", "energy"] and len(memory.time) == 6
    for name in ("run.h5", "run.nc", "run.npy"):
        run = wave.run(save=tmp_path / name, every="20steps", backend="serial")
        assert (run.u.values == memory.u.values).all() and run.energy.identical(memory.energy) and run.attrs["param N"] == 100
        np.testing.assert_allclose(run.time, memory.time)
    reopened = eulerc.open(str(tmp_path / "run.h5"))
    assert reopened.u.shape == (6, 100) and not reopened.u.variable._in_memory


def test_a_result_that_is_larger_than_memory_is_in_files(wave, monkeypatch):
    import eulerc.results
    monkeypatch.setattr(eulerc.results, "free_memory", lambda: 1000)
    run = wave.run(every=0.05, backend="serial")
    maps = [line.split()[-1] for line in open("/proc/self/maps") if "eulerc-run-" in line]
    assert len(maps) == 2 and all(map(os.path.exists, maps))  # of u and v: read when they are asked for
    monkeypatch.undo()
    assert run.equals(wave.run(every=0.05, backend="serial"))
    del run
    assert not any(map(os.path.exists, maps))


def test_a_solver_shows_its_state_without_a_copy_and_takes_arrays(wave):
    solver = wave.solver(N=10, backend="serial")
    view = solver.view("u")
    assert view.base is not None and not view.flags.writeable and view.shape == (10,)
    with pytest.raises(eulerc.UsageError, match="still in use"):
        solver.run_to(0.01)
    copy = solver["u"]
    del view
    copy[:] = 0
    solver["u"] = copy
    solver["v"] = 0
    solver.run_to(0.05)
    assert solver.t == pytest.approx(0.05) and (solver["u"] == 0).all()
    solver.set(N=12, c=10)
    assert solver.params == {"N": 12, "c": 10.0} and solver.t == 0 and solver.shape == (12,)
    assert set(solver.monitors()) == {"energy"} and solver.statistics["model"] == "wave"
    assert solver.dataset().u.dims == ("i",)


def test_initial_values_fields_and_data_are_keyword_arguments(plate):
    start = np.arange(20.0).reshape(4, 5)
    run = plate.run(T=start, k=start.astype(">f4"), source=[0, 2, 0], backend="serial")
    np.testing.assert_allclose(run.T[-1], start * 3)
    np.testing.assert_allclose(plate.run(T=np.asfortranarray(start), k=1, source=[0, 2, 0], backend="serial").T[-1], start + 2)
    solver = plate.solver(backend="serial")
    solver.set_field("k", start)
    solver.set_data("source", [0, 1, 0])
    solver["T"] = 0
    solver.run_to(1)
    np.testing.assert_allclose(solver["T"], start)


def test_iterating_yields_the_states_and_may_be_left(wave):
    run = wave.run(every=0.025, backend="serial")
    solver = wave.solver(backend="serial")
    times = []
    for (t, states), expected in zip(solver.iterate(every=0.025), run.u):
        times.append(t)
        assert (states["u"] == expected.values).all()
        if t > 0.06:
            break
    np.testing.assert_allclose(times, [0, 0.025, 0.05, 0.075])
    assert solver.t == pytest.approx(0.075)
    solver.run_to(0.1)
    assert (solver["u"] == run.u[-1].values).all()
    solver = wave.solver(backend="serial")
    first, second = solver.iterate(every=0.025), solver.iterate(every=0.05)
    assert [t for t, _ in second] == pytest.approx([0, 0.05, 0.1])
    with pytest.raises(eulerc.UsageError, match="its solver has begun another run meanwhile"):
        next(first)
    with pytest.raises(ZeroDivisionError):
        for _ in wave.solver(backend="serial").iterate(every=0.05):
            1 / 0


def test_options_of_a_later_run_leave_params_and_initial_values(wave, tmp_path):
    np.save(tmp_path / "u.npy", np.arange(7.0))
    solver = wave.solver(N=7, c=3, u=tmp_path / "u.npy", backend="serial")
    solver.set(c=4)
    next(solver.iterate(every=0.025))
    assert solver.params == {"N": 7, "c": 4}
    solver.restart()
    assert (solver["u"] == np.arange(7.0)).all()
    table = wave.sweep(c=[2, 2], N=7, u=tmp_path / "u.npy", save=tmp_path / "run.npy", backend="serial")
    assert table["u max"][0] == table["u max"][1]


def test_whole_numbers_may_be_floats(wave):
    assert wave.solver(N=20.0).params["N"] == 20
    assert list(wave.sweep(N=np.linspace(10, 20, 2), t_end=0.1)["N"]) == [10, 20]


def test_a_species_is_recorded_alone(tmp_path):
    noise = eulerc.compile(NOISE, name="noise")
    whole = noise.run(backend="serial")
    for save in ({}, {"save": tmp_path / "u.npy"}, {"save": tmp_path / "u.h5"}):
        one = noise.run(only="f[1]", backend="serial", **save)
        assert [*one] == ["f[1]", "all"] and one["f[1]"].dims == ("time", "i")
        assert (one["f[1]"].values == whole.f.values[:, 1]).all()
        two = noise.run(only=["x", "f[1]"], backend="serial", **save)
        assert (two["f[1]"].values == one["f[1]"].values).all() and (two.x.values == whole.x.values).all()
        for both in (["f[0]", "f[1]"], ["f[1]", "f[0]"]):  # the names that are asked for, in each order
            each = noise.run(only=both, backend="serial", **save)
            assert [*each] == [*both, "all"] and all((each[f"f[{q}]"].values == whole.f.values[:, q]).all() for q in (0, 1))
    with pytest.raises(eulerc.UsageError, match="'f' has no species 2, but 0 to 1"):
        noise.run(only="f[2]")
    with pytest.raises(eulerc.UsageError, match=r"there is no state 'x\[0\]'"):
        noise.run(only="x[0]")
    kinds = eulerc.compile("state real c[3][5], c2[5];\ntimespan = { .to = 1.0, .dt = 0.5 };\ninitial(c)(int q, int i) { return q; }\n"
                           "initial(c2)(int i) { return 7; }\nddt(c)(int q, int i, real t) { return 0; }\nddt(c2)(int i, real t) { return 0; }\n")
    both = kinds.run(only=["c[2]", "c2"], save=tmp_path / "kinds.npy", backend="serial")
    assert (both["c[2]"] == 2).all() and (both.c2 == 7).all()


def test_names_and_copies(wave):
    import copy
    solver = wave.solver(backend="serial")
    assert list(solver) == ["u", "v"] and "u" in solver and "c" not in solver
    assert copy.copy(wave) is wave and copy.deepcopy({"program": wave})["program"] is wave
    for each, cure in ((wave, "compile it in each process"), (solver, "make one in each process")):
        with pytest.raises(TypeError, match=cure):
            pickle.dumps(each)
    with pytest.raises(eulerc.UsageError, match=r"takes one variable, not a whole Dataset; give dataset\['NAME'\]; there are: u, v"):
        wave.run(u=wave.run(backend="serial"))
    assert wave.run(steps=5.0, backend="serial").attrs["steps"] == 5


def test_steps_may_be_controlled_by_their_error(wave, tmp_path):
    program = eulerc.compile(WAVE, real="double", name="wave", method="dopri5")
    run = program.run(rtol=1e-8, atol={"u": 1e-9, "v": 1e-7}, every=0.05, backend="serial")
    assert len(run.time) == 3 and run.attrs["dt"] == 1e-3  # the first step
    for count, given in ((3, {"N": 3}), (2, {"N": 3, "every": 0.1})):  # as many times as points, too
        kept = program.run(rtol=1e-6, **{"every": 0.05, **given}, dt=1e-4, save=tmp_path / f"u{count}.h5", backend="serial")
        assert kept.step_length.dims == ("time",) and kept.sizes["time"] == count and kept.attrs["dt"] == 1e-4
        with h5py.File(tmp_path / f"u{count}.h5") as file:
            assert file.attrs["dt"] == 1e-4
    undated = eulerc.compile(WAVE.replace(", .dt = 1e-3", ""), real="double", name="undated", method="dopri5")
    assert "dt" not in undated.run(rtol=1e-6, backend="serial").attrs
    solver = program.solver(rtol=1e-8, atol=1e-9, backend="serial")
    solver.run_to(0.1)
    np.testing.assert_allclose(solver["u"], run.u[-1], atol=1e-6)
    with pytest.raises(eulerc.UsageError, match="cannot be combined with rtol"):
        solver.iterate(every=0.1)


def test_records_between_steps(tmp_path):
    turn = eulerc.compile("""
        state real u[3], v[3];
        timespan = { .to = 2, .dt = 0.1 };
        initial(u)(int i) { return 1; }
        initial(v)(int i) { return 0; }
        ddt(u)(int i, real t) { return v[i]; }
        ddt(v)(int i, real t) { return -u[i]; }
    """, real="double", method="rk4")
    run = turn.run(every=0.07, interpolate=True, save=tmp_path / "turn.npy", backend="threads")
    assert np.allclose(run.time, [*(0.07 * np.arange(29)), 2], rtol=0, atol=1e-12)
    assert np.allclose(run.u[:, 1], np.cos(run.time), rtol=0, atol=2e-6)
    assert np.array_equal(run.u, np.load(tmp_path / "turn.u.npy"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(turn.run(every=0.07, interpolate=True, backend="serial").time) == 30
    with pytest.warns(eulerc.EulercWarning, match="interpolate has no effect"):
        turn.run(interpolate=True, backend="serial")
    with pytest.raises(eulerc.UsageError, match="states at steps"):
        turn.solver().iterate(every=0.07, interpolate=True)


def test_two_threads_with_two_solvers_run_at_once_and_share_none(wave):
    expected = wave.run(N=1000, backend="serial").u[-1].values
    solvers = [wave.solver(N=1000, backend="serial") for _ in range(2)]
    threads = [threading.Thread(target=solver.run_to, args=(0.1,)) for solver in solvers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((solver["u"] == expected).all() for solver in solvers)
    solver = wave.solver(N=2000, backend="serial")
    thread = threading.Thread(target=solver.run_to, args=(30.0,))
    thread.start()
    time.sleep(0.1)  # the GIL is free meanwhile
    if thread.is_alive():
        with pytest.raises(eulerc.UsageError, match="another thread"):
            solver.run_to(31.0)
    thread.join()


def test_a_fork_after_use_is_refused(wave):
    wave.run(backend="serial")
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            wave.run(backend="serial")
            text = "ran"
        except eulerc.UsageError as error:
            text = str(error)
        os.write(writer, text.encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert "before this process was forked" in os.read(reader, 1000).decode()


def test_what_python_adds_to_the_time_of_steps(wave):
    def least(body, times):
        def seconds():
            begin = time.perf_counter()
            body()
            return time.perf_counter() - begin
        return min(seconds() for _ in range(times))

    def beyond():
        begin = time.perf_counter()
        run = wave.run(backend="threads")
        return time.perf_counter() - begin - run.attrs["seconds"]

    def python(code):
        subprocess.run([sys.executable, "-c", code], check=True)
    assert least(lambda: python("import eulerc"), 3) - least(lambda: python("pass"), 3) < 0.3
    assert least(lambda: eulerc.compile(WAVE, real="double", name="wave"), 5) < 0.02
    assert min(beyond() for _ in range(20)) < 0.005
    assert least(lambda: wave.sweep(c=np.linspace(1, 20, 100), backend="threads"), 3) < 1


def test_solvers_leave_no_memory_behind(wave):
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    def use(count):
        for _ in range(count):
            solver = wave.solver(N=1000, backend="serial")
            solver.run_to(0.002)
            assert len(solver["u"]) == 1000
    use(100)
    before = resident()
    use(1000)
    assert resident() - before < 4e6


def test_scipy_agrees(wave):
    from scipy.integrate import solve_ivp
    n, c = 100, 20.0
    x = np.pi * (np.arange(n) + 1) / (n + 1)

    def slopes(t, y):
        u, v = y[:n], y[n:]
        padded = np.concatenate([[0], u, [0]])
        return np.concatenate([v, c * c * (padded[:-2] - 2 * u + padded[2:])])

    theirs = solve_ivp(slopes, (0, 0.1), np.concatenate([np.sin(x), 0 * x]), rtol=1e-10, atol=1e-12, method="DOP853").y[:, -1]
    ours = eulerc.compile(WAVE, real="double", name="wave", method="rk4").run(backend="serial")
    np.testing.assert_allclose(ours.u[-1], theirs[:n], atol=1e-8)
    np.testing.assert_allclose(ours.v[-1], theirs[n:], atol=1e-7)


def test_checkpoints_stops_species_and_movies(wave, tmp_path):
    wave.run(every=0.02, backend="serial", checkpoint=tmp_path / "run.ckpt")
    assert wave.run(every=0.02, backend="serial", resume=tmp_path / "run.ckpt").time.values == pytest.approx([0.1])
    assert "steady" in wave.run(backend="serial", stop={"steady": 1e9}).attrs["stopped"]
    eulerc.animate(wave.run(every=0.05, backend="serial").u, tmp_path / "u.gif")
    assert (tmp_path / "u.gif").read_bytes()[:3] == b"GIF"
    with pytest.raises(eulerc.UsageError, match="must end in .gif or .mp4"):
        eulerc.animate(wave.run(backend="serial").u, "u.avi")
    species = eulerc.compile("param int N = 4;\nstate real f[3][N];\ntimespan = { .to = 1.0, .dt = 0.5 };\n"
                             "initial(f)(int q, int i) { return q; }\nddt(f)(int q, int i, real t) { return 0; }\n")
    assert ": f[3][N]; float, euler>" in repr(species)
    assert list(species.run(backend="serial").f_species) == list(species.solver(backend="serial").dataset().f_species) == [0, 1, 2]
    assert species.run(backend="serial").f.dims == ("time", "f_species", "i") and species.solver(backend="serial")["f"].shape == (3, 4)


SOURCE = """\
param int NX = 5, NY = 4;
series real rain[NY][NX];
state real T[NY][NX];
timespan = { .to = 1.0, .dt = 0.125 };
initial(T)(int y, int x) { return 0; }
ddt(T)(int y, int x, real t) { return rain[y][x]; }
"""


def test_a_field_over_time_takes_frames_with_their_times():
    source = eulerc.compile(SOURCE, name="source")
    times, frames = np.array([0.0, 0.5, 1.0]), np.array([0.0, 2.0, 0.0])[:, None, None] * np.ones((3, 4, 5))
    frames[2, 1, 2] = 4
    run = source.run(rain=(times, frames), backend="serial")
    np.testing.assert_allclose(run.T[-1][0, 0], sum(2 * min(t, 1 - t) * 2 for t in np.arange(8) / 8) / 8)
    xarray = pytest.importorskip("xarray")
    turned = xarray.DataArray(frames.transpose(2, 0, 1), dims=("x", "time", "y"), coords={"time": times})
    np.testing.assert_array_equal(source.run(rain=turned, backend="serial").T[-1], run.T[-1])
    for record in (lambda T: T, lambda T: (T["time_"].values, T)):  # of a program with a state called time
        other = eulerc.compile(SOURCE.replace("T", "time"), name="other").run(rain=turned, every=0.5, backend="serial").time
        np.testing.assert_array_equal(source.run(rain=record(other), backend="serial").T[-1],
                                      source.run(rain=([0, 0.5, 1], other.values), backend="serial").T[-1])
    for wrong, message in ((frames, "takes .times, frames., a DataArray"), ((times, frames[:2]), r"of shape \(3, 4, 5\), not \(2, 4, 5\)"),
                           ((times[::-1].copy(), frames), "its times do not grow"),
                           ((times.astype("M8[s]"), frames), "are numbers, not datetime64")):
        with pytest.raises(eulerc.UsageError, match=message):
            source.run(rain=wrong, backend="serial")
