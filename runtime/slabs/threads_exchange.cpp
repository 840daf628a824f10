// The exchange between threads of one process: a box for each direction of each pair of neighbours,
// which holds the rows of one exchange.
#include <condition_variable>
#include <mutex>
#include <utility>

#include "slabs/exchange.h"

namespace eulerc {
namespace {

struct Box {
  Bytes rows;
  bool isFull = false;
};

/// `up[k]` holds what slab k sends to the one above it, `down[k]` what it sends below.
struct Boxes {
  explicit Boxes(int slabs)
      : up(static_cast<std::size_t>(slabs)), down(static_cast<std::size_t>(slabs)) {}
  std::vector<Box> up, down;
  bool isBroken = false;
  std::mutex mutex;
  std::condition_variable changed;
};

class ThreadsExchange : public Exchange {
public:
  ThreadsExchange(std::shared_ptr<Boxes> boxes, int slab, int below, int above)
      : boxes_(std::move(boxes)), slab_(slab), below_(below), above_(above) {}

  void begin(SideRows &out) override {
    if (below_ >= 0)
      put(boxes_->down[at(slab_)], out.below);
    if (above_ >= 0)
      put(boxes_->up[at(slab_)], out.above);
  }
  void finish(SideRows &in) override {
    if (below_ >= 0)
      take(boxes_->up[at(below_)], in.below);
    if (above_ >= 0)
      take(boxes_->down[at(above_)], in.above);
  }
  void fail() override {
    const std::lock_guard lock(boxes_->mutex);
    boxes_->isBroken = true;
    boxes_->changed.notify_all();
  }

private:
  static std::size_t at(int slab) { return static_cast<std::size_t>(slab); }

  void put(Box &box, Bytes &rows) {
    std::unique_lock lock(boxes_->mutex);
    boxes_->changed.wait(lock, [&] { return !box.isFull || boxes_->isBroken; });
    if (boxes_->isBroken)
      throw Broken();
    box.rows.swap(rows);
    box.isFull = true;
    boxes_->changed.notify_all();
  }
  void take(Box &box, Bytes &rows) {
    std::unique_lock lock(boxes_->mutex);
    boxes_->changed.wait(lock, [&] { return box.isFull || boxes_->isBroken; });
    if (boxes_->isBroken)
      throw Broken();
    box.rows.swap(rows);
    box.isFull = false;
    boxes_->changed.notify_all();
  }

  std::shared_ptr<Boxes> boxes_;
  int slab_, below_, above_; ///< -1: there is none
};

} // namespace

std::vector<std::unique_ptr<Exchange>> exchangeOfThreads(int slabs, bool isRing) {
  const auto boxes = std::make_shared<Boxes>(slabs);
  std::vector<std::unique_ptr<Exchange>> ends;
  for (int k = 0; k < slabs; k++) {
    const int below = k > 0 ? k - 1 : isRing && slabs > 1 ? slabs - 1 : -1;
    const int above = k + 1 < slabs ? k + 1 : isRing && slabs > 1 ? 0 : -1;
    ends.push_back(std::make_unique<ThreadsExchange>(boxes, k, below, above));
  }
  return ends;
}

} // namespace eulerc
