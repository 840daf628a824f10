"""Tests of .ode programs, and of what eulerc makes of them, with lit.

A test is a .ode or .test file with RUN lines. The lit.cfg.py of its folder:

    import subprocess, sys
    sys.path.append(subprocess.check_output(["eulerc", "--lit-folder"], text=True).strip())
    import eulerc_lit
    eulerc_lit.configure(config, lit_config)

A RUN line may then say

    %eulerc               the compiler that this module was installed with
    %compile              makes %solver of the test's own file; options of eulerc may follow
    %solver               that solver
    %compare A B          demands that two .npy files are alike (compare_npy.py has the options)
    %python               a Python that has NumPy
    FileCheck             LLVM's, under whatever name it is installed

and REQUIRES: opencl, gpu, fp64 ask for an OpenCL device, a GPU, and double precision on it: of the
device that solvers take by default. `--param output=FOLDER` puts what the tests write there.
"""

import glob
import os
import re
import shlex
import shutil
import subprocess
import sys

import lit.formats

HERE = os.path.dirname(os.path.abspath(__file__))
PREFIX = os.path.normpath(os.path.join(HERE, "..", "..", ".."))

# Solvers shall find under lit what they find by hand: devices, caches, the host compiler's files.
PASSED = re.compile("(HOME|XDG_|OCL_|OPENCL_|POCL_|CUDA_|NVIDIA_|CPATH|CPLUS_INCLUDE_PATH)")


def configure(config, lit_config):
    """Sets up the tests of the folder that the lit.cfg.py is in."""
    if config.name == "<unnamed>":
        config.name = "eulerc"
    config.test_format = lit.formats.ShTest(execute_external=False)
    config.suffixes = [".ode", ".test"]
    config.excludes = ["Inputs", "Output"]
    config.test_exec_root = lit_config.params.get("output")
    config.environment.update({name: value for name, value in os.environ.items()
                               if PASSED.match(name)})

    python = python_with_numpy()
    compare = shlex.join([python, os.path.join(HERE, "compare_npy.py")])
    eulerc = shlex.quote(os.path.join(PREFIX, "bin", "eulerc"))
    # lit replaces in this order, and its own %s and %t after these.
    config.substitutions += [
        (r"%compile\b", f"{eulerc} '%s' -o '%t.solver'"),
        (r"%solver\b", "'%t.solver'"),
        (r"%compare\b", compare),
        (r"%eulerc\b", eulerc),
        (r"%python\b", shlex.quote(python)),
        (r"(?<![-\w./])FileCheck(?![-\w./])", file_check(python)),
    ]
    config.available_features.update(features(config.environment, lit_config))


def file_check(python):
    """The command for FileCheck; where it is missing, one that says so in each test that needs it."""
    asked = os.environ.get("FILECHECK")
    for name in [asked] if asked else ["FileCheck", *newest_first("/usr/bin/FileCheck-*"),
                                       *newest_first("/usr/lib/llvm-*/bin/FileCheck")]:
        if shutil.which(name):
            return shlex.quote(shutil.which(name))
    missing = f"FILECHECK={asked} is no program" if asked else (
        "FileCheck is missing; install LLVM's (Debian: llvm-19-tools) or set FILECHECK=PATH")
    return shlex.join([python, "-c", f"import sys; sys.exit({missing!r})"])


def newest_first(pattern):
    """Paths of several versions of LLVM: FileCheck-19, FileCheck-9."""
    return sorted(glob.glob(pattern), reverse=True,
                  key=lambda path: [int(number) for number in re.findall(r"\d+", path)])


def python_with_numpy():
    """The Python that runs lit, or another one if only that has NumPy."""
    for python in [sys.executable, shutil.which("python3"), "/usr/bin/python3"]:
        if python and os.path.exists(python) and not subprocess.run(
                [python, "-c", "import numpy"], stderr=subprocess.DEVNULL).returncode:
            return python
    return sys.executable


def features(environment, lit_config):
    """The words that describe the OpenCL device which solvers take: opencl, gpu, fp64, or none."""
    program = os.path.join(PREFIX, "libexec", "eulerc", "device-features")
    try:
        return subprocess.run([program], env=environment, text=True, timeout=60, check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.split()
    except (OSError, subprocess.SubprocessError) as error:
        lit_config.warning(f"tests go without OpenCL: asking for its devices failed: {error}")
        return []
