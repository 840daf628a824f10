"""Solver: sets up a program, runs it in pieces, and reads its state in between."""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Optional, Sequence, cast

import numpy as np
from numpy.typing import NDArray

from . import _core
from .errors import Error, UsageError, warn
from .given import Given, options_alone, params_alone
from .inputs import Inputs
from .options import number
from .program import named
from .ranks import SharedSession, agreed

if TYPE_CHECKING:
    import xarray
    from mpi4py.MPI import Comm

    from .params import Params
    from .program import Program


_ALTERNATIVES = (("every", "at"), ("steps", "t_end"))  # pairs of options that exclude each other


class Solver:
    """A solver of a program. Made by Program.solver(**options); params, fields, data, states and options are keyword arguments.

    solver["u"] is a copy of a state, solver["u"] = array or file replaces it. One thread uses a solver at a time. With a
    communicator, all ranks share the solver: they make the same calls and get the same results.
    """

    def __init__(self, program: Program, given: Mapping[str, Any], comm: Optional[Comm] = None) -> None:
        self.program = program
        self._given = agreed(comm, lambda: Given(program, given), compared=lambda each: each.names)
        self.comm = comm
        self._iteration = 0  # the number of the last iterate()
        self._is_begun_later = False  # whether the latest run began later than the start that the options give
        self._resumed: dict[str, float] = {}  # the end and dt of a resumed run; no dt under error control
        self._is_at_checkpoint = False  # whether nothing has changed since the run was resumed
        self._edits = 0  # calls that changed params or arrays since the solver was made
        self._session = _core.Session(program.library, program.real == "double")
        if comm is not None:
            name = hashlib.sha256(program.library.description.encode()).hexdigest()
            self._session = cast(_core.Session, SharedSession(self._session, comm, name))
        self._inputs = Inputs(program, self._given, self._session, comm)
        with self._saying():
            others = {name: value for name, value in self._given.arrays.items() if name not in self._given.states}
            for name, value in others.items():  # before files, whose shapes may follow from these sizes
                self._inputs.take_sizes(name, value)
            self._configure(self._given.options, self._given.files)
            for name, value in others.items():
                self._inputs.give(name, value)
            if not program.sizes_of_arrays:  # otherwise arrays may come later
                self._inputs.grid()
            self._restart()
            if self._given.options.get("resume") is not None:
                self._resume()

    def __repr__(self) -> str:
        params = "".join(f", {name}={value:g}" for name, value in self.params.items())
        return f"<eulerc solver of {self.program.name} at t={self.t:g}{params}>"

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_") and name not in ("program", "comm") and not hasattr(type(self), name):
            raise AttributeError(f"a solver has no attribute '{name}'; params are set by set({name}=…), states by solver['{name}'] = …")
        super().__setattr__(name, value)

    def __contains__(self, name: object) -> bool:
        return name in self.program.states or name in self.program.outputs

    def __iter__(self) -> Iterator[str]:
        return iter(self.program.states)

    def __reduce__(self) -> Any:
        raise TypeError("a solver cannot be pickled or copied; make one in each process")

    # ---- messages ------------------------------------------------------------------------------------------------------

    @contextmanager
    def _saying(self) -> Iterator[None]:
        """Writes the options in messages as keyword arguments; turns notes into warnings."""
        try:
            yield
        except Error as error:
            raise type(error)(self._in_python(str(error))) from None
        finally:
            for note in self._session.take_notes():
                warn(self.program.options.in_python(note))

    def _in_python(self, message: str) -> str:
        """A message in the words of Python. A size that was set for an array is none that the user gave."""
        return re.sub(r"from (\w+)=\d+: change it, or leave it out where ('\w+') has a file",
                      lambda found: found[0] if found[1] in self._given.params else f"from the values of {found[2]}",
                      self.program.options.in_python(message))

    @contextmanager
    def _stepping(self) -> Iterator[None]:
        """For calls that take steps, in which a failure loses the state."""
        with self._saying():
            try:
                yield
            except BaseException:
                self._regain()
                raise

    # ---- params and sizes ----------------------------------------------------------------------------------------------

    @property
    def params(self) -> Params:
        """All params, including params that follow from others."""
        with self._saying():
            return self._inputs.params()

    def set(self, /, **params: Any) -> None:
        """Sets params; the solver then starts again from the initial values. If a value is refused, nothing changes."""
        with self._saying():
            words = agreed(self.comm, lambda: params_alone(self.program, params))
            self._inputs.check(words)
            self._session.end()
            self._edits += 1
            self._inputs.set_params(words)
            self._iteration += 1
            self._restart()

    @property
    def shape(self) -> tuple[int, ...]:
        """Points along each axis of the grid, the slowest axis first."""
        with self._saying():
            return self._inputs.grid()

    @property
    def coordinates(self) -> dict[str, list[float]]:
        """Coordinates of the points along each axis; their indices if the program gives none."""
        with self._saying():
            return self._inputs.coordinates()

    # ---- values --------------------------------------------------------------------------------------------------------

    def set_field(self, name: str, values: Any) -> None:
        """Gives a field its values, one for each point, or a file of them; doubles in C order are read without a copy.

        A field that changes in time takes (times, frames), or a DataArray with the dimension "time" (or "time_") and its coordinate.
        """
        self._set("field", name, values)

    def set_data(self, name: str, values: Any) -> None:
        """Gives data their values, or a file of them."""
        self._set("data", name, values)

    def _set(self, kind: str, name: str, values: Any) -> None:
        with self._saying():
            self._inputs.replace(kind, name, values)
            self._is_at_checkpoint = False
            self._edits += 1
            self._regain()  # the grid may have changed

    def __setitem__(self, name: str, values: Any) -> None:
        self._set("state", name, values)

    def __getitem__(self, name: str) -> NDArray[Any]:
        """A copy of a state at the current time, in the program's precision; or an output, a quantity or a field."""
        kind = "state or output" if self.program.outputs else "state"
        agreed(self.comm, lambda: named(kind, [name], [*self.program.states, *self.program.outputs]))
        if name in self.program.states:
            return self.view(name).copy()
        with self._saying():
            shape = self._inputs.grid()
            values = self._session.output(name, int(np.prod(shape, dtype=np.int64)))
        return np.array(values, np.float64 if self.program.real == "double" else np.float32).reshape(shape)

    def view(self, name: str) -> NDArray[Any]:
        """A state without a copy, read-only. While the array exists, the solver refuses to continue."""
        with self._saying():
            agreed(self.comm, lambda: self._inputs.require("state", name))
            shape, state = self._inputs.shape_of_state(name), self.program.states[name]
            points = int(np.prod(self._inputs.grid(), dtype=np.int64))
            array: NDArray[Any] = self._session.state()[state.first * points:(state.first + state.count) * points].reshape(shape)
        return array

    @property
    def t(self) -> float:
        """The current time."""
        return self._session.time()

    def monitors(self) -> dict[str, float]:
        """The monitors of the program for the current state."""
        with self._saying():
            return dict(zip(self.program.monitors, self._session.monitors(len(self.program.monitors))))

    @property
    def statistics(self) -> dict[str, Any]:
        """Measurements of the last run, as --stats of the command line gives them."""
        with self._saying():
            result: dict[str, Any] = json.loads(self._session.statistics())
        return result

    # ---- runs ----------------------------------------------------------------------------------------------------------

    def _configure(self, options: Mapping[str, Any], files: Sequence[str] = ()) -> None:
        self._session.configure(agreed(self.comm, lambda: [*self._given.words, *files, *self.program.options.words(options)], "options"))

    def _restart(self) -> None:
        self._session.end()
        self._is_at_checkpoint = False
        if self._is_begun_later:  # by iterate(), at the time where the solver was
            self._configure({**self._given.options, "resume": None})
            self._is_begun_later = False
        self._session.restart()
        for name, value in self._given.states.items():
            self._inputs.give(name, value)

    def _regain(self) -> None:
        """If the state is lost, starts again from the given initial values."""
        if (self._given.states or self._given.start) and self._session.is_at_start():
            try:
                self._restart()
            except Error as error:
                warn(f"{error}; the solver starts again from the program's own initial values")

    def _resume(self) -> None:
        """Continues from the end of the checkpoint's run so far."""
        for name in self._given.states:
            raise UsageError(f"{name} cannot be combined with resume: a run goes on as it began; restart takes the state alone")
        _, end, dt, _, _, controlled = self._session.plan()
        self._resumed = {"t_end": end} if controlled else {"t_end": end, "dt": dt}
        self._is_at_checkpoint = True

    def restart(self) -> None:
        """Returns to the initial values."""
        with self._saying():
            if self._given.start:
                self._inputs.check({})
            self._iteration += 1
            self._restart()

    def run_to(self, t_end: float, dt: Optional[float] = None) -> None:
        """Takes steps from the current time to t_end."""
        unheard = [name for name in ("save", "events", "checkpoint", "stop") if self._given.options.get(name) is not None]
        if unheard:
            warn(f"run_to() takes no notice of {', '.join(unheard)}: run() and iterate() do")
        end, step = agreed(self.comm, lambda: self._end_and_step(t_end, dt))
        self._iteration += 1
        self._is_at_checkpoint = False
        with self._stepping():
            self._session.end()
            self._session.run_to(end, step)

    def _end_and_step(self, t_end: float, dt: Optional[float]) -> tuple[float, float]:
        end, step = number("t_end", t_end), self._resumed.get("dt", 0.0) if dt is None else number("dt", dt)
        if dt is not None and step == 0:
            raise UsageError("dt must be above zero, not 0")
        return end, step

    def iterate(self, **options: Any) -> Iterator[tuple[float, dict[str, NDArray[Any]]]]:
        """Runs to the end and yields (t, {state: array}) at each output time of every= or at=, the first one included.

        Steps have one length here. Under error control (rtol=) use run(every=...) to record, or run_to() in a loop over the
        output times. A loop that is left early leaves the solver at the time of its last state. Another iterate() ends this one.
        """
        given = agreed(self.comm, lambda: options_alone(self.program, options), compared=lambda each: each.names)
        replaced = {name for pair in _ALTERNATIVES for name in pair if any(each in options for each in pair)}
        earlier = {name: value for name, value in self._given.options.items() if name not in replaced}
        merged = {**earlier, **given.options}
        if merged.get("interpolate"):
            raise UsageError("iterate() gives states at steps; record them between steps with run(every=..., interpolate=True)")
        goes_on = self._is_at_checkpoint and "t0" not in options and "steps" not in options  # then it completes the files of that run
        if not goes_on:
            merged.setdefault("t0", self.t)
        if self._resumed and not goes_on:  # steps= and t_end= gave the end of the run
            merged = {**self._resumed, **merged, **{name: None for name in ("resume", "steps") if name not in options}}
        self._iteration += 1
        with self._saying():
            self._session.end()
            controlled = bool(self._resumed) and "dt" not in self._resumed
            if not controlled:
                self._configure(merged)
                self._is_begun_later, self._is_at_checkpoint = True, False
                controlled = self._session.plan()[5]
            if controlled:
                raise UsageError("iterate() cannot be combined with rtol, atol and controller; record with run(every=...), or take "
                                 "run_to() in a loop")
            self._session.begin()
        return self._moments(self._iteration)

    def _moments(self, iteration: int) -> Iterator[tuple[float, dict[str, NDArray[Any]]]]:
        try:
            yield from self._states_over_time(iteration)
        finally:  # completes the files, also if the loop is left early
            if iteration == self._iteration and self.comm is None:
                try:
                    with self._saying():
                        self._session.end()
                except Error as error:
                    warn(str(error))

    def _states_over_time(self, iteration: int) -> Iterator[tuple[float, dict[str, NDArray[Any]]]]:
        self._require_latest(iteration)
        with self._stepping():
            self._session.advance(0)  # records the first state, also if the loop is left here; may stop the run
            left = self._session.steps_left()
        yield self.t, {name: self[name] for name in self.program.states}
        while left > 0:
            self._require_latest(iteration)
            with self._stepping():
                self._session.advance(self._session.steps_to_moment())
                left = self._session.steps_left()
            yield self.t, {name: self[name] for name in self.program.states}

    def _require_latest(self, iteration: int) -> None:
        if iteration != self._iteration:
            raise UsageError("this loop over iterate() is over: its solver has begun another run meanwhile; take a solver for each")

    def dataset(self) -> xarray.Dataset:
        """The current state as an xarray.Dataset without the dimension of time."""
        from .results import dataset_of_state
        return dataset_of_state(self)
