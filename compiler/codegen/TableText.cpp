#include "TableText.h"

#include "Spell.h"

#include <algorithm>

namespace eulerc::compiler {
namespace {

// Limits for all small tables of a kind together, in values.
constexpr std::size_t valuesInProgram = 4096; // 32 KiB of double
constexpr std::size_t valuesInConstants = 64; // half of what every device takes as arguments

bool isPlain(const Data &table) {
  return std::ranges::all_of(table.values,
                             [](const ExprPtr &value) { return value->op == Op::Constant; });
}

} // namespace

TablePlace placeOf(const System &system, const Data &table) {
  if (!table.isTable())
    return TablePlace::Own;
  if (table.isGlobal)
    return TablePlace::Buffer;
  const bool plain = isPlain(table);
  std::size_t before = 0; // values of smaller tables of the same kind before it
  const std::size_t most = plain ? valuesInProgram : valuesInConstants;
  for (const Data &other : system.data) {
    if (!other.isTable() || other.isGlobal || isPlain(other) != plain)
      continue;
    const bool fits = before + other.values.size() <= most;
    if (other.name == table.name)
      return !fits ? TablePlace::Buffer : plain ? TablePlace::Program : TablePlace::Constants;
    if (fits)
      before += other.values.size();
  }
  return TablePlace::Buffer;
}

/// The number of values in the buffer before those of a table; for "", of all tables.
static std::size_t bufferedBefore(const System &system, const std::string &name) {
  std::size_t count = 0;
  for (const Data &table : system.data) {
    if (table.name == name)
      break;
    if (placeOf(system, table) == TablePlace::Buffer)
      count += table.values.size();
  }
  return count;
}

std::size_t bufferedValues(const System &system) { return bufferedBefore(system, ""); }

std::string tableName(const System &system, const Data &table) {
  switch (placeOf(system, table)) {
  case TablePlace::Own:
    return "d_" + table.name;
  case TablePlace::Program:
    return "t_" + table.name;
  case TablePlace::Constants:
    return "c->t_" + table.name;
  default:
    return "(tables + " + number(bufferedBefore(system, table.name)) + ")";
  }
}

bool isFew(const Data &data) {
  constexpr std::size_t widestVector = 16;
  return data.isTable() && data.values.size() <= widestVector;
}

const char *elementType(const Data &data) { return data.type == Type::Int ? "int" : "real"; }

std::string tablesParameter(const System &system) {
  std::string text =
      bufferedValues(system) > 0 ? ", EULERC_GLOBAL const real *tables" : std::string();
  for (const Data &data : system.data)
    if (!data.isTable())
      text += std::string(", EULERC_GLOBAL const ") + elementType(data) + " *d_" + data.name;
  return text;
}

std::string tablesArgument(const System &system) {
  std::string text = bufferedValues(system) > 0 ? ", tables" : "";
  for (const Data &data : system.data)
    if (!data.isTable())
      text += ", d_" + data.name;
  return text;
}

std::string entryCount(const Step &step, const Data &data) {
  const ExprPtr &count = step.sizes[&data - step.system.data.data()];
  return count->op == Op::Uniform ? "c->" + step.uniforms[count->integer].name
                                  : number(*constantInt(count)) + "L";
}

} // namespace eulerc::compiler
