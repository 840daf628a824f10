// All families; parts and then those that use them, in any order.
#include "function_parts.h"

#include "function_arc.h"

#include "function_cbrt.h"

#include "function_choices.h"

#include "function_exp.h"

#include "function_log.h"

#include "function_pow.h"

#include "function_sin.h"
