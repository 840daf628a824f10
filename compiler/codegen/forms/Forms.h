// Forms: how tiles and steps are laid out on devices. A row each, and a file, which prints what its
// kernels and its tiles of the host are made of.
//
//   AddressMap  →  every form that suits them, each between the macros that a plan chooses it by
#pragma once

#include "StepPrinters.h"

#include "codegen/Kernels.h"

#include <span>
#include <string>

namespace eulerc::compiler {

struct FormText {
  /// Whether it suits a program: by what it asks for, or its own function; neither: any program.
  std::optional<FormFamily> asks;
  bool (*suits)(const AddressMap &map);
  /// Its kernels, behind those of the rows before it.
  std::string (*kernels)(const AddressMap &map);
  /// Tiles of the host, at the width of vectors that its code is compiled for; null: none.
  std::string (*host)(const AddressMap &map) = nullptr;
  /// What users call its kernels.
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
