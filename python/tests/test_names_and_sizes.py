"""Names in datasets, and sizes that follow the arrays that are given."""

import numpy as np
import pytest

import eulerc


def test_names_like_those_of_dimensions(tmp_path):
    def program(text, name="k"):
        states = "".join(f"state real {each}[N];\ninitial({each})(int {name}) {{ return 1; }}\nddt({each})(int {name}, real s) {{ return 1; }}\n"
                         for each in text.split())
        return f"param int N = 4;\ntimespan = {{ .to = 1.0, .dt = 0.25 }};\n{states}"

    reduced = "monitor(sum) time(int k, real s) { return u[k]; }\n"
    for text in (program("time u"), program("time time_"), program("u") + reduced, program("u", name="time"), program("u step_length", name="time"),
                 program("u") + "output real time(int k, real s) { return u[k]; }\n"):
        compiled = eulerc.compile(text, real="double")
        run = compiled.run(every=0.5, backend="serial")
        assert compiled.solver().dataset().sizes == {axis: size for axis, size in run.sizes.items() if size == 4}
        for name in ("run.h5", "run.npy"):
            saved = compiled.run(every=0.5, backend="serial", save=tmp_path / name).load()
            assert sorted(map(str, saved.variables)) == sorted(map(str, run.variables)), text
            assert all(saved[each].dims == run[each].dims and (saved[each].values == run[each].values).all() for each in run.variables), text
    compiled = eulerc.compile(program("time u"))
    for name in ("run.h5", "run.npy"):
        assert compiled.run(only="u", backend="serial", save=tmp_path / name).u.dims == ("time_", "k")


def test_names_like_those_of_species(tmp_path):
    def program(rest, axis="i"):
        return (f"timespan = {{ .to = 1.0, .dt = 0.25 }};\nstate real c[2][4];\ninitial(c)(int s, int {axis}) {{ return s + 1; }}\n"
                f"ddt(c)(int s, int {axis}, real t) {{ return c[s][{axis}]; }}\n{rest}")

    state = "state real c_species[4];\ninitial(c_species)(int i) { return 1; }\nddt(c_species)(int i, real t) { return 1; }\n"
    for text, names in ((program(state), ["c_species", "c_species_"]), (program("", axis="c_species"), ["c_species", "c_species_"]),
                        (program("output real c_species(int i, real t) { return c[0][i]; }\n"), ["c_species", "c_species_"]),
                        (program("let real c_species[4];\nlet(c_species)(int i, real t) { return c[0][i]; }\n"), ["c_species_"]),
                        (program("monitor(sum) c_species(int i, real t) { return c[0][i]; }\n"), ["c_species", "c_species_"])):
        compiled = eulerc.compile(text)
        run = compiled.run(every=0.5, backend="serial")
        assert [str(name) for name in sorted(run.variables) if "species" in str(name)] == names, text
        assert list(run[compiled.dims_of("c")[0]].values) == [0, 1] and run.c.shape == (3, 2, 4)
        state_alone = compiled.solver(backend="serial").dataset()
        assert all(state_alone[name].dims == run[name].dims[1:] for name in state_alone.data_vars), text
        for name in ("run.h5", "run.npy"):
            saved = compiled.run(every=0.5, backend="serial", save=tmp_path / name).load()
            assert sorted(map(str, saved.variables)) == sorted(map(str, run.variables)), (text, name)
            assert all(saved[each].dims == run[each].dims and (saved[each].values == run[each].values).all() for each in run.variables), text
        np.testing.assert_array_equal(compiled.solver(backend="serial", c=state_alone.c)["c"], state_alone.c)


def test_a_monitor_or_output_with_the_name_of_an_axis_is_recorded(tmp_path):
    rest = "state real u[4];\ntimespan = { .to = 1.0, .dt = 0.5 };\ninitial(u)(int i) { return i; }\nddt(u)(int i, real t) { return 0; }\n"
    monitored = eulerc.compile(rest + "monitor(sum) i(int k, real t) { return u[k]; }\n", name="monitored")
    put_out = eulerc.compile(rest + "output real i(int k, real t) { return u[k]; }\n", name="put_out")
    for options in ({}, {"save": tmp_path / "i.h5"}, {"save": tmp_path / "i.npy"}):
        run = monitored.run(backend="serial", **options)
        assert run.i.values.tolist() == [0, 1, 2, 3] and run.i_.dims == ("time",) and run.i_.values.tolist() == [6, 6]
        assert put_out.run(backend="serial", **options)["i"].values.tolist() == [[0, 1, 2, 3]] * 2
    assert put_out.solver(backend="serial").dataset()["i"].values.tolist() == [0, 1, 2, 3]


