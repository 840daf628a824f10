// The templates, embedded: kernels and what they share with host code, as text.
//
//   "…\n#include \"linear.cl\"\n…"  →  the same with the text of templates/linear/linear.cl in that
//   place
//
// A model's kernels name the templates that they are made of; whoever needs the whole text, eulerc
// to print it or a solver to build it, expands them.
#pragma once

#include <string>
#include <string_view>

namespace eulerc {

/// `text` with each line `#include "NAME"` replaced by the template of that name; a line that names
/// none stays. What templates include themselves is not expanded: they guard it.
std::string withTemplates(std::string_view text);

} // namespace eulerc
