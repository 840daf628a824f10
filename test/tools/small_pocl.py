"""A copy of PoCL with fewer functions, for faster tests.

usage: small_pocl.py LIBPOCL SOLVER FOLDER

PoCL reads its library of built-in functions (9 MB, 23,600 functions) and declares all of them again in each process that builds a
kernel. This takes half a second. The copy has only the functions that kernels of eulerc can call, with the same code: KEPT lists
them. A kernel that calls another function does not build, and PoCL names the missing function.

LIBPOCL  PoCL as it is installed, or a link to it
SOLVER   any solver of eulerc: it is asked for which of PoCL's libraries fits this processor
FOLDER   where the copy goes; FOLDER/vendors is then for OCL_ICD_VENDORS
"""

import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile

KEPT = re.compile(
    r"get_\w+|barrier|\w*mem_fence|atomic_(add|or|xchg|cmpxchg)"
    r"|v(load|store)(2|4|8|16)|convert_(int|long|float|double)(2|4|8|16)?"
    r"|select|any|all|abs|min|max|clamp|mul_hi|mad|fma|f(abs|dim|max|min|mod)|ceil|floor|rint|round|trunc|copysign|ldexp"
    r"|(native_)?(exp|exp2|log|log2|log10|sqrt|rsqrt|recip|divide|cos|sin|tan|powr)"
    r"|cbrt|exp10|expm1|log1p|pow|pown|hypot|(a?cos|a?sin|a?tan)h?|atan2|erfc?|[lt]gamma|is(nan|inf|finite)|signbit")


def function(symbol):
    """The OpenCL C name of a function of the library: fma for _Z7_cl_fmaddd; None if it is not mangled."""
    length = re.match(r"_Z(\d+)", symbol)
    if not length:
        return None
    begin = length.end()
    return symbol[begin:begin + int(length[1])].removeprefix("_cl_")


def library_of_this_processor(solver):
    """The path of the library that PoCL reports."""
    with tempfile.TemporaryDirectory() as cache:
        told = subprocess.run([solver, "--backend", "opencl", "--steps", "1"], check=True, text=True, capture_output=True,
                              env={**os.environ, "POCL_DEBUG": "llvm", "POCL_CACHE_DIR": cache}).stderr
    return os.path.realpath(re.search(r"Using (\S+) as the built-in lib", told)[1])


def reduce_library(llvm, path, out):
    """Writes the kept functions of the library at path, and the functions that they call, to out."""
    pointer = ctypes.c_void_p
    for name in "LLVMGetGlobalContext", "LLVMCreatePassManager":
        getattr(llvm, name).restype = pointer
    llvm.LLVMGetValueName.restype = ctypes.c_char_p
    buffer, module, message = pointer(), pointer(), ctypes.c_char_p()
    if llvm.LLVMCreateMemoryBufferWithContentsOfFile(path.encode(), ctypes.byref(buffer), ctypes.byref(message)):
        sys.exit(f"{path}: {message.value.decode()}")
    if llvm.LLVMParseBitcodeInContext2(pointer(llvm.LLVMGetGlobalContext()), buffer, ctypes.byref(module)):
        sys.exit(f"{path}: no bitcode of {llvm._name}")

    @ctypes.CFUNCTYPE(ctypes.c_int, pointer, pointer)
    def kept(value, _):
        name = function(llvm.LLVMGetValueName(pointer(value)).decode())
        return name is None or KEPT.fullmatch(name) is not None or name.startswith("_")

    llvm.LLVMStripModuleDebugInfo(module)
    passes = pointer(llvm.LLVMCreatePassManager())
    llvm.LLVMAddInternalizePassWithMustPreservePredicate(passes, None, kept)
    llvm.LLVMAddGlobalDCEPass(passes)
    llvm.LLVMRunPassManager(passes, module)
    if llvm.LLVMWriteBitcodeToFile(module, out.encode()):
        sys.exit(f"{out}: cannot be written")


def reduce_declarations(path):
    """Removes all declarations from PoCL's opencl-c.h at path except those of kept functions."""
    with open(path) as f:
        lines = f.readlines()
    declared = re.compile(r"[\w ]+ __ovld (?:__conv |__cnfn )*(\w+)\([^;]*;$")
    with open(path, "w") as f:
        f.writelines(line for line in lines if not (found := declared.match(line)) or KEPT.fullmatch(found[1]))


def main(libpocl, solver, folder):
    libpocl = os.path.realpath(libpocl)
    library = library_of_this_processor(solver)
    needed = subprocess.run(["ldd", libpocl], check=True, text=True, capture_output=True).stdout
    llvm = ctypes.CDLL(re.search(r"(libLLVM\S*) =>", needed)[1])

    shutil.rmtree(folder, ignore_errors=True)
    # PoCL finds its files relative to its own library.
    at, share = os.path.join(folder, "lib", "pocl-of-tests"), os.path.join(folder, "share", "pocl")
    os.makedirs(at)
    copied = shutil.copy(libpocl, at)
    shutil.copytree(os.path.join(os.path.dirname(libpocl), "pocl"), os.path.join(at, "pocl"))
    shutil.copytree(os.path.join(os.path.dirname(library), "include"), os.path.join(share, "include"))
    reduce_declarations(os.path.join(share, "include", "opencl-c.h"))
    reduce_library(llvm, library, os.path.join(share, os.path.basename(library)))
    os.makedirs(os.path.join(folder, "vendors"))
    with open(os.path.join(folder, "vendors", "pocl.icd"), "w") as f:
        f.write(os.path.abspath(copied) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
