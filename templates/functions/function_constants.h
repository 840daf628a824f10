// Numbers of the elementary functions (function_*.h). Made by coefficients.py.
#if EULERC_IS_DOUBLE
EULERC_TABLE real eulerc_log2e = 0x1.71547652b82fep0, eulerc_log2e_low = 0x1.777d0ffda0d24p-56,
    eulerc_ln2 = 0x1.62e42fefa4p-1, eulerc_ln2_low = -0x1.8432a1b0e2634p-43,
    eulerc_log10_2 = 0x1.34413509f8p-2, eulerc_log10_2_low = -0x1.80433b83b532ap-44,
    eulerc_log10e = 0x1.bcb7b1526e50ep-2, eulerc_log10e_low = 0x1.95355baaafad3p-57,
    eulerc_log2_scale = 0x1.71547652b82fep1, eulerc_log2_scale_low = 0x1.777d0ffda0d24p-55,
    eulerc_third = 0x1.5555555555555p-2, eulerc_third_low = 0x1.5555555555555p-56,
    eulerc_two_over_pi = 0x1.45f306dc9c883p-1, eulerc_half_pi_parts = 0x1.921fb54442d18p0,
    eulerc_half_pi_parts_low = 0x1.1a62633145c07p-54,
    eulerc_half_pi_parts_lower = -0x1.f1976b7ed8fbcp-110, eulerc_half_pi = 0x1.921fb54442d18p0,
    eulerc_half_pi_low = 0x1.1a62633145c07p-54, eulerc_quarter_pi = 0x1.921fb54442d18p-1,
    eulerc_quarter_pi_low = 0x1.1a62633145c07p-55, eulerc_tan_of_eighth = 0x1.a827999fcef32p-2,
    eulerc_pi = 0x1.921fb54442d18p1, eulerc_pi_low = 0x1.1a62633145c07p-53,
    eulerc_cbrt_2 = 0x1.428a2f98d728bp0, eulerc_cbrt_4 = 0x1.965fea53d6e3dp0;
#else
EULERC_TABLE real eulerc_log2e = 0x1.715476p0f, eulerc_log2e_low = 0x1.4ae0cp-26f,
    eulerc_ln2 = 0x1.62e4p-1f, eulerc_ln2_low = 0x1.7f7d1cp-20f, eulerc_log10_2 = 0x1.344p-2f,
    eulerc_log10_2_low = 0x1.3509f8p-18f, eulerc_log10e = 0x1.bcb7b2p-2f,
    eulerc_log10e_low = -0x1.5b235ep-27f, eulerc_log2_scale = 0x1.715476p1f,
    eulerc_log2_scale_low = 0x1.4ae0cp-25f, eulerc_third = 0x1.555556p-2f,
    eulerc_third_low = -0x1.555556p-27f, eulerc_two_over_pi = 0x1.45f306p-1f,
    eulerc_half_pi_parts = 0x1.921fb8p0f, eulerc_half_pi_parts_low = -0x1.5dde98p-23f,
    eulerc_half_pi_parts_lower = 0x1.84698ap-48f, eulerc_half_pi = 0x1.921fb6p0f,
    eulerc_half_pi_low = -0x1.777a5cp-25f, eulerc_quarter_pi = 0x1.921fb6p-1f,
    eulerc_quarter_pi_low = -0x1.777a5cp-26f, eulerc_tan_of_eighth = 0x1.a8279ap-2f,
    eulerc_pi = 0x1.921fb6p1f, eulerc_pi_low = -0x1.777a5cp-24f, eulerc_cbrt_2 = 0x1.428a3p0f,
    eulerc_cbrt_4 = 0x1.965feap0f;
#endif
