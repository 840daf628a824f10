#include "stepsize/window.h"

#include <algorithm>
#include <cstring>

#include "layout/layout.h"
#include "layout/runs.h"
#include "times.h"

namespace eulerc {
namespace {

/// Points of a line, at most: threads share lines, and some have few points.
constexpr std::int64_t longestLine = 256;

std::int64_t roundedToLine(std::int64_t points) {
  return (points + alignedPoints - 1) / alignedPoints * alignedPoints;
}

} // namespace

void allocateCleared(HostArray &array, std::int64_t bytes) {
  if (array.bytes() >= bytes)
    return;
  array.allocate(bytes);
  std::memset(array.data(), 0, static_cast<std::size_t>(bytes));
}

std::int64_t pointsIn(const Box &box) {
  std::int64_t points = 1;
  for (const Range &along : box)
    points *= std::max<std::int64_t>(0, along.end - along.begin);
  return points;
}

Box wholeGrid(const Grid &grid) {
  Box box;
  for (int axis = 0; axis < maxRank; axis++)
    box[static_cast<std::size_t>(axis)] = {0, axis < grid.rank ? grid.extent[axis] : 1};
  return box;
}

Sight::Sight(const Job &job) : isKnown(true), circles(job.model.circles) {
  for (int axis = 0; axis < job.grid.rank; axis++) {
    isKnown = isKnown && job.model.sight[axis] >= 0;
    // Of several classes, what a mirrored end shows may be a point farther.
    ofLevel[axis] = job.model.sight[axis] + (job.grid.classes > 1 ? 1 : 0);
    ofStep[axis] = ofLevel[axis] * job.model.stages;
  }
}

Range Sight::within(const Grid &grid, int axis) const {
  const std::int64_t kept = circles >> axis & 1 ? ofStep[axis] : 0;
  return {kept, (axis < grid.rank ? grid.extent[axis] : 1) - kept};
}

Box Sight::around(const Grid &grid, const Box &box, int levels) const {
  Box all = box;
  for (int axis = 0; axis < grid.rank && isKnown; axis++) {
    Range &along = all[static_cast<std::size_t>(axis)];
    along = {std::max<std::int64_t>(0, along.begin - levels * ofLevel[axis]),
             std::min(grid.extent[axis], along.end + levels * ofLevel[axis])};
  }
  return all;
}

Window::Window(const Job &job, const HostPlan &host, const Sight &sight, int team)
    : job_(job), host_(host), sight_(sight), team_(team),
      components_(job.model.stateCount * static_cast<int>(job.grid.classes)), tables_(job.tables()),
      fields_(job.fields.size()) {}

/// As makeLayout() has it, for those points alone.
Layout Window::layoutOf(const Box &all) const {
  const Grid &grid = job_.grid;
  const int last = grid.rank - 1;
  const auto length = [&](int axis) {
    const Range &along = all[static_cast<std::size_t>(axis)];
    return along.end - along.begin;
  };
  const Layout whole = makeLayout(grid, Arrangement::Apart, host_.plan.alignment);
  Layout layout = whole;
  if (last > 0 && length(last) < grid.extent[last])
    layout.stride[last - 1] = roundedToLine(length(last));
  if (last > 1)
    layout.stride[0] = layout.stride[1] * length(1);
  std::int64_t before = 0; // where the first of them would lie in a grid of such rows
  for (int axis = 0; axis <= last; axis++)
    before += all[static_cast<std::size_t>(axis)].begin * layout.stride[axis];
  layout.lead = alignedPoints + (whole.lead + before) % alignedPoints - before;
  layout.points = roundedToLine(layout.stride[0] * length(0) + 4 * alignedPoints);
  layout.plane = layout.points;
  return layout;
}

std::int64_t Window::placeOf(const std::int64_t (&index)[maxRank]) const {
  std::int64_t place = layout_.lead;
  for (int axis = 0; axis < job_.grid.rank; axis++)
    place += index[axis] * layout_.stride[axis];
  return place;
}

std::vector<Line> Window::linesOf(const Box &box) const {
  const Grid &grid = job_.grid;
  const int last = grid.rank - 1;
  std::vector<Line> lines;
  std::int64_t index[maxRank] = {};
  const auto addRow = [&](std::int64_t row) {
    const Range &along = box[static_cast<std::size_t>(last)];
    for (std::int64_t begin = along.begin; begin < along.end; begin += longestLine) {
      index[last] = begin;
      lines.push_back({row * grid.extent[last] + begin, placeOf(index),
                       std::min(longestLine, along.end - begin), row, begin,
                       index[0] + index[1] + index[2]});
    }
  };
  if (last == 0)
    addRow(0);
  for (std::int64_t k = box[0].begin; last > 0 && k < box[0].end; k++) {
    index[0] = k;
    if (last == 1)
      addRow(k);
    for (std::int64_t j = box[1].begin; last == 2 && j < box[1].end; j++) {
      index[1] = j;
      addRow(k * grid.extent[1] + j);
    }
  }
  return lines;
}

void Window::moveTo(const Box &box) {
  const int levels = job_.model.stages;
  box_ = box;
  all_ = sight_.around(job_.grid, box, levels);
  layout_ = layoutOf(all_);
  lines_.clear();
  for (int level = levels; level >= 0; level--)
    lines_.push_back(linesOf(sight_.around(job_.grid, box, level)));

  const std::int64_t size = job_.realSize();
  const auto allocate = [&](HostArray &array, std::int64_t components) {
    allocateCleared(array, layout_.plane * components * size);
  };
  for (HostArray *array : {&values_, &work_[0], &work_[1]})
    allocate(*array, job_.grid.components);
  for (HostArray &array : fields_)
    allocate(array, job_.grid.classes);
  constants_ = job_.constants(layout_, layout_);
  loadFields();
}

std::int64_t Window::count(const Line &line, int component) const {
  const std::int64_t classes = job_.grid.classes, residue = component % classes;
  const std::int64_t length = (job_.fileRow - residue + classes - 1) / classes;
  return std::clamp<std::int64_t>(length - line.index, 0, line.count);
}

namespace {

/// Values of a line, from an array in the file's order.
template <class Real>
void copyLine(const Line &line, std::int64_t count, std::int64_t fileRow, std::int64_t classes,
              const Real *array, Real *out) {
  copyStrided(out, 1, array + line.row * fileRow + line.index * classes, classes, count);
}

} // namespace

void Window::load(const void *state) {
  const std::int64_t classes = job_.grid.classes, points = job_.components / job_.model.stateCount;
  const std::vector<Line> &lines = allLines();
  const auto loadAs = [&]<class Real>(const Real *from, Real *to) {
    inParallel(team_, [&](int index) {
      const Range part = cutRange(static_cast<std::int64_t>(lines.size()), 1, team_, index);
      for (std::int64_t k = part.begin; k < part.end; k++)
        for (int q = 0; q < components_; q++) {
          const Line &line = lines[static_cast<std::size_t>(k)];
          copyLine(line, count(line, q), job_.fileRow, classes,
                   from + q / classes * points + q % classes, to + q * plane() + line.at);
        }
    });
  };
  if (job_.model.precision == Precision::Float)
    loadAs(static_cast<const float *>(state), static_cast<float *>(values_.data()));
  else
    loadAs(static_cast<const double *>(state), static_cast<double *>(values_.data()));
}

void Window::loadFields() {
  const std::int64_t classes = job_.grid.classes;
  const auto loadAs = [&]<class Real>(const Real *from, Real *to) {
    for (const Line &line : allLines())
      for (int c = 0; c < classes; c++)
        copyLine(line, count(line, c), job_.fileRow, classes, from + c, to + c * plane() + line.at);
  };
  arguments_.clear();
  for (std::size_t f = 0; f < fields_.size(); f++) {
    void *values = fields_[f].data();
    if (job_.model.precision == Precision::Float)
      loadAs(static_cast<const float *>(job_.fields[f]), static_cast<float *>(values));
    else
      loadAs(static_cast<const double *>(job_.fields[f]), static_cast<double *>(values));
    job_.prepareField(f, values, plane() * classes, team_);
    arguments_.push_back(values);
  }
  arguments_.push_back(tables_.data());
  for (const DataValues &data : job_.data)
    arguments_.push_back(data.values);
}

void Window::takeResult(HostArray &result) {
  allocateCleared(result, this->result().bytes());
  result.swap(work_[job_.model.stages % 2]);
}

/// Steps that know of none before them.
void Window::clearSlopes(HostArray &of) const {
  if (job_.model.unknownSlope == 0)
    return;
  const std::int64_t first = plane() * components_;
  if (job_.model.precision == Precision::Float)
    std::fill_n(static_cast<float *>(of.data()) + first, first,
                static_cast<float>(job_.model.unknownSlope));
  else
    std::fill_n(static_cast<double *>(of.data()) + first, first, job_.model.unknownSlope);
}

void Window::stepFrom(HostArray &from, double h) {
  clearSlopes(from);
  const Model &model = job_.model;
  const Run once = {job_.run.from, h, 1, h, job_.run.from + h, 0};
  for (int level = 0; level < model.stages; level++) {
    const std::vector<Line> &lines = lines_[static_cast<std::size_t>(level) + 1];
    const void *y = level == 0 ? from.data() : work_[level % 2].data();
    void *next = work_[1 - level % 2].data();
    inParallel(team_, [&](int index) {
      const Range part = cutRange(static_cast<std::int64_t>(lines.size()), 1, team_, index);
      for (std::int64_t k = part.begin; k < part.end; k++) {
        const Line &line = lines[static_cast<std::size_t>(k)];
        host_.code.stepRange(constants_.data(), y, next, arguments_.data(), line.point,
                             line.point + line.count, firstLevelOf(once, model) + level,
                             timeOfLevel(once, model, level), h);
      }
    });
  }
}

} // namespace eulerc
