// HelperReads: finds the states and fields that helpers read. It serves places where Clang refuses
// any call, so that no lowering finds them.
//
//   static real g(int i) { return u[i]; }   state real y[(int)g(0)];   →   g: state 'u', at u[i]
#pragma once

#include "Leaves.h"

#include "clang/AST/ASTContext.h"

#include <map>
#include <string>
#include <vector>

namespace eulerc::compiler {

/// The first state or field that a helper reads, directly or through other helpers.
struct HelperRead {
  Leaf leaf;
  std::string name;
  SourceRange where;
  std::vector<SourceRange> calls; ///< the calls that lead to the read, the innermost first
};

/// The first read of each helper that has one.
std::map<std::string, HelperRead> findHelperReads(clang::ASTContext &context);

} // namespace eulerc::compiler
