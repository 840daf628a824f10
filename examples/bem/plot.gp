# Shows the temperature at the points inside: gnuplot -e "solver='./bem_solver'" plot.gp
# Out: bem.csv, bem-edge.csv and bem.png in the current folder.
if (!exists("solver")) solver = './bem_solver'
set terminal png size 900,420 font ',10'
set output 'bem.png'
set datafile separator ','
system(solver.' --quiet --set N=4000 --output bem.csv --every 2 --table bem-error.csv >/dev/null')
N = 4000
rho(i) = 0.92 * sqrt((i + 0.5) / N)
s(i) = pi * (3 - sqrt(5.0)) * i
ex(s) = cos(s) + 0.65 * cos(2 * s) - 0.65
ey(s) = 1.5 * sin(s)
set multiplot layout 1,2
set size ratio -1
set title 'temperature inside, the wire at the left'
set xrange [-1.9:1.3]
set yrange [-1.7:1.7]
set cbrange [-0.95:0.65]
set palette rgbformulae 22,13,-31
set parametric
set trange [0:2*pi]
plot 'bem.csv' skip 1 using (-0.2 + rho($1) * (ex(s($1)) + 0.2)):(rho($1) * ey(s($1))):3 \
       with points pointtype 7 pointsize 0.5 linecolor palette notitle, \
     ex(t), ey(t) with lines linecolor 'black' notitle, \
     '+' using (-1.6):(0) with points pointtype 2 linecolor 'red' notitle
unset parametric
set size noratio
set title 'largest error inside'
set autoscale
set xrange [0:30]
set logscale y
set format y '10^{%T}'
set xlabel 't'
plot 'bem-error.csv' skip 1 using 1:2 with linespoints pointtype 7 notitle
unset multiplot
