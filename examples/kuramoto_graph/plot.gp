# Runs the oscillators with three couplings and shows their order over time:
#   gnuplot -e "solver='./kuramoto_graph_solver --data row=row.npy --data col=col.npy'" plot.gp
# Out: kuramoto-K.csv and kuramoto_graph.png in the current folder.
if (!exists("solver")) solver = './kuramoto_graph_solver --data row=row.npy --data col=col.npy'
couplings = "0.2 1 2"
do for [K in couplings] {
  system(solver.' --quiet --set K='.K.' --t-end 40 --every 0.2 --table kuramoto-'.K.'.csv >/dev/null')
}
set terminal png size 800,330 font ',10'
set output 'kuramoto_graph.png'
set datafile separator ','
set xlabel 'time'
set ylabel 'order r'
set yrange [0:1]
set key center right
plot for [K in couplings] 'kuramoto-'.K.'.csv' skip 1 using 1:(sqrt($2**2 + $3**2)) with lines lw 2 title 'K = '.K
