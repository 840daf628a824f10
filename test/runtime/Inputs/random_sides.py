"""Random sides: each state and field has a rule of its own beyond the axis along which slabs are cut. Slabs give the files of one.

    random_sides.py EULERC FOLDER FIRST..LAST
"""

import os
import random
import subprocess
import sys

METHODS = ["euler", "symplectic", "heun", "ssprk3", "rk4", "rk4ls", "ab2", "bs32", "dopri5", "rkl2"]
RULES = ["periodic", "periodic", "periodic", "mirror", "mirror(-1)", "clamp", "dirichlet(0.5)", "robin(0.5, 0.25)", None]


class Program:
    def __init__(self, seed):
        self.draw = draw = random.Random(seed)
        self.axes = draw.choice([["i"], ["j", "i"], ["k", "j", "i"]])
        self.method = METHODS[seed % len(METHODS)]
        self.states, self.fields = ["u", "v"][:draw.randint(1, 2)], ["b", "c"][:draw.choice([0, 1, 1, 2])]
        self.rules = {name: draw.choice(RULES) for name in self.states + self.fields}

    def read(self, name):
        slow, *others = self.axes
        step = self.draw.choice([-2, -1, 0, 1, 2])
        rest = "".join(f"[{axis} + {self.draw.choice([0, 0, 1])}]" for axis in others)
        if step == 0 or self.rules[name]:
            return f"{name}[{slow} + {step}]{rest}"
        guard = f"{slow} >= {-step}" if step < 0 else f"{slow} < N - {step}"
        return f"({guard} ? {name}[{slow} + {step}]{rest} : 0.25)"

    def value(self):
        terms = [f"0.2 * {self.read(self.draw.choice(self.states))}" for _ in range(self.draw.randint(1, 3))]
        terms += [f"0.1 * {self.read(name)} * {self.read(self.draw.choice(self.states))}" for name in self.fields]
        return " + ".join(terms + [f"0.001 * {self.axes[0]}"] * (self.draw.random() < 0.3))

    def text(self):
        sizes = "[N]" + "[5]" * (len(self.axes) - 2) + "[9]" * (len(self.axes) > 1)
        indices = ", ".join(f"int {axis}" for axis in self.axes)
        lines = ["param int N = 97;", "timespan = { .to = 0.4, .dt = 0.05 };", f"method = {self.method};"]
        for kind, names in (("state", self.states), ("field", self.fields)):
            lines += [f"{kind} real {name}{sizes};" for name in names]
        for k, (name, rule) in enumerate(self.rules.items()):
            lines += [f"boundary({name}, {axis}) = {'periodic' if (k + n) % 2 else 'mirror'};" for n, axis in enumerate(self.axes[1:])]
            lines += [f"boundary({name}, {self.axes[0]}) = {rule};"] * (rule is not None)
            lines.append(f"initial({name})({indices}) {{ return uniform({k}); }}")
        lines += [f"ddt({name})({indices}, real t) {{ return {self.value()}; }}" for name in self.states]
        lines.append(f"monitor(sum) all({indices}, real t) {{ return {self.value()}; }}")
        return "\n".join(lines) + "\n"

    def ways(self):
        """Few slabs, for a step of some methods spoils many rows."""
        slabs, steps = str(self.draw.randint(2, 3)), ["--ghost-steps", str(self.draw.randint(1, 2))]
        return {"serial": ["--backend", "serial", "--slabs", slabs, *steps],
                "linear": ["--backend", "threads", "--scheme", "linear", "--slabs", "2:3", *steps],
                "threads": ["--backend", "threads", "--slabs", slabs],
                "devices": ["--devices", "0,0", "--scheme", "linear", *steps]}


def files_of(solver, name, way):
    command = [solver, *way, "--quiet", "--no-tune", "--table", f"{name}.csv", "--every", "0.1", "--output", f"{name}.npy"]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"
    found = {}
    for file in sorted(os.listdir()):
        if file.startswith(f"{name}."):
            with open(file, "rb") as bytes_of:
                found[file.removeprefix(name)] = bytes_of.read()
            os.remove(file)
    return found


def main():
    eulerc, folder, seeds = sys.argv[1:]
    first, last = map(int, seeds.split(".."))
    os.chdir(folder)
    os.environ["POCL_MAX_PTHREAD_COUNT"] = "1"
    for seed in range(first, last + 1):
        program = Program(seed)
        with open("sides.ode", "w") as file:
            file.write(program.text())
        stages = ["--stages=3"] if program.method == "rkl2" else []
        subprocess.run([eulerc, "sides.ode", "-o", "sides", *stages], check=True)
        one = files_of("./sides", "one", ["--backend", "serial"])
        for name, way in program.ways().items():
            assert files_of("./sides", name, way) == one, f"seed {seed}: {' '.join(way)} differs\n{program.text()}"
    print(last - first + 1, "programs, their slabs agree")


main()
