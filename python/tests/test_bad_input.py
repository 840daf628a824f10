"""Wrong input is refused, in the words of Python."""

import copy
import decimal
import json
import os
import subprocess
import sys
import warnings

import h5py
import numpy as np
import pytest
import xarray

import eulerc
from eulerc.compiling import _in_python as in_python
from conftest import WAVE

WRONG = WAVE.replace("return v[i]", "return w[i]")


def refused(text, call, *args, **options):
    with pytest.raises(eulerc.UsageError) as caught:
        call(*args, **options)
    assert text in str(caught.value), str(caught.value)


def test_arrays(plate):
    refused("field 'k' takes an array of shape (4, 5), not (5, 4); its axes are the other way round", plate.run, k=np.ones((5, 4)))
    refused("takes an array of shape (4, 5), not (20,); it has as many values", plate.run, k=np.ones(20))
    refused("data 'source' takes an array of shape (3,), not (4,)", plate.run, source=np.ones(4))
    refused("takes real numbers, not an array of complex128", plate.run, T=np.ones((4, 5)) * 1j)
    refused("takes real numbers, not an array of <U1", plate.run, T=[["a"] * 5] * 4)
    refused("takes real numbers, not an array of object", plate.run, T=np.array([[None] * 5] * 4))
    refused("values of field 'k' must be finite; its value [0][1] is nan", plate.run, k=np.array([[0, np.nan, 0, 0, 0]] * 4))
    refused("takes numbers that a double can hold", plate.run, k=np.full((4, 5), 2**60 + 1))
    refused(f"takes numbers that a double can hold, and {2**53 + 1} is none", plate.run, k=np.full((4, 5), 2**53 + 1))
    refused(f"takes numbers that a double can hold, and {2**53 + 1} is none", plate.run, k=2**53 + 1)
    assert plate.solver(k=np.full((4, 5), 2**62), backend="serial")["k"][0, 0] == 2.0**62
    refused("state 'T' takes an array of shape (4, 5), not (3,)", plate.solver().__setitem__, "T", np.ones(3))
    refused("values of this array are masked; fill them", plate.run, T=np.ma.masked_equal(np.eye(4, 5), 1))
    refused("state 'T' takes an array: ", plate.run, T=[[1, 2], [3]])
    values = np.arange(20.0).reshape(4, 5)
    turned = xarray.DataArray(values.T, dims=("x", "y"))  # by the names of its dimensions
    assert (plate.solver(T=turned, backend="serial")["T"] == values).all()
    for dims in (("a", "y"), ("y", "b"), ("lat", "lon")):  # of the right shape, too
        refused(f"state 'T' has the dimensions ('y', 'x'), not {dims}; name them so", plate.run, T=xarray.DataArray(values, dims=dims))
    refused("takes an array of shape (4, 5), not (5, 4) ('y', 'x')", plate.run, T=turned.rename(x="y", y="x"))
    assert plate.solver(T=xarray.DataArray(3.0), backend="serial")["T"].sum() == 60


def test_names(wave, plate):
    refused("did you mean 't_end'?", wave.run, t_edn=1)
    refused("did you mean 'N'?", wave.run, n=10)
    refused("there is no state 'w'; there are: u, v", wave.solver().__getitem__, "w")
    refused("there is no field 'beta'; there are none", wave.solver().set_field, "beta", 1)
    refused("there is no state 'uu'; did you mean 'u'?", wave.run, only=["uu"])
    refused("there is no monitor 'enrgy'; did you mean 'energy'?", wave.sweep, "enrgy", c=[1])
    refused("backend: there is no 'cuda'", wave.run, backend="cuda")
    refused("'k' is no param; there are: NX, NY, growth", plate.solver().set, k=1)
    refused("there is no state or output 'w'; there are: T, k", plate.solver().__getitem__, "w")
    refused("'k' is no state but a field: set_field('k', …)", plate.solver().__setitem__, "k", 1)
    refused("'source' is no state but data: set_data('source', …)", plate.solver().__setitem__, "source", 1)
    with pytest.raises(AttributeError, match="a solver has no attribute 'growth'; params are set by set"):
        plate.solver().growth = 3
    refused("there is no option 'verify'; compare with a run of backend=", wave.run, verify=True)
    refused("there is no option 'method'; how steps are taken is said when the program is compiled", wave.run, method="rk4")
    refused("there is no option 't_eval'; take at=", wave.run, t_eval=[1])


