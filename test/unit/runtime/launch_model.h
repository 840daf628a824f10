// LaunchModel: runs a tiling without computing anything and says the first thing that is illegal.
//
//   eulerc_tiling, reach, Walk::Rows or Columns → "" or "unit 7 of step 3 is computed twice"
//
// Every value is known by its name, (unit, step). Modelled are the two copies of the state in
// global memory, where a value of step k lies in copy k % 2 until that of step k + 2 replaces it;
// the local memory of each tile; the barriers inside a tile; and that the tiles of a launch run in
// any order: none may read what another one of its launch writes, in either order.
//
// What a tile does comes from a Geometry, by default templates/interlocking/tiles.h. Tests derive
// from it and plant faults, to see that the model finds them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "tile_blocks.h"

namespace tiling_test {

enum class Walk { Rows, Columns };

struct Geometry {
  virtual ~Geometry() = default;
  virtual long launches(const eulerc_tiling &t) const { return eulerc_launches(t); }
  virtual long tiles(const eulerc_tiling &t, long k) const { return eulerc_tiles(t, k); }
  virtual eulerc_range steps(const eulerc_tiling &t, long k) const {
    return eulerc_tile_steps(t, k);
  }
  virtual eulerc_range row(const eulerc_tiling &t, long k, long w, long step) const {
    return eulerc_tile_row(t, k, w, step);
  }
  virtual eulerc_ranges loads(const eulerc_tiling &t, long k, long w, long step) const {
    return eulerc_tile_loads(t, k, w, step);
  }
  virtual eulerc_ranges stores(const eulerc_tiling &t, long k, long w, long step) const {
    return eulerc_tile_stores(t, k, w, step);
  }
  virtual long copy(long step) const { return eulerc_copy(step); }
  virtual long rowSlot(const eulerc_tiling &t, long k, long w, long block) const {
    return eulerc_row_slot(t, k, w, block);
  }
  virtual eulerc_range diagonalSteps(const eulerc_tiling &t, long k, long w, long v) const {
    return eulerc_diagonal_steps(t, k, w, v);
  }
  virtual eulerc_ranges diagonalLoads(const eulerc_tiling &t, long k, long w, long v,
                                      long step) const {
    return eulerc_diagonal_loads(t, k, w, v, step);
  }
  virtual long diagonalSlot(const eulerc_tiling &t, long k, long w, long block, long step) const {
    return eulerc_diagonal_slot(t, k, w, block, step);
  }
  /// Whether a kernel puts a barrier after row (or block of a diagonal) number `step`.
  virtual bool barrier(long) const { return true; }
  /// Units at the end of a block that are held back, and the barrier after they were moved.
  virtual long held(const eulerc_tiling &t) const {
    return eulerc_held_units(t.blockUnits, t.ghostZone, 1);
  }
  virtual bool barrierBehindHeld(const eulerc_tiling &t, long held) const {
    return eulerc_held_is_next(t.blockUnits, held);
  }
};

class LaunchModel {
public:
  LaunchModel(const eulerc_tiling &tiling, long reach, Walk walk, const Geometry &geometry)
      : t_(tiling), reach_(reach), walk_(walk), g_(geometry),
        computed_(static_cast<std::size_t>(tiling.units * (tiling.steps + 1)), 0),
        global_(static_cast<std::size_t>(2 * tiling.units)) {}

  /// What is illegal first, or "".
  std::string run();
  /// Values that crossed global memory, in units.
  long traffic() const { return traffic_; }

private:
  struct Global { ///< one value of the two copies
    long step = -1;
    long reader = -1, writer = -1; ///< tile of this launch; the last one
    long launch = -1;              ///< to which reader and writer belong
    bool several = false;          ///< more than one tile has read it in this launch
  };
  struct Local { ///< one value of local memory
    long unit = -1, step = -1;
    long read = -1, written = -1; ///< number of the barrier after which this happened last
  };

  void fail(const std::string &what) {
    if (failure_.empty())
      failure_ = what + " (launch " + std::to_string(k_) + ", tile " + std::to_string(w_) + ")";
  }
  static std::string name(long unit, long step) {
    return "unit " + std::to_string(unit) + " of step " + std::to_string(step);
  }
  Global *global(long unit, long step);
  Local *slot(long number, long unit);
  Local *place(long unit, long step);
  void load(eulerc_range units, long step);
  void store(eulerc_range units, long step);
  void readLocal(long unit, long step);
  void writeLocal(long unit, long step);
  void compute(long unit, long step);
  void readWindow(long unit, long step);
  void runRows();
  void runColumns();
  void storeBlock(long block, long step);

