"""The metrics of the sources that the design limits. The docstring of each function gives the rule of its count."""

import json
import os
import re
import subprocess

import plain_english
import rooms

RULES = re.compile(r"\b(?:Rule(?:::Kind)?|Boundary|Image)::(?:None|Dirichlet|Neumann|Mirror|Robin|Clamp|Periodic|Wrap)\b"
                   r"|[=!]= \"(?:dirichlet|neumann|mirror|robin|clamp|periodic)\""  # named by the word
                   r"|\bimage (?:[<>]=?|==|!=) \d|\bint (?:mirror|clamp|wrap) = \d")  # named by a number
BACK_HALF = ("compiler/codegen", "templates", "runtime/planning", "runtime/forms")
SEEN = ("solver.h", "command_line.h", "declarations.h", "device.h", "error.h", "layout.h", "ode.h", "output_times.h", "program.h",
        "slabs.h", "solver_inputs.h", "solver_outputs.h", "solver_setup.h", "stats.h", "steps.h", "tuning.h")  # headers that users include


class Sources:
    """The project's files by path, as git lists them."""

    def __init__(self, root):
        listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard"], check=True, stdout=subprocess.PIPE, text=True)
        self.root, self.texts = root, {}
        for path in listed.stdout.splitlines():
            if path.endswith((".cpp", ".h", ".cl", ".md", ".py", ".cmake")) and os.path.exists(os.path.join(root, path)):
                with open(os.path.join(root, path), errors="replace") as file:
                    self.texts[path] = file.read()

    def of(self, *folders, ends=(".cpp", ".h", ".cl")):
        return {path: text for path, text in self.texts.items() if path.startswith(tuple(f + "/" for f in folders)) and path.endswith(ends)}


def without_comments(text):
    return re.sub(r"//.*|/\*.*?\*/", "", text, flags=re.S if "/*" in text and "//" not in text else 0)


def body_of(text, struct):
    """The text between the braces of a struct; "" if there is no such struct."""
    found = re.search(rf"\bstruct {struct}(?: : \w+)? {{\n(.*?)^}};", without_comments(text), flags=re.S | re.M)
    return found.group(1) if found else ""


def members(sources, struct):
    """Names of the data members of a struct: declarations without parentheses, and pointers to functions."""
    body = "".join(body_of(text, struct) for path, text in sources.of("runtime", ends=".h").items())
    while re.search(r"\{[^{}]*\}", body):  # removes bodies of functions and initial values
        body = re.sub(r"\{[^{}]*\}", "", body)
    count = 0
    for declaration in body.split(";"):
        declaration = declaration.strip()
        pointer = re.search(r"\(\*\s*\w+\)\s*\(", declaration)
        declaration = re.sub(r"=[^,;]*", "", declaration)
        if pointer:
            count += 1
        elif declaration and "(" not in declaration and not declaration.startswith(("using", "static", "enum", "struct", "constexpr")):
            count += declaration.count(",") + 1 - len(re.findall(r"<[^>]*,", declaration))
    return count


def asking_files(sources):
    """Files of compiler/ and runtime/ that distinguish forms: by a name, an enumerator, a row of the registry, a shape of plans,
    or a field that one form sets. The forms' own files do not count."""
    lists = [found for text in sources.of("runtime/include", "runtime/forms").values()
             for found in re.findall(r"using Shape = std::variant<(.*?)>;", text, flags=re.S)]
    shapes = re.findall(r"\w+", " ".join(lists))
    ways = [r"(?:plan|planned)\.(?:levels|scratchBytes|kept) > 0", r"form [=!]= ", r"name\(\) [=!]= ", r"[=!]= &?forms::", r"isResident\(\)",
            r"(?:TileForm|LinearForm)::(?!Auto\b)\w", r"shape\.index\(\)"]
    ways += [rf"(?:get|get_if|shapeOf|holds_alternative)<(?:eulerc::)?(?:{'|'.join(shapes)})>"] if shapes else []
    asks = re.compile("|".join(ways))
    return [path for path, text in sources.of("compiler", "runtime").items()
            if asks.search(without_comments(text)) and "/forms/" not in path]


def by_position(host):
    """Values of the model in generated host code without a `.name =` before them."""
    found = re.search(r"\bthe_model = \{(.*?)^\};|\bthe_model = \{(.*)", host, flags=re.S | re.M)
    if not found:
        return 0
    body = re.sub(r'R"(\w*)\(.*?\)\1"', '""', found.group(1) or found.group(2), flags=re.S)
    depth, values = 0, [""]
    for character in body:
        depth += character in "({[<"
        depth -= character in ")}]>"
        if depth < 0:
            break
        if character == "," and depth == 0:
            values.append("")
        else:
            values[-1] += character
    return sum(1 for value in values if value.strip() and not value.strip().startswith("."))


def rule_files(sources):
    """Files that name a kind of boundary rule: as a value, by the word of the language, or by a number."""
    return [path for path, text in sources.of("compiler", "runtime", "templates").items() if RULES.search(without_comments(text))]


def parsed_back(sources):
    """Places of the compiler, the frontend excepted, that read a fact from a name or from printed text: from its beginning, its
    end or a part."""
    places = re.compile(r"\.(?:starts_with|ends_with)\(\"|(?:substr|at)\(.*\.find\('|opencl\.find\(\"")
    return sum(len(places.findall(without_comments(text)))
               for path, text in sources.of("compiler/codegen", "compiler/transform", "compiler/analysis", "compiler/driver").items()
               if not path.startswith("compiler/driver") or path.endswith("OneKernel.cpp"))


