"""eulerc.picture: states as a figure for print, and the panels that eulerc.animate redraws."""

from __future__ import annotations

import math
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Optional, Sequence, Union

import numpy as np

from .errors import UsageError

if TYPE_CHECKING:
    import xarray

Data = Union["xarray.Dataset", "xarray.DataArray"]


def label_of(array: xarray.DataArray, name: str) -> str:
    """`temperature [K]` as the label of an array or coordinate; its name if it has no description."""
    text = str(array.attrs.get("long_name", name))
    return f"{text} [{array.attrs['units']}]" if "units" in array.attrs else text


def time_dim(array: xarray.DataArray) -> Optional[str]:
    return next((str(dim) for dim in array.dims if str(dim) in ("time", "time_")), None)


def range_of(values: Any) -> tuple[float, float]:
    """The range of the finite values."""
    finite = values[np.isfinite(values)]
    return (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)


def arrays_of(data: Data, names: Union[str, Sequence[str], None], slices: Mapping[str, int]) -> list[xarray.DataArray]:
    """The arrays to show, cut to one or two axes besides time; each species is an array."""
    import xarray
    if not isinstance(slices, Mapping):
        raise UsageError(f"slice takes axes and their indices, as {{'k': 10}}, not {slices!r}")
    if isinstance(data, xarray.DataArray):
        chosen = [data]
    elif not isinstance(data, xarray.Dataset):
        raise UsageError(f"a picture is of a Dataset or a DataArray, not of {data!r}")
    else:
        known = [str(name) for name, array in data.data_vars.items() if any(str(d) not in ("time", "time_") for d in array.dims)]
        wanted = known if names is None else [names] if isinstance(names, str) else list(names)
        for name in wanted:
            if name not in known:
                raise UsageError(f"there is no '{name}' to show; there are: {', '.join(known)}")
        chosen = [data[name] for name in wanted]
    for axis, at in slices.items():
        if not isinstance(at, (int, np.integer)):
            raise UsageError(f"slice takes an index of each axis, as {{'{axis}': 10}}, not {at!r}")
        extents = [array.sizes[axis] for array in chosen if axis in array.dims]
        if not extents:
            raise UsageError(f"slice: there is no axis '{axis}'")
        if not -extents[0] <= at < extents[0]:
            raise UsageError(f"slice: {axis} goes from 0 to {extents[0] - 1}, and {at} is none of these")
    shown = []
    for array in chosen:
        array = array.isel({axis: at for axis, at in slices.items() if axis in array.dims})
        species = next((str(d) for d in array.dims if str(d).rstrip("_").endswith("_species")), None)
        parts = [array] if species is None else [
            array.isel({species: k}).rename(f"{array.name}[{k}]").assign_attrs(long_name=f"{array.attrs.get('long_name', array.name)} [{k}]")
            for k in range(array.sizes[species])]
        for part in parts:
            dims = [str(d) for d in part.dims if d != time_dim(part)]
            if not dims:
                raise UsageError("slice: it leaves one point alone; cut along fewer axes" if slices else
                                 f"{part.name} has one value at a time, and a picture is of values on a grid; its plot() is a line over the time")
            while len(dims) > 2:  # take the plane in the middle
                part = part.isel({dims[0]: part.sizes[dims[0]] // 2})
                dims = dims[1:]
            flat = next((dim for dim in dims if len(dims) == 2 and part.sizes[dim] == 1), None)
            if flat is not None:  # a row or a column is a line
                part = part.isel({flat: 0})
            shown.append(part)
    return shown


class Panel:
    """One array on the axes of a figure, at one time; `draw` shows another time."""

    def __init__(self, axes: Any, array: xarray.DataArray, low: float, high: float, cmap: str, contour: int) -> None:
        self.axes, self.array, self.time, self.contour, self.lines = axes, array, time_dim(array), contour, None
        dims = [str(d) for d in array.dims if d != self.time]
        self.x = array[dims[-1]]
        values = self.at(0)
        if len(dims) == 1:
            self.picture, = axes.plot(np.asarray(self.x), values, marker="o" if values.size == 1 else None)
            margin = 0.05 * (high - low) or 1.0
            axes.set(ylim=(low - margin, high + margin), xlabel=label_of(self.x, dims[0]), ylabel=label_of(array, str(array.name)))
            return
        self.y = array[dims[0]]
        given = any("long_name" in axis.attrs or "units" in axis.attrs or axis.dtype.kind == "f" for axis in (self.x, self.y))
        self.picture = axes.pcolormesh(np.asarray(self.x), np.asarray(self.y), values, vmin=low, vmax=high, cmap=cmap, shading="nearest")
        if not given:  # row order of a file: the first row on top
            axes.invert_yaxis()
        if self.x.attrs.get("units") == self.y.attrs.get("units"):
            axes.set_aspect("equal")
        axes.set(xlabel=label_of(self.x, dims[1]), ylabel=label_of(self.y, dims[0]))
        axes.figure.colorbar(self.picture, ax=axes, label=label_of(array, str(array.name)))
        self.outline(values)

    def at(self, moment: int) -> Any:
        return np.asarray(self.array if self.time is None else self.array.isel({self.time: moment}))

    def outline(self, values: Any) -> None:
        low, high = range_of(values)
        if self.contour and min(values.shape) > 1 and low < high:
            self.lines = self.axes.contour(np.asarray(self.x), np.asarray(self.y), values, self.contour, colors="white", linewidths=0.7)

    def draw(self, moment: int) -> None:
        values = self.at(moment)
        if values.ndim == 1:
            self.picture.set_ydata(values)
            return
        self.picture.set_array(values)
        if self.lines is not None:
            self.lines.remove()
            self.lines = None
        self.outline(values)


def panels(data: Data, names: Union[str, Sequence[str], None], slices: Optional[Mapping[str, int]], cmap: str, contour: Union[bool, int],
           at: Optional[int]) -> tuple[Any, list[Panel]]:
    """A figure and its panels; the range of values covers all times, or one time."""
    if not isinstance(contour, (int, np.integer)) or contour < 0:
        raise UsageError(f"contour is True, False or the number of lines, as 8, not {contour!r}")
    import matplotlib.backends.backend_agg
    from matplotlib.figure import Figure
    arrays = arrays_of(data, names, slices or {})
    if not arrays:
        raise UsageError("there is nothing to show")
    columns = min(3, math.ceil(math.sqrt(len(arrays))))
    rows = math.ceil(len(arrays) / columns)
    figure = Figure(figsize=(5.5 * columns, 4 * rows), dpi=150, layout="constrained")
    matplotlib.backends.backend_agg.FigureCanvasAgg(figure)
    grid = figure.subplots(rows, columns, squeeze=False).ravel()
    made = []
    for axes, array in zip(grid, arrays):
        time = None if at is None else time_dim(array)
        if at is not None and time is not None and not -array.sizes[time] <= at < array.sizes[time]:
            raise UsageError(f"at: there are {array.sizes[time]} times, from 0 to {array.sizes[time] - 1}, and {at} is none of these")
        seen = array if time is None else array.isel({time: at})
        made.append(Panel(axes, array, *range_of(np.asarray(seen)), cmap, 8 if contour is True else int(contour)))
    for axes in grid[len(arrays):]:
        axes.set_visible(False)
    return figure, made


@contextmanager
def writing(what: str, path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        folder = os.path.dirname(path) or "."
        cure = "give one that can be" if os.path.isdir(folder) else f"there is no folder '{folder}': make it by os.makedirs(), or take another one"
        raise UsageError(f"{what}: '{path}' cannot be written ({error.strerror or error}); {cure}") from None


def times_of(made: Sequence[Panel]) -> Optional[Any]:
    panel = next((panel for panel in made if panel.time is not None), None)
    return None if panel is None else np.asarray(panel.array[panel.time])


def picture(data: Data, path: Union[str, os.PathLike[str], None] = None, *, names: Union[str, Sequence[str], None] = None, at: int = -1,
            slice: Optional[Mapping[str, int]] = None, contour: Union[bool, int] = False, cmap: str = "viridis",
            title: Optional[str] = None) -> Any:
    """Draws states as a figure: axes with coordinates and units, a colour bar, a title. Shows all states of a Dataset, or the
    states in `names`.

    path: writes a .png, .pdf or .svg, and returns the path. Without a path the figure is returned, which a notebook shows. at:
    which of the recorded times. slice={"k": 10}: cuts along an axis. contour: lines of equal value over the colours.
    """
    if not isinstance(at, (int, np.integer)):
        raise UsageError(f"at is the number of a recorded time, as 3, or -1 for the last one, not {at!r}")
    file = None if path is None else os.fspath(path)
    if file is not None and not file.endswith((".png", ".pdf", ".svg")):
        raise UsageError(f"picture: '{file}' must end in .png, .pdf or .svg")
    figure, made = panels(data, names, slice, cmap, contour, at)
    for panel in made:
        panel.draw(at)
    times = times_of(made)
    text = " ".join(part for part in (title, None if times is None else f"t = {times[at]:.4g}") if part)
    figure.suptitle(text)
    if file is None:
        return figure
    with writing("picture", file):
        figure.savefig(file)
    return path
