// Step: the right-hand side as a pure function of a window. Each function maps the values it reads
// (its window), the time t and the step size h to one new component:
//
//   step_0_1(w0, w1, w2, w3) = w0 + h * (c0 * (w2 - 2 * w1 + w3))     with c0 = K * K
//
// The function does not know which memory the window came from. Values that depend on params alone
// are computed once, on the host, and enter as uniforms. Far reads have no place in a window: they
// stay in the body, which then needs the whole state in global memory (linear scheme).
//
// Vectors. Neighbouring points of a row are the lanes of a vector. Residue classes are separate
// states, so one expression serves all lanes, and only data differ between lanes.
//
//   System --transform/formStep--> Step --analysis/findStencil--> Stencil --codegen--> Artifact
#pragma once

#include "ir/System.h"

namespace eulerc::compiler {

/// A value that a step function reads: `array` at a constant distance from the point.
struct WindowEntry {
  std::size_t array;           ///< number in the system's arrays
  std::vector<ExprPtr> offset; ///< along each axis, over Uniform
  std::string name;            ///< of the argument: "y_m3", "u_0_p1", "beta_own"
  ExprPtr read = nullptr;      ///< as first written; null: only the step itself reads it
};

/// The result of a function: a component's new value, or a part of a shared loop.
enum class Role {
  Interior,
  Edge,
  Tile, ///< interior and edge (codegen/TileFunctions.h)
  Loop,
  Source,
  Block,
  Fold,
  Terms,
  Rest
};

struct StepFunction {
  Role role = Role::Interior;
  std::string
      of; ///< "0_1": state and residue, the first ones with this function; "0": a shared loop
  std::vector<WindowEntry> window; ///< entry 0 is the component itself
  ExprPtr body; ///< its new value, over Window, Uniform, Index, Time, StepSize and far Reads
  /// Whether it treats arguments of elementary functions as ordinary ones, and notes where they are
  /// not (hasNearForm).
  bool isNear = false;

  /// In emitted code: "step_0_1", "near_step_0_1", "step_0_1_edge", "loop_0".
  std::string name() const;
  /// The same over the lanes of a vector: "vector_0_1", "vector_loop_0".
  std::string vectorName() const;
};

/// A value that depends on params alone.
struct Uniform {
  std::string name; ///< name of the member of the constants block
  ExprPtr value;    ///< over Param
};

/// Loops over one range whose results equations use: computed once for each point, as one loop.
struct SharedLoop {
  StepFunction function;  ///< its body is the Loop, its window holds the loop's reads
  std::int64_t first = 0; ///< number (Shared) of its first result

  std::int64_t results() const {
    return static_cast<std::int64_t>(function.body->operands.size() / 3) - 1;
  }
};
struct StepOfEquation {
  std::size_t state;
  std::int64_t residue;
  std::string source; ///< the derivative as text
  StepFunction interior, edge;
  bool edgeDiffers; ///< false: edge and interior are one function
};

/// A component at a distance along the last axis: its class, and the distance in points.
struct ClassOffset {
  std::int64_t residue, points;
};
constexpr ClassOffset classOffset(std::int64_t residue, std::int64_t offset, std::int64_t period) {
  const std::int64_t sum = residue + offset;
  const std::int64_t rest = (sum % period + period) % period;
  return {rest, (sum - rest) / period};
}

/// Uniforms that hold the values beyond the sides of one axis, where the rule is dirichlet.
struct Ghosts {
  std::optional<std::size_t> low, high;
};

struct Step {
  System system; ///< arrays, extents, data, interior; its equations are in `equations` now
  std::vector<SharedLoop> loops;
  std::vector<StepOfEquation> equations;
  std::vector<Uniform> uniforms;
  /// Values of the time alone (AtTime), over Time, StepSize and Uniform: computed once for each
  /// stage.
  std::vector<ExprPtr> atTime;
  std::vector<std::vector<Ghosts>> ghosts; ///< for each array, for each axis
  /// For each array: the value that steps read instead of a field's, over Param and Window 0 (the
  /// field's value); null: the field's value.
  std::vector<ExprPtr> prepared;
  /// For each of the system's data, the number of its entries, over Uniform.
  std::vector<ExprPtr> sizes;
  /// For each of the system's series, its first time and the interval of times, over Uniform.
  std::vector<std::pair<ExprPtr, ExprPtr>> seriesLines;
  bool contracts = true; ///< a product in a sum is fused with it, and rounded once
  bool isFast = false;   ///< the device's functions and inexact quotients are allowed
  /// The operations of all equations: of the interior, and with edges that differ.
  std::size_t operationsInside = 0, operations = 0;
};

/// Numbers of the results (Shared) that an expression uses, in order.
std::vector<std::int64_t> sharedIn(const ExprPtr &expr);
/// Numbers of the loops whose results an expression uses.
std::vector<std::size_t> loopsOf(const Step &step, const ExprPtr &expr);

std::string print(const Step &step);

} // namespace eulerc::compiler
