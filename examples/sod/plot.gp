# Runs the tube and shows the density beside the exact one: gnuplot -e "solver='./sod_solver'" plot.gp
# Out: sod-N.csv and sod.png in the current folder.
if (!exists("solver")) solver = './sod_solver'
set terminal png size 700,350 font ',10'
set output 'sod.png'
set datafile separator ','
set xlabel 'x'; set ylabel 'density'
set xrange [0:1]; set yrange [0:1.1]
system(solver.' --quiet --set N=200 --dt 8e-4 --output sod-200.csv >/dev/null')
system(solver.' --quiet --set N=800 --dt 2e-4 --output sod-800.csv >/dev/null')
# The exact solution at t = 0.2: rarefaction, contact and shock, with p* = 0.30313 and v* = 0.92745.
g = 1.4; t = 0.2; a = sqrt(g)
s(x) = (x - 0.5) / t
fan(x) = (2 / (g + 1) + (g - 1) / ((g + 1) * a) * -s(x)) ** (2 / (g - 1))
exact(x) = s(x) < -a ? 1 : s(x) < -0.07027 ? fan(x) : s(x) < 0.92745 ? 0.42632 : s(x) < 1.75216 ? 0.26557 : 0.125
set samples 2000
plot exact(x) lc rgb 'gray' lw 3 title 'exact', 'sod-200.csv' skip 1 using (($1 + 0.5) / 200):2 with lines lw 1.5 title '200 cells', \
     'sod-800.csv' skip 1 using (($1 + 0.5) / 800):2 with lines lw 1.5 title '800 cells'
