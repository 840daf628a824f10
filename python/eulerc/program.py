"""Program: a compiled program, which makes solvers and runs."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, NoReturn, Optional, Sequence, Union

from .errors import UsageError
from .options import Table

if TYPE_CHECKING:
    import pandas
    import xarray
    from mpi4py.MPI import Comm

    from ._core import Library
    from .solver import Solver


@dataclass(frozen=True)
class Param:
    name: str
    type: str  # "int" or "real"
    default: str
    description: str
    unit: str


@dataclass(frozen=True)
class State:
    name: str
    shape: str  # as it is written: "[N]"
    first: int
    count: int
    species: bool
    description: str
    unit: str


@dataclass(frozen=True)
class Field:
    name: str
    shape: str
    given: bool  # must be given
    series: bool  # it changes in time
    description: str
    unit: str


@dataclass(frozen=True)
class Data:
    name: str
    shape: str
    rank: int
    type: str
    given: bool
    description: str
    unit: str


@dataclass(frozen=True)
class Axis:
    given: bool  # whether the program gives its coordinates
    description: str
    unit: str


@dataclass(frozen=True)
class Monitor:
    name: str
    reduction: str
    description: str
    unit: str


@dataclass(frozen=True)
class Output:
    name: str
    implicit: bool  # a quantity or field: recorded only where it is named
    description: str
    unit: str


def _table(kind: Any, entries: list[dict[str, Any]]) -> dict[str, Any]:
    return {entry["name"]: kind(**entry) for entry in entries}


class Program:
    """A compiled program; eulerc.compile makes it.

    params, states, fields, data, monitors, outputs: its declarations, by name. options: the options of its runs.
    """

    def __init__(self, library: Library) -> None:
        self.library = library
        about = json.loads(library.description)
        self.name: str = about["name"]
        self.source: str = about["source"]
        self.text: str = about["text"]
        self.real: str = about["real"]
        self.method: str = about["method"]
        self.compiler: str = about["compiler"]
        self.random: bool = about["random"]  # whether it draws random numbers; their seed is the param seed
        self.axes: list[str] = about["axes"]
        self.coordinates: list[Axis] = [Axis(**each) for each in about["coordinates"]]
        self.params: dict[str, Param] = _table(Param, about["params"])
        self.states: dict[str, State] = _table(State, about["states"])
        self.fields: dict[str, Field] = _table(Field, about["fields"])
        self.data: dict[str, Data] = _table(Data, about["data"])
        self.monitors: dict[str, Monitor] = _table(Monitor, about["monitors"])
        self.outputs: dict[str, Output] = _table(Output, about["outputs"])
        self.options = Table(about["options"])

    @property
    def path(self) -> str:
        """The file of the shared library."""
        return self.library.path

    def __repr__(self) -> str:
        states = ", ".join(name + (f"[{state.count}]" if state.species else "") + state.shape for name, state in self.states.items())
        return f"<eulerc program {self.name}: {states}; {self.real}, {self.method}>"

    def __copy__(self) -> Program:
        return self

    def __deepcopy__(self, memo: Any) -> Program:
        return self

    def __reduce__(self) -> Any:
        raise TypeError("a program cannot be pickled; compile it in each process: its library is kept, so that this is quick")

    # ---- names ---------------------------------------------------------------------------------------------------------

    @property
    def _kinds(self) -> dict[str, Mapping[str, Any]]:
        return {"param": self.params, "state": self.states, "field": self.fields, "data": self.data}

    def kind_of(self, name: str) -> str:
        """The kind of a name: a param, a state, a field, data or an option."""
        for kind, names in self._kinds.items():
            if name in names:
                return kind
        if name not in self.options:
            self.options.refuse(name, [each for names in self._kinds.values() for each in names])
        return "option"

    @property
    def hidden(self) -> dict[str, str]:
        """Names of the program that are also names of options, and their kinds. As keyword arguments they mean the options;
        params={…} takes the program's."""
        return {name: kind for kind, names in self._kinds.items() for name in names
                if name != "seed" and (name in self.options or name in ("only", "comm", "monitor", "params"))}

    def told_apart(self, given: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
        """The kind, name and value of each keyword argument, and of each entry of params={…}, whose names are the program's."""
        named = given.get("params") or {}
        if not isinstance(named, Mapping):
            raise UsageError(f"params takes names of the program and their values, as {{'N': 100}}, not {named!r}")
        for name, value in given.items():
            if name != "params":
                yield "option" if name in self.options and name != "seed" else self.kind_of(name), name, value
        for name, value in named.items():
            kind = self.kind_of(name)
            if kind == "option":
                raise UsageError(f"params: '{name}' is an option of the run; give {name}={value!r} as a keyword argument")
            if name in given and name not in self.hidden:
                raise UsageError(f"{name} is given twice, in params as well")
            yield kind, name, value

    def sizes_of(self, array: str) -> dict[str, int]:
        """The params row_size and K_size1 that size(row) and size(K, 1) are, and the axis of each."""
        axes = {f"{array}_size{axis or ''}": axis for axis in range(len(self.axes) + 8)}
        return {name: axis for name, axis in axes.items() if name in self.params and self.params[name].default.startswith(f"size({array}")}

    @property
    def sizes_of_arrays(self) -> list[str]:
        return [param for array in (*self.fields, *self.data) for param in self.sizes_of(array)]

    def require(self, kind: str, name: str) -> None:
        names = self._kinds[kind]
        if name not in names:
            _refuse_name(kind, name, list(names))

    def state_of(self, name: str) -> Optional[State]:
        """The state of this name, or for "c[2]" a species of the state c; None if there is no such state."""
        part = re.fullmatch(r"(\w+)\[(\d+)\]", str(name))
        state = self.states.get(part[1] if part else name)
        if part is None or state is None:
            return state
        if not state.species:
            return None
        number = int(part[2])
        if number >= state.count:
            raise UsageError(f"'{state.name}' has no species {number}, but 0 to {state.count - 1}")
        return replace(state, name=name, first=state.first + number, count=1, species=False)

    def dims_of(self, name: str) -> list[str]:
        """Names of the dimensions of a state or field: its axes, and its species."""
        return [*([self.species_dim(name)] if name in self.states and self.states[name].species else []), *self.axes]

    def species_dim(self, name: str) -> str:
        """The name of the dimension of a state's species: "c_species", or "c_species_" if the program has that name."""
        return free_name(f"{name}_species", [*self.states, *self.outputs, *self.axes])

    # ---- runs ----------------------------------------------------------------------------------------------------------

    def solver(self, /, *, comm: Optional[Comm] = None, **options: Any) -> Solver:
        """A solver to run in pieces. Params, fields, data, initial states and options are keyword arguments.

        params: {"dt": 3}, for names of the program that are also names of options. comm: a communicator of mpi4py, of which each
        rank steps a slab of the grid. The program must be compiled with a communicator.
        """
        from .solver import Solver
        solver = Solver(self, options, comm)
        solver._inputs.keep_initials()
        return solver

    def run(self, /, *, only: Union[str, Sequence[str], None] = None, comm: Optional[Comm] = None, **options: Any) -> xarray.Dataset:
        """Runs from the beginning to the end and returns the states over time.

        Params by name (N=80_000), fields, data and initial states as arrays or files, and the options of the solver's command
        line as keyword arguments: t_end=1.0, dt=1e-3, every=0.01, at=[0, 0.5, 1], device="auto", backend="threads", rtol=1e-6.
        Without every= and at= the result has the initial and the final state. With save="u.h5" or "u.npy", or if the result is
        larger than half of the free memory, the result is recorded in files, and values are read from there on access. only=
        names the states, outputs, quantities and fields that are recorded; without it all states and outputs are recorded. comm:
        as for solver().
        """
        from .results import run
        return run(self, [only] if isinstance(only, str) else only, options, comm)

    def sweep(self, /, monitor: Union[str, Sequence[str], Callable[[Solver], Any], None] = None, *, comm: Optional[Comm] = None,
              **options: Any) -> pandas.DataFrame:
        """Makes a run for each combination of the params that are given as sequences. Each run gives a row of the table.

        If the program draws random numbers, each run has another seed, which stands in its row; seed= gives all runs the same.

        Columns: these params, the time at the end, "t", the smallest and largest value and the 2-norm of each state at the end,
        and the monitors at the end. `monitor` names the monitors to take; or it is a function of the solver, whose result is the
        column "value". If a run fails, its row has no numbers, and the column "failed" gives the reason. If a param or monitor is
        called like another column, that column is called "t_", "value_" or "failed_".
        """
        from .sweeping import sweep
        return sweep(self, monitor, options, comm)


def _refuse_name(kind: str, name: str, known: list[str]) -> NoReturn:
    import difflib
    near = difflib.get_close_matches(str(name), known, 1, 0.6)
    there = f"there are: {', '.join(known)}" if known else "there are none"
    raise UsageError(f"there is no {kind} '{name}'; " + (f"did you mean '{near[0]}'?" if near else there))


def free_name(name: str, taken: Sequence[str]) -> str:
    """The name, or the name followed by "_" if it is taken."""
    while name in taken:
        name += "_"
    return name


def named(kind: str, names: Optional[Sequence[str]], known: Sequence[str]) -> list[str]:
    """The given names, which must be known, or all known names."""
    for name in names or []:
        if name not in known:
            _refuse_name(kind, name, list(known))
    return list(known) if names is None else list(names)
