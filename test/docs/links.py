"""Demands that every link of the pages leads to a file, and to a heading of it where it names one; and
that each file of the project which a page names by its folder is there, with the function that stands
before it. docs/architecture.md and docs/add-a-scheme.md may name files without their folders.

    links.py SOURCE
"""

import glob
import os
import re
import sys

ROOMS = ("compiler", "runtime", "templates", "python", "test", "bench", "lit")
# `folder/name.cpp`, and `function` (`name.cpp`
FILE = re.compile(r"(?:`([\w:]+)` \()?`([\w./]+\.(?:cpp|h|cl|py|test|txt))`")
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"")


def text_of(page):
    """The page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", open(page).read(), flags=re.M | re.S)


def anchors(page):
    """The anchors that GitHub gives the headings of a page."""
    seen = set()
    for heading in re.findall(r"^#+ (.*?)\s*$", text_of(page), flags=re.M):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name = base = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        count = 0
        while name in seen:
            count += 1
            name = f"{base}-{count}"
        seen.add(name)
    return seen


def broken(page):
    """(link, what is wrong with it) of each link of the page that leads nowhere."""
    for found in LINK.finditer(text_of(page)):
        link = found[1] or found[2]
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not os.path.exists(target):
            yield link, "no such file"
        elif anchor and target.endswith(".md") and anchor not in anchors(target):
            yield link, "no such heading"


def lacking(page, source, rooms=("",)):
    """(file, what is wrong with it) of each file of the project that the page names and that begins with one of the rooms."""
    paths = [path for room in ROOMS
             for path in glob.glob(os.path.join(source, room, "**", "*.*"), recursive=True)]
    for function, name in FILE.findall(text_of(page)):
        if not name.startswith(rooms) or "NAME" in name:
            continue
        found = [path for path in paths if f"/{path}".endswith(f"/{name}")]
        if not found:
            yield name, "no such file"
        elif function and not any(function.split("::")[-1] in open(path).read() for path in found):
            yield name, f"has no {function}"


def main(source):
    pages = [path for pattern in ("*.md", "docs/*.md", "bench/*.md", "examples/*.md", "examples/*/*.md")
             for path in glob.glob(os.path.join(source, pattern))]
    wrong = [f"{os.path.relpath(page, source)}: {link}: {why}" for page in sorted(pages) for link, why in broken(page)]
    for page in sorted(pages):
        name = os.path.relpath(page, source)
        rooms = ("",) if name in ("docs/architecture.md", "docs/add-a-scheme.md") else tuple(f"{room}/" for room in ROOMS)
        wrong += [f"{name}: {file}: {why}" for file, why in lacking(page, source, rooms)]
    print("\n".join(wrong))
    sys.exit(1 if wrong or len(pages) < 30 else 0)


if __name__ == "__main__":
    main(sys.argv[1])
