"""The closing lines of a test run: the slowest tests, what was not run, when the long tests were, and the counts.

    summary.py RESULTS LAST [--all]     RESULTS: of lit (-o); LAST: the record of the last run of all tests, which --all writes

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
    """The commit that was tested, and whether the sources differ from it; "" without git."""
    asked = subprocess.run(["git", "describe", "--always", "--dirty"], stdout=subprocess.PIPE, text=True)
    return asked.stdout.strip() if asked.returncode == 0 else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results")
    parser.add_argument("last")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    with open(options.results) as file:
        tests = json.load(file)["tests"]
    passed, failed, skipped = counts(tests)
    slowest = sorted(tests, key=lambda test: test.get("elapsed") or 0, reverse=True)[:5]
    processor = [test.get("metrics", {}).get("processor") or 0 for test in tests]
    print(f"processor time of the tests: {sum(processor) / 60:.1f} min (each: \"metrics\" in {options.results})")
    print("slowest: " + ", ".join(f"{test['name'].split(' :: ')[-1]} {test.get('elapsed') or 0:.0f} s" for test in slowest))
    if options.all:
        with open(options.last, "w") as file:
            json.dump({"date": datetime.date.today().isoformat(), "commit": commit(), "passed": passed, "failed": failed,
                       "not run": skipped}, file, indent=2)
            file.write("\n")
    elif os.path.exists(options.last):
        with open(options.last) as file:
            last = json.load(file)
        print(f"long tests: last run on {last['date']} at {last['commit']}: {last['passed']} passed, {last['failed']} failed"
              " (./dev test --all)")
    else:
        print("long tests: ./dev test --all")
    if skipped:
        print(f"{skipped} not run: they are long tests, or this machine lacks what they need")
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
