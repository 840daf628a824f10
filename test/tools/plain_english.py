"""Counts places that are hard to read: phrases that hide their subject, and sentences of more than 34 words.

    plain_english.py FILE...     each place, and how many there are in 1,000 words

In pages all text counts except code and tables; in sources the comments count. The count is a hint: a flagged sentence may be
good.
"""

import re
import sys

LONGEST = 34  # words of a sentence
PHRASES = re.compile(
    r"\b(?:those (?:that|which|who|of|beside|before|behind)|that of|of (?:its|their|his) own|(?:as|what) (?:it|they) (?:is|are|was|were)"
    r"|so (?:many|much|few|far)(?! as)|none (?:is|are|has|have)|none of (?:its|their) business"
    r"|what (?:is|are|has|does|takes|gives|makes|counts|lies|goes|comes)|whose (?:turn|business)|(?:is|are) told"
    r"|(?:has|knows?) (?:it|them) not|in (?:its|their) place|the same of|likewise|hangs on|amid|beside|anew|behind (?:it|them|those)"
    r"|who (?:asks|names|looks)|goes? on|at the (?:least|most))\b", re.I)


def prose(path, text):
    """The lines of prose of a file, numbered, without code."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if path.endswith(".md"):
            if line.lstrip().startswith("```"):
                fenced = not fenced
            elif not fenced:
                yield number, line
        else:
            code, mark, comment = line.partition("#" if path.endswith((".py", ".cmake")) else "//")
            if code.strip() or not mark:
                yield number, ""  # a comment ends before code
            if mark:
                yield number, comment.lstrip("/!< ").rstrip()


def places(path, text):
    """(line, flagged phrase) of each place in a file."""
    lines = list(prose(path, text))
    found = [(number, match.group()) for number, line in lines for match in PHRASES.finditer(line)]
    sentence, begin = [], 0
    for number, line in [*lines, (0, "")]:
        if not line.strip() or line.lstrip().startswith(("|", "#", "<!--")) or line.startswith("    "):
            words = [""]  # a sentence ends here
        else:
            words = line.split()
        for word in words:
            begin = begin if sentence else number
            sentence += [word] if word else []
            if not word or word[-1] in ".;:":
                if len(sentence) > LONGEST:
                    found.append((begin, f"a sentence of {len(sentence)} words"))
                sentence = []
    return found


def rate(files):
    """Flagged places in 1,000 words of files, given as (path, text)."""
    words = sum(len(line.split()) for path, text in files for _, line in prose(path, text))
    return 1000 * sum(len(places(path, text)) for path, text in files) / max(words, 1)


def main():
    files = []
    for path in sys.argv[1:]:
        with open(path) as file:
            files.append((path, file.read()))
    for path, text in files:
        for number, what in places(path, text):
            print(f"{path}:{number}: {what}")
    print(f"{rate(files):.1f} in 1,000 words")


if __name__ == "__main__":
    main()
