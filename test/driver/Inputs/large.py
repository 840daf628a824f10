"""Compiles large and deep programs up to the emitted code; fails if eulerc crashes or takes long.

    large.py EULERC CLANG WORK
    large.py EULERC CLANG WORK NAME...     these programs, up to the executable

What is emitted must not be too deep for OpenCL's compilers, which allow for 256 brackets: clang looks at
the kernels of each program, at one width of vectors.
"""

import os
import resource
import subprocess
import sys

HEAD = """param int N = 100;
param real K = 0.5;
state real y[N];
boundary(y) = dirichlet(0);
timespan = { .to = 0.01, .dt = 0.001 };
"""
INITIAL = "initial(y)(int i) { return 0.01 * i; }\n"
MOST_SECONDS = 15  # of the processor, about ten times what they take
MOST_HOST_SECONDS = 20  # with the host compilers; the largest takes 10 to 16, by the machine


def ddt(body, before=""):
    return f"{HEAD}{INITIAL}{before}ddt(y)(int i, real t) {{\n{body}\n}}\n"


def joined(sign, text, count):
    return sign.join(text.format(k=k, rest=count - k) for k in range(count))


def helpers(count, text):
    """Helpers, each of which calls the one before, f0 the first."""
    return "static real f0(real x) { return x; }\n" + "".join(
        f"static real f{k}(real x) {{ return {text.format(f=f'f{k - 1}', k=k)}; }}\n"
        for k in range(1, count + 1))


def states(count):
    return "param int N = 100;\n" + "".join(
        f"state real s{k}[N];\nboundary(s{k}) = dirichlet(0);\ninitial(s{k})(int i) {{ return {k} * i; }}\n"
        for k in range(count)) + "".join(
        f"ddt(s{k})(int i, real t) {{ return s{k}[i - 1] - 2 * s{k}[i] + s{k}[i + 1] + s{(k + 7) % count}[i]; }}\n"
        for k in range(count))


PROGRAMS = {
    "sum": ddt(f"return {joined(' + ', '{k}.5 * y[i - {k} % 3]', 5000)};"),
    "distinct": ddt(f"return {joined(' + ', 'y[i + {k}]', 1000)};"),
    "functions": ddt(f"return {joined(' + ', 'sin({k} * y[i])', 1000)};"),
    "quotients": ddt(f"return y[i] / {joined(' / ', '(2.0 + y[i - 1])', 1000)};"),
    "signs": ddt(f"return {'- ' * 3000}y[i];"),
    "negations": ddt(f"return {'!' * 3000}(y[i] > 0);"),
    "parentheses": ddt(f"return {'(' * 250}y[i]{')' * 250};"),
    "nested sums": ddt(f"return {'(0.5 * y[i] + ' * 250}1{')' * 250};"),
    "casts": ddt(f"return {'(real)' * 3000}y[i];"),
    "conditions": ddt(f"return {joined(' && ', 'y[i] > {k}', 1000)};"),
    "cases": ddt(f"return {joined(' : ', 'y[i] > {rest} ? {k} * y[i - 1]', 5000)} : 1;"),
    "sum of cases": ddt(f"return {joined(' + ', '(y[i] > {k} ? {k} * y[i - 1] : 0)', 1000)};"),
    "lines": ddt("real s = 0;\n" + joined("", "s += {k} * y[i - 1];\n", 1000) + "return s;"),
    "ifs": ddt("real s = 0;\n" + joined("", "if (y[i] > {k}) s += {k} * y[i - 1];\n", 1000) + "return s;"),
    "guards": ddt("real s = 0;\n" + joined("", "if (i > {k}) s += {k} * y[i - 1];\n", 1000) + "return s;"),
    "returns": ddt(joined("", "if (y[i] > {rest}) return {k} * y[i - 1];\n", 1000) + "return 1;"),
    "else": ddt("real r;\n" + joined(" else ", "if (y[i] > {rest}) r = {k} * y[i - 1];\n", 1000) +
                "else r = 1;\nreturn r;"),
    "loops": ddt("real s = 0;\nfor (int a = 0; a < 32; a++) for (int b = 0; b < 32; b++)\n"
                 "  s += (a + 0.5 * b) * y[i + a - b];\nreturn s;"),
    "states": states(50),
    "states in stages": states(100) + "method = dopri5;\n",
    "helpers": ddt("return f1000(y[i]);", helpers(1000, "0.5 * {f}(x) + x")),
    "helpers with cases": ddt("return f100(y[i]);", helpers(100, "x > {k} ? 1 + 0.5 * {f}(x) : x")),
    "squares": ddt("real a = y[i];\n" + "a = a * a + a;\n" * 40 + "return a;"),
    "squares of a param": ddt("real a = K;\n" + "a = a * a + a;\n" * 40 + "return a * y[i];"),
    "helpers of a param": ddt("return L * y[i];", helpers(40, "{f}(x) + 0.5 * {f}(x)") +
                              "param real L = f40(K);\n"),
    "sum of a param": ddt("return L * y[i];", f"param real L = {joined(' + ', 'K', 5000)};\n"),
    "initial": f"{HEAD}initial(y)(int i) {{ return {joined(' + ', '{k} * sin(i)', 1000)}; }}\n"
               "ddt(y)(int i, real t) { return y[i]; }\n",
}
CLANG = ["-x", "cl", "-cl-std=CL1.2", "-Xclang", "-finclude-default-header", "-fsyntax-only", "-Wall", "-Werror",
         "-Wno-unused-function", "-DEULERC_WIDTH=4", "-DEULERC_CHUNK=2", "-DEULERC_GROUP=32",
         "-Wno-unused-variable", "-DEULERC_STEP=1", "-DEULERC_ACROSS=16", "-DEULERC_DEEP=1"]


def seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def with_small_stack():
    """Before eulerc: what recurses must do so on the deep stack that it makes itself (DeepStack.h)."""
    resource.setrlimit(resource.RLIMIT_STACK, (1 << 20, resource.getrlimit(resource.RLIMIT_STACK)[1]))


def compile_whole(eulerc, work, names):
    for name in names:
        path = os.path.join(work, name)
        with open(path + ".ode", "w") as file:
            file.write(PROGRAMS[name])
        begin = seconds()
        subprocess.run([eulerc, path + ".ode", "-o", path], check=True)
        if seconds() - begin > MOST_HOST_SECONDS:
            sys.exit(f"{name}: the executable takes {seconds() - begin:.1f} s of the processor")


def main(eulerc, clang, work, *names):
    os.makedirs(work, exist_ok=True)
    if names:
        return compile_whole(eulerc, work, names)
    wrong = 0
    for name, text in PROGRAMS.items():
        path = os.path.join(work, name.replace(" ", "_"))
        with open(path + ".ode", "w") as file:
            file.write(text)
        for stage in ("problem", "opencl"):  # the last one makes the host's code as well
            begin = seconds()
            status = subprocess.run([eulerc, path + ".ode", f"--emit={stage}", "-o", f"{path}.{stage}"],
                                    preexec_fn=with_small_stack).returncode
            took = seconds() - begin
            if status != 0 or took > MOST_SECONDS:
                print(f"{name}: --emit={stage} ends with {status} after {took:.1f} s")
                wrong += 1
        wrong += subprocess.run([clang, *CLANG, path + ".opencl"]).returncode != 0
    if wrong:
        sys.exit(f"{wrong} failures")


if __name__ == "__main__":
    main(*sys.argv[1:])
