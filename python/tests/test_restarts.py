"""Solvers that go back to where they began, and runs that go on."""

import os
import warnings

import numpy as np
import pytest

import eulerc
from conftest import WAVE


def test_a_solver_that_was_iterated_starts_where_it_began():
    decay = eulerc.compile("param real k = 1;\nstate real u[4];\ntimespan = { .to = 1, .dt = 0.1 };\n"
                           "initial(u)(int i) { return 1; }\nddt(u)(int i, real t) { return -k * u[i]; }\n", name="decay")
    solver = decay.solver(backend="serial")
    solver.run_to(0.3)
    assert [round(t, 12) for t, states in solver.iterate(every=0.5)] == [0.3, 0.8, 1]
    solver.restart()
    assert solver.t == 0 and (solver["u"] == 1).all()
    solver.run_to(0.2)
    assert [round(t, 12) for t, states in solver.iterate(every=0.5)] == [0.2, 0.7, 1]
    solver.set(k=2)
    assert solver.t == 0


def test_a_run_that_stops_where_it_begins_has_one_state():
    rise = eulerc.compile("state real u[2];\ntimespan = { .to = 40, .dt = 0.1 };\ninitial(u)(int i) { return 1; }\n"
                          "ddt(u)(int i, real t) { return 1; }\nmonitor(max) m(int i, real t) { return u[i]; }\nstop(m > 0.5);\n", name="rise")
    for options in ({"every": 1}, {"at": [0, 1, 2]}, {"every": "1steps"}):
        solver = rise.solver(backend="serial")
        assert [t for t, _ in solver.iterate(**options)] == rise.run(backend="serial", **options).time.values.tolist() == [0]
        assert [t for t, _ in solver.iterate(every=1)] == [0]
    solver["u"] = -1
    times = [t for t, _ in solver.iterate(every=1)]
    assert times[:2] == [0, 1] and len(set(times)) == len(times) and [t for t, _ in solver.iterate(every=1)] == times[-1:]


def test_a_loop_left_at_its_first_state_has_a_file_and_a_checkpoint(tmp_path):
    decay = eulerc.compile("param real k = 1;\nstate real u[4];\ntimespan = { .to = 1, .dt = 0.25 };\n"
                           "initial(u)(int i) { return k; }\nddt(u)(int i, real t) { return -u[i]; }\n", name="decay")
    files = {"save": tmp_path / "u.h5", "checkpoint": tmp_path / "u.ckpt"}
    for k, left in ((1, 2), (5, 0)):
        for at, (t, states) in enumerate(decay.solver(k=k, backend="serial").iterate(every=0.25, **files)):
            if at == left:
                break
        assert eulerc.open(tmp_path / "u.h5").time.values.tolist() == [0, 0.25, 0.5][:left + 1]
        assert decay.solver(resume=tmp_path / "u.ckpt").t == t
    assert (decay.run(resume=tmp_path / "u.ckpt").u[-1] == decay.run(k=5).u[-1]).all()


def test_events_of_a_former_axis_of_time_are_forgotten(tmp_path):
    rise = eulerc.compile("state real u[2];\ntimespan = { .to = 2, .dt = 0.1 };\ninitial(u)(int i) { return 0; }\n"
                          "ddt(u)(int i, real t) { return 1; }\nevent up(int i, real t) = u[i] - 1 - 0.2 * i;\n", name="rise")
    for backend in ({"backend": "serial"}, {"backend": "threads", "slabs": 2}):
        solver = rise.solver(**backend)
        solver.run_to(2.0)
        assert (solver["up"] > 0).all()
        for _ in solver.iterate(t0=0, t_end=2, events=tmp_path / "up.csv", every=0.5):
            pass
        assert (solver["up"] == 0).all() and (tmp_path / "up.csv").read_text() == "time,event,i\n"


def test_a_checkpoint_knows_the_files_of_its_own_run_alone(wave, tmp_path):
    file, checkpoint = str(tmp_path / "u.h5"), str(tmp_path / "run.ckpt")
    solver = wave.solver(backend="serial")
    list(solver.iterate(every=0.01, t_end=0.1, save=file))
    solver.restart()
    list(solver.iterate(every=0.05, t_end=0.07, checkpoint=checkpoint))
    wave.run(resume=checkpoint, t_end=0.09, every=0.01, save=file, backend="serial")
    assert eulerc.open(file).load().time.values == pytest.approx(np.arange(10) / 100)


