// DataText: what host code knows of data: their shapes and initial values, and the checks of what
// they lead to, made once when they are loaded.
//
//   th[col[k]]  →  for each point and pass of the loops around: 0 <= col[k] < N
#pragma once

#include "ParamText.h"

#include "ir/Access.h"

namespace eulerc::compiler {

/// The tables and functions that the model names by dataEntries(); none if the program has no data.
std::string dataText(const Problem &problem, const Access &access);

/// Their entries in the model.
std::string dataEntries(const Problem &problem, const Access &access);

/// Expressions in host code at the point i0, i1, ... where `p` are the params and `fields` the
/// values of all fields and then of all data. In double: not the rounded values of the right-hand
/// side. Both arguments must outlive the spelling.
Spelling spellingAtPoint(const Problem &problem, const ParamText &values);

} // namespace eulerc::compiler
