// Peer of the bench: heat in tissue on N x N x N voxels as a plain OpenMP loop.
#include "heat3d.h"

int main(int argc, char **argv) {
  const Arguments given = readArguments(argc, argv);
  const heat3d::Grid grid(given.n);
  std::unique_ptr<float[]> T[2] = {allocate(grid.size, heat3d::blood),
                                   allocate(grid.size, heat3d::blood)};
  const auto beta = allocate(given.n * given.n * given.n, static_cast<float>(heat3d::diffusivity));
  float *now = nullptr, *next = nullptr;
  timeRuns(
      given.runs,
      [&] {
        now = T[0].get(), next = T[1].get();
        heat3d::initialise(grid, now);
      },
      [&] {
        for (long k = 0; k < given.steps; k++) {
          const float h = given.dt, *__restrict from = now;
          float *__restrict to = next;
          heat3d::changes(grid, from, beta.get(),
                          [=](long at, float change) { to[at] = from[at] + h * change; });
          std::swap(now, next);
        }
      });
  heat3d::write(grid, now, given.result);
}
