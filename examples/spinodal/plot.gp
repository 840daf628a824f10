# Runs the mixture and shows the liquids: gnuplot -e "solver='./spinodal_solver'" plot.gp
# Out: liquids.csv and spinodal.png in the current folder.
if (!exists("solver")) solver = './spinodal_solver'
system(solver.' --quiet --output liquids.csv >/dev/null')
set terminal png size 540,480 font ',10'
set output 'spinodal.png'
set datafile separator ','
set size ratio -1
unset xtics; unset ytics
set xrange [-0.5:255.5]; set yrange [-0.5:255.5]; set cbrange [-1:1]
set palette defined (-1 '#2166ac', 0 'white', 1 '#b2182b')
set title 'one liquid and the other at t = 100'
plot 'liquids.csv' skip 1 using 2:1:3 with image notitle
