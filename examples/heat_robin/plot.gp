# Runs the block to four times of the third day: gnuplot -e "solver='./heat_robin_solver'" plot.gp
# Out: heat_robin-T.csv and heat_robin.png in the current folder.
if (!exists("solver")) solver = './heat_robin_solver'
times = "2.25 2.5 2.75 3.0"
set terminal png size 1000,240 font ',10'
set output 'heat_robin.png'
set datafile separator ','
set multiplot layout 1,4
set size ratio -1
unset xtics; unset ytics
set xrange [-0.5:89.5]; set yrange [-0.5:59.5]; set cbrange [-5:25]
set palette rgb 33,13,10 maxcolors 24
do for [t in times] {
  file = 'heat_robin-'.t.'.csv'
  system(solver.' --quiet --t-end '.t.' --output '.file.' >/dev/null')
  set title 'T at t = '.t
  plot file skip 1 using 2:1:3 with image notitle
}
unset multiplot
