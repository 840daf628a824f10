// UnitText: checks units in the syntax of UDUNITS: "m/s", "kg m-2 s-1", "(m s)^-1", "10^3 Pa",
// "°C", "K @ 273.15", "%", "lg(re 1 mW)". Names are not looked up: "furlong" passes.
#pragma once

#include <string>

namespace eulerc::compiler {

bool isWrittenAsUnit(const std::string &text);

} // namespace eulerc::compiler
