# Runs the plane to four times and shows u: gnuplot -e "solver='./stripes_solver'" plot.gp
# Out: stripes-T.csv and stripes.png in the current folder.
if (!exists("solver")) solver = './stripes_solver'
times = "0 10 30 100"
set terminal png size 1000,240 font ',10'
set output 'stripes.png'
set datafile separator ','
set multiplot layout 1,4
set size ratio -1
unset xtics; unset ytics
set cbrange [-0.8:0.8]
unset colorbox
set palette rgb 33,13,10 maxcolors 16
do for [t in times] {
  file = 'stripes-'.t.'.csv'
  system(solver.' --quiet --t-end '.t.' --output '.file.' >/dev/null')
  set title 'u at t = '.t
  plot file skip 1 using 2:1:3 with image notitle
}
unset multiplot
