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
from .options import absolute

_OPTIONS = ("real", "method", "division", "math", "stages", "contract", "share")  # words that eulerc itself checks


class CellError(UsageError):
    """The %%eulerc line is wrong; in a notebook the message stands without a traceback."""

    _render_traceback_ = CompileError._render_traceback_


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        options = ", ".join(f"--{option}" for option in (*_OPTIONS, "cxx"))
        raise UsageError(f"{message}; write for example '%%eulerc string --real=double' (there are {options}, -D and -I)")


def _arguments(line: str) -> argparse.Namespace:
    """The name, the words for eulerc, and the C++ compiler."""
    parser = _Parser(prog="%%eulerc", add_help=False)
    parser.add_argument("name")
    for option in _OPTIONS:
        parser.add_argument(f"--{option}", dest="words", action="append", type=f"--{option}={{}}".format, default=[])
    parser.add_argument("--fast-math", dest="words", action="append_const", const="--math=fast")
    parser.add_argument("-D", dest="words", action="append", type="-D{}".format)
    parser.add_argument("-I", dest="words", action="append", type=lambda folder: f"-I{absolute(folder)}")
    parser.add_argument("--cxx")
    try:
        words = shlex.split(line)
    except ValueError as error:  # a quotation mark alone
        parser.error(str(error)[:1].lower() + str(error)[1:])
    return parser.parse_args(words)


def eulerc_cell(line: str, cell: str) -> Any:
    try:
        _bind(line, cell)
    except UsageError as error:
        raise CellError(f"%%eulerc: {error}".replace(" cxx=", " --cxx=")) from None


def _bind(line: str, cell: str) -> None:
    from IPython import get_ipython

    from .compiling import Job, compiled
    asked = _arguments(line)
    name = asked.name
    if not name.isidentifier() or keyword.iskeyword(name):
        raise UsageError(f"'{name}' is no name of Python that the program could be bound to")
    job = Job(cell if cell.endswith("\n") else cell + "\n", name, spell=str)
    get_ipython().user_ns[name] = compiled(job, asked.words, asked.cxx)


def load_ipython_extension(shell: Any) -> None:
    """For %load_ext eulerc, which is not needed after `import eulerc` in a notebook."""
    shell.register_magic_function(eulerc_cell, "cell", "eulerc")


def register() -> None:
    """Registers %%eulerc, if this is a notebook."""
    from IPython import get_ipython
    shell = get_ipython() if "IPython" in sys.modules else None
    if shell is not None:
        load_ipython_extension(shell)
