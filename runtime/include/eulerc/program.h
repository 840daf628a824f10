/* program.h: the C entry of a program that eulerc has compiled to a shared library.
 *
 *   eulerc string.ode --shared -o string.so
 *
 *   const eulerc_program *(*entry)(void) = dlsym(dlopen("./string.so", RTLD_NOW | RTLD_LOCAL),
 * EULERC_PROGRAM_ENTRY); const eulerc_program *program = entry(); eulerc_solver *solver;
 *   program->create(&solver);
 *   const char *words[] = {"--set", "N=1000", "--t-end", "0.5"};
 *   if (program->configure(solver, 4, words) || program->begin(solver) || program->advance(solver,
 * -1)) puts(program->message());
 *
 * The interface is C: a program that loads the library needs neither the compiler nor the C++
 * library of eulerc. All calls but description(), message() and destroy() return a status. One
 * thread at a time may use a solver; several solvers are independent of each other. Callbacks may
 * read the state, replace it, and end the run. A call that would take steps is refused in a
 * callback, and the run continues.
 */
#ifndef EULERC_PROGRAM_H
#define EULERC_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The name contains the version of this interface, so that a library of another version is not
 * mistaken for this one. Functions that are added to this version follow at the end; `size` says
 * which ones a library has. */
#define EULERC_PROGRAM_ENTRY "eulerc_program_1"

typedef struct eulerc_solver eulerc_solver;

/* Usage: a wrong name, value, time or size. Run: a device, memory or numerical failure. Ended: a
 * callback asked for it. */
enum { EULERC_DONE = 0, EULERC_USAGE = 1, EULERC_RUN = 2, EULERC_ENDED = 3 };

/* Returns 0, or anything else to end the run with EULERC_ENDED. Time and state then stay as the run
 * left them, and the next run continues there. */
typedef int eulerc_callback(void *user);
typedef void eulerc_note(void *user, const char *text);

/* The kinds of arrays that set_values() and load() take. */
enum { EULERC_STATE = 0, EULERC_FIELD = 1, EULERC_DATA = 2 };

/* The run that the options ask for. */
typedef struct eulerc_run {
  double from, to, dt;
  int64_t steps;      /* of a controlled run: intervals */
  int64_t outputs;    /* number of records, approximate; a stopped run has fewer */
  int32_t controlled; /* whether errors control the length of steps */
} eulerc_run;

