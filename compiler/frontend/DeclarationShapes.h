// DeclarationShapes: the forms of the language's declarations, as words and signs separated by
// spaces.
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
/// Whether a word is a macro for Clang (MethodWords.h).
bool isMacro(const std::string &word);

/// The form of a declaration that begins with `word`, up to the first ';' or '{'.
struct Shape {
  const char *word, *tokens, *message, *hint;
};

/// The first shape that a declaration does not have; null: it has all shapes of its word.
const Shape *shapeMissing(const std::string &word, const std::string &tokens);

/// A declaration by a word that declares a value and no function; "" for other words, and for those
/// whose declarations have sizes.
std::string exampleOf(const std::string &word);

/// Whether only a declaration can begin with these tokens.
bool beginDeclaration(const std::string &tokens);

/// Whether these tokens begin the function of a state, anywhere: "ddt(u)(int".
bool beginFunction(const std::string &tokens);

/// Whether these tokens are a declaration that lacks only its ';'.
bool lackSemicolon(const std::string &word, const std::string &tokens);

} // namespace eulerc::compiler
