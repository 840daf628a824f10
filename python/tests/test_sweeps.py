"""Sweeps are tables, and what one run lacks costs no other run."""

import warnings

import numpy as np
import pytest
import xarray

import eulerc
from conftest import NOISE

NAMES = """\
param real t = 1, failed = 2, rate = 1;
param int N = 4;
state real u[N];
timespan = { .to = 1.0, .dt = 0.5 };
initial(u)(int i) { return failed; }
ddt(u)(int i, real s) { return -t * rate * u[i]; }
monitor(sum) value(int i, real s) { return u[i]; }
"""


def test_columns_of_other_names_are_those_of_params_and_monitors(tmp_path):
    names = eulerc.compile(NAMES, name="names")
    with pytest.warns(eulerc.EulercWarning, match="1 of 4 runs failed"):
        table = names.sweep(lambda solver: 1 / (solver.params["t"] + solver.params["failed"] - 10), t=[3, 4], failed=[5, 6], backend="serial")
    assert list(table.columns) == ["t", "failed", "t_", "u min", "u max", "u norm2", "value", "value_", "failed_"]
    assert list(table.t) == [3, 3, 4, 4] and list(table.failed) == [5, 6, 5, 6] and list(table.t_)[:3] == [1, 1, 1]
    assert "the function: ZeroDivisionError" in table.failed_[3] and list(table.value_)[:3] == [-0.5, -1, -1]


def test_a_seed_has_a_column_beside_a_monitor_of_that_name(tmp_path):
    noise = eulerc.compile("state real u[4];\ntimespan = { .to = 1.0, .dt = 0.5 };\ninitial(u)(int i) { return 0; }\n"
                           "ddt(u)(int i, real t) { return normal(0); }\nparam real k = 1;\n"
                           "monitor(max) seed(int i, real t) { return k; }\n", name="noise")
    for axes, columns in ({"seed": [5, 6]}, ["seed_"]), ({"k": [1, 1]}, ["k", "seed_"]):
        table = noise.sweep(**axes, backend="serial")
        assert list(table.columns) == [*columns, "t", "u min", "u max", "u norm2", "seed"]
        assert list(table.seed) == [1, 1] and table.seed_[1] == table.seed_[0] + 1


def test_a_value_that_is_wrong_costs_its_row_also_where_it_is_the_first(wave):
    for values in ([-5, 10, 20], [10, -5, 20], [10, 20, -5]):
        with pytest.warns(eulerc.EulercWarning, match="1 of 3 runs failed; the first: .*would have the extent -5"):
            table = wave.sweep(N=values, backend="serial")
        assert list(table.N) == values and list(table.failed.notna()) == [N < 0 for N in values]
    with pytest.raises(eulerc.UsageError, match="there is no 'cuda'"):
        wave.sweep(N=[10, 20], backend="cuda")
    with pytest.raises(eulerc.UsageError, match="would have the extent -5"):
        wave.sweep(N=[-5, -6], backend="serial")


def test_a_function_that_fails_costs_its_row_and_ctrl_c_ends_all(wave):
    def first(solver):
        return {10: 1}[int(solver.params["c"])]

    def interrupted(solver):
        raise KeyboardInterrupt
    with pytest.warns(eulerc.EulercWarning, match="1 of 2 runs failed; the first: the function: KeyError: 20"):
        table = wave.sweep(first, c=[10, 20], backend="serial")
    assert table.value[0] == 1 and table.failed[1] == "the function: KeyError: 20"
    with pytest.raises(KeyboardInterrupt):
        wave.sweep(interrupted, c=[10, 20], backend="serial")


def test_a_sweep_is_a_table(wave, plate):
    with warnings.catch_warnings():
        warnings.simplefilter("error", eulerc.EulercWarning)
        table = wave.sweep(monitor="energy", c=np.linspace(10, 20, 3), N=[10, 20], backend="serial")
    assert list(table.columns) == ["c", "N", "t", "u min", "u max", "u norm2", "v min", "v max", "v norm2", "energy"]
    assert len(table) == 6 and table.energy[5] == pytest.approx(float(wave.run(c=20, N=20, backend="serial").energy[-1]))
    assert list(wave.sweep(lambda s: s["u"][0], c=[1, 2], backend="serial").value) != [0, 0]
    with pytest.warns(eulerc.EulercWarning, match="1 of 2 runs failed"):
        table = plate.sweep(growth=[0.0, 1e30], backend="serial")
    assert "is not finite" in table.failed[1] and np.isnan(table["T max"][1]) and table["T max"][0] == 4


def test_a_sweep_has_monitors_over_time(wave, plate):
    table = wave.sweep("energy", c=[10, 20], every=0.01, backend="serial")
    energy = wave.run(c=20, every=0.01, backend="serial").energy.values
    assert list(table.columns)[-3:] == ["energy", "energy max", "energy mean"]
    assert table["energy max"][1] == energy.max() and table["energy mean"][1] == pytest.approx(energy.mean())
    with pytest.warns(eulerc.EulercWarning, match="every has no effect: the program has no monitors"):
        plate.sweep(growth=[0.0, 0.1], every=0.5, backend="serial")


def test_what_a_function_sets_stays_in_its_row(wave, plate):
    plain = wave.sweep(c=[1, 2, 3], backend="serial")
    assert wave.sweep(lambda solver: solver.set(N=50), c=[1, 2, 3], backend="serial")["u norm2"].equals(plain["u norm2"])
    plain = plate.sweep(growth=[0.0, 0.1], source=1, backend="serial")
    assert plate.sweep(lambda solver: solver.set_field("k", 3), growth=[0.0, 0.1], source=1, backend="serial")["T max"].equals(plain["T max"])


def test_values_of_a_param_are_numbers(wave):
    for values in (xarray.DataArray([1.0, 2.0], dims="c"), [np.array(1.0), np.array(2.0)]):
        assert wave.sweep(c=values, backend="serial").c.dtype == np.float64


def test_each_run_of_a_sweep_draws_other_numbers_by_its_seed():
    noise = eulerc.compile(NOISE, name="noise")
    table = noise.sweep("all", N=[8, 8], backend="serial")
    assert list(table.columns)[:3] == ["N", "seed", "t"] and list(table.seed) == [0, 1] and table["all"][0] != table["all"][1]
    assert table["all"][1] == float(noise.run(seed=1, backend="serial")["all"][-1])
    same = noise.sweep("all", N=[8, 8], seed=1, backend="serial")
    assert "seed" not in same and same["all"][0] == same["all"][1] == table["all"][1]
    assert list(noise.sweep("all", seed=[0, 1], backend="serial")["all"]) == list(table["all"])
