"""Compiles each kernel that eulerc prints alone: one_kernel.py EULERC CLANG EXAMPLES WORK"""

import re
import subprocess
import sys

FORMS = {"string": ["linear", "linear scalar-strided", "linear scalar-blocked", "diamond", "honeycomb", "diamond-columns",
                    "honeycomb-columns", "overlapped registers", "overlapped persistent", "overlapped skewed"],
         "bruss2d": ["overlapped registers", "overlapped persistent", "overlapped streaming"], "heat3d": ["linear streaming", "linear persistent", "overlapped streaming"]}
METHODS = ["euler", "rk4", "rkl2", "dopri5"]  # of the last two a run says how many stages there are

eulerc, clang, examples, work = sys.argv[1:]
texts = set()
for program, forms in FORMS.items():
    for form, method in [(form, method) for form in forms for method in METHODS]:
        scheme, *name = form.split()
        text = subprocess.run([eulerc, f"{examples}/{program}/{program}.ode", "--emit=opencl", f"--scheme={scheme}",
                               f"--method={method}", *(f"--form={word}" for word in name)], check=True, text=True, capture_output=True).stdout
        for sign in ("\n#if", "\n#else"):
            assert sign not in text, (program, form, method, sign)
        kernels = re.findall(r"^EULERC_\w*KERNEL", text, flags=re.M)
        assert len(kernels) in (1, 2), (program, form, method)  # streaming tiles: the ends have one of their own
        if method == "euler":
            texts.add(text)
        with open(f"{work}/kernel.cl", "w") as file:
            file.write(text)
        subprocess.run([clang, "-xcl", "-cl-std=CL1.2", "-fsyntax-only", "-w", "-Xclang", "-finclude-default-header",
                        f"{work}/kernel.cl"], check=True)
assert len(texts) == 14, len(texts)  # a diamond and a honeycomb have one kernel
