// Numbers of the elementary functions (function_*.h). Made by coefficients.py; C(x) is x as a value or
// as a vector.
#if EULERC_IS_DOUBLE
#define EULERC_LOG2E 0x1.71547652b82fep0
#define EULERC_LOG2E_LOW 0x1.777d0ffda0d24p-56
#define EULERC_LN2 0x1.62e42fefa4p-1
#define EULERC_LN2_LOW -0x1.8432a1b0e2634p-43
#define EULERC_LOG10_2 0x1.34413509f8p-2
#define EULERC_LOG10_2_LOW -0x1.80433b83b532ap-44
#define EULERC_LOG10E 0x1.bcb7b1526e50ep-2
#define EULERC_LOG10E_LOW 0x1.95355baaafad3p-57
#define EULERC_LOG2_SCALE 0x1.71547652b82fep1
#define EULERC_LOG2_SCALE_LOW 0x1.777d0ffda0d24p-55
#define EULERC_THIRD 0x1.5555555555555p-2
#define EULERC_THIRD_LOW 0x1.5555555555555p-56
#define EULERC_TWO_OVER_PI 0x1.45f306dc9c883p-1
#define EULERC_HALF_PI_PARTS 0x1.921fb54442d18p0
#define EULERC_HALF_PI_PARTS_LOW 0x1.1a62633145c07p-54
#define EULERC_HALF_PI_PARTS_LOWER -0x1.f1976b7ed8fbcp-110
#define EULERC_HALF_PI 0x1.921fb54442d18p0
#define EULERC_HALF_PI_LOW 0x1.1a62633145c07p-54
#define EULERC_QUARTER_PI 0x1.921fb54442d18p-1
#define EULERC_QUARTER_PI_LOW 0x1.1a62633145c07p-55
#define EULERC_TAN_OF_EIGHTH 0x1.a827999fcef32p-2
#define EULERC_PI 0x1.921fb54442d18p1
#define EULERC_PI_LOW 0x1.1a62633145c07p-53
#define EULERC_CBRT_2 0x1.428a2f98d728bp0
#define EULERC_CBRT_4 0x1.965fea53d6e3dp0
// Off by at most 2^-59.4 of the result.
#define EULERC_EXP_SERIES(x) fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(C(0x1.6127aab454614p-33), \
  x, C(0x1.1f8dd4243781cp-29)), x, C(0x1.ae649c70f5afep-26)), x, C(0x1.27e4ca9a56b33p-22)), x,     \
  C(0x1.71de3a3be12c8p-19)), x, C(0x1.a01a01ae5f679p-16)), x, C(0x1.a01a01a021253p-13)), x,        \
  C(0x1.6c16c16c14bcap-10)), x, C(0x1.1111111111104p-7)), x, C(0x1.5555555555559p-5)), x,          \
  C(0x1.5555555555555p-3)), x, C(0x1.0p-1))
// Off by at most 2^-56.0 of the result.
#define EULERC_EXP2_SERIES(x)                                                                      \
  fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(C(0x1.82424e1a3d4e8p-40), x,                     \
  C(0x1.c4c677be5b284p-36)), x, C(0x1.e8ca6d8ac4a02p-32)), x, C(0x1.e4cef76b81408p-28)), x,        \
  C(0x1.b5253d4b9d8b7p-24)), x, C(0x1.62c022495da0ap-20)), x, C(0x1.ffcbfc5887132p-17)), x,        \
  C(0x1.430912f869f08p-13)), x, C(0x1.5d87fe78a6738p-10)), x, C(0x1.3b2ab6fba4e7dp-7)), x,         \
  C(0x1.c6b08d704a0cp-5)), x, C(0x1.ebfbdff82c58fp-3)), x, C(0x1.62e42fefa39efp-1))
// Off by at most 2^-60.5 of the result.
#define EULERC_LOG_OF_QUOTIENT_SERIES(x) fma(fma(fma(fma(fma(fma(fma(C(0x1.0f6272a9e807ep-3), x,   \
  C(0x1.0f5cd9b6b1da1p-3)), x, C(0x1.3b20aadd4a4fdp-3)), x, C(0x1.745cde3960632p-3)), x,           \
  C(0x1.c71c7258f2fb2p-3)), x, C(0x1.249249242b48ep-2)), x, C(0x1.9999999999dffp-2)), x,           \
  C(0x1.5555555555555p-1))
