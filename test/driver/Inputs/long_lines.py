"""long_lines.py EULERC: errors at the begin, amid and at the end of lines of up to 600,000 letters, and in long numbers."""

import subprocess
import sys

WRONG = "nosuchname"


def check(before, after):
    line = f"ddt(y)(int i, real t) {{ return {before}{WRONG}{after}; }}"
    with open("long.ode", "w") as file:
        file.write("state real y[4];\ninitial(y)(int i) { return 1; }\n" + line + "\n")
    said = subprocess.run([sys.argv[1], "long.ode", "--emit=problem"], capture_output=True).stderr.decode()
    message, shown, caret = said.splitlines()[:3]
    column = len(line[:line.index(WRONG)].encode()) + 1
    assert message == f"long.ode:3:{column}: error: unknown name '{WRONG}'", message
    assert shown[caret.index("^"):].startswith(WRONG), said
    assert caret.strip() == "^" + "~" * (len(WRONG) - 1), caret
    if len(line.encode()) > 240:
        assert len(said) < 1200, len(said)
        part = shown.strip("…")
        assert part in line and len(part.encode()) >= 240, shown
        assert shown.startswith("…") != line.startswith(part), shown
        assert shown.endswith("…") != line.endswith(part), shown
    else:
        assert shown == line, shown


for before in "", "1 + ", "1 + " * 20, "1 + " * 10000, "/* ä → */ 1 + " * 3000, "1 + /*" + " " * 590000 + "*/":
    for after in "", " + 1" * 30, " /* äöü */" * 1000:
        check(before, after)

# Numbers that Clang cannot read, or not soon.
for number in "0." + "1" * 40000, "1" * 20000, "0x" + "f" * 2000:
    with open("digits.ode", "w") as file:
        file.write(f"state real y[4];\ninitial(y)(int i) {{ return 1; }}\nddt(y)(int i, real t) {{ return {number}; }}\n")
    ended = subprocess.run([sys.argv[1], "digits.ode", "--emit=problem"], capture_output=True)
    assert ended.returncode == 1, ended
    said = ended.stderr.decode()
    assert said.startswith("digits.ode:3:32: error: this number has more than 1000 digits\n"), said

# A word of the language is one word, whatever it stands for.
with open("params.ode", "w") as file:
    file.write("".join(f"param real p{k} = {k};\n" for k in range(8000)))
    file.write("state real y[4];\ninitial(y)(int i) { return 1; }\nddt(y)(int i, real t) { return 0; }\n")
ended = subprocess.run([sys.argv[1], "params.ode", "--emit=problem"], capture_output=True)
assert ended.returncode == 0, ended

# Clang looks for each of these names among all before it.
with open("broken.ode", "w") as file:
    file.write("state real y[4];\n" + "foo bar;\n" * 30000)
ended = subprocess.run([sys.argv[1], "broken.ode", "--emit=problem"], capture_output=True, timeout=60)
assert ended.returncode == 1 and b"error: too many errors" in ended.stderr, ended
