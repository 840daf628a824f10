// In front of function_lanes.h: functions of one lane that take each argument for one that is near,
// eulerc_near_sin(x, &near), and note where it is not. A loop without a branch, done again with care
// if need be, takes less than one with a branch in each pass.
#define OF_NEAR 1
#define FN(name) eulerc_near_##name
#define TAKE_NEAR , bool *near
#define PASS_NEAR , near
