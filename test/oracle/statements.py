"""Turns C functions of an .ode file into Python functions: their statements, in C's order.

    { real s = 0; for (…) s += y[i]; return s; }   →   function of the arguments, by name

A statement is a function of the local variables that gives None, or the value of a `return`.
"""

from pycparser import c_ast

from evaluate import Expressions
from reader import OdeError
from syntax import is_int_type


class Break(Exception):
    pass


class Continue(Exception):
    pass


class Compiler(Expressions):
    """Compiles functions of a program, and the expressions that they are made of."""

    def function(self, definition):
        declaration = definition.decl.type
        parameters = declaration.args.params if declaration.args else []
        kinds = {p.name: "int" if is_int_type(p.type) else "real" for p in parameters
                 if getattr(p, "name", None)}
        kind = "int" if is_int_type(declaration.type) else "real"
        scope = {name: (k, name) for name, k in kinds.items()}
        statement = self.statement(definition.body, scope, kind)

        def body(env):
            value = statement(env)
            if value is None:
                raise OdeError(f"{definition.decl.name} ends without return")
            return value

        return kinds, kind, body

    def statement(self, node, scope, result):
        if isinstance(node, c_ast.Compound):
            inner = dict(scope)
            body = [self.statement(s, inner, result) for s in node.block_items or []]
            return lambda env: run_all(body, env)
        if isinstance(node, c_ast.Return):
            value = self.convert(result, self.expression(node.expr, scope))
            return value
        if isinstance(node, c_ast.If):
            return self.ifStatement(node, scope, result)
        if isinstance(node, c_ast.For):
            return self.forStatement(node, scope, result)
        if isinstance(node, c_ast.DeclList):
            return self.sequence([self.declaration(d, scope) for d in node.decls])
        if isinstance(node, c_ast.Decl):
            return self.declaration(node, scope)
        if isinstance(node, c_ast.Assignment):
            return self.assignment(node, scope)
        if isinstance(node, c_ast.EmptyStatement):
            return lambda env: None
        if isinstance(node, c_ast.Break):
            return raiser(Break)
        if isinstance(node, c_ast.Continue):
            return raiser(Continue)
        value = self.expression(node, scope)[1]

        def evaluate(env):
            value(env)

        return evaluate

    def sequence(self, body):
        return lambda env: run_all(body, env)

    def declaration(self, node, scope):
        kind = "int" if is_int_type(node.type) else "real"
        init = self.convert(kind, self.expression(node.init, scope)) if node.init else None
        key = f"{node.name} {node.coord}"  # an inner variable does not overwrite an outer one
        scope[node.name] = (kind, key)

        def declare(env):
            if init is None:
                env.pop(key, None)
            else:
                env[key] = init(env)

        return declare

    def set_state(self, node, scope):
        indices, base = [], node.lvalue
        while isinstance(base, c_ast.ArrayRef):
            indices.insert(0, self.to_int(self.expression(base.subscript, scope)))
            base = base.name
        if base.name not in self.setters:
            raise OdeError(f"{node.coord}: {base.name} cannot be set here")
        value = node.rvalue if node.op == "=" else c_ast.BinaryOp(node.op[:-1], node.lvalue, node.rvalue, node.coord)
        f, setter = self.to_real(self.expression(value, scope)), self.setters[base.name]
        return lambda env: setter(tuple(k(env) for k in indices), f(env))

    def assignment(self, node, scope):
        if isinstance(node.lvalue, c_ast.ArrayRef):
            return self.set_state(node, scope)
        if not isinstance(node.lvalue, c_ast.ID) or node.lvalue.name not in scope:
            raise OdeError(f"{node.coord}: only a local variable can be assigned to")
        kind, key = scope[node.lvalue.name]
        value = node.rvalue
        if node.op != "=":
            value = c_ast.BinaryOp(node.op[:-1], node.lvalue, node.rvalue, node.coord)
        f = self.convert(kind, self.expression(value, scope))

        def assign(env):
            env[key] = f(env)

        return assign

    def ifStatement(self, node, scope, result):
        condition = self.expression(node.cond, scope)[1]
        yes = self.statement(node.iftrue, dict(scope), result)
        no = self.statement(node.iffalse, dict(scope), result) if node.iffalse else None

        def choose(env):
            if condition(env):
                return yes(env)
            return no(env) if no else None

        return choose

    def forStatement(self, node, scope, result):
        inner = dict(scope)
        first = self.statement(node.init, inner, result) if node.init else None
        condition = self.expression(node.cond, inner)[1]
        following = self.statement(node.next, inner, result) if node.next else None
        body = self.statement(node.stmt, inner, result)

        def loop(env):
            if first:
                first(env)
            while condition(env):
                try:
                    value = body(env)
                    if value is not None:
                        return value
                except Break:
                    return None
                except Continue:
                    pass
                if following:
                    following(env)
            return None

        return loop


def run_all(body, env):
    for statement in body:
        value = statement(env)
        if value is not None:
            return value
    return None


def raiser(exception):
    def statement(env):
        raise exception

    return statement
