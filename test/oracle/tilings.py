"""Compares every tiling of compiled programs with the serial backend (tilings.cpp), bit for bit.

    tilings.py --build build --cxx g++ WORK --every string.ode 1..60 --some cube.ode NX:3,NY:2,NZ:1..40 ...

A program is followed by its sizes (compare.py; more of them after a +); --every takes all shapes of tiles, vectors and
work-groups, --some a few. Along the rows of a grid few sizes are worth taking: each is a kernel of
its own. The step is a 16th of the program's own, for these runs are longer. A scheme whose kernel a
program lacks is not run; what runs is printed.
"""

import argparse
import os
import re
import subprocess
import sys

from compare import SOLVER_FLAGS, settings, settings_of

KERNELS = {"diamond": "eulerc_rows(", "honeycomb": "eulerc_rows(",
           "diamond-columns": "eulerc_columns(", "honeycomb-columns": "eulerc_columns(",
           "registers": "eulerc_overlapped(", "registers-planes": "eulerc_kept(",
           "strips": "eulerc_strips(", "delayed": "eulerc_delayed(",
           "delayed-threads": "EULERC_HOST_TILE eulerc_delayed_tile",
           "streamed": "eulerc_streamed_items(",
           "streamed-threads": "EULERC_HOST_TILE eulerc_stream_box"}


class Take(argparse.Action):
    """--every PROGRAM SIZES: one more program."""

    def __call__(self, parser, namespace, values, option=None):
        namespace.programs.append((option.lstrip("-"), *values))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", required=True)
    parser.add_argument("--cxx", required=True)
    parser.add_argument("--real", choices=("float", "double"), default="float")
    parser.add_argument("work")
    for mode in ("--every", "--some"):
        parser.add_argument(mode, nargs=2, action=Take, metavar=("PROGRAM", "SIZES"))
    options = parser.parse_args(namespace=argparse.Namespace(programs=[]))
    here = os.path.dirname(os.path.abspath(__file__))
    os.makedirs(options.work, exist_ok=True)

    compiler = [options.cxx, *SOLVER_FLAGS, f"-I{options.build}/include", f"-I{options.work}",
                '-DSWEEP_HEADER="swept.h"', "-DSWEEP_MODEL=swept"]
    model, part = os.path.join(options.work, "swept"), os.path.join(options.work, "tilings.o")
    for number, (mode, path, sizes) in enumerate(options.programs):
        subprocess.run([f"{options.build}/bin/eulerc", path, "--emit=host", "-o", f"{model}.cpp",
                        f"--real={options.real}"], check=True)
        if number == 0:  # the same for all programs
            subprocess.run([*compiler, "-O1", "-c", f"{here}/tilings.cpp", "-o", part], check=True)
        subprocess.run([*compiler, f"{model}.cpp", part, f"{options.build}/lib/libeulerc_runtime.a",
                        "-pthread", "-ldl", "-o", model], check=True)
        emitted = re.sub(r"\s*\n\s*", " ", open(f"{model}.cpp").read())
        schemes = [scheme for scheme, kernel in KERNELS.items() if kernel in emitted]
        if not schemes:
            sys.exit(f"{path} has no kernels of tiles")
        done = subprocess.run([model, mode, ",".join(schemes), str(float(settings(path)["dt"]) / 16),
                               *sum(map(settings_of, sizes.split("+")), [])], stdout=subprocess.PIPE, text=True)
        if done.returncode or done.stdout.startswith("0 "):
            sys.exit(f"{path} --real={options.real}: {done.stdout}failed")
        print(f"{os.path.basename(path)} {options.real} {','.join(schemes)}: {done.stdout.strip()}",
              flush=True)


if __name__ == "__main__":
    main()
