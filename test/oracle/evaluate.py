"""Turns C expressions of an .ode file into Python functions, in one precision; statements.py does it for statements.

    K * (y[i + 1] - y[i])   →   ("real", function of the local variables)

Every operation is one numpy scalar operation in the chosen precision, in C's order. Where it is told
to contract, a product that is written as an operand of + or - is rounded together with that; where it is told to take
reciprocals, x / c with a c written with params alone is x * (1 / c). In a step pow to a whole number is products.
An int is a 64-bit integer with C's truncating / and %, 0 by zero. An int met by a real is converted to the
precision first; a literal has the precision.
"""

import numpy as np
from pycparser import c_ast

from operations import COMPARISONS, FUNCTIONS, INT_OPERATIONS, REAL_OPERATIONS, fma, power
from randoms import random_number
from reader import OdeError
from syntax import is_int_type, read_int, written_number

INT_LIMIT = 2**63


class Expressions:
    """Compiles expressions to functions of `env`, the dictionary of local variables.

    `names` gives the value of a param, `arrays` maps a state, field, table or data to
    read(indices, node), `ints` names data of int, and `helpers` the definitions of helper functions.
    """

    def __init__(self, real, params, arrays, helpers, contract=False, reciprocal=False, in_step=False):
        self.real = real
        self.contract = contract
        self.reciprocal = reciprocal
        self.in_step = in_step
        self.step_size = None  # while a step is taken
        self.params = params    # name → ("int" | "real", value)
        self.ints = getattr(arrays, "ints", ())
        self.arrays = arrays    # name → function of a tuple of indices and the place
        self.helpers = helpers  # name → FuncDef
        self.moment = None  # (number of the point, of the step), for random numbers
        self.seed = params["seed"][1] if "seed" in params else 0
        self.compiled = {}
        self.compiling = set()
        self.globals = {}  # name → a function that tells a value of the whole grid
        self.setters = {}  # state → function of indices and a value, where states may be set
        self.series = {}   # data → function of a time

    # ---- conversions -------------------------------------------------------------------------
    def to_real(self, operand):
        kind, f = operand
        if kind == "real":
            return f
        real = self.real

        def convert(env):
            value = f(env)
            # np.int64 rounds once; a Python int would go through double first.
            return real(value) if abs(value) < 2**53 else real(np.int64(value))

        return convert

    def to_int(self, operand):
        kind, f = operand
        return f if kind == "int" else lambda env: int(f(env))  # truncates towards zero

    def convert(self, kind, operand):
        return self.to_int(operand) if kind == "int" else self.to_real(operand)

    # ---- expressions -------------------------------------------------------------------------
    def expression(self, node, scope):
        """(kind, function) of an expression; `scope` maps a local's name to (kind, key of env)."""
        method = getattr(self, "on" + type(node).__name__, None)
        if method is None:
            raise OdeError(f"{node.coord}: the oracle does not know {type(node).__name__}")
        return method(node, scope)

    def onConstant(self, node, scope):
        if "int" in node.type:
            value = read_int(node.value)
            return "int", lambda env: value
        text = node.value
        value = float(np.float32(float(text[:-1]))) if text[-1] in "fF" else float(text.rstrip("lL"))
        real = self.real(value)
        return "real", lambda env: real

    def onID(self, node, scope):
        name = node.name
        if name in scope:
            kind, key = scope[name]

            def local(env):
                if key not in env:
                    raise OdeError(f"{node.coord}: {name} is read before it has a value")
                return env[key]

            return kind, local
        if name in self.params:
            kind, value = self.params[name]
            constant = int(value) if kind == "int" else self.real(value)
            return kind, lambda env: constant
        if name in self.globals:
            return "real", lambda env: self.globals[name]()
        if name == "dt" and self.in_step:
            return "real", lambda env: self.step_size
        raise OdeError(f"{node.coord}: unknown name {name}")

    def onUnaryOp(self, node, scope):
        if node.op in ("++", "--", "p++", "p--"):
            return self.increment(node, scope)
        kind, f = operand = self.expression(node.expr, scope)
        if node.op == "-":
            return kind, lambda env: -f(env)
        if node.op == "+":
            return operand
        if node.op == "!":
            return "int", lambda env: int(not f(env))
        if node.op == "~" and kind == "int":
            return "int", lambda env: ~f(env)
        raise OdeError(f"{node.coord}: the oracle does not know unary {node.op}")

    def onBinaryOp(self, node, scope):
        op = node.op
        left, right = self.expression(node.left, scope), self.expression(node.right, scope)
        if op == "&&":
            return "int", lambda env, f=left[1], g=right[1]: int(bool(f(env)) and bool(g(env)))
        if op == "||":
            return "int", lambda env, f=left[1], g=right[1]: int(bool(f(env)) or bool(g(env)))
        ints = left[0] == right[0] == "int"
        f, g = (left[1], right[1]) if ints else (self.to_real(left), self.to_real(right))
        if op in COMPARISONS:
            compare = COMPARISONS[op]
            return "int", lambda env: int(compare(f(env), g(env)))
        operations = INT_OPERATIONS if ints else REAL_OPERATIONS
        if op not in operations:
            raise OdeError(f"{node.coord}: the oracle does not know {op} of reals")
        if not ints and op in "+-" and self.contract:
            for k, operand in enumerate((node.left, node.right)):
                if factors := self.factors(operand, scope):
                    return "real", self.contracted(op, *factors, (g, f)[k], k)
        operation = operations[op]
        if not ints and op == "/" and self.reciprocal and self.isOfParams(node.right, scope) \
                and not self.isOfParams(node.left, scope):
            return "real", lambda env: f(env) * (self.real(1) / g(env))
        if not ints:
            return "real", lambda env: operation(f(env), g(env))

        def exact(env):
            value = operation(f(env), g(env))
            if not -INT_LIMIT <= value < INT_LIMIT:
                raise OdeError(f"{node.coord}: the int overflows")
            return value

        return "int", exact

    def isOfParams(self, node, scope):
        """Whether it is written with numbers and params alone."""
        if isinstance(node, c_ast.ID):
            return node.name not in scope and node.name in self.params
        if isinstance(node, c_ast.FuncCall):
            return node.name.name not in self.helpers and all(self.isOfParams(a, scope) for a in node.args.exprs)
        if isinstance(node, (c_ast.ArrayRef, c_ast.Typename)):
            return isinstance(node, c_ast.Typename)
        return all(self.isOfParams(part, scope) for _, part in node.children())

    def factors(self, node, scope):
        """The factors of a product of reals that stands there."""
        if not isinstance(node, c_ast.BinaryOp) or node.op != "*":
            return None
        left, right = self.expression(node.left, scope), self.expression(node.right, scope)
        if left[0] == right[0] == "int":
            return None
        return self.to_real(left), self.to_real(right)

    def contracted(self, op, a, b, rest, k):
        """a * b + rest, a * b - rest, or, where k is 1, rest - a * b."""
        real = self.real
        if op == "+":
            return lambda env: fma(real, a(env), b(env), rest(env))
        if k == 0:
            return lambda env: fma(real, a(env), b(env), -rest(env))
        return lambda env: fma(real, -a(env), b(env), rest(env))

    def onTernaryOp(self, node, scope):
        condition = self.expression(node.cond, scope)[1]
        yes, no = self.expression(node.iftrue, scope), self.expression(node.iffalse, scope)
        kind = "int" if yes[0] == no[0] == "int" else "real"
        f, g = self.convert(kind, yes), self.convert(kind, no)
        return kind, lambda env: f(env) if condition(env) else g(env)

    def onCast(self, node, scope):
        kind = "int" if is_int_type(node.to_type) else "real"
        return kind, self.convert(kind, self.expression(node.expr, scope))

    def onArrayRef(self, node, scope):
        indices, base = [], node
        while isinstance(base, c_ast.ArrayRef):
            indices.insert(0, self.to_int(self.expression(base.subscript, scope)))
            base = base.name
        if base.name not in self.arrays:
            raise OdeError(f"{node.coord}: unknown array {base.name}")
        read = self.arrays[base.name]
        return ("int" if base.name in self.ints else "real",
                lambda env: read(tuple(f(env) for f in indices), node.coord))

    def onFuncCall(self, node, scope):
        name = node.name.name
        if name == "at" and name not in self.helpers:
            time, data = self.to_real(self.expression(node.args.exprs[1], scope)), node.args.exprs[0].name
            return "real", lambda env: self.series[data](time(env))
        arguments = [self.expression(a, scope) for a in (node.args.exprs if node.args else [])]
        if name in self.helpers:
            return self.callHelper(name, arguments, node)
        if name == "abs" and arguments[0][0] == "int":
            return "int", lambda env: abs(arguments[0][1](env))
        if name in ("uniform", "normal"):
            return "real", lambda env: random_number(self.real, name, int(arguments[0][1](env)), self.moment, self.seed)
        if name not in FUNCTIONS:
            raise OdeError(f"{node.coord}: unknown function {name}")
        function, real = FUNCTIONS[name], self.real
        functions = [self.to_real(a) for a in arguments]
        exponent = written_number(node.args.exprs[1]) if name == "pow" and self.in_step else None
        if exponent and abs(exponent) <= 16 and (exponent % 1 == 0 or exponent in (0.5, 1.5)):
            return "real", lambda env: power(real, functions[0](env), exponent)
        return "real", lambda env: real(function(real, *[f(env) for f in functions]))

    def callHelper(self, name, arguments, node):
        parameters, kind, body = self.helper(name)
        if len(parameters) != len(arguments):
            raise OdeError(f"{node.coord}: {name} takes {len(parameters)} arguments")
        functions = {p: self.convert(k, a) for (p, k), a in zip(parameters.items(), arguments)}
        return kind, lambda env: body({p: f(env) for p, f in functions.items()})

    def helper(self, name):
        """(kinds of the parameters, kind of the result, body) of a helper."""
        if name in self.compiling:
            raise OdeError(f"{name} calls itself")
        if name not in self.compiled:
            self.compiling.add(name)
            self.compiled[name] = self.function(self.helpers[name])
            self.compiling.remove(name)
        return self.compiled[name]

    def increment(self, node, scope):
        by = 1 if "+" in node.op else -1
        kind, key = scope[node.expr.name]

        def change(env):
            before = env[key]
            env[key] = before + (by if kind == "int" else self.real(by))
            return before if node.op[0] == "p" else env[key]

        return kind, change
