#!/usr/bin/env python3
"""The oracle: a slow, obvious reference integrator for .ode files, used by tests only.

    oracle.py string.ode --real float --set N=100 --steps 3 --output y.npy

In: an .ode file, values of params, a number of steps. Out: the state after these steps, one numpy
array per state. It shares no code with the compiler. Its semantics:
  - params and `initial` are evaluated in double; a value is rounded once to the solver's precision;
  - `ddt` and boundary values are evaluated in the solver's precision, from rounded params;
  - monitors are evaluated in double, of the rounded states and of values beyond the grid, rounded as well; a condition that ends the run is looked at before it and after
    each hundred steps;
  - y_new = y + h * f, contracted like any product and sum (evaluate.py), with h = dt rounded; the step k starts at t_k = t0 + k * dt, in double;
    other methods are in methods.py.
"""

import argparse
import itertools
import math
import sys

import numpy as np
from pycparser import c_ast

from behind import Behind, Frames, reduced, series_of
from looks import TIME, Arrays, Looks
from methods import Step
from reader import OdeError, read
from rules import RULES, Rules, ghost_of
from statements import Compiler
from syntax import is_int_type, mentions_names
from times import plan_steps, plan_times

PRECISION = {"float": np.float32, "double": np.float64}


class Program(Looks):
    def __init__(self, path, real="float", defines=(), include_dirs=(), contract=True, reciprocal=True,
                 method=None, stages=0):
        self.real = self.held = PRECISION[real]  # of operations, of values of the grid and beyond it
        self.contract = contract  # as the compiler's --contract
        self.reciprocal = reciprocal  # as its --division
        self.source = read(path, defines, include_dirs)
        self.method = method or self.source.method
        self.stages = stages  # of rkl2, which a solver may choose by itself
        self.params, self.states, self.fields, self.tables = {}, {}, {}, {}
        self.data, self.lets = {}, {}
        self.functions, self.asserts, self.timespan = {}, [], None
        for node in self.source.tree.ext:
            self.declare(node)
        if not self.states:
            raise OdeError(f"{path}: no state")

    def declare(self, node):
        if isinstance(node, c_ast.FuncDef):
            self.functions[node.decl.name] = node
        elif isinstance(node, c_ast.StaticAssert):
            self.asserts.append(node)
        elif isinstance(node, c_ast.Decl) and node.name == "timespan":
            self.timespan = node.init
        elif isinstance(node, c_ast.Decl) and "register" in node.storage:
            self.params[node.name] = node
        elif isinstance(node, c_ast.Decl) and "extern" in node.storage:
            target = {"const": self.tables, "volatile": self.fields, "": self.states,
                      "const volatile": self.data, "restrict": self.lets}[" ".join(sorted(node.quals))]
            target[node.name] = node
        elif isinstance(node, c_ast.Decl) and node.name and node.name.startswith("eulerc_boundary_"):
            pass
        elif not isinstance(node, c_ast.Typedef):
            if not isinstance(node.type, c_ast.FuncDecl):  # a prototype of a helper
                raise OdeError(f"{node.coord}: the oracle does not know this declaration")

    # ---- before a run ------------------------------------------------------------------------
    def values(self, given):
        """All params: name → (kind, value in double or int)."""
        given = dict(given)
        seed = None if "seed" in self.params else given.pop("seed", None)
        unknown = set(given) - set(self.params)
        if unknown:
            raise OdeError(f"unknown param {sorted(unknown)[0]}")
        params = {}
        for name, node in self.params.items():
            kind = "int" if is_int_type(node.type) else "real"
            if name in given:
                value = int(given[name]) if kind == "int" else float(given[name])
            else:
                compiler = self.compiler(np.float64, params, {})
                value = compiler.convert(kind, compiler.expression(node.init, {}))({})
            params[name] = (kind, value)
        if seed is not None:
            params["seed"] = ("int", int(seed))
        return params

    def compiler(self, real, params, arrays, **step):
        helpers = {n: f for n, f in self.functions.items() if not n.startswith("eulerc_")}
        return Compiler(real, params, arrays, helpers, **step)

    def constant(self, node, params, kind="real"):
        compiler = self.compiler(np.float64, params, {})
        return compiler.convert(kind, compiler.expression(node, {}))({})

    def species(self, name):
        """How many species a state has: a number of up to 32, before the sizes of the grid; else None."""
        kind = self.states[name].type if name in self.states else None
        if kind is None or not isinstance(kind.type, c_ast.ArrayDecl) or mentions_names(kind.dim):
            return None
        count = self.constant(kind.dim, {}, "int")
        return count if count <= 32 else None

    def shape(self, node, params):
        extents, kind = [], node.type
        while isinstance(kind, c_ast.ArrayDecl):
            extents.append(self.constant(kind.dim, params, "int"))
            kind = kind.type
        if min(extents) <= 0:
            raise OdeError(f"{node.coord}: {node.name} has {extents} points")
        return tuple(extents)

    def functionOf(self, name):
        words = [self.functions.get(f"eulerc_{word}_{name}") for word in ("ddt", "next", "let")]
        return next((word for word in words if word), None)

    def points(self, name, shape):
        """Of the grid: the species at one of them share its random numbers."""
        return max(1, math.prod(shape[1:] if self.species(name) else shape))

    def boundaryRules(self, name, rank, params, species=()):
        """Of one array; `species`: a tuple of its number, if it has one."""
        ddt = (self.functionOf(name) or self.functions.get(f"eulerc_initial_{name}")
               or min(map(self.functionOf, self.states), key=lambda each: len(each.decl.type.args.params)))
        names = [p.name for p in ddt.decl.type.args.params]
        first = len(species)
        axes = names[first:first + rank]
        scope = {n: ("int" if k < first + rank else "real", n) for k, n in enumerate(names)}
        rules = Rules(rank)
        tables = {n: self.tableReader(d, params, self.real) for n, d in self.tables.items()}
        for boundary in self.source.boundaries:
            if boundary.args[0] != name:
                continue
            chosen = [axes.index(a) for a in boundary.args[1:] if a in axes] or range(rank)
            sides = [s for s, word in enumerate(("low", "high")) if word in boundary.args] or (0, 1)
            rule = boundary.rule
            if isinstance(rule, c_ast.ID):
                value = (rule.name, ())
            else:
                compiler = self.compiler(self.real, params, tables, contract=self.contract,
                                         reciprocal=self.reciprocal, in_step=True)
                parts = [compiler.to_real(compiler.expression(each, scope)) for each in rule.args.exprs]
                value = (rule.name.name, [lambda place, t, part=part: part(dict(zip(names, [*species, *place, t])))
                                          for part in parts])
            if value[0] not in RULES:
                raise OdeError(f"{rule.coord}: the oracle does not know this boundary rule")
            rules.set(chosen, sides, value)
        return rules

    def speciesReader(self, name, params, shape, memory):
        """As reader(), of a state whose first index counts species."""
        slices = [{} for _ in range(shape[0])]
        readers = [self.reader(name, self.boundaryRules(name, len(shape) - 1, params, (q,)), shape[1:], slices[q])
                   for q in range(shape[0])]

        def read_species(indices, place):
            q = indices[0]
            slices[q][name] = memory[name][q]
            slices[q][TIME] = memory.get(TIME)
            return readers[q](indices[1:], place)

        return read_species

    def reader(self, name, rules, shape, memory):
        """read(indices, place) of an array; `memory` maps its name to the current values, TIME to the time."""

        def read_array(indices, place):
            if all(0 <= k < n for k, n in zip(indices, shape)):
                return memory[name][indices]
            found = rules.resolve(indices, shape, memory.get(TIME))
            if found is None:
                raise OdeError(f"{place}: read of {name}{list(indices)} outside the grid "
                               f"{list(shape)} without a boundary rule")
            kind, at, ghosts = found
            value = at if kind == "value" else memory[name][at]
            for ghost in reversed(ghosts):
                value = ghost_of(value, *ghost, self.real, self.contract)
            return self.real(self.held(value))

        return read_array

    def fill(self, name, shape, params, tables, kind=None):
        """Values of `initial(name)`: evaluated in double, rounded once; zeros without it."""
        values = np.zeros(shape, kind or self.real)
        definition = self.functions.get(f"eulerc_initial_{name}")
        if definition:
            compiler = self.compiler(np.float64, params, tables)
            kinds, _, body = compiler.function(definition)
            points = self.points(name, shape)
            for point, indices in enumerate(itertools.product(*map(range, shape))):
                compiler.moment = point % points, -1
                values[indices] = body(dict(zip(kinds, indices)))
        return values

    def tableReader(self, node, params, real):
        def evaluate(init):
            if isinstance(init, c_ast.InitList):
                return [evaluate(e) for e in init.exprs]
            return self.constant(init, params)

        values = np.array(evaluate(node.init), np.float64).astype(real)
        return self.reader(node.name, Rules(values.ndim), values.shape, {node.name: values})

    def dataReaders(self, params, tables):
        """For the right-hand side and, in double of the rounded values, for initial."""
        readers = ({}, {})
        for name, node in self.data.items():
            kind = np.int64 if is_int_type(node) else self.real
            values = self.fill(name, self.shape(node, params), params, tables, kind)
            rules = Rules(values.ndim)
            for reader, each in zip(readers, (values, values if kind == np.int64 else values.astype(np.float64))):
                memory = {name: each.astype(object) if kind == np.int64 else each}
                reader[name] = self.reader(name, rules, values.shape, memory)
        return readers

    # ---- the run -----------------------------------------------------------------------------
    def defaultTimes(self, params):
        """from, to, dt of the file's timespan; None where it says nothing."""
        times = {"from": 0.0, "to": None, "dt": None}
        for part in self.timespan.exprs if self.timespan else []:
            times[part.name[0].name] = float(self.constant(part.expr, params))
        return times

    def run(self, params=None, steps=None, dt=None, t0=None, t_end=None, initial=None, series=None):
        """The states after the run: name → array. `initial` may replace initial values; `series`: name → function of a
        shape, which gives the times and the frames of a field that changes in time."""
        with np.errstate(all="ignore"):
            values = self.values(params or {})
            for node in self.asserts:
                if not self.constant(node.cond, values, "int"):
                    raise OdeError(f"{node.coord}: {node.message.value} does not hold")
            times = self.defaultTimes(values)
            t0 = times["from"] if t0 is None else t0
            dt = times["dt"] if dt is None else dt
            t_end = times["to"] if t_end is None else t_end
            lengths = plan_steps(t0, dt, steps) if steps is not None else plan_times(t0, t_end, dt)
            return self.integrate(values, t0, dt, lengths, t_end, initial or {}, series or {})

    def integrate(self, params, t0, dt, lengths, t_end, initial, series):
        real = self.real
        tables = {n: self.tableReader(d, params, np.float64) for n, d in self.tables.items()}
        ints = {name for name, node in self.data.items() if is_int_type(node)}
        inSteps, inInitial = self.dataReaders(params, tables)
        tables = Arrays(tables | inInitial, ints)
        arrays = Arrays({n: self.tableReader(d, params, real) for n, d in self.tables.items()} | inSteps, ints)
        shapes = {n: self.shape(d, params) for n, d in (self.states | self.lets | self.fields).items()}
        memory = {}  # the current values of states and fields
        frames = {name: Frames(*series[name](shapes[name]), real) for name in self.source.series}
        for name, shape in shapes.items():
            memory[name] = (np.array(initial[name], real) if name in initial
                            else self.fill(name, shape, params, tables))
            if self.species(name):
                arrays[name] = self.speciesReader(name, params, shape, memory)
                continue
            rules = self.boundaryRules(name, len(shape), params)
            arrays[name] = self.reader(name, rules, shape, memory)
            if name in frames:
                arrays[name] = frames[name].reader(
                    lambda held, name=name, rules=rules, shape=shape: self.reader(name, rules, shape, held),
                    lambda: memory[TIME])
        compiler = self.compiler(real, params, arrays, contract=self.contract, reciprocal=self.reciprocal, in_step=True)
        inDouble = Arrays(tables, ints)
        for name, how, of in self.source.globals:
            compiler.globals[name] = lambda how=how, of=of: reduced(
                how, of, self.outputValues([of], params, inDouble, memory, shapes, step.exact, np.float64) or memory, real)
        compiler.series = series_of(self, params, arrays)
        functions = {}
        for name in self.states | self.lets:
            if not self.functionOf(name):
                raise OdeError(f"state {name} has no ddt")
            functions[name] = compiler.function(self.functionOf(name))

        def evaluate(name, t):
            kinds, _, body = functions[name]
            memory[TIME] = t
            values = np.empty_like(memory[name])
            points = self.points(name, shapes[name])
            for point, indices in enumerate(itertools.product(*map(range, shapes[name]))):
                compiler.moment = point % points, compiler.step_number
                values[indices] = body(dict(zip(kinds, (*indices, t))))
            return values

        rates = [n for n in self.states if f"eulerc_ddt_{n}" in self.functions]
        maps = [n for n in self.states if n not in rates]
        step = Step(memory, rates, maps, list(self.lets), evaluate, real, self.contract, self.stages)
        behind = Behind(self, compiler, memory, shapes, step)
        end = t0
        for k, length in enumerate(lengths):
            if k % 100 == 0 and self.isEnd(params, inDouble, memory, shapes, end):
                break
            compiler.step_size = real(length)
            compiler.step_number = k
            for name, each in frames.items():
                each.begin(name, t0 + k * dt, dt)
            behind.begin(real(t0 + k * dt))
            step.take(self.method, k, t0 + k * dt, length)
            end = t0 + (k + 1) * dt if length == dt else t_end
            behind.end(real(end))
        self.monitored = self.monitors(params, inDouble, memory, shapes, end)
        self.outputs = self.outputValues(self.source.outputs, params, inDouble, memory, shapes, end, real)
        return {name: memory[name] for name in self.states} | behind.times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--real", choices=PRECISION, default="float")
    parser.add_argument("--contract", choices=["on", "off"], default="on")
    parser.add_argument("--division", choices=["reciprocal", "ieee"], default="reciprocal")
    parser.add_argument("--method")
    parser.add_argument("--stages", type=int, default=0, help="of rkl2")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--steps", type=int)
    parser.add_argument("--dt", type=float)
    parser.add_argument("--t0", type=float)
    parser.add_argument("--t-end", type=float)
    parser.add_argument("-D", action="append", default=[], dest="defines")
    parser.add_argument("-I", action="append", default=[], dest="include_dirs")
    parser.add_argument("--output", help=".npy file; with several states FILE.STATE.npy; else text")
    options = parser.parse_args()
    try:
        program = Program(options.file, options.real, options.defines, options.include_dirs,
                          options.contract == "on", options.division == "reciprocal",
                          options.method, options.stages)
        given = dict(word.split("=", 1) for word in options.set)
        result = program.run(given, options.steps, options.dt, options.t0, options.t_end)
    except OdeError as error:
        sys.exit(f"oracle: {error}")
    for name, values in result.items():
        if options.output is None:
            print(name, *(repr(float(v)) for v in values.flat))
        elif len(result) == 1:
            np.save(options.output, values)
        else:
            np.save(options.output.removesuffix(".npy") + f".{name}.npy", values)


if __name__ == "__main__":
    main()
