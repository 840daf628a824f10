"""Writes programs with large tables into a folder."""

import pathlib
import sys

N = 2000
HEAD = """param real K = 1.7;
state real y[{n}];
timespan = {{ .to = 0.02, .dt = 0.001 }};
boundary(y) = dirichlet(0);
initial(y)(int i) {{ return i % 7; }}
"""
RATE = "ddt(y)(int i, real t) { return w[i] * (y[i - 1] - y[i]) + y[i + 1]; }\n"

folder = pathlib.Path(sys.argv[1])
entries = ", ".join(f"K * {k + 1}" for k in range(N))
(folder / "table.ode").write_text(
    HEAD.format(n=N) + f"table real w[] = {{ {entries} }};\n" + RATE)
(folder / "field.ode").write_text(
    HEAD.format(n=N) + f"field real w[{N}];\ninitial(w)(int i) {{ return K * (i + 1); }}\n" + RATE)

numbers = ", ".join(f"{0.001 * k:.3f}" for k in range(5000))
(folder / "numbers.ode").write_text(
    HEAD.format(n=5000) + f"table real w[] = {{ {numbers} }};\n" + RATE)

entries = ", ".join(f"K * {0.01 * k:.2f}" for k in range(100))
(folder / "plane.ode").write_text(f"""param real K = 0.3;
state real u[70][90];
table real large[] = {{ {entries} }};
table real small[] = {{ K, 2 * K }};
timespan = {{ .to = 0.2, .dt = 0.01 }};
boundary(u) = dirichlet(0);
initial(u)(int y, int x) {{ return y % 5 + x % 3; }}
ddt(u)(int y, int x, real t) {{
  return large[90] * (u[y - 1][x] + u[y + 1][x]) + small[1] * (u[y][x - 1] + u[y][x + 1])
    - large[40] * u[y][x];
}}
""")
