"""eulerc.animate: states over time as a movie."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from .errors import UsageError

if TYPE_CHECKING:
    import xarray


def _plane(array: xarray.DataArray) -> xarray.DataArray:
    """[time, i] or [time, j, i]: of more axes the middle of the slower ones."""
    while array.ndim > 3:
        axis = array.dims[1]
        array = array.isel({axis: array.sizes[axis] // 2})
    return array


def animate(array: xarray.DataArray, path: Union[str, os.PathLike[str], None] = None, *, fps: int = 25,
            cmap: str = "viridis", title: Optional[str] = None) -> Any:
    """Shows a state over time: lines of one axis, shades of two, row 0 on top; of three the middle plane.

    path: writes a .gif, or by ffmpeg an .mp4, and returns the path. Without one the movie is shown in the notebook.
    """
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.animation import FuncAnimation
    if array.ndim < 2 or not str(array.dims[0]).startswith("time"):
        raise UsageError(f"animate() takes a state over time, as run.y, not an array of the dimensions {array.dims}")
    file = None if path is None else os.fspath(path)
    if file is not None and not file.endswith((".gif", ".mp4")):
        raise UsageError(f"animate: '{file}' must end in .gif or .mp4")
    shown = _plane(array)
    values = np.asarray(shown)
    times = np.asarray(shown[shown.dims[0]])
    figure = Figure(figsize=(6, 4), dpi=100)
    matplotlib.backends.backend_agg.FigureCanvasAgg(figure) if hasattr(matplotlib.backends, "backend_agg") else None
    axes = figure.subplots()
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    label = title or str(array.attrs.get("long_name", array.name))
    if values.ndim == 2:
        picture, = axes.plot(np.asarray(shown[shown.dims[1]]), values[0])
        margin = 0.05 * (high - low) or 1.0
        axes.set(ylim=(low - margin, high + margin), xlabel=str(shown.dims[1]), ylabel=label)
    else:
        picture = axes.imshow(values[0], vmin=low, vmax=high, cmap=cmap)  # type: ignore[assignment]
        axes.set(xlabel=str(shown.dims[2]), ylabel=str(shown.dims[1]))
        figure.colorbar(picture, label=label)  # type: ignore[arg-type]
    heading = axes.set_title("")

    def draw(k: int) -> tuple[Any, ...]:
        picture.set_ydata(values[k]) if values.ndim == 2 else picture.set_data(values[k])
        heading.set_text(f"t = {times[k]:.4g}")
        return picture, heading

    movie = FuncAnimation(figure, draw, frames=len(times), interval=1000 / fps)
    if file is not None:
        movie.save(file, writer="pillow" if file.endswith(".gif") else "ffmpeg", fps=fps)
        return path
    from IPython.display import HTML
    return HTML(movie.to_jshtml(fps=fps))  # type: ignore[no-untyped-call]
