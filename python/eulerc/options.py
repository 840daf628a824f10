"""Keyword arguments as words of a solver's command line. The solver's own table says which options exist.

    t_end=1.0, device="auto", rtol={"u": 1e-4}, tune=True    →    --t-end 1.0 --rtol u=0.0001 --tune
"""

from __future__ import annotations

import decimal
import difflib
import numbers
import os
import re
from typing import Any, Iterable, Mapping, Optional, Union

from .errors import UsageError


def scalar(value: Any) -> Optional[str]:
    """A number, a text or a path as a word; None for anything else."""
    item = getattr(value, "item", None)
    if item is not None and getattr(value, "ndim", None) == 0:
        value = item()
    if isinstance(value, bool):
        return None
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    if isinstance(value, decimal.Decimal):
        return str(value)
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    return None


def number(name: str, value: Any) -> float:
    try:
        return float(scalar(value) or "")
    except ValueError:
        raise UsageError(f"{name} takes a number, not {value!r}") from None


def file(name: str, value: Any) -> str:
    if not isinstance(value, (str, os.PathLike)):
        raise UsageError(f"{name} takes one file, not {value!r}")
    return os.fspath(value)


def absolute(path: Union[str, os.PathLike[str]]) -> str:
    if not os.fspath(path):
        return ""
    try:
        return os.path.abspath(path)
    except OSError:
        raise UsageError("the current folder is no longer there; go to another one: os.chdir(FOLDER)") from None


def _value(name: str, value: Any) -> str:
    if isinstance(value, Mapping):  # rtol={"u": 1e-4}, region={"i": slice(0, 10)}, stop={"steady": 1e-3}
        return ",".join(f"{key}={_slice(name, each)}" for key, each in value.items())
    word = scalar(value)
    if word is not None:
        return word
    if isinstance(value, Iterable) and not isinstance(value, (bytes, bool)):
        return (":" if name == "slabs" else ",").join(_value(name, each) for each in value)
    raise UsageError(f"{name} takes a number, a text, or a sequence of them, not {value!r}")


def _slice(name: str, value: Any) -> str:
    if not isinstance(value, slice):
        return _value(name, value)
    ends = [value.start, value.stop] + ([value.step] if value.step is not None else [])
    return ":".join("" if end is None else str(end) for end in ends)


def ranges_of(region: Any) -> dict[str, Any]:
    """The value of region= as a NumPy index for each axis: "i=2:5,j=7" → {"i": slice(2, 5), "j": [7]}."""
    ranges: dict[str, Any] = {}
    for part in _value("region", region).split(",") if region is not None else []:
        axis, _, text = part.partition("=")
        numbers = [int(number) if number else None for number in text.split(":")]
        ranges[axis] = slice(*numbers) if len(numbers) > 1 else numbers
    return ranges


_ELSEWHERE = {  # words that are no options of runs, and their replacements
    "verify": 'compare with a run of backend="serial"',
    "output": "run() returns the states, and save=FILE keeps them",
    "probe": "the result has all components: run.u[:, 3]",
    "table": "the result has the monitors: run.energy",
    "picture": "eulerc.picture(run, FILE) draws a result",
    "movie": "eulerc.animate(run, FILE) makes a movie of a result",
    "sweep": "program.sweep(K=[1, 2]) makes many runs",
    "stats": "solver.statistics has the measurements",
    "plan": "solver.statistics['plan'] says what a run took",
    "explain": "solver.statistics['tuning'] says what it chose from",
    "describe": "program.params, program.states and program.fields say what it declares",
    "quiet": 'warnings.simplefilter("ignore", eulerc.EulercWarning) leaves notes out',
    "progress": "iterate() shows how far a run is",
    "list_devices": "a solver of the command line lists them: --list-devices",
    "real": 'the precision is chosen when the program is compiled: eulerc.compile(…, real="double")',
    "method": "how steps are taken is said when the program is compiled: eulerc.compile(…, method=\"rk4\")",
    "t_eval": "take at=[0, 0.5, 1]",
    "t_span": "take t0= and t_end=",
    "max_step": "take dt_max=",
    "y0": "initial states are given by their names",
}

