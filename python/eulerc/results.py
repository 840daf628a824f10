"""States over time as xarray.Datasets."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

import numpy as np
import xarray
from numpy.typing import NDArray

from .errors import RunError, UsageError
from .options import file, ranges_of
from .program import free_name, named
from .ranks import agreed, first_on
from .solver import Solver

if TYPE_CHECKING:
    from mpi4py.MPI import Comm

    from .program import Axis, Monitor, Output, Program, State


def attributes(about: Union[Axis, Monitor, Output, State]) -> dict[str, str]:
    """Attributes by the CF conventions."""
    return {key: text for key, text in (("long_name", about.description), ("units", about.unit)) if text}


def time_name(program: Program) -> str:
    """The name of the time, as in files: "time", or "time_" if a state is called "time"."""
    return free_name("time", [*recorded_names(program, None), *program.monitors, *program.axes])


def monitor_names(program: Program) -> dict[str, str]:
    """Names of monitors as variables: a monitor with the name of a dimension, "i", becomes "i_"."""
    dims = {dim for name in program.states for dim in program.dims_of(name)}
    taken = [*program.states, *program.outputs, *dims, time_name(program)]
    return {name: free_name(name, [*taken, *(each for each in program.monitors if each != name)]) for name in program.monitors}


def shape_of(state: State, grid: Sequence[int]) -> list[int]:
    return [*([state.count] if state.species else []), *grid]


def provenance(solver: Solver) -> dict[str, Any]:
    """Params, how the result was computed, and measurements, as plain numbers and texts, which netCDF can hold."""
    program, statistics = solver.program, solver.statistics
    result: dict[str, Any] = {f"param {name}": value for name, value in solver.params.items()}
    result.update(program=program.text, name=program.name, method=program.method, real=program.real, eulerc=program.compiler)
    problem = statistics["problem"]
    result.update(backend=statistics["backend"], device=statistics["device"], t0=problem["from"], steps=problem["steps"],
                  seconds=statistics["seconds"]["run"])
    for name, value in (("dt", problem["dt"]), ("stopped", problem["stopped"]), ("gcomps", statistics["gcomps"])):
        if value is not None:
            result[name] = value
    result["statistics"] = json.dumps(statistics)
    return result


def _coordinates(solver: Solver) -> dict[str, Any]:
    """Coordinates by the program's `axis`, otherwise indices; none for an axis that has the name of a state or output."""
    program = solver.program
    taken = recorded_names(program, None)
    if not any(axis.given for axis in program.coordinates):
        return {axis: np.arange(extent) for axis, extent in zip(program.axes, solver.shape) if axis not in taken}
    values = solver.coordinates
    return {axis: (axis, np.asarray(values[axis]), attributes(about)) if about.given else np.arange(len(values[axis]))
            for axis, about in zip(program.axes, program.coordinates) if axis not in taken}


def dataset(program: Program, coordinates: Mapping[str, Any], times: NDArray[np.float64], states: Mapping[str, Any],
            monitors: Mapping[str, NDArray[np.float64]], attrs: Mapping[str, Any]) -> xarray.Dataset:
    """A Dataset of arrays: states are [time, …], monitors [time]. Nothing is copied."""
    time = time_name(program)
    variables: dict[str, Any] = {
        name: ([time, *program.dims_of(name)], values, attributes(program.state_of(name) or program.outputs[name]))
        for name, values in states.items()}
    called = monitor_names(program)
    variables.update({called[name]: ([time], values, attributes(program.monitors[name])) for name, values in monitors.items()})
    return xarray.Dataset(variables, {time: times, **coordinates, **_species(program, states)}, dict(attrs))


