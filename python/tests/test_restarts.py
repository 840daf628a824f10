"""Solvers that go back to where they began."""

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
