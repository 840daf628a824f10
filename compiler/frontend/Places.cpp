// Places: finds the places of AST nodes in the user's text.
#include "Lower.h"
#include "MethodWords.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/JSON.h"

#include <algorithm>

namespace eulerc::compiler {

SourceRange toRange(const clang::ASTContext &context, clang::SourceRange range) {
  const clang::SourceManager &sources = context.getSourceManager();
  if (range.isInvalid())
    return {};
  // The argument of a macro is shown at its place in the text.
  const clang::SourceLocation last = sources.isMacroArgExpansion(range.getEnd())
                                         ? sources.getFileLoc(range.getEnd())
                                         : sources.getExpansionRange(range.getEnd()).getEnd();
  clang::CharSourceRange expansion =
      clang::CharSourceRange::getTokenRange(sources.getFileLoc(range.getBegin()), last);
  if (sources.isBeforeInTranslationUnit(expansion.getEnd(), expansion.getBegin()))
    expansion = sources.getExpansionRange(range);
  const clang::PresumedLoc begin = sources.getPresumedLoc(expansion.getBegin());
  const clang::PresumedLoc end = sources.getPresumedLoc(expansion.getEnd());
  if (begin.isInvalid() || end.isInvalid())
    return {};
  SourceRange result{begin.getFilename(), begin.getLine(), begin.getColumn(),
                     begin.getColumn() + 1};
  const unsigned lastToken =
      clang::Lexer::MeasureTokenLength(expansion.getEnd(), sources, context.getLangOpts());
  if (end.getLine() == begin.getLine())
    result.endColumn = end.getColumn() + lastToken;
  else // the rest of the first line; printing clips the range to it
    result.endColumn = ~0u;
  return result;
}

std::string sourceText(const clang::ASTContext &context, clang::SourceRange range) {
  const clang::SourceManager &sources = context.getSourceManager();
  return asWritten(llvm::json::fixUTF8(clang::Lexer::getSourceText(
      sources.getExpansionRange(range), sources, context.getLangOpts())));
}

bool isWrittenDouble(const clang::ASTContext &context, clang::QualType type) {
  return type.getCanonicalType().getUnqualifiedType() == context.DoubleTy &&
         !type->getAs<clang::TypedefType>() && !type->getContainedDeducedType();
}

std::string descriptionAbove(const clang::ASTContext &context, const clang::Decl *declaration,
                             Diagnostics &diagnostics) {
  const clang::SourceManager &sources = context.getSourceManager();
  const clang::SourceLocation at = sources.getExpansionLoc(declaration->getBeginLoc());
  const auto [file, offset] = sources.getDecomposedLoc(at);
  llvm::StringRef before = sources.getBufferData(file).take_front(offset);
  before = before.substr(0, before.rfind('\n') == llvm::StringRef::npos ? 0 : before.rfind('\n'));
  std::string text;
  while (true) {
    const auto [rest, line] = before.rsplit('\n');
    llvm::StringRef comment = (before.contains('\n') ? line : before).trim();
    if (!comment.consume_front("///"))
      return text;
    if (std::size_t letter = 0; !llvm::json::isUTF8(comment, &letter)) {
      const std::string message = "this letter is not in UTF-8";
      if (std::ranges::count(diagnostics.all(), message, &Diagnostic::message) > 0)
        return text; // one cure is for all
      const auto where = static_cast<int>(comment.data() + letter - before.begin());
      diagnostics.error(
          toRange(context, sources.getLocForStartOfFile(file).getLocWithOffset(where)), message);
      diagnostics.hint("save the file in UTF-8: 'iconv -f latin1 -t utf-8'");
      return text;
    }
    text = comment.trim().str() + (text.empty() ? "" : " " + text);
    before = before.contains('\n') ? rest : "";
  }
}

} // namespace eulerc::compiler