def _species(program: Program, names: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of the species, as coordinates."""
    return {program.species_dim(state.name): np.arange(state.count) for state in program.states.values() if state.species and state.name in names}


def dataset_of_state(solver: Solver) -> xarray.Dataset:
    program = solver.program
    variables = {name: (program.dims_of(name), solver[name], attributes(program.states.get(name) or program.outputs[name]))
                 for name in recorded_names(program, None)}
    return xarray.Dataset(variables, {time_name(program): solver.t, **_coordinates(solver), **_species(program, program.states)}, provenance(solver))


def recorded_names(program: Program, only: Optional[Sequence[str]]) -> list[str]:
    """Names in the order of --save: all states and outputs, or the named states, species, outputs, quantities and fields."""
    if only is not None:
        named("state", [name for name in only if program.state_of(name) is None], [*program.states, *program.outputs])
        return list(only)
    return [*program.states, *(name for name, output in program.outputs.items() if not output.implicit)]


def free_memory() -> int:
    """Bytes of memory that are available now."""
    try:
        text = Path("/proc/meminfo").read_text()
        return int(re.search(r"MemAvailable:\s+(\d+)", text)[1]) * 1024  # type: ignore[index]
    except (OSError, TypeError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


def _take_all(solver: Solver, monitors_alone: bool = False) -> bool:
    """Takes all steps. Returns False if there are none, because the resumed run had already reached its end."""
    solver._session.begin()
    given = solver._given.options
    is_over = given.get("resume") is not None and solver._session.steps_left() == 0
    if given.get("resume") is not None and (monitors_alone or (given.get("every") is None and given.get("at") is None)):
        solver._session.record_now()  # the state where the run continues
    solver._session.advance(-1)
    return not is_over


def _names(program: Program, only: Optional[Sequence[str]], options: Mapping[str, Any]) -> list[str]:
    """The names that a run with these options records."""
    if "region" in options and "save" not in options:
        raise UsageError("region says what is recorded in a file; give save=FILE as well, or take a part of the result by isel()")
    path = file("save", options["save"]) if "save" in options else ""
    if path and not path.endswith((".h5", ".nc", ".npy")):
        raise UsageError(f"save: '{path}' cannot be opened as a Dataset; give a file that ends in .h5, .nc or .npy")
    return recorded_names(program, only)


def run(program: Program, only: Optional[Sequence[str]], options: dict[str, Any], comm: Optional[Comm]) -> xarray.Dataset:
    """Program.run."""
    names = agreed(comm, lambda: _names(program, only, options))
    if "save" in options:
        return _in_files(program, only, options, comm)
    solver = Solver(program, options, comm)
    grid = solver.shape
    points = int(np.prod(grid, dtype=np.int64))
    asked, names = names, sorted(names, key=lambda name: program.state_of(name) is None)  # states first, then outputs
    states_of = [state for state in map(program.state_of, names) if state is not None]
    parts = [(state.first * points, state.count * points) for state in states_of]
    outputs = names[len(parts):]
    with solver._saying():
        moments = solver._session.plan()[4]
        each = (sum(count for _, count in parts) + len(outputs) * points) * (8 if program.real == "double" else 4)
        def is_large() -> bool:
            return moments * each > free_memory() // 2
        if first_on(comm, is_large):
            if comm is not None:
                raise UsageError("the states over time are larger than half of the free memory; give save=FILE in a folder that all "
                                 "ranks see")
            del solver
            return _in_temporary(program, only, options)
        solver._session.record(parts, outputs, points, len(program.monitors), moments + 1)
        _take_all(solver)
        times, values, monitors = solver._session.recorded()
    states, at = {}, 0
    for name, shape in [*((name, shape_of(state, grid)) for name, state in zip(names, states_of)), *((name, grid) for name in outputs)]:
        count = int(np.prod(shape, dtype=np.int64))
        states[name] = values[:, at:at + count].reshape([len(times), *shape])
        at += count
    columns = {name: monitors[:, k] for k, name in enumerate(program.monitors)}
    return dataset(program, _coordinates(solver), times, {name: states[name] for name in asked}, columns, provenance(solver))


def _in_temporary(program: Program, only: Optional[Sequence[str]], options: dict[str, Any]) -> xarray.Dataset:
    """For a result too large for memory: records in files that are removed with the dataset."""
    folder = tempfile.mkdtemp(prefix="eulerc-run-")
    try:
        result = _in_files(program, only, {**options, "save": os.path.join(folder, f"{program.name}.npy")}, None)
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, RunError):  # the file of the last finite state is removed with the folder
            raise RunError(re.sub(r" \(the state then is [^()]*\)", "", str(error))) from None
        raise
    variable = next(iter(result.variables.values()))
    weakref.finalize(variable._data, shutil.rmtree, folder, True)
    return result


def _in_files(program: Program, only: Optional[Sequence[str]], options: dict[str, Any], comm: Optional[Comm]) -> xarray.Dataset:
    path = file("save", options["save"])
    names = recorded_names(program, only)
    with_only = {**options, **({"only": list(only)} if only is not None else {})}
    solver = Solver(program, with_only, comm)
    with solver._saying():
        solver._session.record([], [], 0, len(program.monitors), 0)
        has_taken = _take_all(solver, monitors_alone=True)
        times, _, monitors = solver._session.recorded()
    attrs, coordinates = provenance(solver), _coordinates(solver)
    del solver  # completes its files
    if comm is not None:
        comm.barrier()
    if not has_taken and not all(map(os.path.exists, _files(path, names))):
        raise UsageError(f"save: '{path}' is not there, and nothing is left to record in it: the run of '{options['resume']}' has come to "
                         "its end; a later t_end, or more steps, goes on")
    result = _open_npy(program, path, only, _within(coordinates, options.get("region"))) if path.endswith(".npy") else open(path)
    time = time_name(program)
    dims: dict[Any, str] = {}  # a file knows only its own arrays
    for name in names:
        dims.update(zip(result[name].dims, [time, *program.dims_of(name)]))
    result = result.rename({old: new for old, new in dims.items() if old != new and new not in names})
    result = result[[*names, *(each for each in result.data_vars if each not in names)]]  # in this order
    for (name, variable), values in zip(monitor_names(program).items(), monitors.T):  # a resumed run knows only its own times
        array = xarray.DataArray(values, {time: times}, [time], attrs=attributes(program.monitors[name]))
        result[variable] = array.reindex({time: result[time]})
    result.attrs.update(attrs)
    return result


def _within(coordinates: Mapping[str, Any], region: Any) -> dict[str, Any]:
    """The coordinates of the points of a region, which region= names."""
    ranges = ranges_of(region)

    def part(values: Any, at: Any) -> Any:
        return (values[0], values[1][at], values[2]) if isinstance(values, tuple) else values[at]
    return {axis: part(values, ranges.get(axis, slice(None))) for axis, values in coordinates.items()}


def _files(path: str, names: Sequence[str]) -> list[str]:
    """The files of a recording of these arrays. The last file holds the times, which NumPy arrays keep in a file of their own."""
    if not path.endswith(".npy"):
        return [path]
    stem = path[:-len(".npy")]
    if len(names) == 1:
        return [path, f"{stem}.time.npy"]
    words = [name if word == name else free_name(word, names) for name, word in ((name, re.sub(r"[][]", "", name)) for name in names)]
    return [*(f"{stem}.{word}.npy" for word in words), f"{stem}.{free_name('time', names)}.npy"]


def _open_npy(program: Program, path: str, only: Optional[Sequence[str]], coordinates: Mapping[str, Any]) -> xarray.Dataset:
    names = recorded_names(program, only)
    *files, file_of_times = _files(path, names)
    arrays = {name: np.load(file, mmap_mode="r") for name, file in zip(names, files)}
    times = np.load(file_of_times)
    return dataset(program, coordinates, times, arrays, {}, {})


def open(path: Union[str, os.PathLike[str]]) -> xarray.Dataset:
    """Opens what --save FILE.h5 has recorded, as a Dataset whose values are read on access. Needs h5netcdf."""
    if not os.fspath(path).endswith((".h5", ".nc")):
        raise UsageError(f"open: '{path}' must end in .h5 or .nc; numpy.load() reads .npy, and ParaView .vtkhdf")
    try:
        return xarray.open_dataset(path, engine="h5netcdf")
    except OSError as error:
        raise UsageError(f"open: '{path}' cannot be read: {os.strerror(error.errno) if error.errno else 'it is no whole file of HDF5'}") from None
    except (ImportError, ValueError) as error:
        raise UsageError(f"'{path}' is read by the package h5netcdf, which is not installed: pip install h5netcdf ({error})") from None
