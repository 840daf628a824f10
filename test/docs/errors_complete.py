"""Demands an entry in docs/errors.md for each message of eulerc and of solvers.

    errors_complete.py SOURCE

Messages are what the sources hand to the functions that report errors and warnings, and Clang's
messages in our words. What varies in a message is shown as "…" in its entry's heading:

    "unknown name '" + name + "'"      →      ### unknown name '…'

Those of the front end and the analysis have to be pinned by a test, too.
"""

import glob
import os
import re
import sys

LITERAL = r'"(?:[^"\\]|\\.)*"'
# Where messages enter; the message is the first argument made of a string literal.
REPORTS = re.compile(r"\b(?:error|warning|refuse|refuseAt|refuseResume|refuseAssumed|say|usage|refusePath|failWrite|"
                     r"throw Error|throw Unusable|throw OutputError|throw InputError|throw Hdf5Failure|fail|requirement)\s*\(")
# Parts of other messages, and reports about those who program with the library.
IGNORED = {"…", "cannot write '…'", "…; try --help", "…(…): …", "--assume: …",
           "… …; take --scheme linear"}

# Said only if Clang should let through what it refuses today.
UNREACHED = {"'…' may have no value after a pass of this loop",
             "… defines '…' again, in another way",  # the options in test/frontend/directives.test
             "this letter is not in UTF-8"}  # test/driver/source_files.test, for tests are in UTF-8


def arguments(text, start):
    """The arguments of the call whose parenthesis opens before `start`."""
    depth, begin, k = 0, start, start
    while k < len(text):
        literal = re.compile(LITERAL + r"|'(?:[^'\\]|\\.)'").match(text, k)
        if literal:
            k = literal.end()
            continue
        c = text[k]
        if c in "([{":
            depth += 1
        elif c in ")]}":
            if depth == 0:
                yield text[begin:k]
                return
            depth -= 1
        elif c == "," and depth == 0:
            yield text[begin:k]
            begin = k + 1
        k += 1


def spelled(expression):
    """The text of a C++ expression made of literals, other parts as …; one for each branch of ?:."""
    pieces, rest = [], expression.strip()
    formatted = re.match(r"(?:std::string\()?fmt::format\(", rest)
    if formatted:
        first = next(arguments(rest, formatted.end()))
        return [re.sub("…+", "…", re.sub(r"\{[^}]*\}", "…", text)) for text in spelled(first)]
    blank = re.sub(LITERAL, lambda literal: "_" * len(literal[0]), rest)
    choice = re.match(r"[^_]*\?(.*?)\s:\s", blank, flags=re.S)
    if choice:
        return (spelled(rest[choice.start(1):choice.end(1)]) + spelled(rest[choice.end():]))
    for nested in reversed(list(re.finditer(r"\([^()]*\?[^()]*\)", blank))):
        rest = rest[:nested.start()] + "x" + rest[nested.end():]
    position = 0
    for literal in re.finditer(LITERAL, rest):
        between = rest[position:literal.start()].strip()
        if between:
            pieces.append("…")
        pieces.append(literal[0][1:-1].replace('\\"', '"').replace("\\n", " "))
        position = literal.end()
    if rest[position:].strip(" )"):
        pieces.append("…")
    return [re.sub("…+", "…", "".join(pieces)).strip()]


def messages(source):
    files = [path for room in ("frontend", "analysis", "driver", "transform", "codegen")
             for path in glob.glob(f"{source}/compiler/{room}/*.cpp")]
    files += glob.glob(f"{source}/runtime/**/*.cpp", recursive=True)
    files += glob.glob(f"{source}/runtime/include/**/*.h", recursive=True)
    for path in sorted(files):
        text = re.sub(r"^\s*//.*$", "", open(path).read(), flags=re.M)
        for call in REPORTS.finditer(text):
            given = list(arguments(text, call.end()))
            if call[0].startswith("say"):  # say(message, hint), say(where, message, hint)
                given = given[-2:-1]
            elif call[0].startswith("requirement"):
                given = given[1:2]
            elif call[0].startswith("throw Unusable"):  # Unusable(in a line, message)
                given = given[-1:]
            message = next((argument for argument in given if '"' in argument), None)
            if message:
                for words in spelled(message):
                    yield words, os.path.relpath(path, source)
        for built in re.finditer(r"(?:std::string message|\bnoDevice|(?<!\.)\bwhy|h\.problem|\bproblem) =(?!=)(.*?);\n", text,
                                 flags=re.S):
            for words in spelled(built[1]):
                yield words, os.path.relpath(path, source)
        for reason in re.finditer(r"\.reason = (\"[^;}]*)", text):
            for words in spelled(reason[1]):
                yield words, os.path.relpath(path, source)
        # Printed at once: "eulerc: error: … GiB of memory\n" "eulerc: hint: …\n".
        for printed in re.finditer(r'std::cerr\s*<<\s*"eulerc: error: ([^"].*?)(?:\\n|;\n)', text, flags=re.S):
            for words in spelled('"' + printed[1] + '"'):
                yield words, os.path.relpath(path, source)
        # The reasons why plans are unsupported: {Reason::…, "reason", "cure"}.
        table = re.search(r"constexpr Words table\[\] = \{(.*?\})\};", text, flags=re.S)
        for row in re.finditer(r"\{Reason::", table[1] if table else ""):
            yield re.sub(r"\{[^}]*\}", "…", spelled(list(arguments(table[1], row.end()))[1])[0]), os.path.relpath(path, source)
        # Tables of {"pattern", "message", …} and of {"word", "pattern", "message", …}.
        table = re.search(r"const (Rephrasing kRephrasings|Shape kShapes)\[\] = \{(.*?)\n\};", text, flags=re.S)
        for row in re.finditer(r"\n    \{", table[2] if table else ""):
            words = spelled(list(arguments(table[2], row.end()))[1 if "Rephrasing" in table[1] else 2])[0]
            yield re.sub(r"\$\d|%t", "…", words), os.path.relpath(path, source)


def main(source):
    headings = re.findall(r"^### (.*)$", open(f"{source}/docs/errors.md").read(), flags=re.M)
    known = {heading.strip() for heading in headings}
    found = {}
    for words, path in messages(source):
        if words not in IGNORED and re.search("[a-z]{3}", words):
            found.setdefault(words, path)
    missing = {words: path for words, path in found.items() if words not in known}
    gone = known - set(found)
    for words, path in missing.items():
        print(f"no entry: ### {words}      ({path})")
    for words in sorted(gone):
        print(f"no such message any more: {words}")
    pinned = []
    for path in glob.glob(f"{source}/test/frontend/*.test") + glob.glob(f"{source}/test/analysis/*.test"):
        pinned += re.findall(r"^//! \S+ (?:error|warning): (.*)$", open(path).read(), flags=re.M)
    loose = [words for words, path in found.items()
             if path.startswith(("compiler/frontend", "compiler/analysis")) and words not in UNREACHED
             and not any(re.fullmatch(".*".join(map(re.escape, words.split("…"))), line)
                         for line in pinned)]
    for words in loose:
        print(f"no test under test/frontend or test/analysis shows: {words}")
    for heading in {h for h in headings if headings.count(h) > 1}:
        print(f"twice: {heading}")
    if len(found) < 80:
        sys.exit(f"only {len(found)} messages found in the sources: this test is blind")
    sys.exit(1 if missing or gone or loose or len(known) < len(headings) else 0)


if __name__ == "__main__":
    main(sys.argv[1])
