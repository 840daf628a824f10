#include "Forms.h"

#include "Includes.h"

namespace eulerc::compiler {
namespace {

/// In the order in which they are printed.
const FormText *const forms[] = {
    &linearForm,    &linearStreamingForm, &sumsForm,      &persistentForm, &interlockingForm,
    &registersForm, &skewedForm,          &wavefrontForm, &streamingForm,  &planesInRegistersForm};

} // namespace

std::string formKernels(const AddressMap &places) {
  std::string text =
      includes({"tiles.h", "launch.h"}) + when("EULERC_PERSISTENT_ROUNDS", include("rounds.cl"));
  for (const FormText *form : forms)
    if (form->suits(places))
      text += form->kernels(places);
  return text;
}

std::string hostTiles(const AddressMap &places) {
  for (const FormText *form : forms)
    if (form->host && form->suits(places))
      return form->host(places);
  return "";
}

} // namespace eulerc::compiler