// Off by at most 2^-66.6 of the result.
#define EULERC_LOG_TAIL_SERIES(x) fma(fma(fma(fma(fma(fma(fma(fma(C(0x1.c31acc80615dbp-5), x,      \
  C(0x1.aaec16a186061p-5)), x, C(0x1.e20b7cf2938efp-5)), x, C(0x1.11109462844f3p-4)), x,           \
  C(0x1.3b13b3114f829p-4)), x, C(0x1.745d1741803ddp-4)), x, C(0x1.c71c71c72274fp-4)), x,           \
  C(0x1.249249249246fp-3)), x, C(0x1.999999999999ap-3))
// Off by at most 2^-55.4 of the result.
#define EULERC_TANH_SERIES(x)                                                                      \
  fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(C(-0x1.eff344b58f554p-28), x,    \
  C(0x1.62a8cd4e460cbp-24)), x, C(-0x1.f8be1631b50ccp-22)), x, C(0x1.e9d21d72447ep-20)), x,        \
  C(-0x1.79aaba8c1dc3fp-18)), x, C(0x1.ffc530fe41a22p-17)), x, C(-0x1.45fb123de9ed7p-15)), x,      \
  C(0x1.95a45d3db77bfp-14)), x, C(-0x1.f554f8e739d66p-13)), x, C(0x1.35554937a32e6p-11)), x,       \
  C(-0x1.7da317700a8dp-10)), x, C(0x1.d6d3cb0371043p-9)), x, C(-0x1.226e353669ca8p-7)), x,         \
  C(0x1.664f48815987fp-6)), x, C(-0x1.ba1ba1ba140c6p-5)), x, C(0x1.111111111106ap-3)), x,          \
  C(-0x1.5555555555555p-2))
// Off by at most 2^-56.8 of the result.
#define EULERC_SINH_SERIES(x) fma(fma(fma(fma(fma(fma(fma(C(0x1.9a793e7ca01e2p-49), x,             \
  C(0x1.ae756ea25ce65p-41)), x, C(0x1.61246afa1fd1cp-33)), x, C(0x1.ae6456741ba44p-26)), x,        \
  C(0x1.71de3a5573f78p-19)), x, C(0x1.a01a01a019fc1p-13)), x, C(0x1.1111111111111p-7)), x,         \
  C(0x1.5555555555555p-3))
// Off by at most 2^-57.1 of the result.
#define EULERC_SIN_SERIES(x) fma(fma(fma(fma(fma(fma(C(-0x1.aa9d31d8c4affp-41), x,                 \
  C(0x1.61208226ccb93p-33)), x, C(-0x1.ae64527dcb85p-26)), x, C(0x1.71de3a5324a72p-19)), x,        \
  C(-0x1.a01a01a0189dcp-13)), x, C(0x1.111111111110bp-7)), x, C(-0x1.5555555555555p-3))
// Off by at most 2^-60.0 of the result.
#define EULERC_COS_SERIES(x) fma(fma(fma(fma(fma(fma(C(0x1.aac0fd033f85ap-45), x,                  \
  C(-0x1.93932df7be329p-37)), x, C(0x1.1eed8c9ab1057p-29)), x, C(-0x1.27e4fb75f595p-22)), x,       \
  C(0x1.a01a01a018d76p-16)), x, C(-0x1.6c16c16c16c1p-10)), x, C(0x1.5555555555555p-5))
// Off by at most 2^-58.4 of the result.
#define EULERC_ATAN_SERIES(x)                                                                      \
  fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(C(-0x1.a8d42619345c2p-7), x,                     \
  C(0x1.e4e323b44554ep-6)), x, C(-0x1.4c21b2946e08p-5)), x, C(0x1.8177537316825p-5)), x,           \
  C(-0x1.ae886c45f1bccp-5)), x, C(0x1.e1d28ef8f4a18p-5)), x, C(-0x1.11108c0211246p-4)), x,         \
  C(0x1.3b13aaede2d1cp-4)), x, C(-0x1.745d171209d2ep-4)), x, C(0x1.c71c71c60a629p-4)), x,          \
  C(-0x1.24924924909c9p-3)), x, C(0x1.999999999996fp-3)), x, C(-0x1.5555555555555p-2))
