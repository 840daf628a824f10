// All families, in the order in which they use each other.
#include "function_parts.h"

#include "function_exp.h"

#include "function_log.h"

#include "function_pow.h"

#include "function_sin.h"
