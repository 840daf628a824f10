# Plots the results of `./dev demo`: gnuplot -e "out='build/demo'" plot.gp
# In: out/string.csv (80,000 components), out/swing-T.csv (400 components at five times T).
# Out: two plots in the terminal, and both as out/string.png.
# Displacements are the even components: every second line, after the line of names.
set datafile separator ','
times = "0 1.25 2.5 3.75 5"
set xlabel 'mass point'
set key right top

set terminal dumb 96 22
set title 'String of 40,000 mass points at t = 1: displacement'
plot out.'/string.csv' skip 1 every 2 using ($1/2):2 with lines title ''
set terminal dumb 96 28
set title 'String of 200 mass points, half a swing: displacement'
set yrange [-1.1:1.4]
plot for [t in times] out.'/swing-'.t.'.csv' skip 1 every 8 using ($1/2):2 with points title 't = '.t

set terminal png size 1200,450
set output out.'/string.png'
set multiplot layout 1,2
set title 'String of 40,000 mass points at t = 1: displacement'
plot out.'/string.csv' skip 1 every 2 using ($1/2):2 with lines title ''
set title 'String of 200 mass points, half a swing: displacement'
plot for [t in times] out.'/swing-'.t.'.csv' skip 1 every 2 using ($1/2):2 with lines title 't = '.t
unset multiplot
