// The lists of a model as ranges, and functions that find an entry by its name.
//
//   for (const Param &param : paramsOf(model)) …    namesOf(statesOf(model)) → "u", "v"
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <eulerc/model.h>

namespace eulerc {

template <class Named> std::span<const Named> listOf(const Named *first, int count) {
  return {first, static_cast<std::size_t>(count)};
}
inline std::span<const Param> paramsOf(const Model &m) {
  return listOf(m.program.params, m.program.paramCount);
}
inline std::span<const State> statesOf(const Model &m) {
  return listOf(m.program.states, m.program.stateCount);
}
/// The states with a right-hand side, which come first. Times of events follow.
inline std::span<const State> solvedStatesOf(const Model &m) {
  const auto states = statesOf(m);
  return states.first(static_cast<std::size_t>(std::ranges::count(states, false, &State::isEvent)));
}
inline bool hasEvents(const Model &m) { return solvedStatesOf(m).size() < statesOf(m).size(); }
/// The fields as the program declares them: without the second frames of series.
inline std::span<const Field> fieldsOf(const Model &m) {
  return listOf(m.program.fields, m.program.fieldCount - m.program.fieldSeriesCount);
}
/// Whether a field is a series, which changes in time.
inline bool isSeries(const Model &m, const Field &field) {
  const auto series = listOf(m.program.fieldSeries, m.program.fieldSeriesCount);
  return std::ranges::find(series, static_cast<int>(&field - m.program.fields)) != series.end();
}
inline std::span<const Data> dataOf(const Model &m) {
  return listOf(m.data.list, m.data.count - 2 * m.program.fieldSeriesCount);
}
inline std::span<const Monitor> monitorsOf(const Model &m) {
  return listOf(m.monitors.list, m.monitors.count);
}

inline std::span<const Monitor> globalsOf(const Model &m) {
  return listOf(m.monitors.globals, m.monitors.globalCount);
}

/// "'mean_u', 'top'": the reductions over the whole grid that steps read; "": none.
inline std::string globalsText(const Model &m) {
  std::string text;
  for (const Monitor &global : globalsOf(m))
    text += (text.empty() ? "'" : ", '") + std::string(global.name) + "'";
  return text;
}

/// The monitor of a number; after all monitors and outputs come the reductions that steps read.
inline const Monitor &reducedNumber(const Model &m, int number) {
  const int behind = number - m.monitors.count - m.monitors.outputCount;
  return behind < 0 ? m.monitors.list[number] : m.monitors.globals[behind];
}

template <class List> std::vector<std::string> namesOf(const List &list) {
  std::vector<std::string> names;
  for (const auto &each : list)
    names.emplace_back(each.name);
  return names;
}

/// The index of the entry of that name; nullopt: there is none.
template <class Named>
std::optional<int> placeOf(std::string_view name, std::span<const Named> list) {
  const auto found = std::ranges::find(list, name, &Named::name);
  if (found == list.end())
    return std::nullopt;
  return static_cast<int>(found - list.begin());
}

} // namespace eulerc
