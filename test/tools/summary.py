"""The closing lines of a test run: the slowest tests, the tests that did not run, the last run of the long tests, and the counts.

    summary.py RESULTS LAST [--record K/N]

RESULTS: of lit (-o). LAST: the record of the last runs of all tests, part by part; --record writes these results there, as part K
of N.

Exits with 1 if a test failed or none passed.
"""

import argparse
import datetime
import json
import os
import subprocess
import sys


def counts(tests):
    codes = [test["code"] for test in tests]
    passed, skipped = codes.count("PASS") + codes.count("XFAIL"), codes.count("UNSUPPORTED")
    return passed, len(codes) - passed - skipped - codes.count("EXCLUDED"), skipped


def commit():
    """The tested commit, and whether the sources differ from it, apart from records of earlier parts; "" without git."""
    def git(*words):
        return subprocess.run(["git", *words], stdout=subprocess.PIPE, text=True).stdout.strip()

    differs = git("status", "--porcelain", "--untracked-files=no", "--", ":/", ":(exclude,top)test/last-all.json")
    return git("describe", "--always") + ("-dirty" if differs else "")


def read(file, otherwise):
    if not os.path.exists(file):
        return otherwise
    with open(file) as opened:
        return json.load(opened)


def record(last, part, found):
    """Records the results of a part, and drops records with another number of parts."""
    parts = {name: kept for name, kept in read(last, {}).items() if name.split("/")[1] == part.split("/")[1]}
    parts[part] = found
    with open(last, "w") as file:
        json.dump(parts, file, indent=2, sort_keys=True)
        file.write("\n")


def of_long_tests(last):
    """A line on the last runs of all tests."""
    parts = read(last, {})
    if not parts:
        return "long tests: ./dev test --all"
    total = int(next(iter(parts)).split("/")[1])
    kept = parts.values()
    oldest = min(kept, key=lambda part: part["date"])
    commits = ", ".join(dict.fromkeys(part["commit"] for part in kept))
    which = "all" if len(parts) == total else f"{len(parts)} of {total} parts"
    return (f"long tests: {which}, last run on {oldest['date']} or later at {commits}: {sum(part['passed'] for part in kept)} passed, "
            f"{sum(part['failed'] for part in kept)} failed (./dev test --all)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results")
    parser.add_argument("last")
    parser.add_argument("--record", metavar="K/N")
    options = parser.parse_args()
    tests = read(options.results, {"tests": []})["tests"]
    passed, failed, skipped = counts(tests)
    slowest = sorted(tests, key=lambda test: test.get("elapsed") or 0, reverse=True)[:5]
    processor = [test.get("metrics", {}).get("processor") or 0 for test in tests]
    print(f"processor time of the tests: {sum(processor) / 60:.1f} min (each: \"metrics\" in {options.results})")
    print("slowest: " + ", ".join(f"{test['name'].split(' :: ')[-1]} {test.get('elapsed') or 0:.0f} s" for test in slowest))
    if options.record and tests:
        record(options.last, options.record, {"date": datetime.date.today().isoformat(), "commit": commit(), "passed": passed,
                                              "failed": failed, "not run": skipped})
    print(of_long_tests(options.last))
    if skipped:
        print(f"{skipped} not run: they are long tests, or this machine lacks what they need")
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
