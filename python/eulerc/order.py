"""Values are taken in the order of points. A warning names a DataArray with another order, such as latitudes from north to
south."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import Error, warn

if TYPE_CHECKING:
    from .inputs import Inputs
    from .program import Program


def compare_coordinates(inputs: Inputs, name: str, value: Any) -> None:
    """Compares the coordinates of a value with the program's, if the program gives any."""
    program = inputs.program
    _compare_indices(program, name, value)
    given = [axis for axis, about in zip(program.axes, program.coordinates) if about.given and axis in getattr(value, "coords", ())]
    if not given or inputs.comm is not None:
        return
    try:
        coordinates = inputs.coordinates()
    except Error:  # the coordinates are data that are given later
        return
    for axis in given:
        own, theirs = np.asarray(coordinates[axis]), np.asarray(value.coords[axis])
        if theirs.shape == own.shape and theirs.dtype.kind in "fiu" and not np.allclose(theirs, own, rtol=1e-5, atol=1e-5 * np.ptp(own)):
            warn(f"{name}: its coordinates of {axis}, {theirs[0]:g} to {theirs[-1]:g}, are not those of the program, {own[0]:g} to "
                 f"{own[-1]:g}; values go by the order of points (array.sortby(), array.interp())")


def _compare_indices(program: Program, name: str, value: Any) -> None:
    """The same for coordinates that are indices of points, on axes without coordinates of the program."""
    for axis, about in zip(program.axes, program.coordinates):
        if about.given or axis not in getattr(value, "coords", ()):
            continue
        theirs = np.asarray(value.coords[axis])
        points = np.arange(theirs.size)
        if theirs.ndim == 1 and theirs.dtype.kind in "iu" and np.array_equal(np.sort(theirs), points) and not np.array_equal(theirs, points):
            warn(f"{name}: its indices {axis}, {theirs[0]} to {theirs[-1]}, are in another order than points; values go by the order of "
                 f"points (array.sortby('{axis}'))")
