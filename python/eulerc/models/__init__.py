"""Models of other tools as programs: Myokit, and CellML and SBML by Myokit's importers."""

from __future__ import annotations

import os
from typing import Any, Optional, Union

from ..errors import UsageError, warn
from .writing import Writer

__all__ = ["from_cellml", "from_myokit", "from_sbml"]


def _myokit() -> Any:
    try:
        import myokit
    except ImportError:
        raise UsageError("models from elsewhere are read by the package myokit, which is not installed: pip install myokit") from None
    return myokit


def from_myokit(model: Any, protocol: Any = None, *, axes: int = 1, diffusion: Optional[str] = None, t_end: float = 1000.0,
                dt: float = 0.005) -> str:
    """The text of a program that computes a model of Myokit at each point of a grid.

    model: a myokit.Model, or a .mmt file, which also gives the protocol. protocol: a myokit.Protocol; it becomes a function of t.
    axes: dimensions of the grid, 1 to 3. diffusion: the name of a state that spreads over it, "membrane.V"; the program then has
    the params D and dx. t_end, dt: the run that the program asks for, in the model's unit of time.

    Quotients like x / (exp(x) - 1) are written so that they have their limit at x = 0. A warning names units that do not fit.
    """
    myokit = _myokit()
    if isinstance(model, (str, os.PathLike)):
        model, own, _ = myokit.load(os.fspath(model))
        protocol = protocol if protocol is not None else own
    if not isinstance(model, myokit.Model):
        raise UsageError(f"from_myokit() takes a myokit.Model or the name of a .mmt file, not {type(model).__name__}")
    if not 1 <= axes <= 3:
        raise UsageError(f"axes: a grid has 1, 2 or 3 of them, not {axes}")
    try:
        model.validate()
        model.check_units(myokit.UNIT_TOLERANT)
    except myokit.IncompatibleUnitError as error:
        warn(f"the model's units do not fit: {error}")
    except myokit.IntegrityError as error:
        raise UsageError(f"the model is not complete: {error}") from None
    return Writer(myokit, model, protocol, axes, diffusion, t_end, dt).text()


def _imported(kind: str, path: Union[str, os.PathLike[str]], options: dict[str, Any]) -> str:
    myokit = _myokit()
    from myokit import formats
    try:
        model = formats.importer(kind).model(os.fspath(path))
    except (myokit.MyokitError, OSError) as error:
        raise UsageError(f"'{os.fspath(path)}' cannot be read as {kind}: {error}") from None
    return from_myokit(model, **options)


def from_cellml(path: Union[str, os.PathLike[str]], **options: Any) -> str:
    """The same for a CellML file, version 1 or 2, as Myokit reads it."""
    return _imported("cellml", path, options)


def from_sbml(path: Union[str, os.PathLike[str]], **options: Any) -> str:
    """The same for an SBML file, as Myokit reads it."""
    return _imported("sbml", path, options)
