// The templates, embedded: kernels and what they share with host code, as text.
//
//   "…\n#include \"linear.cl\"\n…"  →  the same with the text of templates/linear/linear.cl in that
//   place
//
// A model's kernels include their templates by name. Expansion makes the whole text, when eulerc
// prints it or a solver builds it.
#pragma once

#include <string>
#include <string_view>

namespace eulerc {

/// `text` with each line `#include "NAME"` replaced by the template NAME. A line with another name
/// stays. Includes within templates are not expanded; they have guards.
std::string withTemplates(std::string_view text);

} // namespace eulerc
