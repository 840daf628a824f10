// HelperReads: states and fields that helpers read, for places where Clang refuses any call and so
// nothing is lowered that would find them.
//
//   static real g(int i) { return u[i]; }   state real y[(int)g(0)];   →   g: state 'u', at u[i]
#pragma once

#include "Leaves.h"

#include "clang/AST/ASTContext.h"

#include <map>
#include <string>
#include <vector>

namespace eulerc::compiler {

/// The first state or field that a helper reads, itself or through the helpers it calls.
struct HelperRead {
  Leaf leaf;
  std::string name;
  SourceRange where;
  std::vector<SourceRange> calls; ///< that lead to it, the innermost first
};

/// Of each helper that reads one.
std::map<std::string, HelperRead> findHelperReads(clang::ASTContext &context);

} // namespace eulerc::compiler
