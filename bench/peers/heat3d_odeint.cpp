// Peer of the bench: heat in tissue on N x N x N voxels with the Euler stepper of Boost.odeint and
// its algebra for OpenMP: dT/dt is computed for all voxels, then added. Needs libboost-dev.
#include <boost/numeric/odeint.hpp>
#include <boost/numeric/odeint/external/openmp/openmp.hpp>

#include "heat3d.h"

namespace odeint = boost::numeric::odeint;

int main(int argc, char **argv) {
  using State = std::vector<float>;
  const Arguments given = readArguments(argc, argv);
  const heat3d::Grid grid(given.n);
  const auto beta = allocate(given.n * given.n * given.n, static_cast<float>(heat3d::diffusivity));
  State T;
  odeint::euler<State, float, State, float, odeint::openmp_range_algebra> stepper;
  timeRuns(
      given.runs,
      [&] {
        T.assign(static_cast<std::size_t>(grid.size), heat3d::blood);
        heat3d::initialise(grid, T.data());
      },
      [&] {
        const auto rhs = [&](const State &now, State &change, float) {
          float *__restrict to = change.data(); // zero around the voxels, as the stepper made it
          heat3d::changes(grid, now.data(), beta.get(),
                          [=](long at, float value) { to[at] = value; });
        };
        odeint::integrate_n_steps(stepper, rhs, T, 0.0f, given.dt,
                                  static_cast<std::size_t>(given.steps));
      });
  heat3d::write(grid, T.data(), given.result);
}
