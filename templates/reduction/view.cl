// What monitors of kernels see: eulerc::StateView of the device.
//
// Build options: EULERC_STEP, values between neighbouring points of the state.
#define EULERC_SEES global const eulerc_param *const p = v->params;

typedef union {
  long integer;
  double real;
} eulerc_param;

typedef struct {
  long lead, array, residue, pitch, step;
} eulerc_places;

// The part of a view that the host passes by value.
typedef struct {
  eulerc_places state, field;
  long extent[3];
  double t;
} eulerc_looked;

typedef struct {
  global const eulerc_param *params;
  global const void *y;
  global const void *fields[EULERC_FIELDS + 1];
  eulerc_places state, field;
  long extent[3];
  double t;
} eulerc_view;

EULERC_INLINE long eulerc_abs(const long a) { return a < 0 ? -a : a; }
