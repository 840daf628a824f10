"""The documentation as a site.

    build.py SOURCE WORK     → WORK/html

Collects README.md (as the first page), docs/, the pages of examples and their pictures, and a gallery of these; then runs MkDocs,
which fails at a broken link. Links to files that are no pages, such as sources, become text. Then each page of the site is read once
more: every link, picture and script of it has to be there, and none may lead to a script or style of another server.
"""

import glob
import html.parser
import os
import posixpath
import re
import shutil
import subprocess
import sys

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]*)(#[^)\s]*)?\)")
FENCE = re.compile(r"(^```.*?^```$)", re.M | re.S)


def pages(source):
    """{path in the site: path in the sources}"""
    found = {"index.md": "README.md", "CHANGELOG.md": "CHANGELOG.md", "examples/index.md": "examples/README.md"}
    for path in glob.glob("docs/*.md", root_dir=source):
        if path != "docs/README.md":
            found[os.path.basename(path)] = path
    for path in glob.glob("docs/*/*.md", root_dir=source):
        found[os.path.relpath(path, "docs")] = path
    for path in glob.glob("examples/*/README.md", root_dir=source):
        found[f"examples/{path.split('/')[1]}/index.md"] = path
    return found


def pictures(source):
    paths = [path for suffix in ("png", "svg", "gif") for path in glob.glob(f"docs/**/*.{suffix}", root_dir=source, recursive=True)]
    found = {os.path.relpath(path, "docs"): path for path in paths}
    found.update({path: path for path in glob.glob("examples/*/*.png", root_dir=source)})
    return found


def moved(text, page, source_of, place_of):
    """The page with links to where their targets are in the site."""
    here = posixpath.dirname(source_of[page])

    def target(link):
        path = posixpath.normpath(posixpath.join(here, link))
        return place_of.get(path) or place_of.get(posixpath.join(path, "README.md"))

    def replaced(found):
        bang, label, link, anchor = found.groups()
        if not link or re.match(r"\w+:", link):
            return found[0]
        place = target(link)
        if place is None:
            return label
        return f"{bang}[{label}]({posixpath.relpath(place, posixpath.dirname(page) or '.')}{anchor or ''})"

    def source(found):
        place = target(found[1])
        return f'src="{posixpath.relpath(place, posixpath.dirname(page) or ".")}"' if place else found[0]

    # Blocks show the names of their files; programs have the colours of C.
    text = re.sub(r"^<!-- file: (\S+) -->\n```(\w+)$", r'```\2 title="\1"', text, flags=re.M)
    parts = FENCE.split(re.sub(r"^```ode\b", "```c", text, flags=re.M))
    return "".join(part if part.startswith("```") else re.sub(r'src="([^"]+)"', source, LINK.sub(replaced, part)) for part in parts)


def gallery(source):
    """A picture of each example that has one, with its title."""
    lines = ["# Gallery", "", "Each picture is made by the commands of its page.", "", '<div class="grid" markdown>', ""]
    for path in sorted(glob.glob("examples/*/*.png", root_dir=source)):
        name = path.split("/")[1]
        with open(os.path.join(source, "examples", name, "README.md")) as file:
            title = file.readline().lstrip("# ").strip()
        lines += [f"**[{title}](examples/{name}/index.md)**", "", f"[![{title}]({path}){{ width=420 }}](examples/{name}/index.md)", ""]
    return "\n".join([*lines, "</div>", ""])


class Page(html.parser.HTMLParser):
    """What a page of the site refers to."""

    def __init__(self, path):
        super().__init__()
        self.links, self.names = [], set()
        with open(path) as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.names |= {attributes[key] for key in ("id", "name") if attributes.get(key)}
        for key in ("href", "src"):
            if attributes.get(key):
                self.links.append((tag, attributes[key]))


def broken(folder):
    parsed = {path: Page(os.path.join(folder, path)) for path in glob.glob("**/*.html", root_dir=folder, recursive=True)}
    for path, page in sorted(parsed.items()):
        if path == "404.html":
            continue
        for tag, link in page.links:
            if re.match(r"(https?:)?//", link):
                if tag in ("script", "img") or (tag == "link" and link.endswith(".css")):
                    yield f"{path}: {link} is of another server"
                continue
            if re.match(r"\w+:", link):
                continue
            place, _, anchor = link.partition("#")
            place = place.partition("?")[0]
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), place)) if place else path
            if not os.path.exists(os.path.join(folder, target)):
                yield f"{path}: {link} leads nowhere"
            elif anchor and target in parsed and anchor not in parsed[target].names:
                yield f"{path}: {link} has no such heading"


def main():
    source, work = (os.path.abspath(path) for path in sys.argv[1:])
    shutil.rmtree(work, ignore_errors=True)
    source_of, shown = pages(source), pictures(source)
    place_of = {path: place for place, path in {**source_of, **shown}.items()}
    for place, path in {**source_of, **shown}.items():
        output = os.path.join(work, "pages", place)
        os.makedirs(os.path.dirname(output), exist_ok=True)
        if place in shown:
            shutil.copy(os.path.join(source, path), output)
            continue
        with open(os.path.join(source, path)) as file, open(output, "w") as page:
            page.write(moved(file.read(), place, source_of, place_of))
    with open(os.path.join(work, "pages", "gallery.md"), "w") as page:
        page.write(gallery(source))
    shutil.copy(os.path.join(source, "site", "mkdocs.yml"), work)
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-f", os.path.join(work, "mkdocs.yml")], capture_output=True, text=True)
    wrong = list(broken(os.path.join(work, "html"))) if done.returncode == 0 else [done.stdout + done.stderr]
    print("\n".join(wrong) or f"{len(source_of) + 1} pages, {len(shown)} pictures")
    sys.exit(bool(wrong))


main()