typedef struct eulerc_program {
  size_t size; /* of this table, in bytes */

  /* The program and the options of its solvers, as JSON. */
  const char *(*description)(void);
  /* What went wrong in this thread's last call that failed, for the user. */
  const char *(*message)(void);

  int (*create)(eulerc_solver **solver);
  void (*destroy)(eulerc_solver *solver);

  /* Options in the words of a solver's command line, "--set", "N=1000", "--t-end", "0.5"; they
   * replace all earlier options. The names are --set, --field, --data, --init, and the `options` of
   * description(). Params that they no longer name return to the program's defaults.
   * Params of set(), fields and data stay; the state stays if the grid stays. */
  int (*configure)(eulerc_solver *solver, int count, const char *const *words);
  /* A single param, as text. */
  int (*set)(eulerc_solver *solver, const char *param, const char *value);
  /* Values of a state at the current time, of a field or of data; one a point, in C order. */
  int (*set_values)(eulerc_solver *solver, int of, const char *name, const double *values,
                    int64_t count);

  /* Extents of the grid, one for each axis; extents of data, one for each of their axes. */
  int (*shape)(eulerc_solver *solver, int64_t *extents);
  int (*data_shape)(eulerc_solver *solver, const char *data, int64_t *extents);
  /* Values of all params, in the program's order, as doubles. */
  int (*params)(eulerc_solver *solver, double *values);

  /* Returns to the initial values, those of the options or of the program. */
  int (*restart)(eulerc_solver *solver);
  /* Plans the run that the options ask for, from restart(); then advance() takes its steps. begin()
   * takes the state as it is and sets the time to the start of the plan: behind a run that has
   * ended, call restart() before begin() to start from the initial values, run_to() to go on, or
   * configure() with "--t0" and the current time to go on with all that options record. */
  int (*plan)(eulerc_solver *solver, eulerc_run *run);
  int (*begin)(eulerc_solver *solver);
  /* Takes this number of steps of that run; -1: all steps that are left. More steps than are left
   * are refused. Before the first step, 0 records where the run begins. */
  int (*advance)(eulerc_solver *solver, int64_t steps);
  int (*steps_left)(eulerc_solver *solver, int64_t *steps);
  /* Steps to the next output time of --every or --at; if there is none, all steps that are left. */
  int (*steps_to_moment)(eulerc_solver *solver, int64_t *steps);
  /* Runs from the current time to t_end; dt = 0: with the dt of the program. */
  int (*run_to)(eulerc_solver *solver, double t_end, double dt);

  int (*time)(eulerc_solver *solver, double *t);
  /* The states one after the other, each of the grid's shape, in the precision of the program. They
   * are not copied, and stay valid until the next call that changes the solver. */
  int (*state)(eulerc_solver *solver, const void **values, int64_t *count);
  int (*monitors)(eulerc_solver *solver, double *values);
  /* Measurements, as --stats has them; valid until the next call for this solver. */
  int (*statistics)(eulerc_solver *solver, const char **json);

  /* Calls back at the output times of --every or --at, otherwise at both ends; for one run. */
  int (*observe)(eulerc_solver *solver, eulerc_callback *callback, void *user);
  /* Calls back now and then while steps are taken, until the run ends; NULL removes the callback
   * before. If the callback ends the run, the run first completes the steps under way, up to some
   * hundred launches; its files then also record the state there. If it returns less than 0, these
   * steps are broken off, and the solver returns to the initial values of the program. */
  int (*watch)(eulerc_solver *solver, eulerc_callback *callback, void *user);
  /* Notes for the user; NULL: nobody gets them. */
  int (*on_note)(eulerc_solver *solver, eulerc_note *note, void *user);

  /* Coordinates of the points along an axis, one for each point; axis 0 is the slowest one. If the
   * program gives none, the indices. */
  int (*coordinates)(eulerc_solver *solver, int axis, double *values);

  /* Several processes, of a program made by `eulerc --shared --mpi`: each process first calls
   * use_communicator() with MPI_Comm_c2f() of one communicator. Rank 0 then calls all other
   * functions, and at the end release(). The other ranks call serve(), which answers rank 0 until
   * rank 0 calls release(). */
  int (*use_communicator)(eulerc_solver *solver, int communicator);
  int (*serve)(eulerc_solver *solver);
  int (*release)(eulerc_solver *solver);

  /* Frames of a field that changes in time, one after the other, and the time of each. */
  int (*set_series)(eulerc_solver *solver, const char *field, const double *times, int64_t frames,
                    const double *values, int64_t count);

  /* The value of an output, a quantity or a field at each point, for the current state. */
  int (*output)(eulerc_solver *solver, const char *name, double *values);

  /* Ends the begun run where it is. Its files are then complete, and its checkpoint holds the
   * current state. */
  int (*end)(eulerc_solver *solver);
  /* Values of all int params, in the program's order; 0 for params that are not int. */
  int (*integers)(eulerc_solver *solver, int64_t *values);

  /* Answers 1 if the state is the initial one of the program, no values have replaced it, and no
   * run has begun since: after a failure, and after a param that changes the grid. */
  int (*is_at_start)(eulerc_solver *solver, int *answer);
  /* Refuses what restart() would refuse for the files of --init and --restart; changes nothing. */
  int (*check_restart)(eulerc_solver *solver);

  /* Values of a state at the current time, of a field or of data, from a file as --field takes it.
   */
  int (*load)(eulerc_solver *solver, int of, const char *name, const char *file);

  /* Calls `change`, which sets params, fields, data and options. If it returns the status of a call
   * that failed, or anything but 0, all of these are as before, and so are the state and the run;
   * together() then returns that status. Within `change`, calls that read or replace the state, run
   * or restart are refused. */
  int (*together)(eulerc_solver *solver, eulerc_callback *change, void *user);
} eulerc_program;

#ifdef __cplusplus
}

#include <memory>

namespace eulerc {
struct Model;
class Ranks;
/// The ranks of a communicator (<eulerc/model/mpi_ranks.h>); null for a program of one process.
using RanksOf = std::unique_ptr<Ranks> (*)(int communicator);
/// The table of a model; there is one model in a shared library.
const eulerc_program *programOf(const Model &model, RanksOf ranksOf);
} // namespace eulerc
#endif
#endif
