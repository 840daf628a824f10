"""Programs whose names are words of the language: each word works as any other name does, or is refused by its
true reason.

    own_names.py EULERC CLANG SOURCE WORK

Two programs differ in names alone: one takes the words, the other name_0, name_1, ... What eulerc understands
(--emit=problem) is the same, name for name. Kernels of programs with such names, a word of each kind, are valid.
"""

import os
import re
import subprocess
import sys

# What other words of the language are called, and words of C++, OpenCL and C's library.
OTHERS = """low high sum min max mean norm2 norminf euler symplectic heun ssprk3 rk4 rk4ls ab2 rkl2 bs32 dopri5 from to
stop size axis event output when global seed""".split()
FOREIGN = """class template new this namespace operator kernel local half float4 printf fma select clamp_ std select_
uint private read_only barrier x y h step""".split()
BEGINNINGS = ["next", "let", "monitor", "method"]  # of declarations, where they stand first
KEYWORDS = "while typeof auto switch int const register static_assert nullptr inline".split()

# What declares {w}, and what ddt does with it; {k} is a number of its own for each.
KINDS = {
    "param int": ("param int {w} = {k};", "s += u[i] * {w};"),
    "param real": ("param real {w} = {k}.5;", "s += u[i] * {w};"),
    "state": ("state real {w}[N];\ninitial({w})(int i) {{ return {k}; }}\nddt({w})(int i, real t) {{ return {w}[i] - {k}; }}",
              "s += {w}[i];"),
    "field": ("field real {w}[N];\ninitial({w})(int i) {{ return i * {k}; }}", "s += {w}[i];"),
    "table": ("table real {w}[] = {{1, {k}.5}};", "s += {w}[1] * u[i];"),
    "data": ("data real {w}[3];\ninitial({w})(int a) {{ return a * {k}; }}", "s += {w}[2] * u[i];"),
    "let": ("let real {w}[N];\nlet({w})(int i, real t) {{ return {k} * u[i]; }}", "s += {w}[i];"),
    "helper": ("static real {w}(real a) {{ return a * {k}; }}", "s += {w}(u[i]);"),
    "parameter": ("static real h_{k}(real {w}) {{ return {w} * {k}; }}", "s += h_{k}(u[i]);"),
    "local": ("", "{{ real {w} = u[i] * {k}; s += {w} * {w}; }}"),
    "hiding local": ("param real {w} = {k};", "{{ real {w} = u[i] * {k}; s += {w} * {w}; }}"),
    "index": ("field real f_{k}[N];\ninitial(f_{k})(int {w}) {{ return {w} * {k}; }}", "s += f_{k}[i];"),
    "index of ddt": ("state real s_{k}[N];\ninitial(s_{k})(int i) {{ return 1; }}\n"
                     "ddt(s_{k})(int {w}, real t) {{ return u[{w}] * {k}; }}", "s += s_{k}[i];"),
    "time": ("state real s_{k}[N];\ninitial(s_{k})(int i) {{ return 1; }}\n"
             "ddt(s_{k})(int i, real {w}) {{ return {w} * {k}; }}", "s += s_{k}[i];"),
    "counter": ("", "for (int {w} = 1; {w} < 3; {w}++) s += u[i] * {w} * {k};"),
    "monitor": ("monitor(sum) {w}(int i, real t) {{ return u[i] * {k}; }}\nstop({w} < -1e9);", ""),
    "macro": ("#define {w} {k}", "s += u[i] * {w};"),
}
IS_FUNCTION = {"helper", "monitor"}


CLANG = ["-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-fsyntax-only", "-Werror",
         "-DEULERC_WIDTH=4", "-DEULERC_CHUNK=2", "-DEULERC_GROUP=32", "-DEULERC_STEP=1", "-DEULERC_ACROSS=16",
         "-DEULERC_DEEP=1"]


def program(kinds, names):
    """Each name is declared in one of the kinds, which are taken in turn."""
    named = [(KINDS[kinds[k % len(kinds)]], {"w": w, "k": k + 2}) for k, w in enumerate(names)]
    tops = [kind[0].format(**name) for kind, name in named]
    uses = [kind[1].format(**name) for kind, name in named]
    return ("param int N = 6;\nstate real u[N];\n" + "\n".join(filter(None, tops)) +
            "\ninitial(u)(int i) { return 1 + i; }\nddt(u)(int i, real t) {\n  real s = 0;\n  " +
            "\n  ".join(filter(None, uses)) + "\n  return s;\n}\n")


def run(eulerc, name, text, *options):
    with open(name, "w") as file:
        file.write(text)
    return subprocess.run([eulerc, name, *options], capture_output=True, text=True)


def same_meaning(eulerc, kind, words):
    """What is wrong, if anything."""
    names = [f"name_{k}" for k in range(len(words))]
    own = run(eulerc, "own.ode", program([kind], words), "--emit=problem")
    other = run(eulerc, "own.ode", program([kind], names), "--emit=problem")
    assert other.returncode == 0, f"{kind}: {other.stderr}"
    if own.returncode:
        return f"{kind}: {own.stderr}"
    renamed = re.sub(r"\bname_(\d+)(?=\b|_)", lambda name: words[int(name[1])], other.stdout)
    if renamed == own.stdout:
        return None
    return kind + ": " + next(f"{a} instead of {b}" for a, b in zip(own.stdout.splitlines(), renamed.splitlines()) if a != b)


