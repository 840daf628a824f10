"""Coordinates of the program's axes in Datasets, pictures and movies; events in Datasets and files."""

import warnings

import numpy as np
import pytest

import eulerc

ROD = """
param int NX = 8, NY = 3;
/// distance of points [mm of mercury on the scale of furlongs]
param real dx = 0.25;
/// temperature [K]
state real T[NY][NX];
state real f[2][NY][NX];
/// height [m]
data real ys[NY];
/// distance from the inlet [m]
axis x = { .from = -1, .step = dx };
axis y = { .at = ys };
boundary(T) = neumann(0);
timespan = { .to = 1.0, .dt = 0.125 };
initial(ys)(int k) { return k * k; }
initial(T)(int y, int x) { return x < NX / 2 ? 1 : y; }
initial(f)(int q, int y, int x) { return q + x; }
ddt(T)(int y, int x, real t) { return T[y][x - 1] - 2 * T[y][x] + T[y][x + 1]; }
ddt(f)(int q, int y, int x, real t) { return 0; }
/// time of arrival [s]
event warm(int y, int x, real t) = T[y][x] - 1.25;
/// twice that [K]
output real twice(int y, int x, real t) { return 2 * T[y][x]; }
field real k[NY][NX];
initial(k)(int y, int x) { return y + 10 * x; }
"""


@pytest.fixture(scope="module")
def rod():
    return eulerc.compile(ROD, name="rod")


def test_outputs_are_in_datasets_of_memory_and_of_files(rod, tmp_path):
    run = rod.run(every=0.5, backend="serial")
    assert run.twice.dims == ("time", "y", "x") and run.twice.attrs == {"long_name": "twice that", "units": "K"}
    assert (run.twice == 2 * run.T).all() and run.twice.dtype == np.float32 and "k" not in run
    for name in ("o.h5", "o.npy"):
        assert (rod.run(every=0.5, backend="serial", save=tmp_path / name).twice.values == run.twice.values).all()
    some = rod.run(only=["k", "twice", "T"], backend="serial")
    for save in ({}, {"save": tmp_path / "some.h5"}, {"save": tmp_path / "some.npy"}):
        assert list(rod.run(only=["twice", "k", "T"], backend="serial", **save).data_vars)[:3] == ["twice", "k", "T"]
    assert list(some.data_vars) == ["k", "twice", "T"] and some.k[0, 2, 3] == 32 and (some.twice == 2 * some.T).all()
    assert (rod.solver()["twice"] == run.twice[0]).all() and (rod.solver().dataset().twice == run.twice[0]).all()


def test_what_there_is_not_to_show_is_named(rod, tmp_path, monkeypatch):
    run = rod.run(backend="serial")
    garbage = tmp_path / "garbage.h5"
    garbage.write_text("no file of HDF5")
    for words, call in (("at: there are 2 times, from 0 to 1, and 9 is none of these", lambda: eulerc.picture(run, at=9)),
                        ("slice: y goes from 0 to 2, and 3 is none of these", lambda: eulerc.picture(run, slice={"y": 3})),
                        ("slice: it leaves one point alone", lambda: eulerc.picture(run, slice={"y": 1, "x": 2})),
                        ("slice takes an index of each axis, as {'y': 10}, not 'a'", lambda: eulerc.picture(run, slice={"y": "a"})),
                        ("m has one value at a time, and a picture is of values on a grid",
                         lambda: eulerc.picture(run.T.mean(("y", "x")).rename("m"))),
                        ("contour is True, False or the number of lines, as 8, not -1", lambda: eulerc.picture(run, contour=-1)),
                        ("fps is the number of pictures a second, above zero, not 0", lambda: eulerc.animate(run, fps=0)),
                        ("open: 'u.npy' must end in .h5 or .nc", lambda: eulerc.open("u.npy")),
                        ("cannot be read: No such file or directory", lambda: eulerc.open(tmp_path / "none.h5")),
                        ("cannot be read: it is no whole file of HDF5", lambda: eulerc.open(garbage))):
        with pytest.raises(eulerc.UsageError) as caught:
            call()
        assert words in str(caught.value), caught.value
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(eulerc.UsageError, match="an .mp4 needs ffmpeg"):
        eulerc.animate(run, tmp_path / "u.mp4")


