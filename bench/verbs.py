"""What the benches' command lines share.

    NAME.py build --eulerc build/bin/eulerc --out DIR [--only PART ...]    solvers, to be carried anywhere
    NAME.py run DIR --out FILE [--only PART ...]                           measures: JSON
    NAME.py table FILE                                                     the same as Markdown
"""

import argparse
import concurrent.futures
import json
import os


def parser_of(doc, parts):
    """A parser of these three verbs, and them by name, for what else they take."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    build, run = verbs.add_parser("build"), verbs.add_parser("run")
    build.add_argument("--eulerc", required=True)
    run.add_argument("folder")
    for verb in (build, run):
        verb.add_argument("--out", required=True)
        verb.add_argument("--only", nargs="+", choices=list(parts), default=list(parts))
    verbs.add_parser("table").add_argument("file")
    return parser, verbs.choices


def on_all_cores(work, rows):
    """work(*row) of all rows, as many at a time as there are cores."""
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for done in [pool.submit(work, *row) for row in rows]:
            done.result()


def kept_rows(key, options):
    """Rows of the file of an earlier run, where only some programs are measured again, each with its commit."""
    if not options.only or not os.path.exists(options.out):
        return []
    with open(options.out) as file:
        before = json.load(file)
    rows = [record for record in before[key] if record["problem"] not in options.only]
    for record in rows:
        record.setdefault("commit", before["environment"]["commit"])
    return rows
