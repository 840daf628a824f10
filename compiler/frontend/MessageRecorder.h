// MessageRecorder: keeps what Clang says of a program, with the words at each place, until the
// names of the program are known (ClangMessages.h).
#pragma once

#include "ClangMessages.h"

#include "clang/Basic/Diagnostic.h"

namespace eulerc::compiler {

struct RecordedMessages {
  std::vector<ClangError> errors; ///< and warnings
  bool failed = false;            ///< whether there is more than warnings
};

class MessageRecorder : public clang::DiagnosticConsumer {
public:
  MessageRecorder(RecordedMessages &messages, Diagnostics &diagnostics)
      : messages_(messages), diagnostics_(diagnostics) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override;

private:
  void note(const std::string &text, const clang::Diagnostic &info);
  SourceRange place(const clang::Diagnostic &info, clang::SourceLocation where) const;

  RecordedMessages &messages_;
  Diagnostics &diagnostics_;
  bool noted_ = false; ///< whether the message that notes belong to was kept
  /// Errors that were kept. Clang's own limit counts dropped ones, too.
  static constexpr int most = 20;
  int count_ = 0;
};

} // namespace eulerc::compiler
