"""Arrays on their way into a solver."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from .errors import UsageError


def require_array(what: str, value: Any) -> None:
    if hasattr(value, "data_vars"):
        raise UsageError(f"{what} takes one variable, not a whole Dataset; give dataset['NAME']; there are: {', '.join(map(str, value.data_vars))}")


def series(what: str, value: Any, shape: Sequence[int], axes: Sequence[str]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The times and the frames of a field that changes in time, from (times, frames) or from a DataArray whose dimension "time"
    has coordinates; results call it "time_" if a state or an axis is called "time"."""
    require_array(what, value)
    dims = getattr(value[-1] if isinstance(value, tuple) and value else value, "dims", ())
    time = next((str(dim) for dim in dims if str(dim).rstrip("_") == "time" and dim not in axes), "time")
    if time in getattr(value, "coords", ()):
        value = (value.coords[time].values, value)
    if not isinstance(value, tuple) or len(value) != 2:
        raise UsageError(f"{what} changes in time: it takes (times, frames), a DataArray with the dimension 'time' and its "
                         "coordinate, or a file")
    times = np.asarray(value[0])
    if times.ndim != 1:
        raise UsageError(f"the times of {what} are a list, not an array of shape {times.shape}")
    if times.dtype.kind in "mM":
        raise UsageError(f"the times of {what} are numbers, not {times.dtype}; for example (times - times[0]) / numpy.timedelta64(1, 's')")
    return (doubles(f"the times of {what}", times, times.shape, ["time"]),
            doubles(what, value[1], (times.size, *shape), [time, *axes]))


def copied(value: Any) -> Any:
    return value.copy(deep=True) if hasattr(value, "dims") and hasattr(value, "copy") else np.array(value, subok=True)


def extents(value: Any, axes: Sequence[str]) -> tuple[int, ...]:
    """The shape of values, in the order of these axes if the dimensions have names; for (times, frames) the shape of a frame; ()
    for values without a shape."""
    if isinstance(value, tuple) and len(value) == 2 and np.ndim(value[0]) == 1 < np.ndim(value[1]):
        return np.shape(value[1])[1:]
    sizes = getattr(value, "sizes", None)
    if axes and isinstance(sizes, Mapping):
        return tuple(sizes[axis] for axis in axes) if all(axis in sizes for axis in axes) else ()
    try:
        return np.shape(value)
    except ValueError:  # lists of unequal lengths
        return ()


def _require_exact(what: str, array: NDArray[Any]) -> None:
    """Refuses integers of 64 bits that a double cannot hold: all up to 2**53 fit, and some beyond."""
    if array.dtype.kind not in "iu" or array.dtype.itemsize < 8:
        return
    for number in array[np.abs(array.astype(np.float64)) >= 2.0**53].tolist():
        if int(float(number)) != number:
            raise UsageError(f"{what} takes numbers that a double can hold, and {number} is none")


def doubles(what: str, value: Any, shape: Sequence[int], axes: Sequence[str]) -> NDArray[np.float64]:
    """The values as doubles in C order, without a copy if they already are. A scalar fills the shape.

    The dimensions of a DataArray are the axes, in any order.
    """
    require_array(what, value)
    dims = getattr(value, "dims", None)
    if dims and axes:
        if sorted(map(str, dims)) != sorted(axes):
            raise UsageError(f"{what} has the dimensions {tuple(axes)}, not {tuple(dims)}; name them so (array.rename()), or give "
                             "array.values, whose axes are in this order")
        value, dims = value.transpose(*axes), tuple(axes)
    if np.ma.is_masked(value):
        raise UsageError(f"{what} takes a number at each point, and values of this array are masked; fill them by array.filled(NUMBER)")
    try:
        array = np.asarray(value)
    except ValueError as error:  # lists of unequal lengths
        raise UsageError(f"{what} takes an array: {error}") from None
    if array.dtype.kind not in "fiub":
        raise UsageError(f"{what} takes real numbers, not an array of {array.dtype}")
    _require_exact(what, array)
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
    return np.ascontiguousarray(array, dtype=np.float64)  # native byte order, too