def test_values(wave):
    refused("param 'N' is an int", wave.run, N=2.5)
    refused("the param N takes a number, not [1, 2]; many of them are for sweep()", wave.run, N=[1, 2])
    with pytest.raises(eulerc.UsageError, match="^the param N takes a number, not True$"):
        wave.run(N=True)
    assert wave.solver(c=decimal.Decimal("2.5"), backend="serial").params["c"] == 2.5
    refused("sweep() needs a sequence of values", wave.sweep, c=1)
    refused("tune is True or False, not 'yes'", wave.run, tune="yes")
    refused("at takes T,T,..., and is given nothing", wave.run, at=[])
    refused("checkpoint takes FILE, and is given nothing", wave.run, checkpoint="")
    refused("there is no state '0'", wave.solver().__getitem__, 0)
    refused("every takes a number, a text, or a sequence of them, not", wave.run, every=object())
    refused("would have the extent 0", wave.run, N=0)
    refused("would have the extent -5", wave.solver, N=-5)
    refused("real: there is no 'half'", eulerc.compile, WAVE, real="half")
    refused("defines: '1A=2' does not begin with the name of a macro", eulerc.compile, WAVE, defines={"1A": 2})
    refused("defines takes macros and their values", eulerc.compile, WAVE, defines=["A"])
    refused("name: 'a/b' cannot be the name of a file", eulerc.compile, WAVE, name="a/b")
    solver = wave.solver(backend="serial")
    refused("dt must be above zero, not 0", solver.run_to, 0.01, 0)
    refused("dt takes a number, not 'auto'", solver.run_to, 0.01, "auto")
    refused("t_end takes a number, not 'a'", solver.run_to, "a")
    assert repr(wave.solver(N=5, backend="serial")) == "<eulerc solver of wave at t=0, N=5, c=20>"