def invalid_kernels(eulerc, clang, words):
    """Programs of words of all kinds, whose kernels Clang refuses: what it says."""
    kinds = [kind for kind in KINDS if kind != "macro"]
    for first in range(0, len(words), len(kinds)):
        names = words[first:first + len(kinds)]
        made = run(eulerc, "kernels.ode", program(kinds, names), "--emit=opencl", "-o", "kernels.cl")
        if made.returncode == 0:
            made = subprocess.run([clang, *CLANG, "kernels.cl"], capture_output=True, text=True)
        yield made.returncode and f"kernels of {names}: {made.stderr[:1000]}"


SAID = re.compile(r"refused.ode:(\d+):(\d+): error: (.*)\n.*\n.*\neulerc: hint: (.*)\n")


def refused(eulerc, kind, expected):
    """Whether each word is refused by its message and hint, at its own place, and nothing else is said."""
    text = program([kind], list(expected))
    if kind == "macro":
        text = "\n".join(line for line in text.splitlines() if "s += u[i]" not in line)
    told = run(eulerc, "refused.ode", text, "--emit=problem")
    lines, found, said = text.splitlines(), {}, SAID.findall(told.stderr)
    for line, column, message, hint in said:
        word = re.match(r"\w+", lines[int(line) - 1][int(column) - 1:])
        found[word[0] if word else ""] = (message, hint)
    if told.returncode == 1 and found == expected and told.stderr.count(" error: ") == len(said):
        return None
    wrong = {word for word in expected | found if expected.get(word) != found.get(word)}
    return f"{kind}: status {told.returncode}, wrong: {sorted(wrong)}\n{told.stderr}"


def list_of_compiler(source, file, pattern):
    text = open(f"{source}/compiler/frontend/{file}").read()
    body = re.search(pattern + r"[^;]*?= \{(.*?)\};", text, flags=re.S)[1]
    return sorted(set(re.findall(r'"(\w+)"', body)))


def list_of_docs(source):
    text = open(f"{source}/docs/language.md").read()
    return sorted(re.search(r"\*\*Reserved words\*\*[^`]*`([^`]*)`", text)[1].split())


def main(eulerc, clang, source, work):
    eulerc = os.path.abspath(eulerc)
    reserved = list_of_docs(source)
    known = list_of_compiler(source, "Words.cpp", r"reservedWords\(\) \{.*?words")
    rules = list_of_compiler(source, "../ir/include/ir/Boundary.h", r"ruleWords\[\]")
    free = list_of_compiler(source, "Builtins.cpp", r"kWords\[\]") + rules + OTHERS + FOREIGN
    assert known == reserved, f"the compiler reserves {known}, the docs {reserved}"
    assert len(free) > 100 and len(reserved) > 10, "the lists are not read"
    os.makedirs(work, exist_ok=True)
    os.chdir(work)
    wrong = []
    for kind in KINDS:
        wrong.append(same_meaning(eulerc, kind, free + ([] if kind in IS_FUNCTION else BEGINNINGS)))
    wrong += invalid_kernels(eulerc, clang, free)
    for kind in KINDS:
        wrong += refusals(eulerc, kind, reserved)
    wrong = [each for each in wrong if each]
    print("\n".join(wrong))
    sys.exit(f"{len(wrong)} words are wrong" if wrong else 0)


def refusals(eulerc, kind, reserved):
    """What is wrong with each group of words that is refused at once."""
    if kind == "macro":
        hint = dict.fromkeys(reserved, "leave it out, or give the macro another name")
        hint["dt"] = ("leave it out: dt is the length of the step, given as '.dt = ...' in timespan or by the "
                      "solver's --dt")
        return [refused(eulerc, kind, {word: (f"'{word}' is a word of the language, and cannot be a macro", hint[word])
                                       for word in reserved})]
    words = {word: (f"'{word}' is a word of the language and cannot be used here",
                    f"it begins a declaration; as a name take another one, for example '{word}_'")
             for word in sorted(set(reserved) - {"dt", "real"})}
    for word in KEYWORDS + ["real"]:
        whose = "the language" if word == "real" else "C"
        words[word] = (f"'{word}' is a word of {whose}, and cannot be a name",
                       f"take another one, for example '{word}_'")
    for word in BEGINNINGS[:3] if kind in IS_FUNCTION else []:
        words[word] = (f"'{word}' begins a declaration", f"give the function another name, for example '{word}_'")
    step = {"dt": ("'dt' is the length of the step, and cannot be declared",
                   "give this declaration another name, for example 'tau'")}
    return [refused(eulerc, kind, words), refused(eulerc, kind, step)]


if __name__ == "__main__":
    main(*sys.argv[1:])
