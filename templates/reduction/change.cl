// The largest |change| of a component of a point since the state `before`, which has the same
// layout.
//
// Build options: EULERC_STATES, EULERC_CLASSES. runtime/opencl/observer.cpp includes this file.
EULERC_INLINE double eulerc_value(const eulerc_view *v, const eulerc_whole row,
                                  const eulerc_whole i) {
  const eulerc_whole at = v->state.lead + i % EULERC_CLASSES * v->state.residue +
                          row * v->state.pitch + i / EULERC_CLASSES * v->state.step;
  global const EULERC_REAL *now = v->y, *before = v->fields[0];
  double largest = 0;
  for (int q = 0; q < EULERC_STATES; q++) {
    const eulerc_whole place = at + q * v->state.array;
    largest =
        eulerc_both(EULERC_REDUCTION, largest, fabs((double)now[place] - (double)before[place]));
  }
  return largest;
}
