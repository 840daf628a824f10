"""Does what a page of the documentation tells its reader to do.

    run_docs.py PAGE.md WORK --prefix FOLDER     (FOLDER/bin/eulerc is the compiler)

Fenced blocks are taken in order, in the folder WORK:

    ```ode, ```cpp, ```cmake, ```text   written to the file that the comment before it names
    ```sh                               run by bash; has to succeed
    ```console                          "$ command" lines and the output that follows them. A line
                                        "..." stands for any lines, "..." within one for any text

Comments before a block: <!-- file: NAME -->, <!-- status: N --> (exit status of its last command),
<!-- skip: WHY -->. An ode block without a file name is an error: every program shown is run.
Output is standard output alone, or followed by standard error.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys

TOOLS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tools")
COMMENT = re.compile(r"<!-- (file|status|skip): (.*?) -->")
FENCE = re.compile(r"^```(\w*)$")


def blocks(text):
    """(line, language, settings, body) of each fenced block."""
    settings, body, start = {}, None, 0
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if body is not None:
            if line == "```":
                yield start, language, settings, "".join(part + "\n" for part in body)
                settings, body = {}, None
            else:
                body.append(line)
        elif fence:
            language, body, start = fence[1], [], number
        elif found := COMMENT.fullmatch(line.strip()):
            settings[found[1]] = found[2]
        elif line.strip():
            settings = {}
    if body is not None:
        raise SystemExit(f"line {start}: block without an end")


def run(command, work, environment):
    result = subprocess.run(["bash", "-euc", command], cwd=work, env=environment, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
    return result.returncode, result.stdout, result.stderr


def matches(shown, output):
    """Whether the output is what the page shows."""
    pattern = ""
    for line in shown:
        if line == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(re.escape(part) for part in line.split("...")) + r"[ \t]*\n"
    return re.fullmatch(pattern, output) is not None


def dialogue(body):
    """(command, lines of output shown) of each command of a console block."""
    commands = []
    for line in body.splitlines():
        if line.startswith("$ "):
            commands.append((line[2:], []))
        else:
            commands[-1][1].append(line)
    return commands


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("work")
    parser.add_argument("--prefix", required=True)
    options = parser.parse_args()
    shutil.rmtree(options.work, ignore_errors=True)
    os.makedirs(options.work)
    prefix = os.path.abspath(options.prefix)
    python = os.path.dirname(sys.executable)  # the one that has NumPy
    quick = "" if os.environ.get("EULERC_TEST_ALL") else os.path.join(TOOLS, "quick") + ":"
    environment = os.environ | {"PATH": f"{quick}{prefix}/bin:{python}:{os.environ['PATH']}",
                                "CMAKE_PREFIX_PATH": prefix}
    done = 0

    def fail(line, text):
        sys.exit(f"{options.page}:{line}: {text}")

    def demand(line, command, status, expected, out, err):
        if status != expected:
            fail(line, f"status {status}, expected {expected}:\n{command}\n{out}{err}")

    for line, language, settings, body in blocks(open(options.page).read()):
        expected = int(settings.get("status", 0))
        if "skip" in settings or not language:
            continue
        done += 1
        if "file" in settings:
            path = os.path.join(options.work, settings["file"])
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(body)
        elif language == "sh":
            status, out, err = run(body, options.work, environment)
            demand(line, body, status, expected, out, err)
        elif language == "console":
            commands = dialogue(body)
            for number, (command, shown) in enumerate(commands, 1):
                status, out, err = run(command, options.work, environment)
                demand(line, command, status, expected if number == len(commands) else 0, out, err)
                if not matches(shown, out) and not matches(shown, out + err):
                    fail(line, f"$ {command}\nprints something else than shown:\n{out}{err}")
        elif language in ("ode", "cpp", "cmake"):
            fail(line, f"a block of {language} needs <!-- file: NAME --> before it")
    print(f"{options.page}: {done} blocks")


if __name__ == "__main__":
    main()
