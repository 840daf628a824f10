# One cell amid a strip for 400 ms: gnuplot -e "solver='./luo_rudy_solver'" plot.gp
# Out: cell.csv and luo_rudy.png in the current folder.
if (!exists("solver")) solver = './luo_rudy_solver'
probes = '--probe V[0][20] --probe m[0][20] --probe h[0][20] --probe d[0][20] --probe f[0][20] --probe X[0][20]'
system(solver.' --quiet --set NY=1 --set NX=40 --t-end 400 '.probes.' --every 0.5 --table cell.csv >/dev/null')
set terminal png size 1000,300 font ',10'
set output 'luo_rudy.png'
set datafile separator ','
set multiplot layout 1,2
set xlabel 'time / ms'
set ylabel 'V / mV'
plot 'cell.csv' skip 1 using 1:2 with lines lw 1.5 notitle
set ylabel 'gates'
set yrange [0:1.05]
plot for [k = 1:5] 'cell.csv' skip 1 using 1:(column(k + 2)) with lines title word('m h d f X', k)
unset multiplot