// Off by at most 2^-58.2 of the result.
#define EULERC_ASIN_SERIES(x)                                                                      \
  fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(C(0x1.1e3b7f1e2896ep-5), x,              \
  C(-0x1.045d354cbf26dp-5)), x, C(0x1.da8aab5d4ca2cp-6)), x, C(-0x1.699c9bf86846p-9)), x,          \
  C(0x1.417076c9b6001p-7)), x, C(0x1.03232ee3907fep-7)), x, C(0x1.42142f7f4ce7fp-7)), x,           \
  C(0x1.7a4de8af735b3p-7)), x, C(0x1.c99dd69d66dfdp-7)), x, C(0x1.1c4ea8a39c32ep-6)), x,           \
  C(0x1.6e8ba3eb8cf99p-6)), x, C(0x1.f1c71c6bc4525p-6)), x, C(0x1.6db6db6dc17bp-5)), x,            \
  C(0x1.333333333329bp-4)), x, C(0x1.5555555555556p-3))
// Off by at most 2^-16.7 of the result.
#define EULERC_CBRT_SERIES(x) fma(fma(fma(fma(C(-0x1.356bbf30f08a1p-5), x,                         \
  C(0x1.bc30f88845018p-3)), x, C(-0x1.1239a12df322ap-1)), x, C(0x1.cf44c2914dcb5p-1)), x,          \
  C(0x1.ce7fda5bc5316p-2))
// Off by at most 2^-56.3 of the result.
#define EULERC_ERF_SERIES(x)                                                                       \
  fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(C(-0x1.455b4ed699c08p-36), x,            \
  C(0x1.14e296a66ad18p-33)), x, C(-0x1.61f7e817fae48p-32)), x, C(-0x1.f8e014ec6e33fp-32)), x,      \
  C(0x1.dcbefc338f966p-27)), x, C(-0x1.5dc9e8fccd724p-23)), x, C(0x1.b9c7aa4e7c02ep-20)), x,       \
  C(-0x1.f4d0c22c60cebp-17)), x, C(0x1.f9a318418fae1p-14)), x, C(-0x1.c02db3a45ade8p-11)), x,      \
  C(0x1.565bcd0cf62bp-8)), x, C(-0x1.b82ce31281a49p-6)), x, C(0x1.ce2f21a042ac3p-4)), x,           \
  C(-0x1.812746b0379e6p-2)), x, C(0x1.06eba8214db69p-3))
// Off by at most 2^-59.0 of the result.
#define EULERC_ERF_FAR_SERIES(x)                                                                   \
  fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(fma(C(-0x1.8ac116353b528p-56),\
  x, C(0x1.12a8716fb6793p-50)), x, C(-0x1.6068578ff6b19p-46)), x, C(0x1.131c51c1755a6p-42)), x,    \
  C(-0x1.20b7c5d569c2fp-39)), x, C(0x1.a247e74f8738p-37)), x, C(-0x1.889575dc06eb8p-35)), x,       \
  C(0x1.1491cc991fbecp-34)), x, C(0x1.06e7d760e0e23p-31)), x, C(-0x1.32357fbbde97ep-28)), x,       \
  C(0x1.6f82ce754750cp-26)), x, C(-0x1.271e1b953fc0bp-24)), x, C(0x1.131a361eb3b1ep-23)), x,       \
  C(0x1.b3a40f23c0d3cp-24)), x, C(-0x1.0ecd3c32b95bbp-19)), x, C(0x1.4157c714f085ep-17)), x,       \
  C(-0x1.c759391484f5p-16)), x, C(0x1.b8be2311c3e2bp-16)), x, C(0x1.f1b4bd008dd09p-13)), x,        \
  C(-0x1.033f6997fa8cdp-9)), x, C(0x1.48c9d40c1e8a9p-7)), x, C(-0x1.5477f09ca99c2p-5)), x,         \
  C(-0x1.afabc11a28f36p-1)), x, C(-0x1.51c9b0006c23dp1)), x, C(-0x1.d97fbf27aa2a1p0))