def test_a_loop_that_is_left_or_ended_gives_its_file_away(wave, tmp_path):
    file = str(tmp_path / "u.h5")
    others = (lambda solver: list(solver.iterate(every=0.05)), lambda solver: solver.run_to(0.1), lambda solver: solver.restart(),
              lambda solver: solver.set(c=2))
    for other in others:
        solver = wave.solver(save=file, backend="serial")
        for k, _ in enumerate(solver.iterate(every=0.025)):
            if k == 1:
                break
        assert eulerc.open(file).load().time.values == pytest.approx([0, 0.025])
        held = solver.iterate(every=0.025)  # it is not closed
        next(held), next(held)
        if other is others[1]:
            with pytest.warns(eulerc.EulercWarning, match="run_to"):
                other(solver)
            assert eulerc.open(file).load().time.values == pytest.approx([0.025, 0.05])
        else:
            other(solver)
        solver.restart()
        assert len(list(solver.iterate(every=0.05))) == len(eulerc.open(file).load().time) == 3
        with pytest.raises(eulerc.UsageError, match="this loop over iterate"):
            next(held)


def test_what_is_refused_by_set_changes_nothing(wave):
    solver = wave.solver(c=3, u=np.arange(100.0), backend="serial")
    solver.run_to(0.01)
    before = solver.t, solver.params, solver["u"]
    for words, message in (({"c": 5, "zz": 1}, "'zz' is no param"), ({"c": 5, "N": 2.5}, "param 'N' is an int"), ({"N": -5}, "would have the extent -5"),
                           ({"c": 5, "N": 50}, r"state 'u' takes an array of shape \(50,\), not \(100,\)"), ({"c": 5, "N": [1]}, "takes a number")):
        with pytest.raises(eulerc.UsageError, match=message):
            solver.set(**words)
        assert (solver.t, solver.params) == before[:2] and (solver["u"] == before[2]).all(), words
    solver.set(c=5)
    assert solver.t == 0 and solver.params == {"N": 100, "c": 5} and (solver["u"] == np.arange(100)).all()
    next(solver.iterate(every=0.05))
    assert solver.params["c"] == 5


