// TableText: where the values of tables and data lie in emitted code.
//
//   {0.25, 0.5, 0.25}   numbers: part of the program             t_w[k]
//   {1 / h, 2 / h}      of params: in the constants block        c->t_w[k]
//   2,000 of either     in a buffer that all of them share       (tables + 12)[k]
//   data                in a separate buffer                     d_K[k]
//
// The constants block is an argument by value: every device takes at least 1,024 bytes of
// arguments, and some take no more. Some devices take at most 64 KiB of constants in a program.
#pragma once

#include "ir/Step.h"

#include <string>

namespace eulerc::compiler {

enum class TablePlace { Program, Constants, Buffer, Own };

TablePlace placeOf(const System &system, const Data &table);

/// The number of values in the buffer that large tables share; 0: there are none.
std::size_t bufferedValues(const System &system);

/// The name of a table or data in emitted code.
std::string tableName(const System &system, const Data &table);

/// Whether a table's entries fit in one of the widest vectors.
bool isFew(const Data &data);

/// The type of the values: "real", "int".
const char *elementType(const Data &data);

/// The parameters and the arguments that pass the buffers to functions, each with a leading comma;
/// "" without buffers.
std::string tablesParameter(const System &system);
std::string tablesArgument(const System &system);

/// The number of entries of a table or of data, as emitted code.
std::string entryCount(const Step &step, const Data &data);

} // namespace eulerc::compiler
