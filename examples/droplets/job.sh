#!/bin/sh
#SBATCH --nodes=2 --ntasks-per-node=4 --gpus-per-node=4 --cpus-per-task=8 --time=12:00:00
# eulerc droplets.ode --mpi -o droplets_mpi; then sbatch job.sh, as often as needed: it goes on from its checkpoint.
set -- --t-end 2000 --set N=40000
if [ -e run.ckpt ]; then set -- --resume run.ckpt; fi
exec mpirun ./droplets_mpi "$@" --slabs auto --quiet --no-progress --checkpoint run.ckpt --every-minutes 20 \
  --save run.h5 --every 200 --table run.csv --stats stats.json
