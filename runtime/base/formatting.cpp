// The functions of {fmt}, compiled once. Header-only, they would be compiled in every file of the
// runtime, three seconds each. A solver still needs no library but the runtime. The templates named
// here are declared `extern` in the headers of {fmt} 9; CMakeLists.txt takes other versions
// header-only.
#include <fmt/format-inl.h>

namespace fmt::inline v9::detail {

template FMT_API auto thousands_sep_impl(locale_ref) -> thousands_sep_result<char>;
template FMT_API auto decimal_point_impl(locale_ref) -> char;
template FMT_API auto dragonbox::to_decimal(float) noexcept -> dragonbox::decimal_fp<float>;
template FMT_API auto dragonbox::to_decimal(double) noexcept -> dragonbox::decimal_fp<double>;

} // namespace fmt::inline v9::detail
