"""Boundary rules: what a read outside the grid yields.

    rules = Rules(1); rules.set([0], (0, 1), ("periodic", ())); rules.resolve([-1], (10,), 0.5) → ("inside", (9,), …)
"""

from operations import fma

RULES = ("dirichlet", "neumann", "mirror", "clamp", "robin", "periodic")


class Rules:
    """The boundary rules of one array: what a read outside the grid yields."""

    def __init__(self, rank):
        self.rules = [[None, None] for _ in range(rank)]  # axis → low, high

    def set(self, axes, sides, rule):
        for axis in axes:
            for side in sides:
                self.rules[axis][side] = rule

    def brought(self, axis, index, n):
        """An index along an axis, as rules of the others see it: inside the grid."""
        while not 0 <= index < n:
            rule = self.rules[axis][0 if index < 0 else 1]
            if rule is None or rule[0] == "dirichlet":
                return 0 if index < 0 else n - 1
            index = image_of(rule[0], index, n)
        return index

    def resolve(self, indices, shape, t):
        """("inside", indices, ghosts), ("value", ghost, ghosts), or None without a rule. Axis by
        axis: the first dirichlet side that an index or its image lies beyond decides. `ghosts`: what
        becomes of the value on its way outwards, the outermost first."""
        inside, ghosts = [], []
        place = [self.brought(k, e, n) for k, (e, n) in enumerate(zip(indices, shape))]
        for axis, index in enumerate(indices):
            n = shape[axis]
            while not 0 <= index < n:
                rule = self.rules[axis][0 if index < 0 else 1]
                if rule is None:
                    return None
                name, values = rule[0], [value(place, t) for value in rule[1]]
                if name == "dirichlet":
                    return "value", values[0], ghosts
                outside = index
                index = image_of(name, index, n)
                ghosts.append((name, values, abs(outside - index)))
            inside.append(index)
        return "inside", tuple(inside), ghosts


def image_of(name, index, n):
    """Where the image of an index outside of [0, n) lies."""
    if name == "periodic":
        return index % n
    if name == "clamp":
        return 0 if index < 0 else n - 1
    return -1 - index if index < 0 else 2 * n - 1 - index  # mirrored about the wall


def ghost_of(image, name, values, distance, real, contract):
    """The ghost of a rule, `distance` points from its image."""
    if name == "neumann" and values[0] != 0:
        return image + values[0] * real(distance)
    if name == "mirror" and values:
        return values[0] * image
    if name == "robin":
        return fma(real, values[0], image, values[1]) if contract else values[0] * image + values[1]
    return image
