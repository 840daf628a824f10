// OtherWords: words of other languages, and their equivalents in the .ode language.
#pragma once

#include <string>
#include <vector>

namespace eulerc::compiler {

/// What to write instead of a name from another language or from C's library: "write 'fabs'" for
/// abs. Null for others.
const char *wordFromElsewhere(const std::string &name);

/// The same for boundary rules: "write 'neumann(0)'" for reflective.
const char *ruleFromElsewhere(const std::string &name);

/// The words of the language that are not in Builtins.h.
const std::vector<std::string> &languageWords();

/// C's headers that users may include; a program needs none of them.
bool isHeaderOfC(const std::string &file);

} // namespace eulerc::compiler
