// MessageRecorder: records Clang's messages about a program, with the words at each place, until
// the names of the program are known (ClangMessages.h).
#pragma once

#include "ClangMessages.h"

#include "clang/Basic/Diagnostic.h"

#include <optional>

namespace eulerc::compiler {

struct RecordedMessages {
  std::vector<ClangError> errors; ///< and warnings
  bool failed = false;            ///< there are errors, not only warnings
  bool isFull = false;            ///< no further messages are recorded
};

class MessageRecorder : public clang::DiagnosticConsumer {
public:
  MessageRecorder(RecordedMessages &messages, Diagnostics &diagnostics)
      : messages_(messages), diagnostics_(diagnostics) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override;

private:
  void note(const std::string &text, const clang::Diagnostic &info);
  ClangError written(const std::string &text, const clang::Diagnostic &info) const;
  SourceRange place(const clang::Diagnostic &info, clang::SourceLocation where) const;

  RecordedMessages &messages_;
  Diagnostics &diagnostics_;
  bool noted_ = false; ///< whether the message of the next notes was recorded
  /// "param int N = 7 / 0;": the reason why an int is not constant, for a size that depends on it.
  bool isOfInt_ = false;
  std::optional<ClangError> notConstant_;
  /// The limit for recorded errors. Clang's own limit also counts dropped ones.
  static constexpr int most = 20;
  int count_ = 0;
};

} // namespace eulerc::compiler
