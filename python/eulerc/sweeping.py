"""Program.sweep: many runs, one table."""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING, Any, Callable, Iterable, Optional, Sequence, Union

import numpy as np

from .errors import Error, RunError, UsageError, warn
from .options import file, scalar
from .program import free_name, named
from .ranks import agreed
from .solver import Solver

if TYPE_CHECKING:
    import pandas
    from mpi4py.MPI import Comm

    from .program import Program

Monitor = Union[str, Sequence[str], "Callable[[Solver], Any]", None]


class _Table:
    """The columns of a sweep besides the params: their names, and their values for a solver."""

    def __init__(self, program: Program, monitor: Monitor, axes: Iterable[str]) -> None:
        self.function = monitor if callable(monitor) else None
        names = [monitor] if isinstance(monitor, str) else None if monitor is None or callable(monitor) else list(monitor)
        self.monitors = named("monitor", names, list(program.monitors))
        axes = list(axes)
        self.time, self.value, self.failed = (free_name(name, [*axes, *self.monitors]) for name in ("t", "value", "failed"))
        self.params = {name: free_name(name, [*axes, *self.monitors]) for name in ("seed", *axes) if name in self.monitors}

    def row(self, solver: Solver, over_time: Any) -> dict[str, Any]:
        row: dict[str, Any] = {self.time: solver.t}
        for name in solver.program.states:
            values = solver.view(name)
            row[f"{name} min"], row[f"{name} max"] = float(values.min()), float(values.max())
            row[f"{name} norm2"] = float(np.sqrt(np.sum(np.square(values, dtype=np.float64))))
            del values
        if self.monitors:
            all_of_them = solver.monitors()
            row.update({name: all_of_them[name] for name in self.monitors})
        for name, values in zip(solver.program.monitors, over_time.T if over_time is not None else []):
            if name in self.monitors:
                row[f"{name} max"], row[f"{name} mean"] = float(values.max()), float(values.mean())
        if self.function is not None:
            row[self.value] = self._called(solver)
        return row

    def _called(self, solver: Solver) -> Any:
        function = self.function
        assert function is not None

        def called() -> Any:
            try:
                return function(solver)
            except Error:
                raise
            except Exception as error:  # only this row fails
                raise RunError(f"the function: {type(error).__name__}: {error}") from error
        return agreed(solver.comm, called, compared=lambda _: None)  # a failure on one rank is a failure of the row on all ranks


class _Runs:
    """The runs of a sweep, all by one solver. The solver is made with the first params that allow one."""

    def __init__(self, program: Program, fixed: dict[str, Any], options: dict[str, Any], comm: Optional[Comm]) -> None:
        self.program, self.fixed, self.comm = program, fixed, comm
        self.files = {name: os.path.splitext(file(name, options[name])) for name in ("save", "events") if name in options}
        self.solver: Optional[Solver] = None
        self.edits = 0  # changes of the solver that this class made
        self.first_seed: Optional[int] = None
        self.when = next((name for name in ("every", "at") if options.get(name) is not None), "")
        self.over_time: Any = None  # values of the monitors in the latest run, [time, monitor]
        if self.when and not self.files and not program.monitors:
            warn(f"{self.when} has no effect: the program has no monitors, and nothing is saved")

    def take(self, run: int, point: dict[str, Any]) -> Solver:
        if self.solver is None or self.solver._edits != self.edits:  # the user's function has set params or arrays
            params = {**(self.fixed.get("params") or {}), **point}
            self.solver = Solver(self.program, {**self.fixed, "params": params}, self.comm)
            if self.program.random and "seed" not in self.solver._given.params:
                self.first_seed = int(self.solver.params["seed"])
        solver = self.solver
        solver.set(**point, **self.seed(run))
        self.edits = solver._edits
        with solver._saying():
            if self.files:  # each run has its own file: u.0.h5, u.1.h5 …
                own: dict[str, Any] = {name: f"{stem}.{run}{suffix}" for name, (stem, suffix) in self.files.items()}
                solver._configure({**solver._given.options, **own})
            solver._session.plan()
            if self.when and self.program.monitors:
                solver._session.record([], [], 0, len(self.program.monitors), 0)
            solver._session.begin()
            solver._session.advance(-1)
            if self.when and self.program.monitors:
                self.over_time = solver._session.recorded()[2]
        return solver

    def seed(self, run: int) -> dict[str, int]:
        """The seed of a run: each run draws other random numbers, unless seeds are given."""
        return {} if self.first_seed is None else {"seed": self.first_seed + run}


def _axes(program: Program, options: dict[str, Any]) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    """The params with several values, and the other options."""
    axes = {name: [each.item() if getattr(each, "ndim", None) == 0 else each for each in value]
            for kind, name, value in program.told_apart(options)
            if kind == "param" and scalar(value) is None and hasattr(value, "__iter__")}
    if not axes:
        raise UsageError("sweep() needs a sequence of values for a param, as in K=numpy.linspace(1, 10, 10)")
    for name, values in axes.items():
        if not values:
            raise UsageError(f"sweep(): the sequence of values for {name} is empty")
    fixed = {name: value for name, value in options.items() if name not in axes or name in program.hidden}
    if "params" in options:
        fixed["params"] = {name: value for name, value in options["params"].items() if name not in axes}
    return axes, fixed


def _prepared(program: Program, monitor: Monitor, options: dict[str, Any], comm: Optional[Comm]) -> tuple[list[dict[str, Any]], _Table, _Runs]:
    """The params of each run, the columns of the table, and the runs."""
    axes, fixed = _axes(program, options)
    for name in ("checkpoint", "resume"):
        if name in options:
            raise UsageError(f"{name} has no place in sweep(), which makes many runs")
    points = [dict(zip(axes, chosen)) for chosen in itertools.product(*axes.values())]
    return points, _Table(program, monitor, axes), _Runs(program, fixed, options, comm)


def sweep(program: Program, monitor: Monitor, options: dict[str, Any], comm: Optional[Comm]) -> pandas.DataFrame:
    import pandas
    points, table, runs = agreed(comm, lambda: _prepared(program, monitor, options, comm),
                                 compared=lambda each: (len(each[0]), each[1].monitors, each[2].when, list(options)))
    rows: list[dict[str, Any]] = []
    failures: list[Error] = []
    for run, point in enumerate(points):
        try:
            rows.append(table.row(runs.take(run, point), runs.over_time))
        except (RunError, UsageError) as error:
            failures.append(error)
            rows.append({table.failed: str(error)})
    if runs.solver is None:  # no run could begin
        raise failures[0]
    params = [{table.params.get(name, name): value for name, value in {**point, **runs.seed(run)}.items()} for run, point in enumerate(points)]
    result = pandas.DataFrame([{**own, **row} for own, row in zip(params, rows)])
    if failures:
        if comm is None or comm.rank == 0:
            warn(f"{len(failures)} of {len(result)} runs failed; the first: {failures[0]}")
        result[table.failed] = result.pop(table.failed)
    return result
