// Texts that describe a problem and the devices: --describe, --list-devices.
#pragma once

#include <string>
#include <vector>

#include <eulerc/solver.h>

#include "cli/options.h"

namespace eulerc {

/// Text with params, states, fields, sizes, access distance and reach, memory and default run.
/// Throws Usage as Solver::shape().
std::string describeProblem(const Solver &solver, const Options &options);
std::string describeDevices(const std::vector<DeviceInfo> &devices);

/// Names of one kind, each with its description in the program.
struct DescribedNames {
  const char *title; ///< "monitors"
  std::vector<std::pair<std::string, std::string>> names;
};

/// The axes that have coordinates, and the outputs, monitors and events of a program.
std::vector<DescribedNames> describedResults(const Model &model);

/// "40": the value of a param.
std::string paramText(const Param &param, ParamValue value);

/// "int col[M]"
std::string declarationOf(const Data &data);

/// "conductivity (must be given)", or without a description "must be given".
std::string describedWith(const std::string &description, const std::string &remark);

/// Reach along each axis, -1 if unbounded.
std::vector<std::int64_t> reachOf(const Model &model, const std::vector<ParamValue> &params);

/// "rk4", "rkl2 of 7 stages"
std::string methodName(const Model &model);
const char *arrangementName(Arrangement arrangement);

} // namespace eulerc
