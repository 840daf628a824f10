#include "ir/Diagnostics.h"

#include <algorithm>
#include <sstream>

namespace eulerc::compiler {

std::string SourceRange::str() const {
  return file + ":" + std::to_string(line) + ":" + std::to_string(column);
}

namespace {

const char *label(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Bug:
    return "internal error";
  case Severity::Warning:
    return "warning";
  case Severity::Remark:
    return "remark";
  case Severity::Note:
    return "note";
  case Severity::Hint:
    return "hint";
  }
  return "";
}

/// The part of a line around a column; and the number of bytes cut off before it, minus the bytes
/// of the sign that marks the cut.
std::pair<std::string, unsigned> clipped(const std::string &line, unsigned column) {
  constexpr unsigned most = 240, beforeCaret = 100;
  static const std::string more = "…";
  if (line.size() <= most)
    return {line, 0};
  const auto isLetter = [&](std::size_t at) {
    return at >= line.size() || (static_cast<unsigned char>(line[at]) & 0xC0) != 0x80;
  };
  std::size_t begin = column > beforeCaret ? column - beforeCaret : 0;
  begin = std::min(begin, line.size() - most);
  while (!isLetter(begin))
    begin++;
  std::size_t end = std::min<std::size_t>(begin + most, line.size());
  while (!isLetter(end))
    end++;
  const bool isFromStart = begin == 0;
  return {(isFromStart ? "" : more) + line.substr(begin, end - begin) +
              (end < line.size() ? more : ""),
          static_cast<unsigned>(isFromStart ? 0 : begin - more.size())};
}

} // namespace

void Diagnostics::add(Severity severity, SourceRange where, std::string message) {
  list_.push_back({severity, std::move(where), std::move(message)});
}
void Diagnostics::addWithCalls(Severity severity, const SourceRange &where, std::string message) {
  add(severity, where, std::move(message));
  for (const SourceRange *call = where.calledFrom.get(); call; call = call->calledFrom.get())
    note(*call, "called from here");
}
void Diagnostics::error(const SourceRange &where, std::string message) {
  addWithCalls(Severity::Error, where, std::move(message));
}
void Diagnostics::warning(const SourceRange &where, std::string message) {
  addWithCalls(Severity::Warning, where, std::move(message));
}
void Diagnostics::remark(SourceRange where, std::string message) {
  add(Severity::Remark, std::move(where), std::move(message));
}
void Diagnostics::note(SourceRange where, std::string message) {
  add(Severity::Note, std::move(where), std::move(message));
}
void Diagnostics::hint(std::string message) { add(Severity::Hint, {}, std::move(message)); }
void Diagnostics::bug(std::string message) { add(Severity::Bug, {}, std::move(message)); }

bool Diagnostics::hasErrors() const {
  return std::ranges::any_of(list_, [](const Diagnostic &d) {
    return d.severity == Severity::Error || d.severity == Severity::Bug;
  });
}

bool Diagnostics::hasBugs() const {
  return std::ranges::any_of(list_,
                             [](const Diagnostic &d) { return d.severity == Severity::Bug; });
}

void Diagnostics::addFile(const std::string &name, const std::string &text) {
  if (files_.contains(name))
    return;
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.back() == '\r')
      line.pop_back();
    lines.push_back(line);
  }
  files_.emplace(name, std::move(lines));
}

std::string Diagnostics::textAt(const SourceRange &where) const {
  const auto file = files_.find(where.file);
  if (file == files_.end() || !where.known() || where.line > file->second.size())
    return "";
  const std::string &line = file->second[where.line - 1];
  const bool isWithin = where.column > 0 && where.endColumn <= line.size() + 1;
  return isWithin ? line.substr(where.column - 1, where.endColumn - where.column) : "";
}

void Diagnostics::printExcerpt(std::ostream &out, const SourceRange &where) const {
  const auto file = files_.find(where.file);
  if (file == files_.end() || where.line > file->second.size())
    return;
  const auto [line, before] = clipped(file->second[where.line - 1], where.column);
  out << line << '\n';
  // Columns count bytes, but a character of several bytes takes one place on the screen.
  const auto startsLetter = [&](unsigned column) {
    return column > line.size() || (static_cast<unsigned char>(line[column - 1]) & 0xC0) != 0x80;
  };
  const unsigned first = where.column - before;
  for (unsigned column = 1; column < first; column++)
    if (startsLetter(column))
      out << (column <= line.size() && line[column - 1] == '\t' ? '\t' : ' ');
  const unsigned end = where.endColumn == ~0u
                           ? static_cast<unsigned>(line.size()) + 1
                           : std::min<unsigned>(where.endColumn - before, line.size() + 1);
  out << '^';
  for (unsigned column = first + 1; column < end; column++)
    if (startsLetter(column))
      out << '~';
  out << '\n';
}

void Diagnostics::print(std::ostream &out, bool withRemarks) const {
  bool shown = true; // whether the message that notes and hints follow was printed
  for (const Diagnostic &d : list_) {
    const bool attached = d.severity == Severity::Note || d.severity == Severity::Hint;
    if (!attached)
      shown = withRemarks || d.severity != Severity::Remark;
    if (!shown)
      continue;
    out << (d.where.known() ? d.where.str() : "eulerc") << ": " << label(d.severity) << ": "
        << d.message << '\n';
    if (d.where.known())
      printExcerpt(out, d.where);
    if (d.severity == Severity::Bug)
      out << "eulerc: hint: this is a bug in eulerc, not in your program; please report it with "
             "the .ode file and the output of 'eulerc --version'\n";
  }
}

} // namespace eulerc::compiler
