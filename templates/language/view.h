// What monitors of the host see; their text is that of kernels as well (reduction/view.cl).
#pragma once

#define EULERC_SEES                                                                                \
  const eulerc_param *const p = v->params;                                                         \
  const void *const *const fields = v->fields;

using eulerc_param = eulerc::ParamValue;
using eulerc_view = eulerc::StateView;
