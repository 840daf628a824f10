// Computes the norm of a step's error, and the texts on errors.

#include "reduction/error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "base/refuse.h"
#include "base/text.h"
#include "model/model_lists.h"
#include "reduction/reduce.h"
#include "state/state.h"

namespace eulerc {
namespace {

Tolerance toleranceOf(const StepControl &control, const Model &model, int state) {
  Tolerance tolerance = control.tolerance;
  for (const auto &[name, own] : control.of) {
    const std::optional<DeclaredState> named = declaredState(model, name);
    if (named && state >= named->first && state < named->first + named->count)
      tolerance = own;
  }
  return tolerance;
}

void requireTolerance(const Tolerance &tolerance, Precision precision) {
  if (!std::isfinite(tolerance.relative) || !std::isfinite(tolerance.absolute) ||
      tolerance.relative < 0 || tolerance.absolute < 0 ||
      tolerance.relative + tolerance.absolute == 0)
    refuse(fmt::format("tolerances must be zero or above, and one of them above zero, not {} "
                       "relative and {} absolute",
                       tolerance.relative, tolerance.absolute));
  const bool isFloat = precision == Precision::Float;
  const double least =
      isFloat ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
  if (tolerance.relative > 0 && tolerance.relative < least)
    refuse(fmt::format("a relative tolerance of {} is less than {} can tell, {:.3g}; take a larger "
                       "one{}",
                       tolerance.relative, precisionName(precision), least,
                       isFloat ? ", or compile with --real=double" : ""));
}

/// Errors: the errors of a state's components, in units of the tolerance.
template <class Real> class Errors {
public:
  Errors(const Trial &trial, int state)
      : places_(trial.places), classes_(places_.classes),
        before_(static_cast<const Real *>(trial.before) + state * classes_ * places_.plane),
        after_(static_cast<const Real *>(trial.after) + state * classes_ * places_.plane),
        error_(after_ + trial.model.program.stateCount * classes_ * places_.plane),
        tolerance_(toleranceOf(trial.control, trial.model, state)) {}

  double operator[](std::int64_t point) const { return at(placeOf(point)); }
  bool wasFinite(std::int64_t point) const { return std::isfinite(before_[placeOf(point)]); }

  /// The values of points [begin, end).
  void write(std::int64_t begin, std::int64_t end, double *out) const {
    if (classes_ > 1) {
      for (std::int64_t k = begin; k < end; k++)
        *out++ = (*this)[k];
      return;
    }
    while (begin < end) {
      const std::int64_t inRow = begin % places_.fileRow;
      const std::int64_t count = std::min(end - begin, places_.fileRow - inRow);
      const std::int64_t place = placeOf(begin);
      for (std::int64_t k = 0; k < count; k++)
        out[k] = errorOf(before_[place + k], after_[place + k], error_[place + k]);
      out += count;
      begin += count;
    }
  }

private:
  std::int64_t placeOf(std::int64_t point) const {
    const std::int64_t index = point % places_.fileRow;
    return places_.lead + point / places_.fileRow * places_.pitch + index / classes_ +
           index % classes_ * places_.plane;
  }
  double at(std::int64_t place) const {
    return errorOf(before_[place], after_[place], error_[place]);
  }
  double errorOf(Real ofBefore, Real ofAfter, Real error) const {
    const double before = std::abs(static_cast<double>(ofBefore));
    const double after = std::abs(static_cast<double>(ofAfter));
    const double scale =
        tolerance_.absolute + (before > after ? before : after) * tolerance_.relative;
    return static_cast<double>(error) / scale + 0 * after; // not finite if `after` is not
  }

  const Places &places_;
  const std::int64_t classes_;
  const Real *before_, *after_, *error_;
  Tolerance tolerance_;
};

/// The number of states without the times of events, which have no error.
int solvedStates(const Trial &trial) {
  return static_cast<int>(solvedStatesOf(trial.model).size());
}

/// Reduces f(error) of all components, state by state.
template <class Real, class Of>
double overAll(const Trial &trial, int threads, Reduction reduction, Of &&of) {
  double total = 0;
  for (int state = 0; state < solvedStates(trial); state++) {
    const Errors<Real> errors(trial, state);
    const std::int64_t first = trial.share ? trial.share->first : 0;
    const ValuesOf values = [&](std::int64_t begin, std::int64_t end, double *out) {
      errors.write(begin - first, end - first, out);
      for (std::int64_t k = 0; k < end - begin; k++)
        out[k] = of(out[k]);
    };
    const Share *share = trial.share;
    const double value =
        share
            ? share->join(reduction, partOf(reduction, share->all, share->points, threads, values))
            : reduced(reduction, trial.points, threads, values);
    total = reduction == Reduction::Sum ? total + value : std::max(total, value);
  }
  return total;
}

/// Whether a sum of squares is useless, because squares may have overflowed or underflowed.
bool isBeyondSquares(double sumOfSquares) {
  constexpr double least = 0x1p-900;
  return std::isinf(sumOfSquares) || sumOfSquares < least;
}

/// The norm; if squares overflow or underflow, from errors divided by the largest one.
template <class Real> double normOf(const Trial &trial, int threads) {
  const std::int64_t points = trial.share ? trial.share->all : trial.points;
  const auto count = static_cast<double>(points * solvedStates(trial));
  const double squares =
      overAll<Real>(trial, threads, Reduction::Sum, [](double error) { return error * error; });
  if (!isBeyondSquares(squares))
    return std::sqrt(squares / count);
  const double largest =
      overAll<Real>(trial, threads, Reduction::NormInf, [](double error) { return error; });
  if (largest == 0 || !std::isfinite(largest))
    return largest;
  const int power = std::ilogb(largest);
  const double scaled = overAll<Real>(trial, threads, Reduction::Sum, [power](double error) {
    const double part = std::ldexp(error, -power);
    return part * part;
  });
  return std::ldexp(std::sqrt(scaled / count), power);
}

template <class Real>
std::string worstOf(const Trial &trial, const std::vector<std::int64_t> &shape) {
  double worst = -1;
  std::string text;
  for (int state = 0; state < solvedStates(trial); state++) {
    const Errors<Real> errors(trial, state);
    for (std::int64_t k = 0; k < trial.points; k++) {
      const double error = std::abs(errors[k]);
      if (std::isfinite(error) && error <= worst)
        continue;
      const std::string name = componentName(trial.model, shape, state * trial.points + k);
      if (!errors.wasFinite(k))
        return fmt::format("{} is not finite before it", name);
      if (!std::isfinite(error))
        return fmt::format("{} is not finite behind it", name);
      worst = error;
      text = fmt::format("{} errs by {:.3g} tolerances", name, error);
    }
  }
  return text;
}

} // namespace

void requireControl(const Model &model, const StepControl &control) {
  if (model.stencil.usesStep)
    refuse(fmt::format("the error of a step does not tell how long it may be in {}, whose "
                       "right-hand side has random numbers (uniform, normal): they are others in "
                       "each step, however short, and the error stays; take steps of one length",
                       model.source));
  const std::string_view method = model.method.name;
  if (model.method.errorOrder == 0 && (method == "map" || method == "bs32" || method == "dopri5"))
    refuse(fmt::format("a map (next) tells no error, by which the length of steps could be chosen, "
                       "and {} has one; take steps of one length",
                       model.source));
  if (model.method.errorOrder == 0)
    refuse(
        fmt::format("the steps of {} tell no error, by which their length could be chosen: {} was "
                    "compiled for the method {}; compile it with --method=bs32 or "
                    "--method=dopri5",
                    model.method.name, model.source, model.method.name));
  requireTolerance(control.tolerance, model.program.precision);
  std::vector<DeclaredState> solved = declaredStates(model);
  std::erase_if(
      solved, [&](const DeclaredState &each) { return model.program.states[each.first].isEvent; });
  for (const auto &[name, tolerance] : control.of) {
    const auto state = declaredState(model, name);
    if (!state || model.program.states[state->first].isEvent)
      refuse(fmt::format("a tolerance is given for '{}', which is no state; {}", name,
                         suggestion(name, namesOf(solved))));
    requireTolerance(tolerance, model.program.precision);
  }
  for (const double length : {control.least, control.most, control.first})
    if (!std::isfinite(length) || length < 0)
      refuse(
          fmt::format("the length of a step must be a finite number above zero, not {}", length));
  if (control.most > 0 && control.least > control.most)
    refuse(fmt::format("the shortest step, {}, is longer than the longest one, {}", control.least,
                       control.most));
}

std::string tooFineText(const Model &model, const StepControl &control, const HostArray &y,
                        std::int64_t points) {
  const bool isFloat = model.program.precision == Precision::Float;
  const double unit =
      isFloat ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
  for (const DeclaredState &state : declaredStates(model)) {
    const Tolerance tolerance = toleranceOf(control, model, state.first);
    double largest = 0;
    if (tolerance.relative == 0) // else it grows with the state, and was checked before
      for (std::int64_t k = state.first * points; k < (state.first + state.count) * points; k++)
        largest = std::max(largest, std::abs(realAt(model.program.precision, y.data(), k)));
    if (tolerance.absolute < unit * largest)
      return fmt::format("the absolute tolerance {} of {} is less than {} can tell of values up to "
                         "{:.3g}: {:.2g}; steps become short and no better by it; take a larger "
                         "one, or a relative one beside it{}",
                         tolerance.absolute, state.name, precisionName(model.program.precision),
                         largest, unit * largest, isFloat ? ", or compile with --real=double" : "");
  }
  return "";
}

Places inFileOrder(std::int64_t points) {
  Places places;
  places.fileRow = places.pitch = places.plane = points;
  return places;
}

double errorNorm(const Trial &trial, int threads) {
  return trial.model.program.precision == Precision::Float ? normOf<float>(trial, threads)
                                                           : normOf<double>(trial, threads);
}

std::string worstText(const Trial &trial, const std::vector<std::int64_t> &shape) {
  return trial.model.program.precision == Precision::Float ? worstOf<float>(trial, shape)
                                                           : worstOf<double>(trial, shape);
}

} // namespace eulerc
