# Runs the bodies to four times and shows where they are: gnuplot -e "solver='./nbody_solver'" plot.gp
# Out: nbody-T.csv and nbody.png in the current folder.
if (!exists("solver")) solver = './nbody_solver'
times = "0 0.75 1.5 4"
set terminal png size 1000,290 font ',10'
set output 'nbody.png'
set datafile separator ','
set multiplot layout 1,4
set size ratio 1
set xrange [-1.6:1.6]
set yrange [-1.6:1.6]
set xtics 1; set ytics 1
do for [t in times] {
  file = 'nbody-'.t.'.csv'
  system(solver.' --quiet --t-end '.t.' --output '.file.' >/dev/null')
  set title 't = '.t
  plot file skip 1 using 2:3 with points pointtype 7 pointsize 0.3 notitle
}
unset multiplot