def test_each_run_of_a_sweep_has_its_files(rod, tmp_path):
    rod.sweep(dx=[0.25, 0.5], save=tmp_path / "u.h5", backend="serial", t_end=0.125)
    assert [eulerc.open(str(tmp_path / f"u.{run}.h5")).attrs["param dx"] for run in (0, 1)] == [0.25, 0.5]


def test_coordinates_of_axes(rod, tmp_path):
    run = rod.run(every=0.5, backend="serial", dx=0.5)
    assert run.x.values.tolist() == [-1, -0.5, 0, 0.5, 1, 1.5, 2, 2.5] and run.y.values.tolist() == [0, 1, 4]
    assert run.x.attrs == {"long_name": "distance from the inlet", "units": "m"} and run.T.attrs["units"] == "K"
    assert run.f.dims == ("time", "f_species", "y", "x") and run.warm.attrs == {"long_name": "time of arrival", "units": "s"}
    assert rod.params["dx"].unit == "mm of mercury on the scale of furlongs" and rod.params["dx"].description == "distance of points"
    assert run.sel(x=0.6, y=3, method="nearest").T.dims == ("time",)
    saved = rod.run(every=0.5, backend="serial", dx=0.5, save=tmp_path / "rod.npy")
    assert saved.x.equals(run.x) and saved.y.equals(run.y)
    for region in ("x=2:5", {"x": slice(None, None, -1)}, {"x": slice(-3, None), "y": -1}, ["y=::2", "x=7"]):
        of_npy, of_h5 = (rod.run(every=0.5, backend="serial", save=tmp_path / f"part.{end}", region=region) for end in ("npy", "h5"))
        assert of_npy.T.load().equals(of_h5.T.load()) and of_npy.x.attrs == of_h5.x.attrs, region
    assert of_npy.x.values.tolist() == [0.75] and of_npy.y.values.tolist() == [0, 4]
    assert np.array_equal(rod.solver(backend="serial").dataset().x, [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75])


def test_vtk_reads_the_coordinates(rod, tmp_path):
    io = pytest.importorskip("vtkmodules.vtkIOHDF", reason="vtk, whose reader ParaView has, is not installed")
    from vtkmodules.util.numpy_support import vtk_to_numpy
    solver = rod.solver(backend="serial", dx=0.5, every=0.5, save=tmp_path / "rod.vtkhdf")
    run = rod.run(backend="serial", dx=0.5, every=0.5)
    for _ in solver.iterate():
        pass
    del solver
    reader = io.vtkHDFReader()
    reader.SetFileName(str(tmp_path / "rod.vtkhdf"))
    reader.UpdateInformation()
    assert reader.GetNumberOfSteps() == 3
    for step, t in enumerate(run.time):
        reader.SetStep(step)
        reader.Update()
        image = reader.GetOutput()
        assert reader.GetTimeValue() == t and image.GetDimensions() == (8, 3, 1)
        assert [image.GetPoint(k)[0] for k in range(8)] == run.x.values.tolist()  # y is at unequal distances: indices
        assert image.GetPoint(9)[1] == 1
        for name, values in (("T", run.T), ("f[1]", run.f[:, 1])):
            assert np.array_equal(vtk_to_numpy(image.GetPointData().GetArray(name)).reshape(3, 8), values[step])


