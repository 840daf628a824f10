// DataTables: the data of a program and the checks of what they lead to.
#pragma once

#include <cstdint>

#include <eulerc/declarations.h>

namespace eulerc {

struct DataTables {
  int count = 0;
  const Data *list = nullptr;
  void (*shape)(int data, const ParamValue *params, std::int64_t *out) = nullptr;
  /// Entries [begin, end) of data that hasInitial, as the program's precision or int.
  void (*initial)(int data, const ParamValue *params, std::int64_t begin, std::int64_t end,
                  void *out) = nullptr;
  /// Values over time that at(wind, t) reads: the data with the values, and the data with their
  /// increasing times.
  int seriesCount = 0;
  const TimeSeries *series = nullptr;
  /// The first time and the interval of a series with equidistant times.
  void (*evenTimes)(int series, const ParamValue *params, double *first, double *step) = nullptr;
  /// The value of at(…), counted in the compiler's order. `fields`: as for ProgramFacts::initial.
  double (*atTime)(int series, const ParamValue *params, const void *const *fields,
                   double t) = nullptr;
  int checkCount = 0;
  const DataCheck *checks = nullptr;
  /// Checks grid points [begin, end), in their order. false: the check fails at *bad. `fields`: as
  /// for ProgramFacts::initial.
  bool (*check)(int check, const ParamValue *params, const void *const *fields, std::int64_t begin,
                std::int64_t end, BadIndex *bad) = nullptr;
};

} // namespace eulerc