def test_a_run_replaces_no_file_that_it_reads(plate, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    values = np.arange(20.0).reshape(4, 5)
    np.save("k.npy", values)
    with h5py.File("maps.h5", "w") as file:
        file["T"] = values
    refused("cannot write 'k.npy': field 'k' is read from it; give another name", plate.run, k="k.npy", save="k.npy", backend="serial")
    refused("cannot write 'maps.h5': state 'T' is read from it", plate.run, T="maps.h5:/T", save="maps.h5", backend="serial")
    refused("cannot write './k.npy': field 'k' is read", plate.run, k="k.npy", checkpoint="./k.npy", backend="serial")
    solver = plate.solver(k="k.npy", backend="serial")
    refused("cannot write 'k.npy': field 'k' is read", lambda: list(solver.iterate(save="k.npy")))
    solver.set_field("k", np.load("k.npy"))
    assert len(list(solver.iterate(save="k.npy", t_end=0.5))) == 2 and np.load("k.npy").shape == (2, 4, 5)
    plate.run(checkpoint="run.ckpt", t_end=0.5, backend="serial")
    refused("cannot write 'run.h5': the state is read from it", plate.run, restart=os.rename("run.ckpt", "run.h5") or "run.h5", save="run.h5",
            backend="serial")
    plate.run(resume="run.h5", checkpoint="run.h5", t_end=0.75, backend="serial")


def test_options_that_do_not_fit_together(wave):
    refused("every and at both say when; give only one", wave.run, every=0.1, at=[0.1])
    refused("dt_min bounds steps that their error controls; give rtol or atol as well", wave.run, dt_min=1e-9)
    refused("device chooses an OpenCL device, but backend asks for the processor", wave.run, device=0, backend="threads")
    refused("region says what is recorded in a file", wave.run, region="i=0:10")
    refused("a file that ends in .h5, .nc or .npy", wave.run, save="u.csv")
    for call in (wave.run, wave.solver, lambda **options: wave.sweep(c=[1], **options)):
        refused("save takes one file, not ['a.npy', 'b.npy']", call, save=["a.npy", "b.npy"])
    refused("error", wave.run, rtol=1e-6)


def test_messages_have_the_words_of_python(wave):
    for text, said in (("write '--real=double'", 'write real="double"'), ("'eulerc --real=double' chooses", 'real="double" chooses'),
                       ("compile with --share=off --stages=5", "compile with share=False stages=5"), ("the solver runs: '--set N=3'", "the solver runs: run(N=3)"),
                       ("write -D NAME or -D NAME=VALUE", "write defines={'NAME': …}"), ("--cxx=PATH names another", "cxx=PATH names another")):
        assert in_python(text) == said
    with pytest.raises(eulerc.UsageError) as caught:
        eulerc.compile(WAVE, defines={"": 1})
    assert "--" not in str(caught.value) and str(caught.value).count("defines={") <= 1, caught.value
    refused("backend: there is no 'cuda'; take opencl, device chooses one", wave.run, backend="cuda")
    assert not any(word in wave.options.text() for word in ("--", "repeatable", "probe_file"))
    with pytest.raises(eulerc.Error, match="^--probe is of the command line alone; description"):
        eulerc._core.Session(wave.library, True).configure(["--probe", "u[1]"])
    refused("there are 3 shares for 2 slabs", wave.run, slabs=[2, 1, 1], devices=["0", "0"])


def test_messages_of_solvers_have_the_words_of_python(wave):
    for text, said in (("take --kept 3, or --backend opencl", 'take kept=3, or backend="opencl"'), ("give one with --dt, or take --dt auto", 'give one with dt, or take dt="auto"'),
                       ("compile it with --method=bs32 or --method=dopri5", 'compile it with method="bs32" or method="dopri5"'),
                       ("with --field wind=FILE (in C++: setSeries or loadField)", "with wind="), ("'wind_time' from setData: these", "'wind_time': these"),
                       ("compile it with --mpi (in Python: comm=COMM)", "compile it with comm=COMM"), ("--t0 0.5 is not reached", "t0=0.5 is not reached"),
                       ("--every 100steps is longer", "every 100steps is longer"), ("--device chooses an", "device chooses an"),
                       ("give values of that shape (in C++ and Python after the params)", "give values of that shape after the params"),
                       ("(setSeries, or a file: loadField; in Python wind=(times, frames))", "(wind=(times, frames))"),
                       ("a larger --kept, or --tile-box", "a larger kept, or tile_box")):
        assert wave.options.in_python(text) == said


def test_names_of_options_are_those_of_options():
    text = WAVE.replace("20.0;", "20.0;\nparam real t_end = 1, self = 2, monitor = 3;", 1).replace("return v[i];", "return t_end * self * monitor * v[i];", 1)
    with pytest.warns(eulerc.EulercWarning, match=r"the param 't_end' has the name of an option.*give the param as params={'t_end': …}"):
        program = eulerc.compile(text, name="names_of_options")
    solver = program.solver(t_end=0.05, params={"t_end": 7, "N": 10}, self=5, backend="serial")
    assert solver.params == {"N": 10, "c": 20, "t_end": 7, "self": 5, "monitor": 3}
    solver.set(t_end=8, self=6)
    assert solver.params["t_end"] == 8 and solver.params["self"] == 6
    for change in (lambda of: of.__setitem__("t_end", 9), lambda of: of.update(t_end=9), lambda of: of.pop("t_end")):
        with pytest.raises(TypeError, match=r"set them by solver\.set\(t_end=…\)"):
            change(solver.params)
    own = copy.deepcopy(solver.params)
    own["t_end"] = 9
    assert solver.params == {**own, "t_end": 8} and json.loads(json.dumps(solver.params)) == solver.params
    run = program.run(t_end=0.05, params={"t_end": 7}, backend="serial")
    assert run.time[-1] == 0.05 and run.attrs["param t_end"] == 7
    assert list(program.sweep(t_end=0.05, params={"t_end": [7, 8]}, backend="serial")["t_end"]) == [7, 8]
    refused("params takes names of the program and their values", program.run, params=3)
    refused("params: 'dt' is an option of the run; give dt=0.1 as a keyword argument", program.run, params={"dt": 0.1})
    refused("N is given twice, in params as well", program.run, N=3, params={"N": 4})


def test_one_folder_of_included_files(tmp_path):
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "speed.h").write_text("#define SPEED 3\n")
    text = '#include "speed.h"\n' + WAVE.replace("20.0", "SPEED")
    for folder in (str(tmp_path / "inc"), tmp_path / "inc", [tmp_path / "inc"]):
        assert eulerc.compile(text, include=folder, name="included").solver(backend="serial").params["c"] == 3


