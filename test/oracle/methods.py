"""The methods, one after the other as books have them: what a step makes of the states.

    Step(program's states and quantities, how to evaluate them, arithmetic).take("rk4", k, begin, length)

Each F is of all points of all states before any of them changes. Quantities within steps (let) are computed anew before
each F, in their order. A map (next) sees the states at the step's begin, and its value comes into force at its end;
symplectic takes the states in the order of the program, each with the new values of those before it.
Sums are contracted like the language's: y + h * f is rounded once, and h * (1/6) before that.

States come into sums as one of them and as differences, never with weights that are rounded and add up to 1 but for that:
  ssprk3  Y + b (X + h F − Y), which books have as (1 − b) Y + b (X + h F)
  rkl2    Y_j = Y_j−1 + d_j, d_j = (mu + nu − 1) (Y_j−1 − Y_0) − nu d_j−1 + gamma h F_0 + mu w h F_j−1, which the paper has as
          mu Y_j−1 + nu Y_j−2 + (1 − mu − nu) Y_0 + gamma h F_0 + mu w h F_j−1
"""

import numpy as np

from operations import fma
from reader import OdeError

# All methods, with the power of dt that their errors fall with. Tests that go through all methods take them from here.
ORDERS = {"euler": 1, "symplectic": 1, "heun": 2, "ssprk3": 3, "rk4": 4, "rk4ls": 4, "ab2": 2, "bs32": 3, "dopri5": 5,
          "rkl2": 2}
# Carpenter and Kennedy, NASA TM-109112, 1994.
LOW_STORAGE = [
    (0.0, 1432997174477 / 9575080441755, 0.0),
    (-567301805773 / 1357537059087, 5161836677717 / 13612068292357, 1432997174477 / 9575080441755),
    (-2404267990393 / 2016746695238, 1720146321549 / 2090206949498, 2526269341429 / 6820363962896),
    (-3550918686646 / 2091501179385, 3134564353537 / 4481467310338, 2006345519317 / 3224310063776),
    (-1275806237668 / 842570457699, 2277821191437 / 14882151754819, 2802321613138 / 2924317926251),
]


