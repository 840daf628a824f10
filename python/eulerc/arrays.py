"""Arrays on their way into a solver."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np
from numpy.typing import NDArray

from .errors import UsageError


def doubles(what: str, value: Any, shape: Sequence[int], axes: Sequence[str]) -> NDArray[np.float64]:
    """The values as doubles in C order: the same memory where they are so already. A scalar fills the shape.

    A DataArray whose dimensions are the axes, in another order, is turned to theirs.
    """
    dims = getattr(value, "dims", None)
    if dims is not None and sorted(map(str, dims)) == sorted(axes):
        value, dims = value.transpose(*axes), tuple(axes)
    if np.ma.is_masked(value):
        raise UsageError(f"{what} takes a number at each point, and values of this array are masked; fill them by array.filled(NUMBER)")
    try:
        array = np.asarray(value)
    except ValueError as error:  # lists of unequal lengths
        raise UsageError(f"{what} takes an array: {error}") from None
    if array.dtype.kind not in "fiub":
        raise UsageError(f"{what} takes real numbers, not an array of {array.dtype}")
    if array.ndim == 0:
        array = np.full(tuple(shape), float(array))
    if array.shape != tuple(shape):
        hint = ""
        if array.ndim > 1 and array.T.shape == tuple(shape):
            hint = "; its axes are the other way round: the slowest one comes first (array.T)"
        elif array.size == int(np.prod(shape, dtype=np.int64)):
            hint = "; it has as many values: array.reshape() may be what you want"
        named = f" {dims}" if dims else ""
        raise UsageError(f"{what} takes an array of shape {tuple(shape)}, not {array.shape}{named}{hint}")
    if array.dtype.kind in "iu" and array.dtype.itemsize == 8 and array.size and np.abs(array.astype(np.float64)).max() > 2.0**53:
        raise UsageError(f"{what} takes numbers that a double can hold, and some of these integers are larger")
    return np.ascontiguousarray(array, dtype=np.float64)  # native byte order, too
