"""What a piece of C's syntax says by itself: is it an int, which number is it, does it name anything."""

from pycparser import c_ast


def is_int_type(node):
    """Whether a type's syntax names an integer; the others are real."""
    while not isinstance(node, c_ast.IdentifierType):
        node = node.type
    return any(word in ("int", "long", "short", "char", "_Bool", "unsigned") for word in node.names)


def read_int(text):
    digits = text.rstrip("uUlL")
    if digits[:1] == "0" and digits[1:].isdigit():
        return int(digits, 8)
    return int(digits, 0)


def written_number(node):
    """A number, perhaps with a minus; None if there stands something else."""
    if isinstance(node, c_ast.UnaryOp) and node.op == "-":
        number = written_number(node.expr)
        return None if number is None else -number
    return float(node.value.rstrip("fFlL")) if isinstance(node, c_ast.Constant) else None


def mentions_names(node):
    return isinstance(node, c_ast.ID) or any(mentions_names(part) for _, part in node.children())
