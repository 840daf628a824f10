// Sweeps over the points, sums rows and improves the weights of the bound.

#include "stepsize/jacobian.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace eulerc {
namespace {

constexpr std::int64_t chunk = Slopes::mostLanes;
/// The most operations in a sweep over the points: some seconds.
constexpr double mostWork = 4e9;
/// Of all operations in sweeps that find better weights, and how many those are.
constexpr double mostRefining = 2e8;
constexpr int fewestSweeps = 1, mostSweeps = 16, sweepsAtOnce = 8;
/// A bound of rounding errors in sums of positive numbers.
constexpr double rounding = 1 + 1e-5;

/// Positive weights that balance a matrix of non-negative numbers, and its spectral radius by them.
double balance(const std::vector<double> &matrix, std::vector<double> &weights) {
  constexpr int turns = 200;
  constexpr double shift = 0.25, least = 1e-9;
  const std::size_t size = weights.size();
  std::fill(weights.begin(), weights.end(), 1);
  double best = HUGE_VAL;
  std::vector<double> tried = weights;
  for (int turn = 0; turn < turns; turn++) {
    std::vector<double> next(size);
    double radius = 0;
    for (std::size_t i = 0; i < size; i++) {
      for (std::size_t k = 0; k < size; k++)
        next[i] += matrix[i * size + k] * tried[k];
      radius = std::max(radius, next[i] / tried[i]);
    }
    if (radius < best) {
      best = radius;
      weights = tried;
    }
    if (radius == 0)
      return 0;
    double largest = 0;
    for (std::size_t i = 0; i < size; i++)
      largest = std::max(largest, next[i] = next[i] / radius + shift * tried[i]);
    for (std::size_t i = 0; i < size; i++)
      tried[i] = std::max(next[i] / largest, least);
  }
  return best;
}

} // namespace

/// The largest value, and the first row that has it.
struct Jacobian::Largest {
  double value = 0;
  std::int64_t row = 0;

  void take(double other, std::int64_t at) {
    if (other > value || (other == value && other > 0 && at < row))
      *this = {other, at};
  }
};

/// The results of a sweep over a part of the points.
struct Jacobian::Sweep {
  bool isKnown = true;
  double rate = 0;
  Largest ratio;
  std::vector<Largest> ofKinds; ///< the row sums
  std::vector<double> blocks;   ///< the largest row sums of kinds by kinds; none: not asked for
  std::vector<double> scratch;  ///< of a chunk's rows, by kinds

  Sweep(std::size_t kinds, bool hasBlocks)
      : ofKinds(kinds), blocks(hasBlocks ? kinds * kinds : 0),
        scratch(hasBlocks ? kinds * chunk : 0) {}

  void add(const Sweep &other) {
    isKnown = isKnown && other.isKnown;
    rate = std::max(rate, other.rate);
    ratio.take(other.ratio.value, other.ratio.row);
    for (std::size_t k = 0; k < ofKinds.size(); k++)
      ofKinds[k].take(other.ofKinds[k].value, other.ofKinds[k].row);
    for (std::size_t k = 0; k < blocks.size(); k++)
      blocks[k] = std::max(blocks[k], other.blocks[k]);
  }
};

Jacobian::Jacobian(const Job &job, const void *y, int threads)
    : points_(job.components / job.model.program.stateCount), fileRow_(job.fileRow),
      states_(job.model.program.stateCount), classes_(static_cast<int>(job.grid.classes)),
      threads_(threads), fields_(job.fields),
      at_{{job.model, job.params.data(), job.run.from, job.run.dt}, y, nullptr, {1, 1, 1}} {
  for (const DataValues &data : job.data)
    fields_.push_back(data.values);
  at_.fields = fields_.data();
  job.model.program.extents(job.params.data(), at_.extent);
  program_ = makeSlopeProgram(at_);
  Slopes slopes(at_, program_);
  for (int state = 0; state < states_; state++) {
    const std::int64_t begin = std::max<std::int64_t>(0, points_ / 2 - chunk / 2);
    slopes.take(state, begin, static_cast<int>(std::min(chunk, points_ - begin)));
    work_ += static_cast<double>(slopes.work());
  }
  every_ = static_cast<std::int64_t>(std::ceil(work_ * static_cast<double>(points_) / mostWork));
  every_ = std::max<std::int64_t>(every_, 1);
}

