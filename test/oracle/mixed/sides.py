"""Boundary rules of an array, drawn so that axes and sides differ.

    draw_rules(draw, array)   →   array.rules = ["boundary(u, i, low) = robin(0.5, t * K);", …]

An array that is simple has rules that stand reads at any distance. A side may be open: then reads beyond it are
guarded (reads.py), and the other side has a value, for an image may lie beyond the open one.
"""

FIXED = ["dirichlet", "dirichlet_time", "dirichlet_place"]
IMAGES = ["mirror", "mirror_minus", "clamp", "neumann", "robin"]
SIMPLE = ["dirichlet", "mirror"]


def value_of(draw, array, axis, name):
    """The text of a rule."""
    others = [a for a in draw.axes if a != axis] + (["q"] if array.species else [])
    knows_time = array.kind != "field"
    place = f"0.25 * ({draw.pick(*others)} % 3) - wall" if others else None
    if name == "dirichlet":
        return f"dirichlet({draw.pick('wall', '0.5', 'K * wall', '-0.25')})"
    if name == "dirichlet_time":
        return f"dirichlet({draw.pick('0.5 * t - K', 'wall + t * K', 'sqrt(t + 1)')})"
    if name == "dirichlet_place":
        return f"dirichlet({place}{' + t' if knows_time and draw.chance(0.3) else ''})"
    if name in ("mirror", "clamp"):
        return draw.pick("mirror", "neumann(0)") if name == "mirror" else "clamp"
    amount = draw.pick("wall", "0.25", *(["t * K"] if knows_time else []), *([place] if place else []))
    return {"mirror_minus": draw.pick("mirror(-1)", f"mirror({amount})"), "neumann": f"neumann({amount})",
            "robin": f"robin({draw.pick('0.5', '-0.25', 'K')}, {amount})"}[name]


def names_for(draw, array, axis):
    """Rules that a side of the array may have."""
    if array.is_simple:
        return SIMPLE
    has_place = len(draw.axes) > 1 or array.species
    fixed = [name for name in FIXED if not (name == "dirichlet_time" and array.kind == "field")
             and not (name == "dirichlet_place" and not has_place)]
    return fixed + IMAGES


def draw_sides(draw, array, axis):
    """The lines of both sides of an axis."""
    names = names_for(draw, array, axis)
    if draw.chance(0.15):
        side = draw.pick("low", "high")
        array.open_sides.add((axis, side))
        array.rule_features.add(f"{array.kind}_open")
        other, name = ("high" if side == "low" else "low"), draw.pick(*[n for n in names if n in FIXED])
        array.rule_features.update((f"{array.kind}_{name}", "sides_differ"))
        return [f"boundary({array.name}, {axis}, {other}) = {value_of(draw, array, axis, name)};"]
    first = draw.pick(*names)
    second = draw.pick(*names) if draw.chance(0.7) else first
    array.rule_features.update((f"{array.kind}_{first}", f"{array.kind}_{second}"))
    if first != second:
        array.rule_features.add("sides_differ")
        return [f"boundary({array.name}, {axis}, {side}) = {value_of(draw, array, axis, name)};"
                for side, name in (("low", first), ("high", second))]
    return [f"boundary({array.name}, {axis}) = {value_of(draw, array, axis, first)};"]


def draw_rules_of_far_field(draw, array):
    """Of fields, rings and guards alone stand reads at any distance."""
    for axis in draw.axes:
        if draw.chance(0.6):
            array.rule_features.add("field_periodic")
            array.rules.append(f"boundary({array.name}, {axis}) = periodic;")
        else:
            array.rule_features.add("field_open")
            array.open_sides |= {(axis, "low"), (axis, "high")}


def draw_rules(draw, array):
    kinds = set()
    if array.is_simple and array.kind == "field":
        draw_rules_of_far_field(draw, array)
        return
    for axis in draw.axes:
        if draw.chance(draw.ring_share) or (axis == draw.axes[0] and array.kind == draw.goes_round):
            array.rule_features.add(f"{array.kind}_periodic")
            kinds.add("ring")
            array.rules.append(f"boundary({array.name}, {axis}) = periodic;")
            continue
        lines = draw_sides(draw, array, axis)
        kinds.add("".join(line.split("=")[1].split("(")[0] for line in lines))
        array.rules += lines
    if len(kinds) > 1:
        array.rule_features.add("axes_differ")