#else
#define EULERC_LOG2E 0x1.715476p0f
#define EULERC_LOG2E_LOW 0x1.4ae0cp-26f
#define EULERC_LN2 0x1.62e4p-1f
#define EULERC_LN2_LOW 0x1.7f7d1cp-20f
#define EULERC_LOG10_2 0x1.344p-2f
#define EULERC_LOG10_2_LOW 0x1.3509f8p-18f
#define EULERC_LOG10E 0x1.bcb7b2p-2f
#define EULERC_LOG10E_LOW -0x1.5b235ep-27f
#define EULERC_LOG2_SCALE 0x1.715476p1f
#define EULERC_LOG2_SCALE_LOW 0x1.4ae0cp-25f
#define EULERC_THIRD 0x1.555556p-2f
#define EULERC_THIRD_LOW -0x1.555556p-27f
#define EULERC_TWO_OVER_PI 0x1.45f306p-1f
#define EULERC_HALF_PI_PARTS 0x1.921fb8p0f
#define EULERC_HALF_PI_PARTS_LOW -0x1.5dde98p-23f
#define EULERC_HALF_PI_PARTS_LOWER 0x1.84698ap-48f
#define EULERC_HALF_PI 0x1.921fb6p0f
#define EULERC_HALF_PI_LOW -0x1.777a5cp-25f
#define EULERC_QUARTER_PI 0x1.921fb6p-1f
#define EULERC_QUARTER_PI_LOW -0x1.777a5cp-26f
#define EULERC_TAN_OF_EIGHTH 0x1.a8279ap-2f
#define EULERC_PI 0x1.921fb6p1f
#define EULERC_PI_LOW -0x1.777a5cp-24f
#define EULERC_CBRT_2 0x1.428a3p0f
#define EULERC_CBRT_4 0x1.965feap0f
// Off by at most 2^-28.7 of the result.
#define EULERC_EXP_SERIES(x) fma(fma(fma(fma(fma(C(0x1.a03402p-13f), x, C(0x1.6d78ep-10f)), x,     \
  C(0x1.11118ep-7f)), x, C(0x1.5554aap-5f)), x, C(0x1.555554p-3f)), x, C(0x1.0p-1f))
// Off by at most 2^-29.0 of the result.
#define EULERC_EXP2_SERIES(x) fma(fma(fma(fma(fma(fma(C(0x1.00f282p-16f), x, C(0x1.445fc8p-13f)),  \
  x, C(0x1.5d8722p-10f)), x, C(0x1.3b29fp-7f)), x, C(0x1.c6b08ep-5f)), x, C(0x1.ebfbep-3f)), x,    \
  C(0x1.62e43p-1f))
// Off by at most 2^-28.3 of the result.
#define EULERC_LOG_SERIES(x) fma(fma(fma(fma(fma(fma(fma(fma(C(0x1.14544cp-4f), x,                 \
  C(-0x1.de39a8p-4f)), x, C(0x1.e6f08ep-4f)), x, C(-0x1.fc2278p-4f)), x, C(0x1.23377p-3f)), x,     \
  C(-0x1.555c4ap-3f)), x, C(0x1.99a4b4p-3f)), x, C(-0x1.000006p-2f)), x, C(0x1.555548p-2f))
// Off by at most 2^-38.6 of the result.
#define EULERC_LOG_TAIL_SERIES(x) fma(fma(fma(C(0x1.8eb3f4p-4f), x, C(0x1.c65958p-4f)), x,         \
  C(0x1.249374p-3f)), x, C(0x1.999998p-3f))
// Off by at most 2^-27.6 of the result.
#define EULERC_TANH_SERIES(x) fma(fma(fma(fma(fma(fma(fma(C(0x1.fd7de4p-14f), x,                   \
  C(-0x1.b90064p-11f)), x, C(0x1.9384d6p-9f)), x, C(-0x1.19a52p-7f)), x, C(0x1.64ebccp-6f)), x,    \
  C(-0x1.b9fbdap-5f)), x, C(0x1.11105ep-3f)), x, C(-0x1.555552p-2f))