def test_a_refused_start_changes_nothing_and_files_stay_found(wave, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    np.save("u.npy", np.full(100, 2.0))
    wave.run(t_end=0.005, backend="serial", checkpoint="run.ckpt")
    (tmp_path / "sub").mkdir()
    for given, file in (({"u": "u.npy"}, "u.npy"), ({"restart": "run.ckpt"}, "run.ckpt")):
        monkeypatch.chdir(tmp_path)
        solver = wave.solver(backend="serial", **given)
        first = solver.t, solver["u"]
        monkeypatch.chdir(tmp_path / "sub")
        solver.set(c=3)
        assert solver.t == first[0] and (solver["u"] == first[1]).all() and solver.params["c"] == 3
        solver.run_to(0.01)
        before = solver.t, solver.params, solver["u"]
        with pytest.raises(eulerc.UsageError):
            solver.set(c=4, N=50)
        os.rename(tmp_path / file, tmp_path / "elsewhere")
        for change in (lambda: solver.set(c=4), solver.restart):
            with pytest.raises(eulerc.UsageError, match=file):
                change()
            assert (solver.t, solver.params) == before[:2] and (solver["u"] == before[2]).all()
        os.rename(tmp_path / "elsewhere", tmp_path / file)
        solver.restart()
        assert solver.t == first[0] and (solver["u"] == first[1]).all()


def test_a_run_that_fails_leads_back_to_what_was_given(tmp_path):
    text = "param int N = 4;\nfield real k[N];\ninitial(k)(int i) { return 1; }\nstate real u[N];\ntimespan = { .to = 10, .dt = 0.125 };\n"
    burst = eulerc.compile(text + "initial(u)(int i) { return 0.5; }\nddt(u)(int i, real t) { return k[i] * u[i] * u[i]; }\n", name="burst")
    np.save(tmp_path / "u.npy", np.full(4, 3.0))
    list(burst.solver(u=3, backend="serial", checkpoint=tmp_path / "run.ckpt").iterate(steps=0))
    for given in ({"u": 3}, {"u": np.full(4, 3.0)}, {"u": tmp_path / "u.npy"}, {"restart": tmp_path / "run.ckpt"}):
        solver = burst.solver(t0=1, backend="serial", **given)
        for fail in (lambda: solver.run_to(9), lambda: list(solver.iterate(t_end=9))):
            with pytest.raises(eulerc.RunError, match="not finite"):
                fail()
            assert solver.t == 1 and (solver["u"] == 3).all()
            solver.run_to(1.125)
            assert (solver["u"] == 3 + 0.125 * 9).all()
    solver = burst.solver(u=3, backend="serial")
    solver.run_to(0.125)
    with pytest.warns(eulerc.EulercWarning, match="the grid"):
        solver._session.set("N", "6")
        solver.set_field("k", 1)
    assert solver.t == 0 and solver["u"].tolist() == [3] * 6


def test_initial_arrays_are_copied(wave):
    values = np.ones(100)
    solver = wave.solver(u=values, backend="serial")
    values[:] = 7
    solver.restart()
    assert (solver["u"] == 1).all()


def test_the_options_of_a_loop_come_before_those_of_its_solver(wave):
    assert [t for t, _ in wave.solver(every=0.05, backend="serial").iterate(at=[0.02])] == pytest.approx([0, 0.02, 0.1])
    assert [t for t, _ in wave.solver(at=[0.02], backend="serial").iterate(every=0.05)] == pytest.approx([0, 0.05, 0.1])
    assert [t for t, _ in wave.solver(steps=20, backend="serial").iterate(t_end=0.05, every=0.05)] == pytest.approx([0, 0.05])


def test_a_run_that_goes_on_has_its_first_and_last_state(wave, tmp_path):
    wave.run(backend="serial", checkpoint=tmp_path / "run.ckpt")
    expected = wave.run(at=[0.1, 0.2], t_end=0.2, backend="serial")
    for save in ({}, {"save": tmp_path / "rest.h5"}, {"save": tmp_path / "rest.npy"}):
        rest = wave.run(resume=tmp_path / "run.ckpt", t_end=0.2, backend="serial", **save)
        assert rest.time.values == pytest.approx([0.1, 0.2])
        assert (rest.u.values == expected.u.values).all() and (rest.energy.values == expected.energy.values).all()


def test_a_solver_stands_where_its_checkpoint_does(wave, tmp_path):
    kept, given = tmp_path / "run.ckpt", {"backend": "serial"}
    wave.run(t_end=0.05, checkpoint=kept, **given)
    whole = wave.run(every=0.01, **given)
    solver = wave.solver(resume=kept, t_end=0.1, **given)
    assert solver.t == 0.05 and (solver["u"] == whole.u[5]).all() and solver.monitors()["energy"] == float(whole.energy[5])
    for t, states in solver.iterate(every=0.01):
        if t > 0.065:
            break
    assert [round(t, 12) for t, states in solver.iterate(every=0.01)] == [0.07, 0.08, 0.09, 0.1]
    assert (solver["u"] == whole.u[-1]).all()
    solver = wave.solver(resume=kept, steps=100, **given)
    assert [t for t, states in solver.iterate(every=0.05)] == [0.05, 0.1] and (solver["u"] == whole.u[-1]).all()
    solver = wave.solver(resume=kept, **given)
    with pytest.raises(eulerc.UsageError, match="the end time 0.01 is before the start time 0.05"):
        solver.run_to(0.01)
    solver.run_to(0.1)
    assert (solver["u"] == whole.u[-1]).all()
    solver.restart()
    assert solver.t == 0
    solver = wave.solver(resume=kept, t_end=0.1, **given)
    solver["u"] = 0
    assert [states["u"].max() for t, states in solver.iterate(at=[0.05])][0] == 0
    for wrong, message in (({"c": 3}, r"it is of c = 20, not of c=3"), ({"u": 0}, "u cannot be combined with resume"),
                           ({"t0": 0.05}, "t0 cannot be combined with resume"), ({"rtol": 1e-3}, "cannot be combined with resume")):
        for call in (wave.run, wave.solver):
            with pytest.raises(eulerc.UsageError, match=message):
                call(resume=kept, t_end=0.1, **wrong, **given)
    assert (wave.run(resume=kept, t_end=0.1, c=20, **given).u[-1] == whole.u[-1]).all()
    with pytest.warns(eulerc.EulercWarning, match=r"run_to\(\) takes no notice of save, stop"):
        wave.solver(save=tmp_path / "no.h5", stop={"steady": 1}, **given).run_to(0.01)
    solver = wave.solver(**given)
    loop = solver.iterate(every=0.05)
    for what in (lambda: solver.run_to(0.02), solver.restart, lambda: solver.set(c=10)):
        loop = solver.iterate(every=0.05)
        next(loop)
        what()
        with pytest.raises(eulerc.UsageError, match="its solver has begun another run meanwhile"):
            next(loop)


def test_the_first_loop_behind_a_checkpoint_completes_the_files_of_its_run(wave, tmp_path):
    kept, file, given = tmp_path / "run.ckpt", tmp_path / "u.h5", {"backend": "serial", "every": 0.025}
    wave.run(t_end=0.05, checkpoint=kept, save=file, **given).close()
    solver = wave.solver(resume=kept, t_end=0.1, backend="serial")
    assert [t for t, _ in solver.iterate(every=0.025, save=file)] == pytest.approx([0.05, 0.075, 0.1])
    assert eulerc.open(file).load().time.values == pytest.approx([0, 0.025, 0.05, 0.075, 0.1])
    solver.set(c=10)
    assert solver.t == 0 and solver.params["c"] == 10 and [t for t, _ in solver.iterate(t_end=0.05)] == [0, 0.05]
    run = wave.run(resume=kept, save=file, t_end=0.1, **given).load()
    assert np.isnan(run.energy[:2]).all() and run.energy[2:].values == pytest.approx(wave.run(**given).energy[2:].values)


def test_arrays_of_a_run_that_goes_on_have_the_sizes_of_its_checkpoint(plate, tmp_path):
    kept, given = tmp_path / "run.ckpt", {"backend": "serial", "t_end": 1.0}
    k = np.arange(28.0).reshape(4, 7)
    np.save(tmp_path / "k.npy", k)
    plate.run(NX=7, k=k, source=2, checkpoint=kept, backend="serial", t_end=0.5)
    whole = plate.run(NX=7, k=k, source=2, **given)
    for values in (k, tmp_path / "k.npy"):
        assert (plate.run(resume=kept, k=values, source=2, **given)["T"][-1] == whole["T"][-1]).all()
    with pytest.raises(eulerc.UsageError, match="the field 'k' had other values"):
        plate.run(resume=kept, k=1, source=2, **given)


def test_a_controlled_run_goes_on(wave, tmp_path):
    program = eulerc.compile(WAVE, real="double", name="wave", method="dopri5")
    program.run(rtol=1e-6, t_end=0.05, checkpoint=tmp_path / "run.ckpt", backend="serial")
    run = program.run(resume=tmp_path / "run.ckpt", t_end=0.1, every=0.02, backend="serial")
    assert run.time.values == pytest.approx([0.06, 0.08, 0.1])
    solver = program.solver(resume=tmp_path / "run.ckpt", backend="serial")
    with pytest.raises(eulerc.UsageError, match="iterate.. cannot be combined with rtol"):
        list(solver.iterate(every=0.01))
    solver.run_to(0.1)
    assert abs(solver["u"] - run.u[-1].values).max() < 1e-4


def test_noise_goes_on_behind_a_checkpoint(tmp_path):
    noise = eulerc.compile("param int N = 9;\nstate real x[N];\ntimespan = { .to = 1.0, .dt = 0.125 };\n"
                           "initial(x)(int i) { return normal(0); }\nddt(x)(int i, real t) { return normal(1) / sqrt(dt); }")
    noise.run(t_end=0.5, checkpoint=tmp_path / "run.ckpt", backend="serial")
    end = noise.run(backend="serial").x[-1].values
    assert (noise.run(restart=tmp_path / "run.ckpt", backend="serial").x[-1] == end).all()
    assert (noise.run(resume=tmp_path / "run.ckpt", t_end=1, backend="serial").x[-1] == end).all()
    solver = noise.solver(restart=tmp_path / "run.ckpt", backend="serial")
    assert solver.t == 0.5
    for t, states in solver.iterate(every=0.125):
        if t == 0.75:
            break
    assert ([states["x"] for t, states in solver.iterate(every=0.125)][-1] == end).all()
    fresh = noise.run(restart=tmp_path / "run.ckpt", first_step=0, backend="serial").x[-1].values
    assert (fresh != end).all()


RAMP = """\
param int N = 4;
state real u[N];
timespan = { .to = 1.0, .dt = 0.125 };
initial(u)(int i) { return 1; }
ddt(u)(int i, real t) { return t; }
event late(int i, real t) = sin(20 * t - 1);
"""


@pytest.fixture(scope="module")
def ramp():
    return eulerc.compile(RAMP, name="ramp")


def test_a_run_of_no_steps_records_where_it_begins(ramp, tmp_path):
    for suffix in ("h5", "npy"):
        for none in ({"steps": 0}, {"t0": 1, "t_end": 1}):
            file = str(tmp_path / f"u.{suffix}")
            ramp.run(save=file, every=0.25, backend="serial")
            new = str(tmp_path / f"new{len(none)}.{suffix}")
            for save in (file, new):
                run = ramp.run(u=7, save=save, backend="serial", checkpoint=tmp_path / "run.ckpt", **none)
                assert run.time.values.tolist() == [none.get("t0", 0)] and run.u.values.tolist() == [[7] * 4]
                (tmp_path / "run.ckpt").unlink()
    assert ramp.run(steps=0, backend="serial").time.values.tolist() == [0]
    assert [t for t, _ in ramp.solver(backend="serial", save=tmp_path / "loop.h5").iterate(steps=0)] == [0]
    assert eulerc.open(str(tmp_path / "loop.h5")).time.values.tolist() == [0]


def test_a_run_that_has_ended_is_told_of(ramp, tmp_path):
    kept, file = tmp_path / "run.ckpt", str(tmp_path / "u.h5")
    whole = ramp.run(checkpoint=kept, save=file, backend="serial").load()
    with pytest.warns(eulerc.EulercWarning, match="has come to its end: nothing is left to compute or to record; a later t_end, or more steps"):
        assert (ramp.run(resume=kept, save=file, backend="serial").u.values == whole.u.values).all()
    with pytest.warns(eulerc.EulercWarning, match="has come to its end"):
        with pytest.raises(eulerc.UsageError, match="none.npy' is not there, and nothing is left to record in it"):
            ramp.run(resume=kept, save=tmp_path / "none.npy", backend="serial")
    with pytest.warns(eulerc.EulercWarning, match="has come to its end"):
        assert ramp.run(resume=kept, backend="serial").time.values.tolist() == [1]


def test_a_state_is_taken_to_another_time(ramp, tmp_path):
    kept = tmp_path / "run.ckpt"
    ramp.run(steps=4, checkpoint=kept, backend="serial")
    given = {"restart": kept, "t0": 0.25, "backend": "serial"}
    run = ramp.run(every=0.25, **given)
    assert run.time.values.tolist() == [0.25, 0.5, 0.75, 1]
    solver = ramp.solver(**given)
    for _ in range(2):
        assert solver.t == 0.25 and (solver["u"] == run.u[0]).all()
        assert [t for t, _ in solver.iterate(every=0.25)] == [0.25, 0.5, 0.75, 1] and (solver["u"] == run.u[-1]).all()
        solver.restart()
    solver.run_to(0.5)
    assert (solver["u"] == run.u[1]).all()
    assert [t for t, _ in ramp.solver(restart=kept, backend="serial").iterate(t0=0.75, every=0.25)] == [0.75, 1]


def test_events_are_looked_for_at_each_step_in_any_order_of_words(ramp, tmp_path):
    given = {"backend": "serial", "every": 0.5, "events": tmp_path / "e.csv"}
    found = []
    for names in (("every", "events"), ("events", "every")):
        ramp.run(backend="serial", **{name: given[name] for name in names})
        found.append((tmp_path / "e.csv").read_text())
    list(ramp.solver(backend="serial", events=given["events"]).iterate(every=0.5))
    assert len({*found, (tmp_path / "e.csv").read_text()}) == 1 and found[0].count("late,0") == 4
    with pytest.warns(eulerc.EulercWarning, match=r"run_to\(\) takes no notice of events"):
        ramp.solver(events=tmp_path / "e.csv", backend="serial").run_to(0.5)


def test_a_loop_that_is_left_leaves_its_checkpoint(ramp, tmp_path):
    kept = tmp_path / "run.ckpt"
    whole = ramp.run(every=0.25, backend="serial")

    def leave(solver, loop):
        loop.close()

    for after in (leave, lambda solver, loop: solver.run_to(1), lambda solver, loop: solver.restart()):
        solver = ramp.solver(checkpoint=kept, backend="serial")
        loop = solver.iterate(every=0.25)
        next(loop)
        assert next(loop)[0] == 0.25 and not kept.exists()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # run_to() writes none of its own
            after(solver, loop)
        rest = ramp.run(resume=kept, every=0.25, backend="serial")
        assert rest.time.values.tolist() == [0.25, 0.5, 0.75, 1] and (rest.u[-1] == whole.u[-1]).all()
        kept.unlink()
    (tmp_path / "gone").mkdir()
    loop = ramp.solver(checkpoint=tmp_path / "gone" / "run.ckpt", backend="serial").iterate(every=0.25)
    next(loop), next(loop)
    (tmp_path / "gone").rmdir()
    with pytest.warns(eulerc.EulercWarning, match="gone/run.ckpt"):
        loop.close()


def test_the_last_state_of_a_run_that_blows_up_is_kept(tmp_path):
    text = "param int N = 4;\nstate real u[N];\ntimespan = { .to = 10, .dt = 0.125 };\ninitial(u)(int i) { return 1 + i; }\n"
    burst = eulerc.compile(text + "ddt(u)(int i, real t) { return u[i] * u[i]; }\n", name="burst")
    with pytest.raises(eulerc.RunError, match=r"\(the state then is in '.*u\.last-good\.h5'\)"):
        burst.run(save=tmp_path / "u.h5", every=1, backend="serial")
    assert np.isfinite(eulerc.open(str(tmp_path / "u.last-good.h5")).u).all()
    solver = burst.solver(save=tmp_path / "v.h5", backend="serial")
    with pytest.raises(eulerc.RunError, match="v.last-good.h5"):
        list(solver.iterate())
    solver.restart()
    with pytest.raises(eulerc.RunError) as caught:
        solver.program.solver(backend="serial").run_to(10)
    assert "last-good" not in str(caught.value)


def test_options_without_effect_are_warned_of(ramp, tmp_path):
    cases = (({"steps": 3, "t_end": 0.9}, "^t_end has no effect: steps wins over t_end$"), ({"threads": 4, "backend": "serial"}, "^threads has no effect on the steps"),
             ({"every": 1e9, "save": tmp_path / "u.h5"}, "^every=1000000000.0 is longer than the run, t = 0 to 1: '.*u.h5' has its first and its last state alone"),
             ({"every": 1e9}, "^every=1000000000.0 is longer than the run, t = 0 to 1: the result has its first"),
             ({"work_group": 64, "backend": "threads"}, "^work_group has no effect on the backend threads"))
    for options, message in cases:
        with pytest.warns(eulerc.EulercWarning, match=message):
            ramp.run(**{"backend": "serial", **options})
    solver = ramp.solver(backend="serial", threads=4)
    with pytest.warns(eulerc.EulercWarning, match="^threads has no effect") as caught:
        for t in (0.25, 0.5, 0.75):
            solver.run_to(t)
        list(solver.iterate(every=0.125))
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ramp.run(backend="serial", every=0.25)
        ramp.run(backend="threads", threads=2, save=tmp_path / "u.h5", events=tmp_path / "e.csv", steps=4)
        list(ramp.solver(backend="serial", steps=3).iterate(t_end=0.5))
