#include "TableText.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

// What all small tables of a kind take together, at most.
constexpr std::size_t valuesInProgram = 4096; // 32 KiB of double
constexpr std::size_t valuesInConstants = 64; // half of what every device takes as arguments

bool isPlain(const Table &table) {
  return std::ranges::all_of(table.values,
                             [](const ExprPtr &value) { return value->op == Op::Constant; });
}

} // namespace

TablePlace placeOf(const System &system, const Table &table) {
  const bool plain = isPlain(table);
  std::size_t before = 0; // of the same kind, small ones
  const std::size_t most = plain ? valuesInProgram : valuesInConstants;
  for (const Table &other : system.tables) {
    if (isPlain(other) != plain)
      continue;
    const bool fits = before + other.values.size() <= most;
    if (other.name == table.name)
      return !fits ? TablePlace::Buffer : plain ? TablePlace::Program : TablePlace::Constants;
    if (fits)
      before += other.values.size();
  }
  return TablePlace::Buffer;
}

std::size_t bufferedValues(const System &system) {
  std::size_t count = 0;
  for (const Table &table : system.tables)
    if (placeOf(system, table) == TablePlace::Buffer)
      count += table.values.size();
  return count;
}

std::string tableName(const System &system, const Table &table) {
  const TablePlace place = placeOf(system, table);
  if (place == TablePlace::Program)
    return "t_" + table.name;
  if (place == TablePlace::Constants)
    return "c->t_" + table.name;
  std::size_t before = 0;
  for (const Table &other : system.tables) {
    if (other.name == table.name)
      break;
    if (placeOf(system, other) == TablePlace::Buffer)
      before += other.values.size();
  }
  return "(tables + " + std::to_string(before) + ")";
}

const Table &tableNamed(const System &system, const std::string &name) {
  return *std::ranges::find(system.tables, name, &Table::name);
}

std::string tablesParameter(const System &system) {
  return bufferedValues(system) > 0 ? ", EULERC_GLOBAL const real *tables" : "";
}

std::string tablesArgument(const System &system) {
  return bufferedValues(system) > 0 ? ", tables" : "";
}

} // namespace eulerc::compiler
