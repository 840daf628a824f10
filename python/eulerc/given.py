"""Keyword arguments of a solver, sorted by kind."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Mapping, Optional

from .errors import UsageError
from .options import absolute, scalar

if TYPE_CHECKING:
    from .program import Program


class Given:
    """Keyword arguments, sorted into params, arrays and options.

    Paths of files that a solver reads again when it restarts are absolute, because the process may be in another folder by then.
    """

    def __init__(self, program: Program, given: Mapping[str, Any]) -> None:
        self.program = program
        self.names: list[str] = []
        self.params: dict[str, str] = {}
        self.files: list[str] = []  # words of fields and data
        self.initials: list[str] = []  # words of initial states
        self.arrays: dict[str, Any] = {}
        self.options: dict[str, Any] = {}
        for kind, name, value in program.told_apart(given):
            self.names.append(name)
            if kind == "param":
                self.params[name] = self.param(name, value)
            elif kind in ("field", "data", "state") and (file := file_of(value)) is not None:
                words, option = (self.initials, "--init") if kind == "state" else (self.files, f"--{kind}")
                words += [option, f"{name}={absolute(file) if kind == 'state' else file}"]
            elif kind in ("field", "data", "state"):
                self.arrays[name] = value
            else:
                self.options[name] = absolute(value) if name in ("resume", "restart") and isinstance(value, (str, os.PathLike)) else value

    @property
    def words(self) -> list[str]:
        """The words that each configuration of a solver repeats."""
        return [*(word for name, value in self.params.items() for word in ("--set", f"{name}={value}")), *self.initials]

    @property
    def start(self) -> list[str]:
        """Words of the files that the initial state is read from."""
        return [*self.initials, *self.program.options.words({"restart": self.options.get("restart")})]

    @property
    def states(self) -> dict[str, Any]:
        """Initial states that are given as arrays."""
        return {name: value for name, value in self.arrays.items() if name in self.program.states}

    @staticmethod
    def param(name: str, value: Any) -> str:
        word = scalar(value)
        if word is None:
            many = "; many of them are for sweep()" if hasattr(value, "__iter__") else ""
            raise UsageError(f"the param {name} takes a number, not {value!r}{many}")
        return word


def params_alone(program: Program, params: Mapping[str, Any]) -> dict[str, str]:
    """The words of set()."""
    for name in params:
        if name not in program.params:
            raise UsageError(f"'{name}' is no param; there are: {', '.join(program.params)}")
    return {name: Given.param(name, value) for name, value in params.items()}


def options_alone(program: Program, options: Mapping[str, Any]) -> Given:
    """The options of iterate()."""
    given = Given(program, options)
    if given.words or given.files or given.arrays:
        raise UsageError("iterate() takes options of the run; params, fields and states are given to solver()")
    return given


def file_of(value: Any) -> Optional[str]:
    """The name of a file that is given in place of an array; None for arrays and numbers."""
    return scalar(value) if isinstance(value, str) or hasattr(value, "__fspath__") else None
