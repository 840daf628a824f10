// Runs: strided stretches of a buffer that correspond to strided stretches of the file's order. The
// conversions of a chunk (convert.h) and of a host's whole state (whole.h) consist of them.
#pragma once

#include <algorithm>
#include <cstring>

#include "layout/convert.h"

namespace eulerc {

/// Calls run(at, from, count) for all runs within values [begin, end) of the buffer: the values at
/// `at`, at + step … of the buffer are those at `from`, from + classes … in the file's order.
template <class Run>
void forEachRun(const Places &p, std::int64_t begin, std::int64_t end, Run &&run) {
  const bool apart = p.step == 1;
  const std::int64_t components = p.states * p.classes;
  const std::int64_t firstOne = apart ? begin / p.plane : 0;
  const std::int64_t lastOne =
      apart ? std::min((end - 1) / p.plane, components - 1) : components - 1;
  for (std::int64_t q = firstOne; q <= lastOne; q++) {
    const std::int64_t origin = q * p.plane + p.lead, length = p.length(q % p.classes);
    const std::int64_t file = p.fileOf(q / p.classes) + q % p.classes;
    const auto pointsBefore = [&](std::int64_t at) { return (at + p.step - 1) / p.step; };
    const std::int64_t firstRow = begin > origin ? (begin - origin) / p.pitch : 0;
    for (std::int64_t row = firstRow; row < p.rows; row++) {
      const std::int64_t start = origin + row * p.pitch;
      if (start >= end)
        break;
      const std::int64_t from = begin > start ? pointsBefore(begin - start) : 0;
      const std::int64_t to = std::min(pointsBefore(end - start), length);
      if (from < to)
        run(start + from * p.step, file + row * p.fileRow + from * p.classes, to - from);
    }
  }
}

/// out[0], out[Out] … = in[0], in[In] …, with strides known to the compiler, which vectorises them.
template <int Out, int In, class Real> void copyBy(Real *out, const Real *in, std::int64_t count) {
  for (std::int64_t k = 0; k < count; k++)
    out[k * Out] = in[k * In];
}

template <class Real>
void copyStrided(Real *__restrict out, std::int64_t outStep, const Real *__restrict in,
                 std::int64_t inStep, std::int64_t count) {
  if (outStep == 1 && inStep == 1)
    std::memcpy(out, in, static_cast<std::size_t>(count) * sizeof(Real));
  else if (outStep == 1 && inStep == 2)
    copyBy<1, 2>(out, in, count);
  else if (outStep == 1 && inStep == 3)
    copyBy<1, 3>(out, in, count);
  else if (outStep == 1 && inStep == 4)
    copyBy<1, 4>(out, in, count);
  else if (outStep == 2 && inStep == 1)
    copyBy<2, 1>(out, in, count);
  else if (outStep == 3 && inStep == 1)
    copyBy<3, 1>(out, in, count);
  else if (outStep == 4 && inStep == 1)
    copyBy<4, 1>(out, in, count);
  else
    for (std::int64_t k = 0; k < count; k++)
      out[k * outStep] = in[k * inStep];
}

/// Makes values [begin, end) of the buffer, with zeros in gaps. For short ranges, since values are
/// written twice.
template <class Real>
void gatherRuns(const Places &p, const Real *file, std::int64_t begin, std::int64_t end,
                Real *out) {
  std::memset(out, 0, static_cast<std::size_t>(end - begin) * sizeof(Real));
  forEachRun(p, begin, end, [&](std::int64_t at, std::int64_t from, std::int64_t count) {
    copyStrided(out + (at - begin), p.step, file + from, p.classes, count);
  });
}

template <class Real>
void scatterRuns(const Places &p, const Real *in, std::int64_t begin, std::int64_t end,
                 Real *file) {
  forEachRun(p, begin, end, [&](std::int64_t at, std::int64_t to, std::int64_t count) {
    copyStrided(file + to, p.classes, in + (at - begin), p.step, count);
  });
}

} // namespace eulerc