  const eulerc_tiling t_;
  const long reach_;
  const Walk walk_;
  const Geometry &g_;
  std::vector<char> computed_;
  std::vector<Global> global_;
  std::vector<Local> local_;
  long k_ = 0, w_ = 0, barrier_ = 0, traffic_ = 0;
  std::string failure_;
};

inline LaunchModel::Global *LaunchModel::global(long unit, long step) {
  Global *value = &global_[static_cast<std::size_t>((g_.copy(step) & 1) * t_.units + unit)];
  if (value->launch != k_) {
    value->launch = k_;
    value->reader = value->writer = -1;
    value->several = false;
  }
  return value;
}

/// The unit's place in a slot of local memory; null when there is none.
inline LaunchModel::Local *LaunchModel::slot(long number, long unit) {
  const long index = number * t_.blockUnits + unit % t_.blockUnits;
  if (number < 0 || index >= static_cast<long>(local_.size())) {
    fail("unit " + std::to_string(unit) + " lies outside of local memory");
    return nullptr;
  }
  return &local_[static_cast<std::size_t>(index)];
}

inline LaunchModel::Local *LaunchModel::place(long unit, long step) {
  const long block = unit / t_.blockUnits;
  if (walk_ == Walk::Columns)
    return slot(g_.diagonalSlot(t_, k_, w_, block, step), unit);
  const long number = g_.rowSlot(t_, k_, w_, block);
  if (number < 0 || number >= t_.width + 2) {
    fail(name(unit, step) + " lies outside of its row");
    return nullptr;
  }
  return slot(number + (step % 2) * (t_.width + 2), unit);
}

inline void LaunchModel::load(eulerc_range units, long step) {
  for (long unit = units.first; unit < units.last; unit++) {
    Global *value = global(unit, step);
    traffic_++;
    if (value->step != step)
      fail(name(unit, step) + " is loaded but not there");
    if (value->writer >= 0)
      fail(name(unit, step) + " is loaded while it is written");
    value->several = value->several || (value->reader >= 0 && value->reader != w_);
    value->reader = w_;
    writeLocal(unit, step);
  }
}

inline void LaunchModel::store(eulerc_range units, long step) {
  for (long unit = units.first; unit < units.last; unit++) {
    Global *value = global(unit, step);
    traffic_++;
    if (value->several || (value->reader >= 0 && value->reader != w_))
      fail(name(unit, step) + " replaces a value that another tile reads");
    if (value->writer >= 0)
      fail(name(unit, step) + " is stored into what this launch has stored");
    value->writer = w_;
    value->step = step;
  }
}

inline void LaunchModel::writeLocal(long unit, long step) {
  Local *value = place(unit, step);
  if (!value)
    return;
  if (value->read == barrier_ || value->written == barrier_)
    fail(name(unit, step) + " is written without a barrier");
  value->unit = unit;
  value->step = step;
  value->written = barrier_;
}

inline void LaunchModel::readLocal(long unit, long step) {
  Local *value = place(unit, step);
  if (!value)
    return;
  if (value->unit != unit || value->step != step)
    fail(name(unit, step) + " is read but not there");
  if (value->written == barrier_)
    fail(name(unit, step) + " is read without a barrier");
  value->read = barrier_;
}

inline void LaunchModel::compute(long unit, long step) {
  if (unit < 0 || unit >= t_.units || step < 0 || step > t_.steps)
    return fail(name(unit, step) + " is computed and does not exist");
  char &done = computed_[static_cast<std::size_t>(step * t_.units + unit)];
  if (done)
    fail(name(unit, step) + " is computed twice");
  done = 1;
}

/// Reads the window of (unit, step).
inline void LaunchModel::readWindow(long unit, long step) {
  for (long x = std::max(unit - reach_, 0L); x < std::min(unit + reach_ + 1, t_.units); x++)
    readLocal(x, step - 1);
}

/// As templates/interlocking/rows.cl does it: everything is loaded at the start, for the growing
/// rows into the slots where they find it later; a row is stored one barrier after it was computed.
inline void LaunchModel::runRows() {
  const eulerc_range steps = g_.steps(t_, k_);
  const long centre = k_ * t_.tileSteps;
  for (long step = steps.first; step < std::min(steps.last, std::max(centre, steps.first) + 1);
       step++) {
    const eulerc_ranges units = g_.loads(t_, k_, w_, step);
    load(units.left, step - 1);
    load(units.right, step - 1);
  }
  barrier_++;
  for (long step = steps.first; step < steps.last + 1; step++) {
    const bool isRow = step < steps.last;
    const eulerc_range row =
        isRow ? eulerc_units(t_, g_.row(t_, k_, w_, step)) : eulerc_range{0, 0};
    for (long unit = row.first; unit < row.last; unit++) {
      readWindow(unit, step);
      compute(unit, step);
      writeLocal(unit, step);
    }
    if (step > steps.first && (step > centre || !isRow)) {
      const eulerc_ranges units = g_.stores(t_, k_, w_, step - 1);
      for (const eulerc_range &range : {units.left, units.right}) {
        for (long unit = range.first; unit < range.last; unit++)
          readLocal(unit, step - 1);
        store(range, step - 1);
      }
    }
    barrier_ += g_.barrier(step);
  }
}

/// Stores those units of a block that lie in the stored ranges of its row.
inline void LaunchModel::storeBlock(long block, long step) {
  const long from = block * t_.blockUnits;
  const eulerc_ranges units = g_.stores(t_, k_, w_, step);
  for (const eulerc_range &range : {units.left, units.right})
    store({std::max(range.first, from), std::min(range.last, from + t_.blockUnits)}, step);
}

inline void LaunchModel::runColumns() {
  const long held = g_.held(t_);
  for (long v = 0; v < t_.width; v++) {
    const eulerc_range steps = g_.diagonalSteps(t_, k_, w_, v);
    const auto blockAt = [&](long step) { return eulerc_diagonal_block(t_, k_, w_, v, step); };
    if (steps.first >= steps.last)
      continue;
    for (long step = steps.first; step < steps.last; step++) {
      if (blockAt(step) < 0 || blockAt(step) >= eulerc_blocks(t_))
        fail("block " + std::to_string(blockAt(step)) + " lies outside of the state");
      const eulerc_ranges units = g_.diagonalLoads(t_, k_, w_, v, step);
      load(units.left, step - 1);
      load(units.right, step - 1);
    }
    barrier_++;
    for (long step = steps.first; step < steps.last; step++) {
      const eulerc_range units = eulerc_units(t_, {blockAt(step), blockAt(step) + 1});
      const long hold = (blockAt(step) + 1) * t_.blockUnits - held;
      for (long unit = units.first; unit < units.last; unit++) {
        readWindow(unit, step);
        compute(unit, step);
      }
      for (long unit = units.first; unit < std::min(hold, units.last); unit++)
        writeLocal(unit, step);
      storeBlock(blockAt(step), step);
      barrier_ += g_.barrier(step);
      for (long unit = std::max(hold, units.first); unit < units.last; unit++)
        writeLocal(unit, step);
      barrier_ += g_.barrierBehindHeld(t_, held);
    }
  }
}

inline std::string LaunchModel::run() {
  for (long unit = 0; unit < t_.units; unit++)
    global_[static_cast<std::size_t>(unit)].step = computed_[static_cast<std::size_t>(unit)] = 0;
  const long slots = (walk_ == Walk::Rows ? 2 : 1) * (t_.width + 2);
  for (k_ = 0; k_ < g_.launches(t_) && failure_.empty(); k_++)
    for (w_ = 0; w_ < g_.tiles(t_, k_) && failure_.empty(); w_++) {
      local_.assign(static_cast<std::size_t>(slots * t_.blockUnits), {});
      barrier_ = 0;
      walk_ == Walk::Rows ? runRows() : runColumns();
    }
  for (long step = 1; step <= t_.steps && failure_.empty(); step++)
    for (long unit = 0; unit < t_.units && failure_.empty(); unit++)
      if (!computed_[static_cast<std::size_t>(step * t_.units + unit)])
        fail(name(unit, step) + " is never computed");
  for (long unit = 0; unit < t_.units && failure_.empty(); unit++)
    if (global_[static_cast<std::size_t>((t_.steps % 2) * t_.units + unit)].step != t_.steps)
      fail(name(unit, t_.steps) + " is not stored at the end");
  return failure_;
}

} // namespace tiling_test
