#include "Leaves.h"

#include <algorithm>
#include <vector>

namespace eulerc::compiler {
namespace {

struct Row {
  Place place;
  std::vector<const char *> words; ///< that open the place
  std::vector<Leaf> leaves;        ///< that are allowed there
  const char *subject, *hint;
};

const std::vector<Row> rows = {
    {Place::Param,
     {"param"},
     {Leaf::Param},
     "the default of a param",
     "a param is one number, made of numbers and of params above it; one value for each point is "
     "a 'field', what changes in time is computed in ddt"},
    {Place::Size,
     {"state", "field", "series", "data"},
     {Leaf::Param},
     "the size of a grid",
     "make it of numbers and of params such as 'param int N = 100;'"},
    {Place::Table,
     {"table"},
     {Leaf::Param},
     "an entry of a table",
     "make it of numbers and of params; one value for each point is a 'field'"},
    {Place::Timespan,
     {"timespan"},
     {Leaf::Param},
     "the time span",
     "make it of numbers and of params"},
    {Place::Axis,
     {"axis"},
     {Leaf::Param},
     "the coordinates of an axis",
     "make .from and .step of numbers and of params; coordinates of any kind are data: '{ .at = "
     "DATA }'"},
    {Place::Boundary,
     {"boundary"},
     {Leaf::Param, Leaf::Index, Leaf::Time},
     "a boundary value",
     "make it of numbers, params, the time and the indices along the side; for any other value "
     "guard the read in ddt, as in 'i > 0 ? y[i - 1] : VALUE'"},
    {Place::FieldBoundary,
     {},
     {Leaf::Param, Leaf::Index},
     "a boundary value of a field",
     "make it of numbers, params and the indices along the side; for any other value guard the "
     "read in ddt, as in 'i > 0 ? k[i - 1] : VALUE'"},
    {Place::Assertion,
     {"static_assert"},
     {Leaf::Param},
     "a static_assert",
     "compare params with each other and with numbers"},
    {Place::Initial,
     {"initial"},
     {Leaf::Param, Leaf::Field, Leaf::Table, Leaf::Data, Leaf::Index, Leaf::Random},
     "an initial value",
     "compute it from the indices, params, fields and data, or give the solver a file: '--init "
     "STATE=FILE'"},
    {Place::FieldInitial,
     {},
     {Leaf::Param, Leaf::Table, Leaf::Data, Leaf::Index, Leaf::Random},
     "an initial value of a field",
     "compute it from the indices, params and data, or give the solver a file: '--field "
     "FIELD=FILE'"},
    {Place::DataInitial,
     {},
     {Leaf::Param, Leaf::Table, Leaf::Index, Leaf::Random},
     "an initial value of data",
     "compute it from the indices and the params, or give the solver a file: '--data DATA=FILE'"},
    {Place::LoopBounds,
     {},
     {Leaf::Param, Leaf::Data},
     "the bounds of this loop",
     "let it run to a bound made of params, numbers and 'data int', and put the body under an "
     "'if'"},
    {Place::Derivative,
     {"ddt", "next", "let"},
     {Leaf::Param, Leaf::State, Leaf::Field, Leaf::Table, Leaf::Data, Leaf::Index, Leaf::Time,
      Leaf::StepSize, Leaf::Random, Leaf::Global},
     "a derivative",
     "one number of the whole grid is a global: 'global real top = max(u);', of a state, "
     "quantity, field or output"},
    {Place::Monitor,
     {"monitor"},
     {Leaf::Param, Leaf::State, Leaf::Field, Leaf::Table, Leaf::Data, Leaf::Index, Leaf::Time,
      Leaf::Global},
     "a monitor",
     "a monitor is evaluated between steps: make it of states, fields, data, params, the "
     "indices and the time"},
    {Place::Output,
     {"output"},
     {Leaf::Param, Leaf::State, Leaf::Field, Leaf::Table, Leaf::Data, Leaf::Index, Leaf::Time,
      Leaf::Global},
     "an output",
     "an output is evaluated between steps: make it of states, fields, data, params, the "
     "indices and the time"},
    {Place::Event,
     {"event"},
     {Leaf::Param, Leaf::State, Leaf::Field, Leaf::Table, Leaf::Data, Leaf::Index, Leaf::Time},
     "an event",
     "an event looks at its own point at both ends of a step: make it of states, fields, data, "
     "params, the indices and the time"},
    {Place::When,
     {"when"},
     {Leaf::Param, Leaf::State, Leaf::Field, Leaf::Table, Leaf::Data, Leaf::Index, Leaf::Time},
     "a 'when'",
     "it acts behind a step: make it of states, fields, data, params, the indices and the time"},
    {Place::Stop,
     {"stop"},
     {Leaf::Param, Leaf::Table, Leaf::Time, Leaf::Monitor, Leaf::Global},
     "a condition to stop",
     "compare monitors, globals, params and the time t; of the states take a monitor: "
     "'monitor(max) "
     "largest(int i, real t) { return fabs(y[i]); }'"},
};

const Row &rowOf(Place place) { return *std::ranges::find(rows, place, &Row::place); }

} // namespace

bool mayStand(Leaf leaf, Place place) {
  leaf = isState(leaf) ? Leaf::State : leaf;
  return std::ranges::find(rowOf(place).leaves, leaf) != rowOf(place).leaves.end();
}

std::optional<Place> placeOpenedBy(const std::string &word) {
  for (const Row &row : rows)
    if (std::ranges::find(row.words, word) != row.words.end())
      return row.place;
  return std::nullopt;
}

std::string spelled(Leaf leaf, const std::string &name) {
  static const char *const kinds[] = {
      "param",     "state",    "field",    "table",   "data",
      "the index", "the time", "the step", "monitor", "the random number",
      "global",    "quantity"};
  return kinds[static_cast<int>(leaf)] + (name.empty() ? "" : " '" + name + "'");
}

void refuseLeaf(Leaf leaf, const std::string &name, Place place, const SourceRange &where,
                Diagnostics &diagnostics) {
  const Row &row = rowOf(place);
  diagnostics.error(where, std::string(row.subject) + " cannot depend on " + spelled(leaf, name));
  // Entries of a table are known as early as params, one by one.
  diagnostics.hint(leaf == Leaf::Table && place != Place::LoopBounds
                       ? "write a number as its index, as in '" + name + "[0]'"
                       : row.hint);
}

} // namespace eulerc::compiler
