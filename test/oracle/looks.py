"""What the oracle sees of states between two steps: monitors, outputs, and conditions that end a run.

    monitor(sum) energy(int i, real t) { return v[i] * v[i]; }   →   {"energy": the sum over all points}

All is evaluated in double, of the rounded states.
"""

import copy
import itertools
import math

import numpy as np

TIME = "the time"
REDUCTIONS = {
    "sum": math.fsum, "min": min, "max": max, "mean": lambda points: math.fsum(points) / len(points),
    "norm2": lambda points: math.sqrt(math.fsum(p * p for p in points)), "norminf": lambda points: max(map(abs, points)),
}


class Arrays(dict):
    """name → function of a tuple of indices and the place; `ints` names those of int."""

    def __init__(self, pairs, ints):
        super().__init__(pairs)
        self.ints = ints


class Looks:
    """The part of a Program that looks at states."""

    def monitors(self, params, tables, memory, shapes, t):
        """name → value, of the states in memory."""
        words = [name.split("_", 3)[2:] for name in self.functions if name.startswith("eulerc_monitor_")]
        if not words:
            return {}
        double, arrays, grid = self.seenInDouble(params, tables, memory, shapes, t, "eulerc_monitor_" + "_".join(words[0]))
        values = {}
        for how, name in words:
            kinds, _, body = double.compiler(np.float64, params, arrays).function(self.functions[f"eulerc_monitor_{how}_{name}"])
            points = [float(body(dict(zip(kinds, (*indices, t))))) for indices in itertools.product(*map(range, grid))]
            values[name] = REDUCTIONS[how](points)
        return values

    def outputValues(self, names, params, tables, memory, shapes, t, kind):
        """name → value at each point, of those that are outputs."""
        values = {}
        for name in set(names) & set(self.source.outputs):
            double, arrays, grid = self.seenInDouble(params, tables, memory, shapes, t, name)
            kinds, _, body = double.compiler(np.float64, params, arrays).function(self.functions[name])
            values[name] = np.empty(grid, kind)
            for indices in itertools.product(*map(range, grid)):
                values[name][indices] = body(dict(zip(kinds, (*indices, t))))
        return values

    def seenInDouble(self, params, tables, memory, shapes, t, function):
        """The program, its arrays and its grid, as what looks at states has them; of as many axes as the function has."""
        double = copy.copy(self)  # the same program, whose operations are in double
        double.real, double.contract, double.reciprocal = np.float64, False, False
        seen = {name: np.array(memory[name], np.float64) for name in self.states | self.fields}
        seen[TIME] = t
        arrays = Arrays(tables, tables.ints)
        for name in self.states | self.fields:
            if self.species(name):
                arrays[name] = double.speciesReader(name, params, shapes[name], seen)
            else:
                rules = double.boundaryRules(name, len(shapes[name]), params)
                arrays[name] = double.reader(name, rules, shapes[name], seen)
        shape = shapes[next(iter(self.fields), next(iter(self.states)))]
        return double, arrays, shape[-len(self.functions[function].decl.type.args.params) + 1:]

    def isEnd(self, params, tables, memory, shapes, t):
        conditions = [f for name, f in self.functions.items() if name.startswith("eulerc_stop_")]
        if not conditions:
            return False
        values = {name: ("real", value) for name, value in self.monitors(params, tables, memory, shapes, t).items()}
        compiler = self.compiler(np.float64, params | values, tables)
        for condition in conditions:
            kinds, _, body = compiler.function(condition)
            if body(dict(zip(kinds, [t]))):
                return True
        return False
