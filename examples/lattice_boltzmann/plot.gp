# Runs the flow and shows its speed: gnuplot -e "solver='./lattice_boltzmann_solver'" plot.gp
# Out: flow.csv and lattice_boltzmann.png in the current folder.
if (!exists("solver")) solver = './lattice_boltzmann_solver'
system(solver.' --quiet --output flow.csv >/dev/null')
set terminal png size 800,290 font ',10'
set output 'lattice_boltzmann.png'
set datafile separator ','
set size ratio -1
unset xtics; unset ytics
set xrange [-0.5:239.5]; set yrange [-0.5:79.5]; set cbrange [0:0.16]
set palette rgb 33,13,10 maxcolors 32
# Columns: y, x, then the nine species.
u = '(($4 + $8 + $11 - $6 - $9 - $10) / ($3 + $4 + $5 + $6 + $7 + $8 + $9 + $10 + $11))'
v = '(($5 + $8 + $9 - $7 - $10 - $11) / ($3 + $4 + $5 + $6 + $7 + $8 + $9 + $10 + $11))'
set object 1 circle at 48,40 size 8 front fc rgb 'gray' fs solid
set title 'speed after 8000 steps'
plot 'flow.csv' skip 1 using 2:1:(sqrt(@u ** 2 + @v ** 2)) with image notitle