def test_coordinates_of_arrays_are_compared(rod):
    run = rod.run(backend="serial")
    same = run.T[0].assign_coords(x=run.x.values + 1e-7)
    later = eulerc.compile(ROD.replace("initial(ys)(int k) { return k * k; }\n", ""), name="rod")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rod.solver(T=same.transpose("x", "y"), k=same.drop_vars("x"), f=run.f[0], backend="serial")
        later.run(k=same, ys=[0, 1, 4], backend="serial")
    for wrong, text in ((same.isel(y=slice(None, None, -1)), "its coordinates of y, 4 to 0, are not those of the program, 0 to 4"),
                        (same.assign_coords(x=np.arange(8)), "its coordinates of x, 0 to 7, are not those of the program, -1 to 0.75")):
        with pytest.warns(eulerc.EulercWarning, match=text):
            rod.solver(T=wrong, backend="serial")
        with pytest.warns(eulerc.EulercWarning, match="^k: " + text):
            rod.run(k=wrong, backend="serial")


def test_events(rod, tmp_path):
    run = rod.run(backend="serial", events=tmp_path / "warm.csv")
    rows = (tmp_path / "warm.csv").read_text().splitlines()
    assert rows[0] == "time,event,y,x" and len(rows) == 1 + int((run.warm[-1] > 0).sum()) > 1
    assert all(float(row.split(",")[0]) <= 1 for row in rows[1:])


def test_pictures(rod, tmp_path):
    run = rod.run(every=0.5, backend="serial")
    eulerc.picture(run, tmp_path / "all.png", contour=True, title="rod")
    eulerc.picture(run.T, tmp_path / "line.svg", slice={"y": 1})
    assert "distance from the inlet [m]" in (tmp_path / "line.svg").read_text() or (tmp_path / "line.svg").stat().st_size > 5000
    assert (tmp_path / "all.png").read_bytes()[1:4] == b"PNG"
    figure = eulerc.picture(run, names=["T"], at=0)
    assert [axes.get_ylabel() for axes in figure.axes] == ["height [m]", "temperature [K]"]
    assert figure.get_suptitle() == "t = 0"
    with pytest.raises(eulerc.UsageError, match="there is no 'S' to show; there are: T, f, warm"):
        eulerc.picture(run, names="S")
    with pytest.raises(eulerc.UsageError, match="must end in .png, .pdf or .svg"):
        eulerc.picture(run, "a.jpg")
    with pytest.raises(eulerc.UsageError, match="there is no axis 'z'"):
        eulerc.picture(run, slice={"z": 1})
    eulerc.animate(run, tmp_path / "all.gif", names=["T", "f"], slice={"y": 0})
    assert (tmp_path / "all.gif").read_bytes()[:3] == b"GIF"


def test_pictures_of_rows_holes_and_wrong_words(rod, tmp_path, recwarn):
    for sizes in ({"NY": 1}, {"NX": 1}, {"NX": 1, "NY": 1}):
        flat = rod.run(steps=1, backend="serial", **sizes)
        eulerc.picture(flat, tmp_path / "row.png", contour=True)
        line, = eulerc.picture(flat).axes[0].lines
        assert len(line.get_xdata()) == max(flat["T"].shape[1:]), "a row is a line, and a point is there"
        assert (line.get_marker() == "o") == (len(line.get_xdata()) == 1)
    run = rod.run(backend="serial").load()
    for hole in (np.nan, np.inf, -np.inf):
        run["T"][:, 1, 3] = hole
        figure = eulerc.picture(run, names="T", contour=True)
        values = run["T"].values[-1][np.isfinite(run["T"].values[-1])]
        assert figure.axes[0].collections[0].get_clim() == (values.min(), values.max())
        assert len(figure.axes[0].collections) == 2, "no lines of equal value"
    run["T"][:] = np.nan
    eulerc.picture(run, tmp_path / "none.png", names="T", contour=True)
    assert not [each for each in recwarn if "eulerc" in str(each.filename)]
    for words, message in (({"at": 0.5}, "at is the number of a recorded time"), ({"slice": "y=2"}, "slice takes axes and their indices")):
        with pytest.raises(eulerc.UsageError, match=message):
            eulerc.picture(run, **words)
    with pytest.raises(eulerc.UsageError, match="a picture is of a Dataset or a DataArray, not of None"):
        eulerc.picture(None)
