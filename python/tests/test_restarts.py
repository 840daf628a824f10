"""Solvers that go back to where they began."""

import numpy as np
import pytest

import eulerc


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
