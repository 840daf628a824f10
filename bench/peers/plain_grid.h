// Grids of the plain loops (plain.cpp): ghost points around each, filled before a step.
#pragma once

#include <utility>

#include "peer.h"

/// A grid of N points along each axis, with ghosts of a width that the last axis is padded to.
struct Shape {
  int rank;
  long n, ghosts;
  long row = n + 2 * ghosts;
  long rows = rank > 1 ? row : 1, planes = rank > 2 ? row : 1;
  long size = row * rows * planes;
  long up = row, beyond = row * rows; // to the next row and plane
  long first = ghosts * (1 + (rank > 1 ? up : 0) + (rank > 2 ? beyond : 0));
};

using Array = std::unique_ptr<float[]>;

/// Calls body(index of the first point, plane, row) of all rows, by all threads.
template <class Body> void rowsOf(const Shape &s, Body &&body) {
  const long planes = s.rank > 2 ? s.n : 1, rows = s.rank > 1 ? s.n : 1;
#pragma omp parallel for collapse(2) schedule(static)
  for (long z = 0; z < planes; z++)
    for (long y = 0; y < rows; y++)
      body(s.first + z * s.beyond + y * s.up, z, y);
}

template <class Value> Array made(const Shape &s, Value &&value) {
  Array array = allocate(s.size, 0);
  rowsOf(s, [&](long at, long z, long y) {
    for (long x = 0; x < s.n; x++)
      array[at + x] = value(z, y, x);
  });
  return array;
}

/// Copies what lies on the other side, or next to a side, to the ghosts.
inline void fill(const Shape &s, float *u, bool isRing) {
  const long steps[] = {1, s.up, s.beyond}, counts[] = {1, s.row, s.row * s.row};
  for (int axis = 0; axis < s.rank; axis++) {
    const long across = s.rank == 1 ? 1 : counts[s.rank - 1];
#pragma omp parallel for schedule(static)
    for (long k = 0; k < across; k++) {
      const long a = k % s.row, b = k / s.row; // of the other axes
      const long base = s.rank == 1 ? 0
                        : axis == 0 ? a * s.up + b * s.beyond
                        : axis == 1 ? a + b * s.beyond
                                    : a + b * s.up;
      float *line = u + base;
      for (long g = 0; g < s.ghosts; g++) {
        line[g * steps[axis]] = line[(isRing ? s.n + g : s.ghosts) * steps[axis]];
        line[(s.n + s.ghosts + g) * steps[axis]] =
            line[(isRing ? s.ghosts + g : s.n + s.ghosts - 1) * steps[axis]];
      }
    }
  }
}

inline void write(const Request &asked, const Shape &s, const std::vector<const float *> &states) {
  if (asked.result == "-")
    return;
  std::FILE *file = std::fopen(asked.result.c_str(), "wb");
  const long planes = s.rank > 2 ? s.n : 1, rows = s.rank > 1 ? s.n : 1;
  for (const float *u : states)
    for (long z = 0; z < planes; z++)
      for (long y = 0; y < rows; y++)
        std::fwrite(u + s.first + z * s.beyond + y * s.up, sizeof(float),
                    static_cast<std::size_t>(s.n), file);
  std::fclose(file);
}
