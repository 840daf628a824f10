# Runs the heated spot to three times and shows the plane z = 24 through it:
#   gnuplot -e "solver='./heat3d_solver --field beta=tissue.h5:/beta'" plot.gp
# Out: heat3d-T.csv and heat3d.png in the current folder. Steps of 50 ms are enough for a picture.
if (!exists("solver")) solver = './heat3d_solver --field beta=tissue.h5:/beta'
times = "0 60 180"
set terminal png size 1000,330 font ',10'
set output 'heat3d.png'
set datafile separator ','
set multiplot layout 1,3
set size ratio 1
set xlabel 'x (mm)'
set ylabel 'y (mm), from the skin inwards'
set xtics 10; set ytics 10
set yrange [47.5:-0.5]
set xrange [-0.5:47.5]
set palette rgb 21,22,23 maxcolors 24
do for [t in times] {
  file = 'heat3d-'.t.'.csv'
  system(solver.' --quiet --dt 0.05 --t-end '.t.' --output '.file.' >/dev/null')
  set title 'T at t = '.t.' s (°C)'
  plot file skip 1 every ::24*48*48::25*48*48-1 using 3:2:4 with image notitle
}
unset multiplot
