"""What happens behind steps, and what is made of the whole grid or of the time, for the oracle.

Of a field that changes in time a step takes the two frames around its begin, each with the field's boundary rules; in between
a value is (1 - part) of the even frame and part of the odd one.

    Behind(…).begin(t); a step; .end(t)   →   times of events, states changed by `when`

An event is found where its value was below zero at the begin of a step and is not at its end; its time is on a straight line
between both. Then states change, point by point, one `when` after the other. Neither knows what the other has done.
"""

import itertools

import numpy as np

from operations import fma


class Behind:
    def __init__(self, program, compiler, memory, shapes, step):
        self.compiler, self.memory, self.step = compiler, memory, step
        self.real, self.contract = program.real, program.contract
        name = next(iter(program.states))
        self.grid = shapes[name][1:] if program.species(name) else shapes[name]
        functions = program.functions
        self.events = {n.removeprefix("eulerc_event_"): compiler.function(f) for n, f in functions.items()
                       if n.startswith("eulerc_event_")}
        self.times = {event: np.zeros(self.grid, self.real) for event in self.events}
        for state in program.states:
            compiler.setters[state] = lambda indices, value, state=state: self.set(state, indices, value)
        numbers = range(sum(n.startswith("eulerc_when_") for n in functions))
        self.whens = [(compiler.function(functions[f"eulerc_when_{k}"]), self.body(functions[f"eulerc_then_{k}"]))
                      for k in numbers]

    def body(self, definition):
        scope = {p.name: ("int" if k + 1 < len(definition.decl.type.args.params) else "real", p.name)
                 for k, p in enumerate(definition.decl.type.args.params)}
        return self.compiler.statement(definition.body, scope, "real")

    def set(self, state, indices, value):
        self.memory[state][indices] = value

    def values(self, event, t):
        kinds, _, body = self.events[event]
        values = np.empty(self.grid, self.real)
        for indices in itertools.product(*map(range, self.grid)):
            values[indices] = body(dict(zip(kinds, (*indices, t))))
        return values

    def begin(self, t):
        self.before = {event: self.values(event, t) for event in self.events}
        if self.whens:  # what steps keep of the state is a copy then
            self.memory.update({n: v.copy() for n, v in self.memory.items() if isinstance(v, np.ndarray)})

    def plus(self, base, factor, value):
        return fma(self.real, factor, value, base) if self.contract else base + factor * value

    def end(self, t):
        """`t`: the time of the next step's begin."""
        h = self.step.h
        for event, before in self.before.items():
            now = self.values(event, t)
            for at in np.ndindex(now.shape):
                if before[at] < 0 <= now[at]:
                    time = self.plus(t, h, now[at] / (before[at] - now[at]))
                    self.times[event][at] = time + self.real(1e-37)  # 0 is for none
        for indices in itertools.product(*map(range, self.grid)) if self.whens else ():
            for (kinds, _, condition), body in self.whens:
                place = dict(zip(kinds, (*indices, t)))
                if condition(dict(place)):
                    body(dict(place))


def in_order(values, both, first):
    """Of doubles: in chunks of 1,024, each in 32 lanes that are halved; then the chunks' likewise (language.md, Monitors)."""
    values = list(values)
    while True:
        results = []
        for begin in range(0, len(values), 1024):
            chunk = values[begin:begin + 1024]
            lanes = [first] * 32
            for k, value in enumerate(chunk):
                lanes[k % 32] = both(lanes[k % 32], value)
            half = 16
            while half:
                lanes = [both(lanes[k], lanes[k + half]) for k in range(half)]
                half //= 2
            results.append(lanes[0])
        if len(results) == 1:
            return results[0]
        values = results


def reduced(how, of, memory, real):
    """A value of the whole grid, of the state as it is now: in double, rounded once."""
    name, _, species = of.partition("[")
    array = memory[name][int(species.rstrip("]"))] if species else memory[name]
    values = [float(v) for v in np.ravel(array)]
    if how in ("sum", "mean"):
        total = in_order(values, lambda a, b: a + b, 0.0)
        return real(total / len(values) if how == "mean" else total)
    return real({"min": min, "max": max, "norminf": lambda all: max(map(abs, all))}[how](values))


def entry_at(t, times, entries):
    """Linear between them, the nearest one beyond them."""
    if not t > times[0]:
        return entries[0]
    if t >= times[-1]:
        return entries[-1]
    low = max(k for k in range(len(times)) if times[k] <= t)
    part = (t - times[low]) / (times[low + 1] - times[low])
    return entries[low] + (entries[low + 1] - entries[low]) * part


class Frames:
    """Of one series: `times`, and an array for each."""

    def __init__(self, times, frames, real):
        self.times, self.frames, self.real = times, frames, real
        self.held = [{}, {}]  # memory of the even frame, and of the odd one

    def begin(self, name, t, dt):
        first = min(max(sum(time <= t + 1e-3 * dt for time in self.times) - 1, 0), len(self.times) - 2)
        for k in (first, first + 1):
            self.held[k % 2][name] = np.array(self.frames[k], self.real)
        self.around = [self.real(time) for time in self.times[first:first + 2]]
        self.odd = [self.real(k % 2) for k in (first, first + 1)]

    def reader(self, of_frame, now):
        even, odd = map(of_frame, self.held)

        def read(indices, place):
            part = entry_at(self.real(now()), self.around, self.odd)
            return (self.real(1) - part) * even(indices, place) + part * odd(indices, place)

        return read


def series_of(program, params, arrays):
    """data → function of a time: linear between its entries, the nearest one beyond them; all in the solver's precision."""
    real, found = program.real, {}
    for name, node in program.data.items():
        if f"{name}_time" not in program.data and name not in program.source.lines:
            continue
        count = program.shape(node, params)[0]
        entry = lambda k, name=name: arrays[name]((k,), name)  # noqa: E731

        def by_times(t, name=name, count=count, entry=entry):
            return entry_at(t, *([of((k,), name) for k in range(count)] for of in (arrays[f"{name}_time"], arrays[name])))

        def by_line(t, name=name, count=count, entry=entry):
            first, between = (real(number) for number in program.source.lines[name])
            place = (t - first) / between
            if not place > 0:
                return entry(0)
            if place >= real(count - 1):
                return entry(count - 1)
            low = int(place)
            return entry(low) + (entry(low + 1) - entry(low)) * (place - real(low))

        found[name] = by_line if name in program.source.lines else by_times
    return found
