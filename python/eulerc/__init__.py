"""eulerc: ODE and PDE systems compiled to fast explicit solvers.

    import eulerc
    string = eulerc.compile("string.ode", real="double")
    run = string.run(N=80_000, t_end=1.0, every=0.01)      # an xarray.Dataset: y(time, i)
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .errors import CompileError, Error, EulercWarning, RunError, UsageError

if TYPE_CHECKING:
    from .animation import animate
    from .cell import load_ipython_extension
    from .compiling import compile
    from .models import from_cellml, from_myokit, from_sbml
    from .pictures import picture
    from .program import Program
    from .results import open
    from .solver import Solver

__version__ = "0.1.0"
__all__ = ["CompileError", "Error", "EulercWarning", "Program", "RunError", "Solver", "UsageError", "animate", "compile",
           "from_cellml", "from_myokit", "from_sbml", "load_ipython_extension", "open", "picture"]

# Each name is loaded at its first use, because NumPy alone takes a tenth of a second.
_PLACES = {"animate": "animation", "compile": "compiling", "from_cellml": "models", "from_myokit": "models", "from_sbml": "models",
           "load_ipython_extension": "cell", "open": "results", "picture": "pictures", "Program": "program", "Solver": "solver"}


if not TYPE_CHECKING:  # type checkers would conclude that every name exists
    def __getattr__(name):
        if name not in _PLACES:
            raise AttributeError(f"module 'eulerc' has no attribute '{name}'")
        from importlib import import_module
        value = getattr(import_module(f".{_PLACES[name]}", __name__), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)


if "IPython" in sys.modules:  # in a notebook, cells may be programs without %load_ext
    from .cell import register
    register()