// Off by at most 2^-27.5 of the result.
#define EULERC_SINH_SERIES(x) fma(fma(fma(C(0x1.7a15dp-19f), x, C(0x1.9ffe92p-13f)), x,            \
  C(0x1.111134p-7f)), x, C(0x1.555556p-3f))
// Off by at most 2^-28.0 of the result.
#define EULERC_SIN_SERIES(x) fma(fma(fma(C(0x1.6ccb6p-19f), x, C(-0x1.a00f64p-13f)), x,            \
  C(0x1.111108p-7f)), x, C(-0x1.555556p-3f))
// Off by at most 2^-31.2 of the result.
#define EULERC_COS_SERIES(x) fma(fma(C(0x1.99fab4p-16f), x, C(-0x1.6c0c72p-10f)), x,               \
  C(0x1.55554ap-5f))
// Off by at most 2^-28.2 of the result.
#define EULERC_ATAN_SERIES(x) fma(fma(fma(fma(C(-0x1.f1bd66p-5f), x, C(0x1.b1e328p-4f)), x,        \
  C(-0x1.23b49p-3f)), x, C(0x1.99918ep-3f)), x, C(-0x1.55554ap-2f))
// Off by at most 2^-30.0 of the result.
#define EULERC_ASIN_SERIES(x) fma(fma(fma(fma(fma(C(0x1.3355p-5f), x, C(0x1.d922bcp-7f)), x,       \
  C(0x1.049156p-5f)), x, C(0x1.6caeep-5f)), x, C(0x1.33387cp-4f)), x, C(0x1.55554cp-3f))
// Off by at most 2^-13.7 of the result.
#define EULERC_CBRT_SERIES(x) fma(fma(fma(C(0x1.dcc92cp-5f), x, C(-0x1.295052p-2f)), x,            \
  C(0x1.7abb94p-1f)), x, C(0x1.f8526p-2f))
// Off by at most 2^-27.1 of the result.
#define EULERC_ERF_SERIES(x) fma(fma(fma(fma(fma(fma(fma(C(-0x1.43842cp-17f), x,                   \
  C(0x1.d826a8p-14f)), x, C(-0x1.bcbe9ep-11f)), x, C(0x1.5628eep-8f)), x, C(-0x1.b829a8p-6f)), x,  \
  C(0x1.ce2f08p-4f)), x, C(-0x1.812746p-2f)), x, C(0x1.06eba8p-3f))
// Off by at most 2^-26.9 of the result.
#define EULERC_ERF_FAR_SERIES(x) fma(fma(fma(fma(fma(fma(fma(fma(C(0x1.0e61c4p-22f), x,            \
  C(-0x1.870648p-16f)), x, C(0x1.33e3e6p-12f)), x, C(-0x1.0865e2p-9f)), x, C(0x1.4951d8p-7f)), x,  \
  C(-0x1.547facp-5f)), x, C(-0x1.afabb4p-1f)), x, C(-0x1.51c9bp1f)), x, C(-0x1.d97fcp0f))
#endif

// 2/π in words of 64 bits, behind the point.
#define EULERC_BITS_OF_TWO_OVER_PI 0xa2f9836e4e441529ul, 0xfc2757d1f534ddc0ul,                     \
  0xdb6295993c439041ul, 0xfe5163abdebbc561ul, 0xb7246e3a424dd2e0ul, 0x06492eea09d1921cul,          \
  0xfe1deb1cb129a73eul, 0xe88235f52ebb4484ul, 0xe99c7026b45f7e41ul, 0x3991d639835339f4ul,          \
  0x9c845f8bbdf9283bul, 0x1ff897ffde05980ful, 0xef2f118b5a0a6d1ful, 0x6d367ecf27cb09b7ul,          \
  0x4f463f669e5fea2dul, 0x7527bac7ebe5f17bul, 0x3d0739f78a5292eaul, 0x6bfb5fb11f8d5d08ul,          \
  0x56033046fc7b6babul, 0xf0cfbc209af4361dul
