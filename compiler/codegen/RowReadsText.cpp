// RowReadsText: the function that lists the rows whose states points read. Slabs exchange these
// rows where distances differ from point to point.
//
//   y[col[k]]  →  for each point and pass of the loops around: rows.add(col[k])
#include "ModelPrinters.h"

#include "PointVisits.h"
#include "Spell.h"

namespace eulerc::compiler {
namespace {

bool isTold(const Stencil &stencil) { return !readsNear(stencil) && stencil.period == 1; }

} // namespace

std::string rowReadsText(const Problem &problem, const Stencil &stencil) {
  if (!isTold(stencil))
    return "";
  const ParamText values(problem);
  const Spelling spelling = spellingAtPoint(problem, values);
  std::string text;
  for (const RowRead &read : stencil.rowReads) {
    const PointVisit visit{{read.row}, read.condition, read.loops, {}};
    const std::string end = dependsOnPoint(visit) ? "end" : "begin + 1";
    text += "  {\n" +
            visitText(problem, spelling, visit, "k < " + end + " && !rows.hasAll()",
                      [&](const std::string &, const std::string &indent) {
                        return indent + "rows.add(" + print(read.row, spelling) + ");\n";
                      }) +
            "  }\n";
  }
  return "void rows_read(const eulerc::ParamValue *p, const void *const *fields,\n"
         "    std::int64_t begin, std::int64_t end, eulerc::RowSet &rows) {\n"
         "  std::int64_t extent[EULERC_RANK];\n  extents(p, extent);\n  (void)fields;\n" +
         text + "}\n\n";
}

std::string rowReadsEntry(const Stencil &stencil) {
  return isTold(stencil) ? "rows_read" : "nullptr";
}

} // namespace eulerc::compiler
