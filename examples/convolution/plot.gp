# Smooths the picture for three times: gnuplot -e "solver='./convolution_solver'" plot.gp
# Out: convolution-T.csv and convolution.png in the current folder.
if (!exists("solver")) solver = './convolution_solver'
times = "0 8 80"
set terminal png size 800,290 font ',10'
set output 'convolution.png'
set datafile separator ','
set multiplot layout 1,3
set size ratio 1
unset xtics; unset ytics; unset colorbox
set palette gray maxcolors 64
set cbrange [0:1]
set yrange [] reverse
do for [t in times] {
  file = 'convolution-'.t.'.csv'
  system(solver.' --quiet --t-end '.t.' --output '.file.' >/dev/null')
  set title 't = '.t
  plot file skip 1 using 2:1:3 with image notitle
}
unset multiplot
