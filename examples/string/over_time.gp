# A short string over time as one picture: gnuplot -e "solver='./string_solver'" over_time.gp
# Out: swing.npy, swing.time.npy and string_over_time.png in the current folder.
if (!exists("solver")) solver = './string_solver'
system(solver.' --quiet --set N=400 --t-end 20 --save swing.npy --every 0.1 --region i=::2 >/dev/null')
set terminal png size 1000,360 font ',10'
set output 'string_over_time.png'
set xlabel 'time / s'
set ylabel 'mass point'
set xrange [0:20]
set yrange [0:199]
set cbrange [-1.1:1.1]
set palette defined (-1 '#1f528b', 0 '#ffffff', 1 '#b2182b')
# Behind a header of 192 bytes 201 times 200 displacements; 'scan=yx' turns them, so that time goes right.
plot 'swing.npy' binary skip=192 array=(201,200) format='%float' scan=yx dx=0.1 dy=1 with image notitle
