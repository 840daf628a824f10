// rsqrt, which no program calls: --math=fast takes it where something is divided by a root.
EULERC_INLINE V FN(rsqrt)(const V x) { return C(1) / sqrt(x); }
