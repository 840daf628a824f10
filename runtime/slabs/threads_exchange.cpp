// The Exchange between threads of one process. Each slab has a queue for each direction, through
// which it tells its neighbour the address of its rows.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

#include "slabs/exchange.h"

namespace eulerc {
namespace {

/// Addresses of rows that are sent and not yet taken, oldest first. Two exchanges fit: a slab sends
/// rows of a third one only after it has the neighbour's second rows, and then the neighbour has
/// taken the first.
using Box = std::deque<const void *>;

/// State shared by the threads: queues upward and downward, parts of reductions, and messages.
struct Boxes {
  explicit Boxes(int slabs) : up(static_cast<std::size_t>(slabs)), down(up), parts(up.size()) {}
  std::vector<Box> up, down;
  std::vector<ReducedPart> parts;
  std::size_t arrived = 0; ///< slabs whose parts have arrived
  std::uint64_t joins = 0; ///< completed reductions
  double joined = 0;       ///< result of the latest reduction
  using Messages = std::vector<std::vector<std::span<const std::byte>>>;
  Messages messages;       ///< of the slabs that have arrived, to each slab
  Messages latest;         ///< all messages of the latest swap()
  std::size_t brought = 0; ///< slabs whose messages have arrived
  std::uint64_t swaps = 0; ///< calls of swap() that all slabs have entered
  bool isBroken = false;
  std::mutex mutex;
  std::condition_variable changed;
};

class ThreadsExchange : public Exchange {
public:
  ThreadsExchange(std::shared_ptr<Boxes> boxes, int slab, int below, int above)
      : boxes_(std::move(boxes)), slab_(slab), below_(below), above_(above) {}

  void send(Side to, const void *rows, std::int64_t) override {
    const std::lock_guard lock(boxes_->mutex);
    sent(to).push_back(rows);
    boxes_->changed.notify_all();
  }
  const void *take(Side from) override {
    std::unique_lock lock(boxes_->mutex);
    Box &box = received(from);
    await(lock, [&] { return !box.empty(); });
    const void *const rows = box.front();
    box.pop_front();
    return rows;
  }
  double join(ReducedPart part, const Joining &joining) override {
    std::unique_lock lock(boxes_->mutex);
    boxes_->parts[at(slab_)] = std::move(part);
    if (++boxes_->arrived < boxes_->parts.size()) {
      await(lock, [this, now = boxes_->joins] { return boxes_->joins != now; });
      return boxes_->joined;
    }
    boxes_->arrived = 0;
    boxes_->joins++;
    boxes_->joined = joining(boxes_->parts);
    boxes_->changed.notify_all();
    return boxes_->joined;
  }
  void swap(const Messages &messages, const Using &use) override {
    std::vector<const std::byte *> received;
    {
      std::unique_lock lock(boxes_->mutex);
      boxes_->messages.resize(slabs());
      boxes_->messages[slab()] = messages.to;
      if (++boxes_->brought < slabs()) {
        await(lock, [this, now = boxes_->swaps] { return boxes_->swaps != now; });
      } else {
        boxes_->brought = 0;
        boxes_->swaps++;
        boxes_->latest = boxes_->messages;
        boxes_->changed.notify_all();
      }
      for (const auto &of : boxes_->latest)
        received.push_back(of[slab()].data());
    }
    for (std::size_t k = 0; k < slabs(); k++)
      if (k != slab() && messages.from[k])
        use(k, received[k]);
  }
  std::size_t slab() const override { return at(slab_); }
  std::size_t slabs() const override { return boxes_->parts.size(); }
  void fail() override {
    const std::lock_guard lock(boxes_->mutex);
    boxes_->isBroken = true;
    boxes_->changed.notify_all();
  }
  void beginAnew() override {
    const std::lock_guard lock(boxes_->mutex);
    boxes_->isBroken = false;
    boxes_->arrived = boxes_->brought = 0;
    sent(Below) = sent(Above) = {};
  }

private:
  static std::size_t at(int slab) { return static_cast<std::size_t>(slab); }
  Box &sent(Side to) { return to == Below ? boxes_->down[at(slab_)] : boxes_->up[at(slab_)]; }
  Box &received(Side from) {
    return from == Below ? boxes_->up[at(below_)] : boxes_->down[at(above_)];
  }
  template <class Condition> void await(std::unique_lock<std::mutex> &lock, Condition &&condition) {
    boxes_->changed.wait(lock, [&] { return boxes_->isBroken || condition(); });
    if (boxes_->isBroken)
      throw Broken();
  }

  std::shared_ptr<Boxes> boxes_;
  int slab_, below_, above_; ///< numbers of slabs; -1: no neighbour
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
