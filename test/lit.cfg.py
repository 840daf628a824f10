# lit: every .test and .ode file under test/ with a RUN line is a test.
#
#   // RUN: %eulerc %s -o %t --emit=problem && FileCheck %s < %t
#
# Substitutions:
#   %eulerc         the compiler                      %python   the Python that has numpy
#   %oracle         the reference integrator          %sweep    compares all backends with it
#   %tilings        compares all tilings with the serial backend
#   %many           random programs through %sweep
#   %mixed          random programs of many features, on all backends and in tiles
#   %string-solver  examples/string/string.ode, compiled once for all tests
#   %cxx, %clang    the host compiler; clang 19       %cmake    CMake
#   %{source}, %{build}, %{inputs}, %{examples}       folders
#   %quick-eulerc   the compiler; without --all hosts are compiled with little optimisation, as in docs' commands
#   %quick-cxx      the host compiler with little optimisation, without --all
#   %exits S CMD    runs a command and demands the exit status S
#   %whole FILE...  puts the templates into emitted host files, to plant faults in them
#   %compare-npy    compares two .npy files        %lit      lit itself
#   %{venv}         the folder of the Python that has what the package needs
#   %style          formats sources and runs the static checks (tools/style.py); %{changed}: without --all, of what has changed, for 10 s
#   REQUIRES: all   a long test, for ./dev test --all
#   REQUIRES: turn-1 … turn-24  a long test, of every 24th commit and of --all (or EULERC_TEST_TURN=turn-3; all: of all turns)
#   REQUIRES: git, clang-format, clang-tidy, fuzzer   what a machine may lack; %if avx512: vectors of 64 bytes
#   %race-check     runs a command under Oclgrind and fails if it finds anything

#
# Each test has a folder TMPDIR of its own, in which it must leave nothing.

import os
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "tools"))
from clean_test import CleanShTest

config.name = "eulerc"
config.test_format = CleanShTest(execute_external=False)
config.suffixes = [".test", ".ode"]
config.excludes = ["Inputs", "unit", "fuzz", "sanitizers"]
config.test_source_root = os.path.dirname(__file__)

source, build = config.eulerc_source, config.eulerc_build
oracle = os.path.join(config.test_source_root, "oracle")
tools = os.path.join(config.test_source_root, "tools")


def substitute(name, *words):
    config.substitutions.append((name, " ".join(words)))


# The longer names first: lit replaces in this order.
substitute("%string-solver", f"{build}/test/bin/string_solver")
substitute("%exits", f"{config.python} {tools}/exits.py")
substitute("%race-check", f"{config.python} {tools}/race_check.py {config.oclgrind}")
# Without --all what compares bits takes parts in turn.
short = "" if os.environ.get("EULERC_TEST_ALL") else " --short"
substitute("%sweep", f"{config.python} {oracle}/compare.py --build {build} --cxx {config.cxx}{short}")
substitute("%tilings", f"{config.python} {oracle}/tilings.py --build {build} --cxx {config.cxx}{short}")
substitute("%many", f"{config.python} {oracle}/many.py --build {build} --cxx {config.cxx} --jobs 1{short}")
substitute("%mixed", f"{config.python} {oracle}/mixed --build {build} --cxx {config.cxx} --jobs 1{short}")
substitute("%compare-npy", f"{config.python} {source}/lit/compare_npy.py")
substitute("%oracle", f"{config.python} {oracle}/oracle.py")
substitute("%quick-eulerc", f"{tools}/quick/eulerc" if short else f"{build}/bin/eulerc")
substitute("%quick-cxx", f"{tools}/quick_cxx" if short else config.cxx)
substitute("%whole", f"{config.python} {tools}/whole.py {source}/templates")
substitute("%eulerc", f"{build}/bin/eulerc")
substitute("%python", config.python)
substitute("%cmake", config.cmake)
substitute("%lit", f"{config.python} {config.llvm_root}/build/utils/lit/lit.py")
substitute("%clang", f"{config.llvm_root}/bin/clang")
substitute("%cxx", config.cxx)
substitute("%style", f"{config.python} {tools}/style.py")
substitute("%{changed}", "--changed --seconds 10" if short else "")
substitute("%{source}", source)
substitute("%{build}", build)
substitute("%{examples}", f"{source}/examples")
substitute("%{inputs}", f"{config.test_source_root}/Inputs")
substitute("%{oracle}", oracle)
substitute("%{version}", config.version)
substitute("%{venv}", f"{build}/venv/bin")

