"""A notebook cell that is a program.

    %%eulerc string --real=double -D STIFF=1
    param int N = 1000;
    ...

compiles the cell's text and binds the program to the name `string`. Errors of the program stand under the cell, with the caret.
"""

from __future__ import annotations

import argparse
import keyword
import shlex
import sys
from typing import Any, NoReturn

from .errors import CompileError, UsageError

_VALUES = ("real", "method", "division", "math", "cxx")
_SWITCHES = ("contract", "share")


class CellError(UsageError):
    """The %%eulerc line is wrong; in a notebook the message stands without a traceback."""

    _render_traceback_ = CompileError._render_traceback_


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        options = ", ".join(f"--{option}" for option in (*_VALUES, "stages", *_SWITCHES))
        raise UsageError(f"{message}; write for example '%%eulerc string --real=double' (there are {options}, -D and -I)")


def _arguments(line: str) -> argparse.Namespace:
    parser = _Parser(prog="%%eulerc", add_help=False)
    parser.add_argument("name")
    for option in _VALUES:
        parser.add_argument(f"--{option}")
    parser.add_argument("--fast-math", dest="math", action="store_const", const="fast")
    parser.add_argument("--stages", type=int)
    for option in _SWITCHES:
        parser.add_argument(f"--{option}", choices=("on", "off"))
    parser.add_argument("-D", dest="defines", action="append", default=[])
    parser.add_argument("-I", dest="include", action="append", default=[])
    try:
        words = shlex.split(line)
    except ValueError as error:  # a quotation mark alone
        parser.error(str(error)[:1].lower() + str(error)[1:])
    return parser.parse_args(words)


def eulerc_cell(line: str, cell: str) -> Any:
    try:
        _bind(line, cell)
    except UsageError as error:
        raise CellError(f"%%eulerc: {error}") from None


def _bind(line: str, cell: str) -> None:
    from IPython import get_ipython

    from .compiling import compile
    asked = vars(_arguments(line))
    name = asked.pop("name")
    if not name.isidentifier() or keyword.iskeyword(name):
        raise UsageError(f"'{name}' is no name of Python that the program could be bound to")
    asked["defines"] = dict(text.partition("=")[::2] if "=" in text else (text, 1) for text in asked["defines"])
    for option in _SWITCHES:
        if asked[option] is not None:
            asked[option] = asked[option] == "on"
    program = compile(cell if cell.endswith("\n") else cell + "\n", name=name,
                      **{key: value for key, value in asked.items() if value is not None})
    get_ipython().user_ns[name] = program


def load_ipython_extension(shell: Any) -> None:
    """For %load_ext eulerc, which is not needed after `import eulerc` in a notebook."""
    shell.register_magic_function(eulerc_cell, "cell", "eulerc")


def register() -> None:
    """Registers %%eulerc, if this is a notebook."""
    from IPython import get_ipython
    shell = get_ipython() if "IPython" in sys.modules else None
    if shell is not None:
        load_ipython_extension(shell)
