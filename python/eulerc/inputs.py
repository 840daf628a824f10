"""Inputs: the values that a solver is given (params, fields, data, states), and the sizes that follow from arrays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Mapping, Optional

import numpy as np

from . import _core
from .arrays import copied, doubles, extents, series
from .errors import UsageError
from .given import file_of
from .order import compare_coordinates
from .params import Params
from .ranks import agreed, ask, first_on

if TYPE_CHECKING:
    from mpi4py.MPI import Comm

    from .given import Given
    from .program import Program


_OF = {"state": _core.STATE, "field": _core.FIELD, "data": _core.DATA}


class Inputs:
    """Gives a session its values. With a communicator all ranks make the same calls, and rank 0 gives its values."""

    def __init__(self, program: Program, given: Given, session: _core.Session, comm: Optional[Comm]) -> None:
        self.program, self.comm = program, comm
        self._given, self._session = given, session
        self._filled: dict[str, tuple[tuple[int, ...], Any]] = {}  # fields and data that are one number at all points, with their shapes

    # ---- params and sizes ----------------------------------------------------------------------------------------------

    def params(self) -> Params:
        reals = self._session.params(len(self.program.params))
        integers = self._session.integers(len(self.program.params))
        return Params((name, integer if info.type == "int" else real)
                      for (name, info), real, integer in zip(self.program.params.items(), reals, integers))

    def set_params(self, words: Mapping[str, str]) -> None:
        """Sets params whose values have been checked."""
        for name, word in words.items():
            self._session.set(name, word)
        self._given.params.update(words)
        self._session.take_notes()  # the note that the state cannot stay: it is not meant to
        ask(self._session, self._fill_again)

    def check(self, words: Mapping[str, str]) -> None:
        """Refuses values of params that make no grid, or a grid that the initial arrays do not fit."""
        current = self.params()
        first_on(self.comm, lambda: self._try(words, current))

    def _try(self, words: Mapping[str, str], current: Params) -> None:
        """Tries the values in a second session, made for that alone."""
        followed = {param: str(current[param]) for param in self.program.sizes_of_arrays}
        tried = self._second({**followed, **self._given.params, **words})
        grid = self._grid(tried)
        for name, value in self._given.states.items():
            doubles(f"state '{name}'", value, self._shape_in(grid, name), self.program.dims_of(name))
        if self._given.start:
            tried.configure(self._given.start)
            tried.check_restart()

    def _second(self, params: Mapping[str, str]) -> _core.Session:
        second = _core.Session(self.program.library, self.program.real == "double")
        for name, word in params.items():
            second.set(name, word)
        return second

    def take_sizes(self, name: str, value: Any) -> None:
        """Sets the params that follow from the extents of this array, unless they are given."""
        if self.program.sizes_of(name):
            ask(self._session, lambda session: self._take_sizes(session, name, value))

    def _take_sizes(self, session: _core.Session, name: str, value: Any) -> None:
        sizes, file = self.program.sizes_of(name), file_of(value)
        if not sizes:
            return
        shape = extents(value, self.program.dims_of(name) if name in self.program.fields else [])
        found = ({param: shape[axis] for param, axis in sizes.items() if axis < len(shape)} if file is None
                 else self._sizes_in(session, name, file))
        for param, size in found.items():
            if param not in self._given.params:
                session.set(param, str(size))

    def _sizes_in(self, session: _core.Session, name: str, file: str) -> dict[str, int]:
        """The params that follow from the extents of an array in a file. A second session reads it, for that alone."""
        own, params = self.program.sizes_of(name), self.program.params
        others = {param: str(size) for param, size in zip(params, session.integers(len(params)))
                  if param in self.program.sizes_of_arrays and param not in own}
        tried = self._second({**others, **self._given.params})
        tried.load(_OF[self.program.kind_of(name)], name, file)
        return {param: size for param, size in zip(params, tried.integers(len(params))) if param in own}

    # ---- shapes --------------------------------------------------------------------------------------------------------

    def _grid(self, session: _core.Session) -> tuple[int, ...]:
        return tuple(session.shape(len(self.program.axes)))

    def grid(self) -> tuple[int, ...]:
        """Points along each axis of the grid."""
        return self._grid(self._session)

    def coordinates(self) -> dict[str, list[float]]:
        return {axis: self._session.coordinates(k, extent) for k, (axis, extent) in enumerate(zip(self.program.axes, self.grid()))}

    def shape_of_state(self, name: str) -> tuple[int, ...]:
        return self._shape_in(self.grid(), name)

    def _shape_of(self, session: _core.Session, name: str) -> tuple[int, ...]:
        if self.program.kind_of(name) == "data":
            return tuple(session.data_shape(name, self.program.data[name].rank))
        return self._shape_in(self._grid(session), name)

    def _shape_in(self, grid: tuple[int, ...], name: str) -> tuple[int, ...]:
        """The shape of a state or field."""
        state = self.program.states.get(name)
        return (state.count, *grid) if state is not None and state.species else grid

    # ---- fields, data and states ---------------------------------------------------------------------------------------

    def give(self, name: str, value: Any) -> None:
        """Gives a field, data or a state its values, or a file of them."""
        ask(self._session, lambda session: self._give(session, name, value))

    def _give(self, session: _core.Session, name: str, value: Any) -> None:
        kind, file = self.program.kind_of(name), file_of(value)
        if file is not None:
            session.load(_OF[kind], name, file)
            self._filled.pop(name, None)
            return
        shape = self._shape_of(session, name)
        compare_coordinates(self, name, value)
        if kind == "field" and self.program.fields[name].series:
            times, frames = series(f"field '{name}'", value, shape, self.program.dims_of(name))
            session.set_series(name, times, frames)
            return
        axes = [] if kind == "data" else self.program.dims_of(name)
        session.set_values(_OF[kind], name, doubles(f"{kind} '{name}'", value, shape, axes))
        self._filled.pop(name, None)
        if kind != "state" and np.ndim(value) == 0:
            self._filled[name] = shape, value

    def _fill_again(self, session: _core.Session) -> None:
        """Fields and data that are one number at all points follow their shapes."""
        for name, (shape, value) in list(self._filled.items()):
            if self._shape_of(session, name) != shape:
                self._give(session, name, value)

    def replace(self, kind: str, name: str, values: Any) -> None:
        """Gives values of this kind, also of another size. If they are refused, nothing changes."""
        agreed(self.comm, lambda: self.require(kind, name))
        filled = dict(self._filled)

        def give(session: _core.Session) -> None:
            self._take_sizes(session, name, values)
            self._give(session, name, values)
            self._fill_again(session)
        try:
            ask(self._session, (lambda session: session.together(lambda: give(session))) if self.program.sizes_of(name) else give)
        except UsageError as error:  # a file of another size: "; add --set NX=5 --set NY=4"
            self._filled = filled
            raise UsageError(re.sub(r"; add (--set \w+=\d+(?: --set \w+=\d+)*)",
                                    lambda found: f"; call set({', '.join(found[1].split()[1::2])}) first", str(error))) from None

    def require(self, kind: str, name: str) -> tuple[str, str]:
        """Refuses a name of another kind."""
        for other, names in (("field", self.program.fields), ("data", self.program.data)):
            if kind == "state" and name in names:
                raise UsageError(f"'{name}' is no state but {'a field' if other == 'field' else 'data'}: set_{other}('{name}', …)")
        self.program.require(kind, name)
        return kind, name

    def keep_initials(self) -> None:
        """Copies the initial arrays: restart() and set() read them again, and their owner may have changed them by then."""
        for name, value in self._given.states.items():
            self._given.arrays[name] = copied(value) if self.comm is None or self.comm.rank == 0 else None
