# Runs to three times, and once with kappa: gnuplot -e "solver='./gierer_meinhardt_solver'" plot.gp
# Out: gierer_meinhardt-K.csv and gierer_meinhardt.png in the current folder.
if (!exists("solver")) solver = './gierer_meinhardt_solver'
array runs[4] = ["--t-end 300", "--t-end 1000", "--t-end 4000", "--t-end 4000 --set kappa=0.3"]
set terminal png size 1000,240 font ',10'
set output 'gierer_meinhardt.png'
set datafile separator ','
set multiplot layout 1,4
set size ratio -1
unset xtics; unset ytics; unset colorbox
set xrange [-0.5:127.5]; set yrange [-0.5:95.5]
set palette gray maxcolors 24
do for [k = 1:4] {
  file = sprintf('gierer_meinhardt-%d.csv', k)
  system(solver.' --quiet '.runs[k].' --output '.file.' >/dev/null')
  set title runs[k][3:]
  plot file skip 1 using 2:1:3 with image notitle
}
unset multiplot
