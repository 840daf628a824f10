// Interlocking tiles, diamonds and honeycombs, which work-groups walk by rows or by columns. Their
// points lie in local memory (templates/interlocking).
#include "Forms.h"

#include "Includes.h"

namespace eulerc::compiler {

static bool suitsInterlocking(const AddressMap &map) { return !map.stencil().readsFar(); }

/// The kernels of points in a tile, which lies in local memory, shifted.
static std::string interlockingKernels(const AddressMap &map) {
  const AddressMap tile(map.step(), map.stencil(), map.isDouble(), Space::Tile);
  std::string text;
  for (std::size_t state = 0; state < map.step().system.stateCount; state++)
    text += readFunction(tile, state);
  return when("EULERC_INTERLOCKING_PLANE",
              text + scalarPoint(tile, Where::Edge) + vectorPoint(tile) +
                  include("tile_memory.cl") + "\n#ifdef EULERC_INTERLOCKING_COLUMNS\n\n" +
                  include("columns.cl") + "\n#else\n\n" + include("rows.cl") + "\n#endif\n");
}

static constexpr char ofRows[] = "EULERC_TILED EULERC_INTERLOCKING_PLANE=1",
                      ofColumns[] =
                          "EULERC_TILED EULERC_INTERLOCKING_PLANE=1 EULERC_INTERLOCKING_COLUMNS";
static constexpr Kernel namedInterlocking[] = {
    {"diamond", "", 1, 3, FormFamily::Interlocking, ofRows},
    {"honeycomb", "", 1, 3, FormFamily::Interlocking, ofRows},
    {"diamond-columns", "", 1, 3, FormFamily::Interlocking, ofColumns},
    {"honeycomb-columns", "", 1, 3, FormFamily::Interlocking, ofColumns}};

const FormText interlockingForm = {
    {}, suitsInterlocking, interlockingKernels, nullptr, namedInterlocking};

} // namespace eulerc::compiler
