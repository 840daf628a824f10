// Tables in emitted code: where their values lie.
//
//   {0.25, 0.5, 0.25}   numbers: part of the program             t_w[k]
//   {1 / h, 2 / h}      of params: in the constants block        c->t_w[k]
//   2,000 of either     in a buffer that all of them share       (tables + 12)[k]
//
// The constants block is an argument by value: devices take 1,024 bytes of arguments at least, and
// some no more; of constants in a program some take 64 KiB.
#pragma once

#include "ir/Step.h"

#include <string>

namespace eulerc::compiler {

enum class TablePlace { Program, Constants, Buffer };

TablePlace placeOf(const System &system, const Table &table);

/// Values of the buffer that large tables share; 0: there are none.
std::size_t bufferedValues(const System &system);

/// A table as emitted code names it.
std::string tableName(const System &system, const Table &table);

const Table &tableNamed(const System &system, const std::string &name);

/// The parameter through which functions get the buffer, and the argument, each behind another;
/// "" without one.
std::string tablesParameter(const System &system);
std::string tablesArgument(const System &system);

} // namespace eulerc::compiler
