"""eulerc.animate: states over time as a movie."""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

from .errors import UsageError
from .pictures import panels, time_dim, times_of, writing

if TYPE_CHECKING:
    import xarray


def animate(data: Union[xarray.Dataset, xarray.DataArray], path: Union[str, os.PathLike[str], None] = None, *, fps: int = 25,
            names: Union[str, Sequence[str], None] = None, slice: Optional[Mapping[str, int]] = None,
            contour: Union[bool, int] = False, cmap: str = "viridis", title: Optional[str] = None) -> Any:
    """Shows states over time, drawn as eulerc.picture draws them at one time. States of one axis are lines, states of two axes
    are shades, with row 0 on top if the program gives no coordinates. States of three axes show the middle plane, or slice={"k":
    10}.

    path: writes a .gif, or an .mp4 by ffmpeg, and returns the path. Without a path the movie is shown in the notebook.
    """
    if not isinstance(fps, (int, float)) or not 0 < fps < math.inf:
        raise UsageError(f"fps is the number of pictures a second, above zero, not {fps!r}")
    from matplotlib.animation import FuncAnimation, writers
    import xarray
    if isinstance(data, xarray.DataArray) and (data.ndim < 2 or time_dim(data) is None):
        raise UsageError(f"animate() takes a state over time, as run.y, not an array of the dimensions {data.dims}")
    file = None if path is None else os.fspath(path)
    if file is not None and not file.endswith((".gif", ".mp4")):
        raise UsageError(f"animate: '{file}' must end in .gif or .mp4")
    if file is not None and file.endswith(".mp4") and not writers.is_available("ffmpeg"):
        raise UsageError("animate: an .mp4 needs ffmpeg, and there is none on PATH; install it, or take a file that ends in .gif")
    figure, made = panels(data, names, slice, cmap, contour, None)
    times = times_of(made)
    if times is None:
        raise UsageError("animate() takes states over time; eulerc.picture shows one time")
    heading = figure.suptitle("")

    def draw(k: int) -> tuple[Any, ...]:
        for panel in made:
            panel.draw(k)
        heading.set_text(" ".join(part for part in (title, f"t = {times[k]:.4g}") if part))
        return (heading,)

    movie = FuncAnimation(figure, draw, frames=len(times), interval=1000 / fps)
    if file is not None:
        with writing("animate", file):
            movie.save(file, writer="pillow" if file.endswith(".gif") else "ffmpeg", fps=fps)
        return path
    from IPython.display import HTML
    return HTML(movie.to_jshtml(fps=fps))  # type: ignore[no-untyped-call]
