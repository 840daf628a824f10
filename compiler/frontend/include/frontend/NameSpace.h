// NameSpace: the C++ namespace of a program that other programs include.
//
//   heat → heat;   2d heat → solver_2d_heat;   class, random, NAN → solver_class, solver_random,
//   solver_NAN
#pragma once

#include <string>

namespace eulerc::compiler {

/// A name that C++ and the C library of this system do not use.
std::string nameSpaceOf(const std::string &text);

} // namespace eulerc::compiler