GRAPH = """\
param int N = size(row) - 1, E = size(col), M = size(K, 1);
data int row[N + 1], col[E];
data real K[2][M];
state real u[N];
timespan = { .to = 1.0, .dt = 0.5 };
initial(u)(int i) { return row[i]; }
ddt(u)(int i, real t) { real sum = K[1][M - 1]; for (int k = row[i]; k < row[i + 1]; k++) sum += u[col[k]] - u[i]; return sum; }
"""


def test_sizes_are_those_of_arrays():
    graph = eulerc.compile(GRAPH, real="double", name="graph")
    for n in (5, 41):
        arrays = {"col": np.arange(n), "K": np.ones((2, n + 1)), "row": np.arange(n + 1)}
        solver = graph.solver(backend="serial", **arrays)
        assert solver.shape == (n,) and solver.params["E"] == n and solver.params["M"] == n + 1
        assert graph.run(backend="serial", **arrays).u.shape == (2, n)
    solver.set_data("row", np.arange(43))
    assert solver.shape == (42,)
    with pytest.raises(eulerc.UsageError, match=r"data 'row' takes an array of shape \(7,\), not \(42,\)"):
        graph.run(backend="serial", row_size=7, **arrays)


FOLLOWING = """\
param int N = size(w);
param real k = 1;
state real u[N];
data real w[N], row[N + 1];
field real f[N];
series real s[N];
timespan = { .to = 1, .dt = 0.5 };
initial(u)(int i) { return w[i] + row[i + 1]; }
ddt(u)(int i, real t) { return k * f[i] + s[i]; }
"""


def test_files_follow_the_sizes_of_arrays(tmp_path):
    following = eulerc.compile(FOLLOWING, name="following")
    arrays = {"w": np.ones(5), "row": np.ones(6), "f": np.ones(5), "s": ((0, 9), np.ones((2, 5)))}
    files = {name: tmp_path / f"{name}.npy" for name in ("w", "row", "f")} | {"s": f"{tmp_path / 's.npz'}:/s"}
    for name in ("w", "row", "f"):
        np.save(files[name], arrays[name])
    np.savez(tmp_path / "s.npz", s=np.ones((2, 5)), time=[0, 9])
    for name in arrays:
        for given in ({**arrays, name: files[name]}, {**files, name: arrays[name]}, {name: files[name]} | {**arrays, name: files[name]}):
            assert following.run(backend="serial", **given).u[-1].values.tolist() == [4] * 5
            assert following.solver(backend="serial", **given).shape == (5,)
            assert list(following.sweep(k=[1, 2], backend="serial", **given)["u max"]) == [4, 5]


