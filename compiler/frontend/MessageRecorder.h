// MessageRecorder: keeps what Clang says of a program, with the words at each place, until the
// names of the program are known (ClangMessages.h).
#pragma once

#include "ClangMessages.h"

#include "clang/Basic/Diagnostic.h"

#include <optional>

namespace eulerc::compiler {

struct RecordedMessages {
  std::vector<ClangError> errors; ///< and warnings
  bool failed = false;            ///< whether there is more than warnings
  bool isFull = false;            ///< whether no more is kept
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
  bool noted_ = false; ///< whether the message that notes belong to was kept
  /// "param int N = 7 / 0;": why an int is not constant, for the size that is made of it.
  bool isOfInt_ = false;
  std::optional<ClangError> notConstant_;
  /// Errors that were kept. Clang's own limit counts dropped ones, too.
  static constexpr int most = 20;
  int count_ = 0;
};

} // namespace eulerc::compiler
