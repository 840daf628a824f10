// Parses the lines of an existing list of events (standing_events.h).

#include "results/standing_events.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <utility>

namespace eulerc {
namespace {

/// "170.7,spike,3,5" → time 170.7, point 3 · extent + 5. The state is -1 if no event has that name.
EventNote noteOf(const char *line, const EventLines::Form &form) {
  EventNote note = {0, -1, 0};
  char *end = nullptr;
  note.time = form.isFloat ? static_cast<double>(std::strtof(line, &end)) : std::strtod(line, &end);
  const auto is = [&](const std::string &name) { // safe: the text ends with a zero byte
    return *end == ',' && std::strncmp(end + 1, name.c_str(), name.size()) == 0 &&
           end[1 + name.size()] == ',';
  };
  for (const auto &[state, name] : form.names)
    if (is(name)) {
      note.state = state;
      end += name.size() + 1;
      break;
    }
  for (const std::int64_t extent : form.shape)
    note.point = note.point * extent + (*end == ',' ? std::strtoll(end + 1, &end, 10) : 0);
  return note;
}

} // namespace

StandingEvents standingEvents(const std::string &text, std::size_t header,
                              const EventLines::Form &form, const ListEdge &edge) {
  StandingEvents standing = {static_cast<std::int64_t>(header), {}};
  std::size_t begin = header;
  for (auto at = text.find('\n', begin); at != std::string::npos; at = text.find('\n', begin)) {
    const EventNote note = noteOf(text.c_str() + begin, form);
    if (note.time > edge.time + edge.slack)
      break;
    if (note.time >= edge.time - edge.slack) {
      if (note.state < 0 || !edge.wasBefore(note))
        break;
      standing.aboutThere.push_back(note);
    }
    begin = at + 1;
  }
  standing.end = static_cast<std::int64_t>(begin);
  return standing;
}

bool areOfState(
    const std::string &text, std::size_t header, const StandingEvents &standing,
    const EventLines::Form &form,
    const std::function<std::vector<double>(const std::vector<std::int64_t> &)> &latest) {
  std::int64_t points = 1;
  for (const std::int64_t extent : form.shape)
    points *= extent;
  struct Listed {
    double time = 0;
    bool isFollowed = false; ///< by a line that does not stay
  };
  std::map<std::int64_t, Listed> lists; // of components
  double last = -std::numeric_limits<double>::infinity();
  std::size_t begin = header;
  for (auto at = text.find('\n', begin); at != std::string::npos; at = text.find('\n', begin)) {
    const bool stays = std::cmp_less(begin, standing.end);
    const EventNote note = noteOf(text.c_str() + begin, form);
    begin = at + 1;
    if (stays && (note.state < 0 || note.point < 0 || note.point >= points))
      return false;
    const std::int64_t component = note.state * points + note.point;
    if (stays)
      last = std::max(last, (lists[component] = {note.time}).time);
    else if (const auto found = lists.find(component); found != lists.end())
      found->second.isFollowed = true;
  }
  std::vector<std::int64_t> components;
  for (const auto &[component, listed] : lists)
    components.push_back(component);
  const std::vector<double> times = latest(components);
  auto time = times.begin();
  return std::ranges::all_of(lists, [&](const auto &list) {
    const auto &[listed, isFollowed] = list.second;
    const double now = *time++;
    return listed == now || (now != 0 && listed < now && (isFollowed || now > last));
  });
}

} // namespace eulerc
