# Runs to many times and shows what each place does: gnuplot -e "solver='./lorenz96_solver'" plot.gp
# Out: lorenz96.csv (time, place, value) and lorenz96.png in the current folder. 81 runs, a few seconds.
if (!exists("solver")) solver = './lorenz96_solver'
system('rm -f lorenz96.csv')
do for [k=0:80] {
  t = sprintf('%g', 0.25 * k)
  system(solver.' --backend serial --quiet --t-end '.t.' --output lorenz96-one.csv >/dev/null')
  system("sed '1d;s/^/".t.",/' lorenz96-one.csv >>lorenz96.csv")
}
system('rm -f lorenz96-one.csv')
set terminal png size 800,330 font ',10'
set output 'lorenz96.png'
set datafile separator ','
set xlabel 'time'
set ylabel 'place i'
set xrange [0:20]
set yrange [-0.5:39.5]
set cbrange [-8:12]
set palette rgb 33,13,10 maxcolors 32
set title 'x[i] over time'
plot 'lorenz96.csv' using 1:2:3 with image notitle
