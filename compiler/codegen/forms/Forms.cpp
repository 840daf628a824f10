#include "Forms.h"

#include "Includes.h"

namespace eulerc::compiler {
namespace {

/// In the order in which they are printed and listed.
const FormText *const forms[] = {
    &linearForm,    &linearStreamingForm, &sumsForm,      &persistentForm,        &interlockingForm,
    &registersForm, &skewedForm,          &streamingForm, &planesInRegistersForm, &wavefrontForm};

bool suits(const FormText &form, const AddressMap &map) {
  return (!form.asks || takes(*form.asks, map.stencil())) && (!form.suits || form.suits(map));
}

} // namespace

std::string formKernels(const AddressMap &map) {
  std::string text =
      includes({"tiles.h", "launch.h"}) + when("EULERC_PERSISTENT_ROUNDS", include("rounds.cl"));
  for (const FormText *form : forms)
    if (suits(*form, map))
      text += form->kernels(map);
  return text;
}

std::vector<Kernel> kernels() {
  std::vector<Kernel> all;
  for (const FormText *form : forms)
    all.insert(all.end(), form->named.begin(), form->named.end());
  return all;
}

std::optional<Kernel> kernelNamed(const std::string &scheme, const std::string &form,
                                  std::size_t axes) {
  for (const Kernel &kernel : kernels())
    if (kernel.scheme == scheme && (form.empty() || kernel.form == form) &&
        kernel.leastAxes <= axes && axes <= kernel.mostAxes)
      return kernel;
  return std::nullopt;
}

std::string hostTiles(const AddressMap &map) {
  for (const FormText *form : forms)
    if (form->host && suits(*form, map))
      return form->host(map);
  return "";
}

} // namespace eulerc::compiler
