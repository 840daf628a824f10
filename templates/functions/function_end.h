// Undefines the macros that function_values.h or function_lanes.h defines.
#undef OF_LANES
#undef OF_FUNCTION
#undef V
#undef I
#undef M
#undef U
#undef LIN
#undef AS_U
#undef UC
#undef REAL_OF_U
#undef FN
#undef C
#undef IC
#undef BITS
#undef REAL
#undef SEL
