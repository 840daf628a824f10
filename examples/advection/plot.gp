# Runs the bump half and once round: gnuplot -e "solver='./advection_solver'" plot.gp
# Out: advection-T.csv and advection.png in the current folder.
if (!exists("solver")) solver = './advection_solver'
times = "0 0.5 0.75 1"
do for [t in times] {
  system(solver.' --quiet --t-end '.t.' --output advection-'.t.'.csv >/dev/null')
}
set terminal png size 700,330 font ',10'
set output 'advection.png'
set datafile separator ','
set xlabel 'place on the ring'
set ylabel 'u'
set yrange [-0.05:1.25]
set key top right horizontal
plot for [t in times] 'advection-'.t.'.csv' skip 1 using ($1/1000):2 with lines lw 2 title 't = '.t
