# The impulse along the axon, and in time: gnuplot -e "solver='./hodgkin_huxley_solver'" plot.gp
# Out: axon-T.csv, axon.csv and hodgkin_huxley.png in the current folder.
if (!exists("solver")) solver = './hodgkin_huxley_solver'
set terminal png size 1000,300 font ',10'
set output 'hodgkin_huxley.png'
set datafile separator ','
set multiplot layout 1,2
set yrange [-20:120]
set ylabel 'V / mV above rest'
set xlabel 'place / cm'
do for [t in "1 2 3 4"] { system(solver.' --quiet --t-end '.t.' --output axon-'.t.'.csv >/dev/null') }
plot for [t in "1 2 3 4"] 'axon-'.t.'.csv' skip 1 using ($1 / 40):2 with lines title t.' ms'
system(solver.' --quiet --probe V[100] --probe V[200] --probe V[300] --every 0.02 --table axon.csv >/dev/null')
unset ylabel
set xlabel 'time / ms'
plot 'axon.csv' skip 1 using 1:2 with lines title 'at 2.5 cm', '' skip 1 using 1:3 with lines title 'at 5 cm', '' skip 1 using 1:4 with lines title 'at 7.5 cm'
unset multiplot
