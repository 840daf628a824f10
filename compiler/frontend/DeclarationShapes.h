// DeclarationShapes: how the declarations of the language look, as words and signs with spaces
// between them.
//
//   event e ( int i , real t ) = v [ i ] - 1 ;
#pragma once

#include <string>
#include <vector>

namespace eulerc::compiler {

/// The words that begin a declaration.
const std::vector<std::string> &declarationWords();
bool isDeclaration(const std::string &word);
bool endsWithSemicolon(const std::string &word);
/// Whether Clang has it as a macro (MethodWords.h).
bool isMacro(const std::string &word);

/// How a declaration that begins with `word` is written, up to the first ';' or '{'.
struct Shape {
  const char *word, *tokens, *message, *hint;
};

/// The shape that a declaration has not. Null: it has all of its word.
const Shape *shapeMissing(const std::string &word, const std::string &tokens);

/// Whether a declaration, and nothing else, begins with these.
bool beginDeclaration(const std::string &tokens);

/// Whether the function of a state begins with these, wherever they stand: "ddt(u)(int".
bool beginFunction(const std::string &tokens);

/// Whether these are a declaration that lacks nothing but its ';'.
bool lackSemicolon(const std::string &word, const std::string &tokens);

} // namespace eulerc::compiler