def test_a_program_with_errors_says_so_as_on_the_command_line():
    with pytest.raises(eulerc.CompileError) as caught:
        eulerc.compile(WRONG, name="wrong")
    assert str(caught.value).startswith("wrong.ode:13:32: error: unknown name 'w'\nddt(u)(int i, real t) { return w[i]; }\n"
                                        "                               ^\n"), str(caught.value)
    assert caught.value._render_traceback_() == str(caught.value).splitlines()


def test_a_cell_that_is_a_program():
    from IPython.core.interactiveshell import InteractiveShell
    from IPython.utils.capture import capture_output
    shell = InteractiveShell.instance()
    shell.run_line_magic("load_ext", "eulerc")
    shell.run_cell_magic("eulerc", "wave --real=double", WAVE)
    assert shell.user_ns["wave"].real == "double" and shell.user_ns["wave"].name == "wave"
    with capture_output() as shown:
        shell.run_cell("%%eulerc wrong\n" + WRONG)
    assert "wrong.ode:13:32: error: unknown name 'w'" in shown.stdout and "Traceback" not in shown.stdout, shown.stdout
    with capture_output() as shown:
        shell.run_cell("%%eulerc wave --method=rk5\n" + WAVE)
        shell.run_cell("%%eulerc wave --explain\n" + WAVE)
    assert "rk5" in shown.stdout and "--explain" in shown.stdout and "Traceback" not in shown.stdout, shown.stdout
    for line, text in (("wave 'unclosed", "no closing quotation; write for example"), ("class", "'class' is no name of Python"), ("", "name"), ("1a", "is no name"), ("wave --real", "argument"), ("wave --frob", "frob")):
        refused(text, shell.run_cell_magic, "eulerc", line, WAVE)
    for line, texts in (("wave --stages=3", ("--stages is of the method rkl2; take --method=rkl2 as well",)),
                        ("wave --real=double --real=float", ("--real is given twice", "keep one of them")),
                        ("wave --share=maybe", ("--share", "'maybe'"))):
        with capture_output() as shown:
            shell.run_cell(f"%%eulerc {line}\n" + WAVE)
        assert all(text in shown.stdout for text in texts) and "Traceback" not in shown.stdout, shown.stdout
    with pytest.warns(eulerc.EulercWarning, match="-D SPEED=3 defines 'SPEED' again.*\n.*keep one -D of 'SPEED'"):
        shell.run_cell_magic("eulerc", "scaled -D SPEED=2 -D SPEED=3", WAVE.replace("20.0", "SPEED"))
    shell.run_cell("%%eulerc scaled -D SPEED=3 --share=off --contract=off\n" + WAVE.replace("20.0", "SPEED"))
    assert shell.user_ns["scaled"].params["c"].default in ("SPEED", "3")


