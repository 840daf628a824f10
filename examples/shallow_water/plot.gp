# Runs the basin to four times and shows its surface: gnuplot -e "solver='./shallow_water_solver'" plot.gp
# Out: basin-T.csv and shallow_water.png in the current folder.
if (!exists("solver")) solver = './shallow_water_solver'
times = "4 8 12 18"
set terminal png size 1000,240 font ',10'
set output 'shallow_water.png'
set datafile separator ','
set multiplot layout 1,4
set size ratio -1
unset xtics; unset ytics
set xrange [-0.5:149.5]; set yrange [-0.5:99.5]; set cbrange [-0.1:0.8]
set palette defined (0 '#08306b', 1 '#4292c6', 2 '#deebf7', 3 'white') maxcolors 26
do for [t in times] {
  file = 'basin-'.t.'.csv'
  system(solver.' --quiet --t-end '.t.' --output '.file.' >/dev/null')
  set title 's after '.t.' s'
  plot file skip 1 using 2:1:3 with image notitle
}
unset multiplot