config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.llvm_root, "bin"), config.environment["PATH"]])
config.environment["POCL_CACHE_DIR"] = os.path.join(build, "pocl-cache")
config.environment["EULERC_PROCESSOR"] = "opencl"  # by default, not threads; test/docs is as users see it
config.environment["XDG_CACHE_HOME"] = os.path.join(build, "user-cache")
config.environment["PYTHONPYCACHEPREFIX"] = os.path.join(build, "pycache")  # never beside sources
config.environment["EULERC_BUILD"] = build  # for tools/quick/eulerc
config.environment["PYTHONPATH"] = os.path.join(build, "python")  # the package eulerc; of the Python of %{venv}
os.makedirs(config.environment["POCL_CACHE_DIR"], exist_ok=True)

# The long tests: sweeps in all forms, random programs, exhaustive sizes, kernels as PoCL optimises them. Without them PoCL
# optimises those of examples and of elementary functions, which takes twice the time, and is the copy that reads less.
TURNS = [f"turn-{number}" for number in range(1, 25)]
if os.environ.get("EULERC_TEST_ALL"):
    config.available_features.update(("all", "odd-turn", "even-turn", *TURNS))
else:
    commits = subprocess.run(["git", "-C", source, "rev-list", "--count", "HEAD"], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True).stdout.strip()
    turn = os.environ.get("EULERC_TEST_TURN", TURNS[int(commits or 0) % len(TURNS)])
    mine = TURNS if turn == "all" else [turn]
    halves = {"odd-turn": TURNS[::2], "even-turn": TURNS[1::2]}
    config.available_features.update(mine, (half for half, turns in halves.items() if set(turns) & set(mine)))
    config.environment["POCL_EXTRA_BUILD_FLAGS"] = "-cl-opt-disable"
    vendors = os.path.join(config.test_exec_root, "pocl", "vendors")
    if os.path.isdir(vendors):
        config.environment["OCL_ICD_VENDORS"] = vendors

# The Python package, and what only the long tests install of PyPI (python/requirements-all.txt).
if os.path.exists(f"{build}/venv/requirements.txt"):
    config.available_features.add("python")
if os.path.exists(f"{build}/venv/requirements-all.txt"):
    config.available_features.add("python-all")

if shutil.which("mpirun") and shutil.which("mpicxx"):
    config.available_features.add("mpi")
if os.path.exists(f"{build}/test/bin/blind_fuzz"):
    config.available_features.add("fuzzer")
# Whether solvers take vectors of 64 bytes (EULERC_HAS_512 of templates/language/prelude.h).
flags = open("/proc/cpuinfo").read().split() if os.path.exists("/proc/cpuinfo") else []
if all("avx512" + part in flags for part in ("f", "bw", "cd", "dq", "vl")):
    config.available_features.add("avx512")

if config.oclgrind and "NOTFOUND" not in config.oclgrind:
    config.available_features.add("oclgrind")
if shutil.which("git") and not subprocess.run(["git", "-C", source, "rev-parse"], stderr=subprocess.DEVNULL).returncode:
    config.available_features.add("git")  # and these sources are a clone
if shutil.which("clang-format-19"):
    config.available_features.add("clang-format")
if shutil.which("clang-tidy-19") and os.path.exists(os.path.join(build, "compile_commands.json")):
    config.available_features.add("clang-tidy")