def python(code, **environment):
    """What a fresh process prints."""
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


COMPILE = f"import eulerc\np = eulerc.compile({WAVE!r}, name='wave')\nprint('real', p.real, 'steps', p.run(backend='serial').attrs['steps'])\n"
REFUSE = f"import eulerc\ntry: eulerc.compile({WAVE!r}, cached=False)\nexcept eulerc.Error as e: print(type(e).__name__, e)\n"


def test_a_cache_that_cannot_be_written(tmp_path):
    (tmp_path / "cache").write_text("a file, and no folder")
    text = python(COMPILE, XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert "real float steps 100" in text and "cannot be written" in text


def test_a_cache_that_has_a_folder_in_place_of_a_file(tmp_path):
    programs = tmp_path / "eulerc" / "programs"
    for suffix in ".json", ".so":
        python(COMPILE, XDG_CACHE_HOME=str(tmp_path))
        file, = programs.glob("*" + suffix)
        file.unlink()
        file.mkdir()
        text = python(COMPILE, XDG_CACHE_HOME=str(tmp_path))
        assert "real float steps 100" in text and f"the cache {file} cannot be written (Is a directory)" in text, text
        assert not list(programs.glob("new-*"))
        file.rmdir()


def test_a_program_from_the_cache_brings_its_warnings(tmp_path):
    code = f"import eulerc\neulerc.compile({WAVE + 'param real spare = 1;'!r}, name='wave')\n"
    for _ in range(2):
        assert "'spare'" in python(code, XDG_CACHE_HOME=str(tmp_path))
    library, = (tmp_path / "eulerc" / "programs").glob("*.so")


def test_a_cache_that_is_damaged_or_of_another_version(tmp_path):
    environment = dict(XDG_CACHE_HOME=str(tmp_path))
    python(COMPILE, **environment)
    library, = (tmp_path / "eulerc" / "programs").glob("*.so")
    key, = (tmp_path / "eulerc" / "programs").glob("*.json")
    library.write_bytes(library.read_bytes()[:5000])
    assert "real float steps 100" in python(COMPILE, **environment)
    other = tmp_path / "other.c"  # a library without the entry of this version
    other.write_text("int eulerc_program_0(void) { return 0; }\n")
    subprocess.run(["gcc", "-shared", "-fPIC", str(other), "-o", str(library)], check=True)
    entry = json.loads(key.read_text())
    key.write_text(json.dumps({**entry, "size": library.stat().st_size}))
    assert "real float steps 100" in python(COMPILE, **environment)


def test_a_program_is_compiled_again_when_an_included_file_changes(tmp_path):
    (tmp_path / "speed.h").write_text("#define SPEED 1\n")
    file = tmp_path / "wave.ode"
    file.write_text('#include "speed.h"\n' + WAVE.replace("20.0", "SPEED"))
    first = eulerc.compile(file)
    assert eulerc.compile(str(file)) is first
    (tmp_path / "speed.h").write_text("#define SPEED 2\n")
    assert eulerc.compile(file).solver(backend="serial").params["c"] == 2.0 and first.solver(backend="serial").params["c"] == 1.0


def test_only_a_text_that_includes_files_is_compiled_again_in_another_folder(tmp_path, monkeypatch):
    folders = [tmp_path / "1", tmp_path / "2"]
    for folder in folders:
        folder.mkdir()
        (folder / "speed.h").write_text(f"#define SPEED {folder.name}\n")
    (folders[0] / "wave.ode").write_text(WAVE)
    wave = WAVE.replace("20.0", "SPEED")
    alone = []
    for folder in folders:
        monkeypatch.chdir(folder)
        alone.append([eulerc.compile(WAVE), eulerc.compile(folders[0] / "wave.ode")])
        for line in ('#include "speed.h"\n', '#inc\\\nlude "speed.h"\n'):
            assert eulerc.compile(line + wave).solver().params["c"] == float(folder.name)
    assert all(one is other for one, other in zip(*alone))


def test_processes_that_compile_at_once_do_not_disturb_each_other(tmp_path):
    processes = [subprocess.Popen([sys.executable, "-c", COMPILE], env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
                                  stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert all("real float steps 100" in process.communicate()[0] for process in processes)
    assert sorted(path.suffix for path in (tmp_path / "eulerc" / "programs").iterdir()) == [".json", ".so"]


def test_nothing_is_no_program_and_no_sweep():
    for source in "", " \n":
        refused("the program is empty; compile() takes the file of a program or its text", eulerc.compile, source)
    refused("sweep(): the sequence of values for c is empty", eulerc.compile(WAVE, name="wave").sweep, c=[], backend="serial")


def test_indices_in_another_order_are_warned_of():
    rod = eulerc.compile("state real u[4];\ntimespan = { .to = 1.0, .dt = 0.5 };\ninitial(u)(int i) { return 0; }\n"
                         "ddt(u)(int i, real t) { return 0; }\n", name="rod")
    values = xarray.DataArray(np.arange(4.0), dims=["i"], coords={"i": [3, 2, 1, 0]})
    with pytest.warns(eulerc.EulercWarning, match="its indices i, 3 to 0, are in another order than points"):
        rod.solver(u=values, backend="serial")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert (rod.solver(u=values.sortby("i"), backend="serial")["u"] == [3, 2, 1, 0]).all()
        rod.solver(u=values.assign_coords(i=[4.0, 2.0, 1.0, 0.5]), backend="serial")  # no indices


def test_what_compile_and_pictures_cannot_take(tmp_path, monkeypatch, wave):
    refused("comm is a communicator of mpi4py", eulerc.compile, WAVE, comm=3)
    refused("neither the name of a file, which has no character NUL", eulerc.compile, "a\0b")
    refused("has a character NUL, which no option can have", eulerc.compile, WAVE, defines={"A": "\0"})
    run = wave.run(every=0.05, backend="serial")
    refused("there is no folder 'nodir': make it by os.makedirs()", eulerc.picture, run, "nodir/u.png")
    refused("there is no folder 'nodir': make it by os.makedirs()", eulerc.animate, run.u, "nodir/u.gif")
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    refused("the current folder is no longer there", eulerc.compile, WAVE)
    refused("the current folder is no longer there", eulerc.compile, "wave.ode")
    refused("the current folder is no longer there", wave.solver, u="u.npy")


def test_programs_are_utf_8_in_any_locale(tmp_path):
    code = ("import eulerc; p = eulerc.compile('/// H\\xf6he [m]\\nstate real u[3]; initial(u)(int i) { return 0; } "
            "ddt(u)(int i, real t) { return 1; } timespan = { .to = 1, .dt = 0.5 };'); print(ascii(p.states['u'].description))")
    assert "'H\\xf6he'" in python(code, LC_ALL="C", PYTHONUTF8="0", XDG_CACHE_HOME=str(tmp_path))


def test_no_compiler_is_named(tmp_path):
    assert "UsageError there is no C++ compiler (c++, g++, clang++), and a program is compiled by one; install g++" in python(
        REFUSE, PATH=str(tmp_path), CXX="")
    assert "UsageError the compiler eulerc is not to be found at /nowhere/eulerc" in python(REFUSE, EULERC="/nowhere/eulerc")


def test_no_opencl_is_a_warning_and_runs_on_threads(tmp_path):
    text = python(COMPILE.replace("backend='serial'", "") + "print(p.run().attrs['backend'])", OCL_ICD_VENDORS=str(tmp_path))
    assert "EulercWarning" in text and text.rstrip().count("threads") >= 1
    refuse = COMPILE.replace("print(", "#").replace("#", "\ntry: p.run(backend='opencl')\nexcept eulerc.Error as e: print(type(e).__name__, e)\n#")
    assert "RunError" in python(refuse, OCL_ICD_VENDORS=str(tmp_path))