# The text behind an option in a message: a number, a word, or a placeholder of a value.
_VALUE = (r"(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|auto|opencl|threads|serial|linear|overlapped|diamond(?:-columns)?|honeycomb(?:-columns)?|soa|aos"
          r"|[A-Z]+(?:\.[a-z0-9]+)?)(?![\w-])(?!\.\d)")


def _literal(word: str) -> str:
    return f'"{word}"' if word[0].islower() else word


class Table:
    """The options of a solver."""

    def __init__(self, entries: Iterable[Mapping[str, str]]) -> None:
        self.entries = {entry["name"].replace("-", "_"): entry for entry in entries}

    def __contains__(self, name: str) -> bool:
        return name in self.entries

    def words(self, options: Mapping[str, Any]) -> list[str]:
        words: list[str] = []
        for name in sorted(options, key=lambda name: name not in ("every", "at")):  # behind events= they would apply to events
            value, entry = options[name], self.entries[name]
            if value is None or (name == "device" and isinstance(value, str) and value == "auto"):
                continue
            if entry["value"] == "":
                words += self._flag(name, value)
            else:
                word = file(name, value) if entry["value"] == "FILE" else _value(name, value)
                if not word:
                    raise UsageError(f"{name} takes {entry['value']}, and is given nothing")
                words += [f"--{entry['name']}={word}"]
        return words

    def _flag(self, name: str, value: Any) -> list[str]:
        if not isinstance(value, bool):
            raise UsageError(f"{name} is True or False, not {value!r}")
        word = name if value else f"no_{name}"
        return [f"--{self.entries[word]['name']}"] if word in self.entries else []

    def refuse(self, name: str, others: Iterable[str]) -> None:
        """Refuses an unknown keyword, and names the nearest known one."""
        if name in _ELSEWHERE:
            raise UsageError(f"there is no option '{name}'; {_ELSEWHERE[name]}")
        known = [*others, *self.entries]
        near = difflib.get_close_matches(name, known, 1, 0.6) or [word for word in known if word.lower() == name.lower()]
        hint = f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(known)}"
        raise UsageError(f"there is no option, param, state, field or data '{name}'; {hint}")

    def in_python(self, message: str) -> str:
        """A message of the command line, with its options written as keyword arguments."""
        message = re.sub(r"(?:eulerc )?--(real|method|contract|division|math)=(\w+)", r'\1="\2"', message)
        message = message.replace("--mpi (in Python: comm=COMM)", "comm=COMM")
        for name in sorted(self.entries, key=len, reverse=True):
            option = rf"--{re.escape(self.entries[name]['name'])}(?![\w-])"
            if self.entries[name]["value"]:
                message = re.sub(rf"{option} ({_VALUE})", lambda found: f"{name}={_literal(found[1])}", message)
            message = re.sub(option, name, message)
        message = re.sub(r"--set (\w+=)", r"\1", message)
        message = re.sub(r"--(?:set|field|data|init) (\w+)(?:=\w+)?", r"\1=", message)
        message = re.sub(r"[,;] --list-devices names the devices", "", message)
        message = re.sub(r"\(setSeries, or a file: loadField; in Python (\w+=\(times, frames\))\)", r"(\1)", message)
        message = re.sub(r" \(in C\+\+: [^()]*\)", "", message).replace("(in C++ and Python after the params)", "after the params")
        return re.sub(r" from set(?:Field|Data|Series)\b", "", message)

    def text(self) -> str:
        """The options as a readable text, one line each."""
        def about(text: str) -> str:
            return self.in_python(re.sub(r"; repeatable.*| or, with --every behind it, more seldom", "", text))
        return "\n".join(f"  {name + ('=' + entry['value'] if entry['value'] else ''):30} {about(entry['help'])}"
                         for name, entry in self.entries.items())