def macros(sources):
    """Names EULERC_... in templates/, comments too."""
    return {name for text in sources.of("templates").values() for name in re.findall(r"\bEULERC_\w+", text)}


def two_meanings(sources):
    """Macros that two template files of different names define, one of them as a number. Files in functions/ do not count,
    because they replace each other."""
    found = {}
    for path, text in sources.of("templates").items():
        if not path.startswith("templates/functions/"):
            for name, value in re.findall(r"^\s*#\s*define (EULERC_\w+)((?: .*)?)$", text.replace("\\\n", " "), flags=re.M):
                found.setdefault(name, {})[os.path.basename(path).split(".")[0]] = value.split("//")[0].strip()
    return sorted(name for name, values in found.items()
                  if len(set(values.values())) > 1 and any(re.match(r"-?\d|\(", value) for value in values.values()))


def loose_lines(sources):
    """Lines of .h and .cpp files at the root of runtime/."""
    return sum(text.count("\n") for path, text in sources.of("runtime").items() if path.count("/") == 1)


def largest_class(sources):
    """The class with the most functions, and their number. Functions are defined as Class::name or within the class."""
    found = {}
    for text in map(without_comments, sources.of("compiler", "runtime", ends=(".cpp", ".h")).values()):
        for owner, name in re.findall(r"^[\w:<>&*, \[\]]*?\b([A-Z]\w*(?:::[A-Z]\w*)*)::(~?\w+)\([^;]*?\{", text, flags=re.M):
            found.setdefault(owner, set()).add(name)
        for owner, body in re.findall(r"^(?:class|struct) ([A-Z][\w:]*)[^;{]*\{\n(.*?)^\};", text, flags=re.M | re.S):
            for name in re.findall(r"^  (?! )[\w:<>&*,~ \[\]]*?\b(~?\w+)\([^;{}]*\)[^;{}()]*(?: : [^;]*)?\{", body, flags=re.M):
                found.setdefault(owner, set()).add(name)
    owner = max(found, key=lambda each: len(found[each]))
    return owner, len(found[owner])


def headers_to_see(build):
    """Headers in eulerc/ and all headers that they include, except the headers that users include themselves. Host code includes
    model.h, eulerc/model/ and eulerc/host/."""
    include, seen = os.path.join(build, "include/eulerc"), set()
    left = [name for name in os.listdir(include) if name.endswith(".h") and name != "model.h"]
    while left:
        header = left.pop()
        if header not in seen:
            seen.add(header)
            with open(os.path.join(include, header)) as file:
                left += re.findall(r"#include <eulerc/([\w/.]+)>", file.read())
    return sorted(header for header in seen if header not in SEEN)


def english(sources):
    """Flagged places in 1,000 words of pages, of public headers, and of all other files except tests (plain_english.py)."""
    rooms_of = {"pages": [], "public headers": [], "the rest": []}
    for path, text in sources.texts.items():
        if path.startswith("test/"):
            continue
        room = "pages" if path.endswith(".md") else "public headers" if path.startswith("runtime/include/") else "the rest"
        rooms_of[room].append((path, text))
    return {room: plain_english.rate(files) for room, files in rooms_of.items()}


def seconds_of_tests(build):
    """Processor time of the last run of all tests, in minutes; words if there is none."""
    path = os.path.join(build, "test/results.json")
    if not os.path.exists(path):
        return "no results: ./dev test"
    with open(path) as file:
        tests = json.load(file)["tests"]
    used = [test["metrics"]["processor"] for test in tests if test.get("metrics", {}).get("processor")]
    return f"{sum(used) / 60:.1f} min of processor time, {len(used)} tests"


def rows(root, build, host):
    """The rows of the table: metric, bound and figure."""
    sources = Sources(root)
    owner, methods = largest_class(sources)
    doubled, words = two_meanings(sources), english(sources)
    lines = sum(text.count("\n") for text in sources.of(*BACK_HALF, ends=(".cpp", ".h", ".cl", ".py")).values())
    return [("files that ask which form a plan is", "0", len(asking_files(sources))),
            ("fields of Plan", "18", members(sources, "LaunchConfig") + members(sources, "Plan")), ("members of Model", "15", members(sources, "Model")),
            ("values of the model set by position", "0", by_position(host)),
            ("files that interpret a rule's kind", "3", len(rule_files(sources))),
            ("facts parsed back from text", "0", parsed_back(sources)),
            ("macros EULERC_ in templates", "220", len(macros(sources))),
            ("macros with two meanings", "0", f"{len(doubled)} {' '.join(doubled)}".strip()),
            ("loose lines at the root of runtime/", "0", loose_lines(sources)),
            ("pairs of its rooms that include each other", "0", len(rooms.pairs_of(rooms.includes(os.path.join(root, "runtime"))))),
            ("methods of the largest class", "30", f"{methods} {owner}"),
            ("headers that users need not see", "0", len(headers_to_see(build))),
            ("lines of codegen, templates and planning", "15000", lines),
            *((f"flagged in 1,000 words of {room}", "5" if room == "the rest" else "3", f"{rate:.1f}") for room, rate in words.items()),
            ("time of the tests", "8 to 11 min", seconds_of_tests(build))]
