# Runs the Brusselator to four times and shows u: gnuplot -e "solver='./bruss2d_solver'" plot.gp
# Out: bruss2d-T.csv and bruss2d.png in the current folder.
if (!exists("solver")) solver = './bruss2d_solver'
times = "0 2 5 10"
set terminal png size 1000,290 font ',10'
set output 'bruss2d.png'
set datafile separator ','
set multiplot layout 1,4
set size ratio 1
unset xtics; unset ytics
set cbrange [0:4]
set palette rgb 33,13,10 maxcolors 32
do for [t in times] {
  file = 'bruss2d-'.t.'.csv'
  system(solver.' --quiet --t-end '.t.' --output '.file.' >/dev/null')
  set title 'u at t = '.t
  plot file skip 1 using 2:1:3 with image notitle
}
unset multiplot