def test_files_replace_arrays_of_a_solver(tmp_path, monkeypatch):
    following = eulerc.compile(FOLLOWING, name="following")
    monkeypatch.chdir(tmp_path)
    for n in (5, 7):
        for name, values in {"w": np.ones(n), "row": np.ones(n + 1), "f": np.full(n, 2), "u": np.full(n, 3)}.items():
            np.save(f"{name}{n}.npy", values)
        np.savez(f"s{n}.npz", s=np.ones((2, n)), time=[0, 9])
    arrays = {"w": np.ones(5), "row": np.ones(6), "f": np.ones(5), "s": ((0, 9), np.zeros((2, 5)))}
    solver = following.solver(backend="serial", **arrays)
    solver.set_field("s", "s5.npz:/s")
    solver.set_field("f", tmp_path / "f5.npy")
    solver["u"] = "u5.npy"
    solver.run_to(1)
    assert solver["u"].tolist() == [6] * 5
    for call, array, file, message in ((solver.set_data, "w", "none.npy", "No such file"), (solver.set_data, "w", "s7.npz:/s", "its shape is"),
                                       (solver.set_field, "f", "f7.npy", "its shape is 7, the grid's is 5"), (solver.__setitem__, "u", "u7.npy", "its shape is 7")):
        with pytest.raises(eulerc.UsageError, match=message):
            call(array, file)
        assert solver.shape == (5,) and solver["u"].tolist() == [6] * 5
    solver.set_data("w", "w7.npy")  # the grid follows
    solver.set_data("row", "row7.npy")
    solver.set_field("s", "s7.npz:/s")
    solver.set_field("f", 1)
    solver.run_to(1)
    assert solver["u"].tolist() == [4] * 7
    for given in {"w": np.ones(7)}, {"w": "w7.npy"}:
        with pytest.raises(eulerc.UsageError, match="'row5.npy': its shape is 6, that of the data is 8$"):
            following.run(**{**arrays, **given, "row": "row5.npy"})
        with pytest.raises(eulerc.UsageError, match="'f5.npy': its shape is 5, the grid's is 7; N = 7 follows from the values of 'w'( from 'w7.npy')?$"):
            following.run(**{**arrays, **given, "row": np.ones(8), "f": "f5.npy"})
    for call, array, values in ((solver.set_data, "w", [1, 2, np.nan]), (solver.set_data, "w", np.ones((3, 2))), (solver.set_data, "row", "bad.npy"),
                                (solver.set_field, "f", np.full(7, np.inf)), (solver.set_field, "s", ((0, 0), np.ones((2, 7))))):
        np.save("bad.npy", np.full(9, np.nan))
        with pytest.raises(eulerc.UsageError):
            call(array, values)
        assert solver.shape == (7,) and solver.params["w_size"] == 7 and solver["u"].tolist() == [4] * 7
    solver.run_to(2)
    assert solver["u"].tolist() == [6] * 7
    fixed = following.solver(backend="serial", w_size=5, **arrays)
    with pytest.raises(eulerc.UsageError, match="its shape is 7, that of the data is 5"):
        fixed.set_data("w", "w7.npy")
    assert fixed.shape == (5,)


def test_a_file_of_another_size_names_the_call_that_comes_first(tmp_path):
    plane = eulerc.compile("param int NY = 2, NX = 3;\nstate real u[NY][NX];\ntimespan = { .to = 1, .dt = 0.5 };\n"
                           "initial(u)(int j, int i) { return 1; }\nddt(u)(int j, int i, real t) { return 0; }\n", name="plane")
    file = tmp_path / "u.npy"
    np.save(file, np.full((4, 5), 7))
    solver = plane.solver(backend="serial")
    with pytest.raises(eulerc.UsageError, match=r"its shape is 4 x 5, the grid's is 2 x 3; call set\(NY=4, NX=5\) first$"):
        solver["u"] = file
    solver.set(NY=4, NX=5)
    solver["u"] = file
    assert (solver["u"] == np.full((4, 5), 7)).all()


FILLED = """\
param int N = 5, M = size(row);
state real u[N];
field real f[N];
data real w[N], row[M], v[M];
timespan = { .to = 1, .dt = 0.5 };
initial(u)(int i) { return 10 * f[i]; }
ddt(u)(int i, real t) { return f[i] + w[i] + v[M - 1]; }
"""


def test_a_number_for_all_points_follows_the_size():
    filled = eulerc.compile(FILLED, name="filled")
    numbers = {"f": 2, "w": np.float32(1), "v": np.array(0.5), "row": [1, 2], "backend": "serial"}
    assert list(filled.sweep(N=[3, 4, 2], **numbers)["u max"]) == [23.5] * 3
    assert list(filled.sweep(N=[3, 4], u=7, **numbers)["u max"]) == [10.5] * 2
    solver = filled.solver(N=3, **numbers)
    for size in 4, 2, 7:
        solver.set(N=size)
        solver.run_to(1)
        assert list(solver["u"]) == [23.5] * size
    solver.set_field("f", 3)
    solver.set_data("row", [1, 2, 3])  # M = 3
    solver.set(N=6)
    solver.run_to(1)
    assert list(solver["u"]) == [34.5] * 6
    solver.set_field("f", np.arange(6))  # has a shape again
    solver.set(N=4)
    with pytest.raises(eulerc.UsageError, match="'f' was given with shape 6, but its shape is now 4"):
        solver.run_to(1)


def test_integers_are_exact():
    wide = eulerc.compile("param long K = 1;\nstate real u[4];\ntimespan = { .to = 1, .dt = 0.5 };\ninitial(u)(int i) { return K; }\n"
                          "ddt(u)(int i, real t) { return 0; }\n", real="double", name="wide")
    assert wide.solver(K=2**53 + 1, backend="serial").params["K"] == 2**53 + 1
    assert wide.run(K=2**62 + 1, backend="serial").attrs["param K"] == 2**62 + 1
