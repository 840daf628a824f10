"""Manual pages and completion, made of what --help says: the same table serves all of them.

    pages.py EULERC SOLVER FOLDER     (SOLVER: any that eulerc has made)

writes FOLDER/man1/eulerc.1, FOLDER/man1/eulerc-solver.1, FOLDER/bash/eulerc and FOLDER/zsh/_eulerc.
"""

import os
import re
import subprocess
import sys

OPTION = re.compile(r"^  (-[\w-]+(?:,-{1,2}[\w-]+)*)(?: (\S.*?))?(?:  +(.*))?$")
CHOICES = {  # values that are words, which the help lists in its text
    "emit": "problem access system step stencil opencl host exe", "real": "float double", "contract": "on off", "division": "reciprocal ieee",
    "math": "exact fast", "method": "euler symplectic heun ssprk3 rk4 rk4ls ab2 bs32 dopri5 rkl2", "backend": "opencl threads serial",
    "scheme": "auto linear diamond diamond-columns honeycomb honeycomb-columns overlapped", "layout": "auto soa aos",
    "strategy": "multiplicative additive corrected", "controller": "pi i"}
FILES = {"-o", "-I", "--cxx", "--field", "--data", "--init", "--output", "--stats", "--save", "--table", "--checkpoint", "--resume", "--picture", "--movie", "-MF"}


def help_of(program):
    return subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout


def options_of(text):
    """[names, value, help] of each option."""
    options = []
    for line in text.split("OPTIONS:")[-1].split("Options:")[-1].splitlines():
        found = OPTION.match(line)
        if found and found[1].startswith("-"):
            options.append([found[1].split(","), (found[2] or "").strip(), (found[3] or "").strip()])
        elif options and line.startswith("       "):
            options[-1][2] = (options[-1][2] + " " + line.strip()).strip()
        elif line.strip() and not line.startswith(" "):
            if options:
                break
    return options


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text)


def page(name, purpose, synopsis, text, options, more):
    lines = [f".TH {name.upper()} 1 \"\" \"eulerc 0.1.0\" \"User Commands\"", ".SH NAME", f"{roff(name)} \\- {roff(purpose)}", ".SH SYNOPSIS", synopsis,
             ".SH DESCRIPTION", roff(text), ".SH OPTIONS"]
    for names, value, meaning in options:
        lines += [".TP", ", ".join(f"\\fB{roff(each)}\\fR" for each in names) + (f" \\fI{roff(value)}\\fR" if value else ""), roff(meaning) or "\\&"]
    return "\n".join([*lines, *more, ""])


def words(options):
    return [name for names, _, _ in options for name in names]


def choices(options):
    """{option: its words}"""
    return {name: CHOICES[name.strip("-")] for name in words(options) if name.strip("-") in CHOICES}


def bash_function(function, options, suffix):
    cases = "".join(f"    {name}) COMPREPLY=($(compgen -W \"{values}\" -- \"$word\")); return ;;\n" for name, values in choices(options).items())
    files = "|".join(name for name in words(options) if name in FILES)
    return (f"{function}() {{\n  local word=${{COMP_WORDS[COMP_CWORD]}} option=${{COMP_WORDS[COMP_CWORD-1]}}\n"
            "  if [[ $word == = ]]; then word=''; elif [[ $option == = ]]; then option=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
            f"  case $option in\n{cases}    {files}) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n  esac\n"
            f"  if [[ $word == -* ]]; then\n    COMPREPLY=($(compgen -W \"{' '.join(words(options))}\" -- \"$word\"))\n"
            f"  else\n    COMPREPLY=($(compgen -f {suffix} -- \"$word\") $(compgen -d -- \"$word\"))\n  fi\n}}\n")


def bash(compiler, solver):
    return ("# Completion of eulerc and of solvers, NAME_solver, for bash. Made by editors/pages.py.\n" + bash_function("_eulerc", compiler, "-X '!*.ode'") +
            bash_function("_eulerc_solver", solver, "") +
            "complete -o filenames -F _eulerc eulerc\n"
            "_eulerc_by_name() { [[ ${1##*/} == *_solver ]] && complete -o filenames -F _eulerc_solver \"$1\" && return 124; }\n"
            "complete -D -o default -F _eulerc_by_name 2>/dev/null || true\n")


def zsh_specs(options):
    for names, value, meaning in options:
        text = re.sub(r"[\[\]':]", " ", meaning)[:70]
        for name in names:
            action = f":{value.replace(':', ' ')}:({CHOICES[name.strip('-')]})" if name.strip("-") in CHOICES else \
                     f":{re.sub(r'[^A-Za-z0-9=,. ]', ' ', value)}:_files" if value else ""
            # An option with a value is given as --real=double or --real double.
            yield f"    '{'*' if value else ''}{name}{'=' if value and name.startswith('--') else ''}[{text}]{action}'"


def zsh(compiler, solver):
    return ("#compdef eulerc -P *_solver\n# Completion of eulerc and of solvers, NAME_solver, for zsh. Made by editors/pages.py.\n"
            "if [[ $service == eulerc ]]; then\n  _arguments \\\n" + " \\\n".join(zsh_specs(compiler)) + " \\\n    '*:program:_files -g \"*.ode\"'\n"
            "else\n  _arguments \\\n" + " \\\n".join(zsh_specs(solver)) + "\nfi\n")


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def main():
    eulerc, solver_program, folder = sys.argv[1:]
    compiler, solver = options_of(help_of(eulerc)), options_of(help_of(solver_program))
    status = [".SH EXIT STATUS", ".TP", "0", "done", ".TP", "1", "the program has errors", ".TP", "2", "wrong usage, or a machine that lacks something",
              ".TP", "3", "a mistake of eulerc itself", ".SH SEE ALSO", "\\fBeulerc\\-solver\\fR(1)"]
    write(folder, "man1/eulerc.1", page("eulerc", "compiles ODE and PDE systems to fast explicit solvers", "\\fBeulerc\\fR \\fIFILE.ode\\fR [\\fIOPTION\\fR]...",
          "Compiles a program, a system of ordinary differential equations on a grid, to a solver: an executable or a library.", compiler, status))
    own = [option for option in solver if option[0] != ["--seed"]]
    write(folder, "man1/eulerc-solver.1", page("eulerc-solver", "the command line of solvers that eulerc makes", "\\fB./NAME_solver\\fR [\\fIOPTION\\fR]...",
          "Solves the program that it was compiled from. Params, fields and data are listed by its --help.", own,
          [".SH EXIT STATUS", ".TP", "0", "done", ".TP", "1", "the run failed", ".TP", "2", "wrong usage", ".TP", "4", "--verify found a difference", ".SH SEE ALSO", "\\fBeulerc\\fR(1)"]))
    write(folder, "bash/eulerc", bash(compiler, own))
    write(folder, "zsh/_eulerc", zsh(compiler, own))


main()
