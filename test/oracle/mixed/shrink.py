"""Makes a program that fails smaller, as long as it fails in the same way.

    shrink(runner, draw(17), "differs") → (the smaller program, what is wrong with it)
"""

import re

KINDS = [("eulerc ends", "eulerc"), ("internal error", "internal"), ("c++", "c++"), ("does not end", "endless"),
         ("from the oracle", "oracle"), ("ends with", "crash"), ("differs", "differs"), ("fails", "fails")]


def kind_of(why):
    """What two failures have in common if they are of one kind."""
    if "internal error" in why:
        return "internal"
    if "eulerc ends" in why:
        return "eulerc " + " ".join(re.findall(r"error: (.*)", why)[:1])[:40]
    return next((kind for sign, kind in KINDS if sign in why), why[:40])


def parts_of(terms):
    """Smaller texts that may stand for a term: what its brackets and operators hold."""
    found = re.findall(r"[?:*+-] ([\w]+(?:\[[^\]]*\])+|[\w.]+)", terms)
    found += re.findall(r"\(([\w]+(?:\[[^\]]*\])+)", terms) + [terms.split(" * ")[0], terms.split(" - ")[0]]
    return [text for text in found if len(text) < len(terms) and text.count("(") == text.count(")") and text]


def smaller(program):
    """Programs that lack something of it."""
    for k, array in enumerate(program.arrays):
        if len(program.arrays) > 1:
            less = program.copy()
            del less.arrays[k]
            yield less
        for name in ("terms", "steps", "rules"):
            lines = getattr(array, name)
            for number in range(len(lines)):
                less = program.copy()
                del getattr(less.arrays[k], name)[number]
                yield less
        for number, term in enumerate(array.terms):
            for text in parts_of(term):
                less = program.copy()
                less.arrays[k].terms[number] = text
                yield less
        if array.initial not in ("", "0.5"):
            less = program.copy()
            less.arrays[k].initial = "0.5"
            yield less
    for name in ("sizes", "large_sizes", "helpers", "behind"):
        for number in range(len(getattr(program, name))):
            less = program.copy()
            del getattr(less, name)[number]
            if less.sizes:
                yield less
    if program.method != "euler":
        less = program.copy()
        less.method, less.stages = "euler", 0
        yield less
    if program.steps_taken > 1:
        less = program.copy()
        less.steps_taken = 1
        yield less
    if program.data:
        less = program.copy()
        less.data = []
        yield less


def shrink(runner, program, why, most=200):
    kind, tried, goes_on = kind_of(why), 0, True
    while goes_on and tried < most:
        goes_on = False
        for less in smaller(program):
            tried += 1
            found = runner.check(less).why
            if found and kind_of(found) == kind:
                program, why, goes_on = less, found, True
                break
            if tried >= most:
                break
    return program, why
