// What monitors of the host see; their text is that of kernels as well (reduction/view.cl).
#pragma once

#define EULERC_UNUSED [[maybe_unused]]
#define EULERC_SEES                                                                                \
  [[maybe_unused]] const eulerc_param *const p = v->params;                                        \
  [[maybe_unused]] const void *const *const fields = v->fields;

using eulerc_param = eulerc::ParamValue;
using eulerc_view = eulerc::StateView;
