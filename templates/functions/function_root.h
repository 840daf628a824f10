// rsqrt. No program calls it: --math=fast uses it for divisions by a root.
EULERC_INLINE V FN(rsqrt)(const V x) { return C(1) / sqrt(x); }
