// Forms: how tiles and steps are laid out on devices. Each form is a row of a table here and a file
// that prints its kernels and its tiles of the host.
//
//   AddressMap  →  every form that suits the program, each between the macros with which a plan
//                  selects it
#pragma once

#include "StepPrinters.h"

#include "codegen/Kernels.h"

#include <span>
#include <string>

namespace eulerc::compiler {

struct FormText {
  /// The programs that it suits: as its family requires, or by its own function. Neither: any
  /// program.
  std::optional<FormFamily> asks;
  bool (*suits)(const AddressMap &map);
  /// Its kernels, which follow the kernels of the rows above.
  std::string (*kernels)(const AddressMap &map);
  /// Tiles of the host, at the width of vectors that its code is compiled for; null: none.
  std::string (*host)(const AddressMap &map) = nullptr;
  /// The names that users give its kernels.
  std::span<const Kernel> named = {};
};

extern const FormText linearForm, linearStreamingForm, sumsForm, persistentForm, interlockingForm,
    registersForm, skewedForm, wavefrontForm, streamingForm, planesInRegistersForm;

/// The kernels of all forms that suit a program.
std::string formKernels(const AddressMap &map);

/// Tiles of the host, of the form that has them; "" if none suits.
std::string hostTiles(const AddressMap &map);

// ---- what forms share
/// registers.cpp: eulerc_advance() and what it calls, for vectors of a line.
std::string lineText(const AddressMap &map);

} // namespace eulerc::compiler
