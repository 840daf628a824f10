// The files of templates/, embedded at build time.
#pragma once

namespace eulerc::compiler {

extern const char kPreludeCl[];
extern const char kPreludeHost[];
extern const char kVectorsCl[];
extern const char kLinearCl[];
extern const char kLinearHost[];
extern const char kLinearPlanner[];

} // namespace eulerc::compiler
