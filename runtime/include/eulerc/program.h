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
 * It is C, so that whoever loads it needs neither the compiler nor the C++ of eulerc. All calls but
 * description() and message() return a status. A solver is used by one thread at a time; several
 * are independent of each other. Callbacks may look at the state, replace it, and end the run; what
 * would take steps is refused there, and the run goes on.
 */
#ifndef EULERC_PROGRAM_H
#define EULERC_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface is in the name: a library of another one is not mistaken for it.
 * Later functions of the same version stand behind these; `size` says which there are. */
#define EULERC_PROGRAM_ENTRY "eulerc_program_1"

typedef struct eulerc_solver eulerc_solver;

/* Usage: a wrong name, value, time or size. Run: a device, memory or numerical failure. Ended: a
 * callback asked for it. */
enum { EULERC_DONE = 0, EULERC_USAGE = 1, EULERC_RUN = 2, EULERC_ENDED = 3 };

/* Returns 0, or anything else to end the run with EULERC_ENDED; time and state then stay where it
 * has come to, and the next run goes on. */
typedef int eulerc_callback(void *user);
typedef void eulerc_note(void *user, const char *text);

/* Of states, fields and data. */
enum { EULERC_STATE = 0, EULERC_FIELD = 1, EULERC_DATA = 2 };

/* The run that the options ask for. */
typedef struct eulerc_run {
  double from, to, dt;
  int64_t steps;      /* of a controlled run: intervals */
  int64_t outputs;    /* at which something is recorded, about; of a stopped run there are fewer */
  int32_t controlled; /* errors say how long steps are */
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
   * replace all those given before. Params that they no longer name are the program's defaults
   * again; those of set(), fields and data stay, and the state does where the grid does. */
  int (*configure)(eulerc_solver *solver, int count, const char *const *words);
  /* A single param, as text. */
  int (*set)(eulerc_solver *solver, const char *param, const char *value);
  /* Values of a state at the current time, of a field or of data; one a point, in C order. */
  int (*set_values)(eulerc_solver *solver, int of, const char *name, const double *values,
                    int64_t count);

  /* Extents of the grid, one for each axis; of data, one for each of its own. */
  int (*shape)(eulerc_solver *solver, int64_t *extents);
  int (*data_shape)(eulerc_solver *solver, const char *data, int64_t *extents);
  /* Values of all params, in the program's order, as doubles. */
  int (*params)(eulerc_solver *solver, double *values);

  /* The program's start, or the options': initial values. */
  int (*restart)(eulerc_solver *solver);
  /* Plans the run that the options ask for, from restart(); then advance() takes its steps. */
  int (*plan)(eulerc_solver *solver, eulerc_run *run);
  int (*begin)(eulerc_solver *solver);
  /* Takes so many steps of that run; of -1 all that are left. More are refused. */
  int (*advance)(eulerc_solver *solver, int64_t steps);
  int (*steps_left)(eulerc_solver *solver, int64_t *steps);
  /* Steps to the next output time of the options' --every or --at; those that are left where there
   * is none. */
  int (*steps_to_moment)(eulerc_solver *solver, int64_t *steps);
  /* From the current time to another one; dt = 0: the program's. */
  int (*run_to)(eulerc_solver *solver, double t_end, double dt);

  int (*time)(eulerc_solver *solver, double *t);
  /* The states one after the other, each of the grid's shape, in the precision of the program;
   * without a copy, and valid until the next call of the solver that changes anything. */
  int (*state)(eulerc_solver *solver, const void **values, int64_t *count);
  int (*monitors)(eulerc_solver *solver, double *values);
  /* Measurements, as --stats has them; valid until the next call for this solver. */
  int (*statistics)(eulerc_solver *solver, const char **json);

  /* Called at the output times of --every or --at, or else at both ends; for one run. */
  int (*observe)(eulerc_solver *solver, eulerc_callback *callback, void *user);
  /* Called now and then while steps are taken, until the run ends; NULL ends it before. The run
   * that it ends takes the steps under way yet, up to some hundred launches; where it returns less
   * than 0, these are broken off, and the solver returns to the initial values of the program. */
  int (*watch)(eulerc_solver *solver, eulerc_callback *callback, void *user);
  /* Notes for the user; NULL: nobody gets them. */
  int (*on_note)(eulerc_solver *solver, eulerc_note *note, void *user);

  /* Coordinates of the points along an axis, 0 the slowest one, in as many values as its extent;
   * where the program gives none, the indices. */
  int (*coordinates)(eulerc_solver *solver, int axis, double *values);

  /* Several processes, of a program made by `eulerc --shared --mpi`: each calls use_communicator()
   * first, with MPI_Comm_c2f() of one communicator. Rank 0 then calls all other functions, and
   * release() when the other ranks need not wait for more; these call serve(), which answers rank 0
   * until it calls release(). */
  int (*use_communicator)(eulerc_solver *solver, int communicator);
  int (*serve)(eulerc_solver *solver);
  int (*release)(eulerc_solver *solver);

  /* Frames of a field that changes in time, one after the other, and the time of each. */
  int (*set_series)(eulerc_solver *solver, const char *field, const double *times, int64_t frames,
                    const double *values, int64_t count);

  /* Of an output, a quantity or a field: its value at each point, for the current state. */
  int (*output)(eulerc_solver *solver, const char *name, double *values);

  /* Leaves the run that begin() has begun where it is: its files are complete, and its checkpoint
   * is of there. */
  int (*end)(eulerc_solver *solver);
  /* Values of all int params, in the program's order; 0 in place of others. */
  int (*integers)(eulerc_solver *solver, int64_t *values);

  /* 1 where the state is the initial one of the program, untouched by values, and no run has begun
   * since: after a failure, and after a param that changes the grid. */
  int (*is_at_start)(eulerc_solver *solver, int *answer);
  /* Refuses what restart() would refuse for the files of --init and --restart; changes nothing. */
  int (*check_restart)(eulerc_solver *solver);
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