bool Jacobian::row(std::int64_t component, std::vector<JacobianEntry> &entries) const {
  if (!ofRows_)
    ofRows_ = std::make_unique<Slopes>(at_, program_);
  Slopes &slopes = *ofRows_;
  entries.clear();
  if (!slopes.take(static_cast<int>(component / points_), component % points_, 1))
    return false;
  for (const Slopes::Entry &entry : slopes.entries()) {
    if (!std::isfinite(entry.slopes[0]))
      return false;
    if (entry.slopes[0] != 0)
      entries.push_back({entry.state * points_ + entry.points[0], entry.slopes[0]});
  }
  std::ranges::sort(entries, {}, &JacobianEntry::component);
  std::size_t last = 0;
  for (std::size_t k = 1; k < entries.size(); k++) {
    if (entries[k].component == entries[last].component)
      entries[last].value += entries[k].value;
    else
      entries[++last] = entries[k];
  }
  entries.resize(std::min(entries.size(), last + 1));
  return true;
}

/// Adds |entry|, times its weight, to the sums of some points' rows.
void Jacobian::addEntry(const Slopes::Entry &entry, int count, const std::vector<float> &weights,
                        double *sums, std::vector<double> &scratch) const {
  const std::int64_t first = entry.state * points_;
  for (int l = 0; l < count; l++) {
    const double size = std::fabs(entry.slopes[l]);
    sums[l] += weights.empty()
                   ? size
                   : size * static_cast<double>(
                                weights[static_cast<std::size_t>(first + entry.points[l])]);
  }
  for (int l = 0; l < count && !scratch.empty(); l++) {
    const std::int64_t residue = classes_ == 1 ? 0 : entry.points[l] % fileRow_ % classes_;
    const std::int64_t kind = entry.state * classes_ + residue;
    scratch[static_cast<std::size_t>(kind * chunk + l)] += std::fabs(entry.slopes[l]);
  }
}

void Jacobian::sweepChunk(Slopes &slopes, std::int64_t begin, const std::vector<float> &weights,
                          std::vector<float> &sumsOfAll, Sweep &into) const {
  const auto count = static_cast<int>(std::min(chunk, points_ - begin));
  const std::size_t size = into.ofKinds.size();
  for (int state = 0; state < states_; state++) {
    into.isKnown = into.isKnown && slopes.take(state, begin, count);
    if (!into.isKnown)
      return;
    double sums[chunk] = {};
    std::fill(into.scratch.begin(), into.scratch.end(), 0.0);
    for (const Slopes::Entry &entry : slopes.entries())
      addEntry(entry, count, weights, sums, into.scratch);
    for (int l = 0; l < count; l++) {
      const std::int64_t row = state * points_ + begin + l;
      const auto at = static_cast<std::size_t>(row);
      into.isKnown = into.isKnown && std::isfinite(sums[l]);
      sumsOfAll[at] = static_cast<float>(sums[l]);
      into.ratio.take(weights.empty() ? sums[l] : sums[l] / static_cast<double>(weights[at]), row);
      const auto kind = static_cast<std::size_t>(classes_ == 1 ? state : kindOf(row));
      into.ofKinds[kind].take(sums[l], row);
      for (std::size_t k = 0; k < size && !into.blocks.empty(); k++) {
        double &block = into.blocks[kind * size + k];
        block = std::max(block, into.scratch[k * chunk + static_cast<std::size_t>(l)]);
      }
      into.rate = std::max(into.rate, std::fabs(slopes.rates()[l]));
    }
  }
}

