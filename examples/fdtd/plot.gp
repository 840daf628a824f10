# Runs the pulse and shows the electric field: gnuplot -e "solver='./fdtd_solver'" plot.gp
# Out: light.csv and fdtd.png in the current folder.
if (!exists("solver")) solver = './fdtd_solver'
system(solver.' --quiet --t-end 175 --output light.csv >/dev/null')
set terminal png size 560,480 font ',10'
set output 'fdtd.png'
set datafile separator ','
set size ratio -1
unset xtics; unset ytics
set xrange [-0.5:255.5]; set yrange [-0.5:255.5]; set cbrange [-0.01:0.01]
set palette defined (-1 '#2166ac', 0 'white', 1 '#b2182b')
set title 'electric field at t = 175: the walls send the pulse back'
# Columns: j, i, ez, hx, hy.
plot 'light.csv' skip 1 using 2:1:3 with image notitle