class Step:
    def __init__(self, memory, rates, maps, lets, evaluate, real, contract, stages=0):
        self.memory, self.rates, self.maps, self.lets = memory, rates, maps, lets
        self.order = [name for name in memory if name in rates or name in maps]
        self.evaluate = evaluate  # (name, time) → values at all points
        self.real, self.contract = real, contract
        self.stages = stages
        self.slopes = {}  # of the step before, for ab2

    def take(self, method, k, begin, length):
        self.begin, self.length, self.h = begin, length, self.real(length)
        if method == "symplectic":
            return self.inTurn()
        if not hasattr(self, method):
            raise OdeError(f"the oracle does not know the method {method}")
        self.refresh(0)
        mapped = {name: self.evaluate(name, self.time(0)) for name in self.maps}
        if self.rates:
            getattr(self, method)(k)
        self.memory.update(mapped)

    # ---- parts
    def time(self, c):
        """Of a stage. Values of the whole grid are computed in double, of its time before it is rounded."""
        self.exact = float(self.begin + c * self.length if c else self.begin)
        return self.real(self.exact)

    def refresh(self, c):
        for name in self.lets:
            self.memory[name] = self.evaluate(name, self.time(c))

    def f(self, c):
        self.refresh(c)
        return {name: self.evaluate(name, self.time(c)) for name in self.rates}

    def plus(self, base, factor, value):
        """base + factor * value at each point."""
        if not self.contract:
            return base + factor * value
        result = np.empty_like(base)
        for at in np.ndindex(base.shape):
            result[at] = fma(self.real, factor, value[at], base[at])
        return result

    def times(self, number):
        return self.h if number == 1 else self.h * self.real(number)

    def all(self, make):
        return {name: make(name) for name in self.rates}

    def x(self):
        return {name: self.memory[name] for name in self.rates}

    # ---- methods
    def euler(self, k):
        f, y = self.f(0), self.x()
        self.memory.update(self.all(lambda s: self.plus(y[s], self.h, f[s])))

    def heun(self, k):
        f, y = self.f(0), self.x()
        half = self.all(lambda s: self.plus(y[s], self.times(0.5), f[s]))
        self.memory.update(self.all(lambda s: self.plus(y[s], self.h, f[s])))
        f = self.f(1)
        self.memory.update(self.all(lambda s: self.plus(half[s], self.times(0.5), f[s])))

    def ssprk3(self, k):
        y = self.x()
        self.euler(k)
        for c, b in ((1, 1 / 4), (1 / 2, 2 / 3)):
            f, x = self.f(c), self.x()

            def mean(s):
                return self.plus(y[s], self.real(b), self.plus(x[s] - y[s], self.h, f[s]))

            self.memory.update(self.all(mean))

    def rk4(self, k):
        y, total = self.x(), None
        for c, weight, ahead in ((0, 1 / 6, 1 / 2), (1 / 2, 1 / 3, 1 / 2), (1 / 2, 1 / 3, 1), (1, 1 / 6, None)):
            f = self.f(c)
            before = total or y
            total = self.all(lambda s: self.plus(before[s], self.times(weight), f[s]))
            self.memory.update(total if ahead is None else
                               self.all(lambda s: self.plus(y[s], self.times(ahead), f[s])))

    def rk4ls(self, k):
        slope = None
        for a, b, c in LOW_STORAGE:
            f, x = self.f(c), self.x()
            if slope is None:
                self.memory.update(self.all(lambda s: self.plus(x[s], self.times(b), f[s])))
                slope = self.all(lambda s: self.h * f[s])
                continue
            self.memory.update(self.all(lambda s: self.plus(
                self.plus(x[s], self.real(a * b), slope[s]), self.times(b), f[s])))
            slope = self.all(lambda s: self.plus(self.real(a) * slope[s], self.h, f[s]))

    def ab2(self, k):
        f, y, before = self.f(0), self.x(), self.slopes
        if k == 0:
            new = self.all(lambda s: self.plus(y[s], self.h, f[s]))
        else:
            new = self.all(lambda s: self.plus(self.plus(y[s], self.times(-0.5), before[s]), self.times(1.5), f[s]))
        self.slopes = f
        self.memory.update(new)

    def explicit(self, stages):
        """Of each stage its time, what is added to the state of the slopes before, each times h, and of its own."""
        y, slopes = self.x(), []
        for c, before, own in stages:
            f = self.f(c)

            def new(s):
                x = y[s]
                for a, slope in zip(before, slopes):
                    x = self.plus(x, self.real(a), slope[s]) if a else x
                return self.plus(x, self.times(own), f[s])

            self.memory.update(self.all(new))
            slopes.append(self.all(lambda s: self.h * f[s]))

    def dopri5(self, k):
        self.explicit([
            (0, [], 1 / 5), (1 / 5, [3 / 40], 9 / 40), (3 / 10, [44 / 45, -56 / 15], 32 / 9),
            (4 / 5, [19372 / 6561, -25360 / 2187, 64448 / 6561], -212 / 729),
            (8 / 9, [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176], -5103 / 18656),
            (1, [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784], 11 / 84)])

    def bs32(self, k):
        y = total = self.x()
        for c, weight, ahead in ((0, 2 / 9, 1 / 2), (1 / 2, 1 / 3, 3 / 4), (3 / 4, 4 / 9, None)):
            f, before = self.f(c), total
            total = self.all(lambda s: self.plus(before[s], self.times(weight), f[s]))
            self.memory.update(total if ahead is None else
                               self.all(lambda s: self.plus(y[s], self.times(ahead), f[s])))

    def rkl2(self, k):
        stages = self.stages
        if stages < 2:
            raise OdeError("the oracle has to be told the stages of rkl2")
        b = [1 / 3] * 3 + [(j * j + j - 2) / (2 * j * (j + 1)) for j in range(3, stages + 1)]
        w = 4 / (stages * stages + stages - 2)
        y, f = self.x(), self.f(0)
        slope, change = self.all(lambda s: self.h * f[s]), self.all(lambda s: self.times(b[1] * w) * f[s])
        self.memory.update(self.all(lambda s: self.plus(y[s], self.times(b[1] * w), f[s])))
        times = [0, b[1] * w]
        for j in range(2, stages + 1):
            mu, nu = (2 * j - 1) / j * b[j] / b[j - 1], -(j - 1) / j * b[j] / b[j - 2]
            gamma = -(1 - b[j - 1]) * mu * w
            f, x, before = self.f(times[-1]), self.x(), change

            def further(s):
                sum = self.plus(self.real(gamma) * slope[s], self.real(mu + nu - 1), x[s] - y[s])
                return self.plus(self.plus(sum, self.real(-nu), before[s]), self.times(mu * w), f[s])

            change = self.all(further)
            self.memory.update(self.all(lambda s: x[s] + change[s]))
            times = [times[-1], mu * times[-1] + nu * times[-2] + mu * w + gamma]

    def inTurn(self):
        for name in self.order:
            self.refresh(0)
            value = self.evaluate(name, self.time(0))
            self.memory[name] = self.plus(self.memory[name], self.h, value) if name in self.rates else value
