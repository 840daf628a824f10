// Tables and data in emitted code: where their values lie.
//
//   {0.25, 0.5, 0.25}   numbers: part of the program             t_w[k]
//   {1 / h, 2 / h}      of params: in the constants block        c->t_w[k]
//   2,000 of either     in a buffer that all of them share       (tables + 12)[k]
//   data                in a buffer of its own                   d_K[k]
//
// The constants block is an argument by value: devices take 1,024 bytes of arguments at least, and
// some no more; of constants in a program some take 64 KiB.
#pragma once

#include "ir/Step.h"

#include <string>

namespace eulerc::compiler {

enum class TablePlace { Program, Constants, Buffer, Own };

TablePlace placeOf(const System &system, const Data &table);

/// Values of the buffer that large tables share; 0: there are none.
std::size_t bufferedValues(const System &system);

/// A table or data as emitted code names it.
std::string tableName(const System &system, const Data &table);

/// Whether a table's entries find room in a vector of the widest ones.
bool isFew(const Data &data);

/// "real", "int": what data are made of.
const char *elementType(const Data &data);

/// The parameters through which functions get the buffers, and the arguments, each behind another;
/// "" without any.
std::string tablesParameter(const System &system);
std::string tablesArgument(const System &system);

/// The number of entries of a table or of data, as emitted code has it.
std::string entryCount(const Step &step, const Data &data);

} // namespace eulerc::compiler
