# The trails of thirty bodies: gnuplot -e "solver='./nbody_solver'" trails.gp
# Out: trails.csv and nbody_trails.png in the current folder.
if (!exists("solver")) solver = './nbody_solver'
bodies = 30
probes = ''
do for [b=0:bodies-1] { i = 16 * b; probes = probes.sprintf(' --probe x[%d] --probe y[%d]', i, i) }
system(solver.' --quiet --every 0.02'.probes.' --table trails.csv >/dev/null')
set terminal png size 700,700 font ',10'
set output 'nbody_trails.png'
set datafile separator ','
set size ratio 1
set xrange [-1.6:1.6]
set yrange [-1.6:1.6]
set xtics 1; set ytics 1
plot for [b=0:bodies-1] 'trails.csv' skip 1 using (column(2 + 2 * b)):(column(3 + 2 * b)) with lines lc b notitle, \
     for [b=0:bodies-1] 'trails.csv' skip 1 every ::200::200 using (column(2 + 2 * b)):(column(3 + 2 * b)) with points pt 7 ps 0.8 lc b notitle
