// Peer of the bench: a stepper of Boost.odeint, Euler's or -DEULERC_STEPPER=runge_kutta4, with its
// algebra for OpenMP. The changes of all components are computed by the loops of problems.h, then
// added. Needs libboost-dev.
#include <boost/numeric/odeint.hpp>
#include <boost/numeric/odeint/external/openmp/openmp.hpp>
#include <boost/version.hpp>

#include <omp.h>

#include <vector>

#include "problems.h"

#ifndef EULERC_STEPPER
#define EULERC_STEPPER euler
#endif

int main() {
  namespace odeint = boost::numeric::odeint;
  using State = std::vector<float>;
  omp_set_schedule(omp_sched_static, 0); // the algebra leaves it open, and g++ would go one by one
  serve("Boost " BOOST_LIB_VERSION ", g++ " __VERSION__, [](const Request &asked) {
    return withProblem(asked.problem, asked.n, [&](const auto &problem) {
      State state(static_cast<std::size_t>(problem.size), problem.outside);
      problem.initialise(state.data());
      odeint::EULERC_STEPPER<State, float, State, float, odeint::openmp_range_algebra> stepper;
      stepper.adjust_size(state);
      const auto rhs = [&](const State &now, State &change, float) {
        float *__restrict to = change.data(); // zero around the grid, as the stepper made it
        problem.changes(now.data(), [=](long at, float, float value) { to[at] = value; });
      };
      const double seconds = secondsOf([&] {
        odeint::integrate_n_steps(stepper, rhs, state, 0.0f, asked.dt,
                                  static_cast<std::size_t>(asked.steps));
      });
      if (asked.result != "-")
        writeResult(inside(problem, state.data()), asked.result);
      return seconds;
    });
  });
}
