"""The common part of the benches' command lines.

    NAME.py build --eulerc build/bin/eulerc --out DIR [--only PART ...]    solvers, to be carried anywhere
    NAME.py run DIR --out FILE [--only PART ...]                           measures: JSON
    NAME.py table FILE                                                     the same as Markdown
"""

import argparse
import concurrent.futures
import json
import os
import sys


def parser_of(doc, parts=None, usual=None, plots=False):
    """A parser of these three verbs, and the parsers of the verbs by name, for further options. --only names some of the parts,
    or anything if no parts are given; its default is the usual parts, or all parts. A bench that plots has a fourth verb, plot
    FILE --out DIR."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    build, run = verbs.add_parser("build"), verbs.add_parser("run")
    build.add_argument("--eulerc", required=True)
    run.add_argument("folder")
    for verb in (build, run):
        verb.add_argument("--out", required=True)
        verb.add_argument("--only", nargs="+", choices=parts and list(parts), default=list(parts) if usual is None else usual)
    verbs.add_parser("table").add_argument("file")
    if plots:
        plot = verbs.add_parser("plot")
        plot.add_argument("file")
        plot.add_argument("--out", required=True)
    return parser, verbs.choices


def obey(parser, build, run, table, plot=None, builds_by=("eulerc", "out", "only")):
    """Executes the command line, and ends the program."""
    asked = parser.parse_args()
    if asked.verb == "build":
        sys.exit(build(*(getattr(asked, name) for name in builds_by)))
    if asked.verb == "run":
        sys.exit(run(asked))
    sys.exit(table(asked.file) if asked.verb == "table" else plot(asked.file, asked.out))


def on_all_cores(work, rows):
    """Calls work(*row) for all rows, one per core at a time."""
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for done in [pool.submit(work, *row) for row in rows]:
            done.result()


def kept_rows(key, options):
    """Rows of an earlier run's file, each with its commit, if only some programs are measured again."""
    if not options.only or not os.path.exists(options.out):
        return []
    with open(options.out) as file:
        before = json.load(file)
    rows = [record for record in before[key] if record["problem"] not in options.only]
    for record in rows:
        record.setdefault("commit", before["environment"]["commit"])
    return rows
