"""Lengths of the steps of a run.

    plan_times(0.0, 1.0, 0.3) → [0.3, 0.3, 0.3, 0.1]
"""

import math

from reader import OdeError


def plan_steps(t0, dt, steps):
    if dt is None:
        raise OdeError("no dt")
    return [dt] * steps


def plan_times(t0, t_end, dt):
    """Lengths of the steps from t0 to t_end; the last one may be shorter."""
    if t_end is None or dt is None:
        raise OdeError("no end time or no dt")
    quotient = (t_end - t0) / dt
    nearest = round(quotient)
    if abs(quotient - nearest) <= 1e-9 * abs(quotient):
        return [dt] * nearest
    count = math.ceil(quotient)
    return [dt] * (count - 1) + [t_end - (t0 + (count - 1) * dt)]
