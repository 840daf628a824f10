// The data that monitors read in kernels: eulerc::StateView of the device.
//
// Build options: EULERC_STEP, values between neighbouring points of the state; EULERC_WHOLE, the
// type that counts points and values: int if all fit, because GPUs emulate 64 bits.
#define EULERC_SEES global const eulerc_param *const p = v->params;

typedef union {
  long integer;
  double real;
} eulerc_param;

typedef EULERC_WHOLE eulerc_whole;

// The part of a view that the host passes by value.
typedef struct {
  struct {
    long lead, array, residue, pitch, step;
  } state, field;
  long extent[3];
  double t;
  long below, above;
} eulerc_looked;

typedef struct {
  eulerc_whole lead, array, residue, pitch, step;
} eulerc_places;

typedef struct {
  global const eulerc_param *params;
  global const void *y;
  global const void *fields[EULERC_FIELDS + 1];
  eulerc_places state, field;
  eulerc_whole extent[3];
  double t;
  long below, above;
} eulerc_view;

#define EULERC_PLACES(p)                                                                           \
  {(eulerc_whole)(p).lead, (eulerc_whole)(p).array, (eulerc_whole)(p).residue,                     \
   (eulerc_whole)(p).pitch, (eulerc_whole)(p).step}

EULERC_INLINE long eulerc_abs(const long a) { return a < 0 ? -a : a; }
