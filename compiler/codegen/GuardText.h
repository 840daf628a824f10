// GuardText: whether points are computed like most, or as at the edge, for a guard is open there.
//
//   i == N / 2 ? s : 0   →   members of the constants:  long spot_0_low_0, spot_0_high_0;
//                            eulerc_is_alike(j, j + 4, c): that N / 2 is not among j … j + 3
//
// All bounds are in points: the first one, and the one behind the last.
#pragma once

#include "ParamText.h"

#include "ir/Step.h"

#include <string>

namespace eulerc::compiler {

/// Members of the constants block.
std::string alikeMembers(const System &system);
/// Statements that give them their values.
std::string alikeValues(const System &system, const ParamText &params);
/// The functions that ask: of boxes of points, and along a row.
std::string alikeFunctions(const System &system);
/// A call for `count` points from `point` of a row with the indices i0 … on.
std::string alikeCall(const System &system, const std::string &point, const std::string &count);

} // namespace eulerc::compiler
