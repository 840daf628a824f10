// The files of templates/, embedded at build time.
#pragma once

namespace eulerc::compiler {

extern const char kPreludeCl[];
extern const char kPreludeHost[];
extern const char kLanes[];
extern const char kVectorsCl[];
extern const char kVectorsHost[];
extern const char kLinearCl[];
extern const char kLinearHost[];
extern const char kMarchCl[];
extern const char kLinearVectorsHost[];
extern const char kTiles[];
extern const char kTileMemoryCl[];
extern const char kRowsCl[];
extern const char kColumnsCl[];
extern const char kOverlap[];
extern const char kLineEnds[];
extern const char kOverlappedCl[];
extern const char kDelayed[];
extern const char kDelayedCl[];
extern const char kBoxes[];
extern const char kStreamedItems[];
extern const char kStreamedItemsCl[];
extern const char kTilesHost[];
extern const char kStripLayersCl[];
extern const char kStripsCl[];
extern const char kBlocks[];
extern const char kTileVectors[];
extern const char kKeptCl[];

} // namespace eulerc::compiler
