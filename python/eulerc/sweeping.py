"""Program.sweep: many runs, one table."""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence, Union

import numpy as np

from .errors import RunError, UsageError, warn
from .options import file, scalar
from .program import named
from .solver import Solver

if TYPE_CHECKING:
    import pandas
    from mpi4py.MPI import Comm

    from .program import Program

Monitor = Union[str, Sequence[str], "Callable[[Solver], Any]", None]


def _row(solver: Solver, monitors: list[str], function: Any) -> dict[str, Any]:
    row: dict[str, Any] = {"t": solver.t}
    for name in solver.program.states:
        values = solver.view(name)
        row[f"{name} min"], row[f"{name} max"] = float(values.min()), float(values.max())
        row[f"{name} norm2"] = float(np.sqrt(np.sum(np.square(values, dtype=np.float64))))
        del values
    if monitors:
        all_of_them = solver.monitors()
        row.update({name: all_of_them[name] for name in monitors})
    if function is not None:
        row["value"] = function(solver)
    return row


def sweep(program: Program, monitor: Monitor, options: dict[str, Any], comm: Optional[Comm]) -> pandas.DataFrame:
    import pandas
    axes = {name: list(value) for name, value in options.items()
            if program.kind_of(name) == "param" and scalar(value) is None and hasattr(value, "__iter__")}
    if not axes:
        raise UsageError("sweep() needs a sequence of values for a param, as in K=numpy.linspace(1, 10, 10)")
    for name, values in axes.items():
        if not values:
            raise UsageError(f"sweep(): the sequence of values for {name} is empty")
    function = monitor if callable(monitor) else None
    names = [monitor] if isinstance(monitor, str) else None if monitor is None or callable(monitor) else list(monitor)
    monitors = named("monitor", names, list(program.monitors))
    for name in ("checkpoint", "resume"):
        if name in options:
            raise UsageError(f"{name} has no place in sweep(), which makes many runs")
    rows: list[dict[str, Any]] = []
    solver = Solver(program, {**{name: value for name, value in options.items() if name not in axes},
                              **{name: values[0] for name, values in axes.items()}}, comm)
    files = {name: os.path.splitext(file(name, options[name])) for name in ("save", "events") if name in options}
    first_seed = solver.params["seed"] if program.random and "seed" not in options else None
    for run, chosen in enumerate(itertools.product(*axes.values())):
        point = dict(zip(axes, chosen))
        if first_seed is not None:
            point["seed"] = int(first_seed) + run
        try:
            solver.set(**point)
            with solver._saying():
                if files:  # each run has its own: u.0.h5, u.1.h5 …
                    own: dict[str, Any] = {name: f"{stem}.{run}{suffix}" for name, (stem, suffix) in files.items()}
                    solver._configure({**solver._given.options, **own})
                solver._session.plan()
                solver._session.begin()
                solver._session.advance(-1)
            rows.append({**point, **_row(solver, monitors, function)})
        except (RunError, UsageError) as error:
            rows.append({**point, "failed": str(error)})
    table = pandas.DataFrame(rows)
    if "failed" in table:
        failed = table["failed"].notna()
        warn(f"{int(failed.sum())} of {len(table)} runs failed; the first: {table['failed'][failed].iloc[0]}")
        table["failed"] = table.pop("failed")
    return table
