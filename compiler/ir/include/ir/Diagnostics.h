// Diagnostics: the messages of all phases, kept in order and printed once.
//
//   string.ode:12:10: error: unknown name 'Kk'
//     return Kk * y[i];
//            ^~
//   string.ode:12:10: hint: did you mean 'K'?
#pragma once

#include "ir/Source.h"

#include <map>
#include <ostream>
#include <string>
#include <vector>

namespace eulerc::compiler {

/// Errors make eulerc exit with 1, bugs (of eulerc itself) with 3. Remarks are about performance
/// and are printed with --explain only. A note gives a fact, a hint an action; both belong to the
/// message before them.
enum class Severity { Error, Bug, Warning, Remark, Note, Hint };

struct Diagnostic {
  Severity severity;
  SourceRange where;
  std::string message;
};

class Diagnostics {
public:
  // Errors and warnings in a helper are followed by notes that lead to the call.
  void error(const SourceRange &where, std::string message);
  void warning(const SourceRange &where, std::string message);
  void remark(SourceRange where, std::string message);
  void note(SourceRange where, std::string message);
  void hint(std::string message);
  /// An inconsistency inside eulerc; asks the user for a report.
  void bug(std::string message);

  bool hasErrors() const;
  bool hasBugs() const;
  const std::vector<Diagnostic> &all() const { return list_; }

  /// Makes a file's lines available for printing under messages. Only the first text of a file
  /// counts.
  void addFile(const std::string &name, const std::string &text);

  /// The text at a place in an added file; "" if it is unknown, or continues on the next line.
  std::string textAt(const SourceRange &where) const;

  /// Prints all messages; remarks only if asked for.
  void print(std::ostream &out, bool withRemarks) const;

private:
  void add(Severity severity, SourceRange where, std::string message);
  void addWithCalls(Severity severity, const SourceRange &where, std::string message);
  void printExcerpt(std::ostream &out, const SourceRange &where) const;

  std::vector<Diagnostic> list_;
  std::map<std::string, std::vector<std::string>> files_;
};

} // namespace eulerc::compiler
