"""Demands that a TextMate grammar gives each token of programs a scope, and the words of the language theirs.

    scopes.py GRAMMAR.json PRELUDE.h PROGRAM.ode...

Reads the part of the format that the grammar uses: match, and begin with end.
"""

import json
import re
import sys


def rules(grammar):
    for pattern in grammar["patterns"]:
        yield pattern["name"], re.compile(pattern.get("match") or pattern["begin"], re.M), pattern.get("end")


def tokens(text, table):
    """(scope, text) of each token; of an empty scope: what no rule takes."""
    at = 0
    while at < len(text):
        if text[at].isspace() and not any(rule.match(text, at) for _, rule, _ in table):
            at += 1
            continue
        for scope, rule, end in table:
            found = rule.match(text, at)
            if found and found.end() > at:
                stop = found.end() if end is None else re.compile(end).search(text, found.end()).end()
                break
        else:
            scope, stop = "", at + 1
        yield scope, text[at:stop]
        at = stop


def main():
    grammar, prelude, *programs = sys.argv[1:]
    table = list(rules(json.load(open(grammar))))
    wrong, seen = [], {}
    for program in programs:
        for scope, token in tokens(open(program).read(), table):
            seen.setdefault(scope, set()).add(token)
            if not scope:
                wrong.append(f"{program}: {token!r} has no scope")
    functions = {name for line in re.findall(r"^real (.*);$", open(prelude).read(), re.M) for name in re.findall(r"(\w+)\(", line)}
    for name in sorted(functions):
        if [scope for scope, _ in tokens(name + "(x)", table)][0] != "support.function.ode":
            wrong.append(f"the function {name} is not known")
    for word, scope in {"param": "storage.modifier.ode", "ddt": "keyword.declaration.ode", "sin(": "support.function.ode", "1e-3": "constant.numeric.ode"}.items():
        if list(tokens(word, table))[0][0] != scope:
            wrong.append(f"{word} is no {scope}")
    print("\n".join(wrong) or f"{len(programs)} programs, {sum(map(len, seen.values()))} tokens, {len(seen)} scopes")
    sys.exit(bool(wrong))


main()