/// Sweeps over all points; writes the sums of the rows to `sums`.
Jacobian::Sweep Jacobian::sweep(const std::vector<float> &weights, std::vector<float> &sums,
                                bool hasBlocks) const {
  const auto size = static_cast<std::size_t>(kinds());
  const std::int64_t chunks = (points_ + chunk - 1) / chunk;
  std::vector<Sweep> parts(static_cast<std::size_t>(threads_), Sweep(size, hasBlocks));
  inParallel(threads_, [&](int index) {
    Slopes slopes(at_, program_);
    const Range part = cutRange(chunks, 1, threads_, index);
    for (std::int64_t k = part.begin; k < part.end; k++)
      if (k % every_ == 0)
        sweepChunk(slopes, k * chunk, weights, sums, parts[static_cast<std::size_t>(index)]);
  });
  Sweep all = parts[0];
  for (const Sweep &part : parts)
    all.add(part);
  return all;
}

/// Improves the weights as long as that lowers the bound.
void Jacobian::refine(Bound &bound, std::vector<float> &weights, std::vector<float> &sums) const {
  constexpr double shift = 0.25, gain = 0.995;
  const double work = work_ * static_cast<double>(points_);
  const int sweeps =
      std::clamp(static_cast<int>(std::min(1e3, mostRefining / work)), fewestSweeps, mostSweeps);
  double before = bound.radius;
  for (int turn = 1; turn <= sweeps; turn++) {
    for (std::size_t k = 0; k < sums.size(); k++)
      weights[k] = static_cast<float>(static_cast<double>(sums[k]) / bound.radius +
                                      shift * static_cast<double>(weights[k]));
    const Sweep next = sweep(weights, sums, false);
    const double radius = next.ratio.value * rounding;
    if (radius < bound.radius) {
      bound.radius = radius;
      bound.worst = next.ratio.row;
    }
    if (turn % sweepsAtOnce != 0)
      continue;
    if (bound.radius > gain * before)
      return;
    before = bound.radius;
  }
}

/// The fraction of rows whose sum is about as large as the largest of their kind.
double Jacobian::uniformity(const std::vector<float> &sums,
                            const std::vector<Largest> &ofKinds) const {
  constexpr double near = 0.999;
  std::int64_t alike = 0;
  for (std::int64_t k = 0; k < components(); k++)
    alike += static_cast<double>(sums[static_cast<std::size_t>(k)]) >=
                     near * ofKinds[static_cast<std::size_t>(kindOf(k))].value
                 ? 1
                 : 0;
  return static_cast<double>(alike) / static_cast<double>(components());
}

Jacobian::Bound Jacobian::bound() const {
  constexpr double most = 0.8; // of rows: others are at sides
  const auto size = static_cast<std::size_t>(kinds()), all = static_cast<std::size_t>(components());
  Bound bound;
  bound.isOfAll = every_ == 1;
  std::vector<float> sums(all), weights;
  Sweep first = sweep(weights, sums, true);
  if (!first.isKnown)
    return bound;
  bound.isKnown = true;
  bound.rate = first.rate;
  bound.isUniform = bound.isOfAll && uniformity(sums, first.ofKinds) > most;
  bound.weights.assign(size, 1);
  bound.radius = balance(first.blocks, bound.weights) * rounding;
  bound.worst = first.ratio.row;
  for (const Largest &each : first.ofKinds)
    bound.worstOfKinds.push_back(each.row);
  if (bound.radius == 0 || !bound.isOfAll)
    return bound;
  weights.resize(all);
  for (std::size_t k = 0; k < all; k++)
    weights[k] = static_cast<float>(
        bound.weights[static_cast<std::size_t>(kindOf(static_cast<std::int64_t>(k)))]);
  if (size > 1) {
    const Sweep second = sweep(weights, sums, false);
    bound.radius = std::min(bound.radius, second.ratio.value * rounding);
    bound.worst = second.ratio.row;
  }
  if (!bound.isUniform)
    refine(bound, weights, sums);
  return bound;
}

} // namespace eulerc
