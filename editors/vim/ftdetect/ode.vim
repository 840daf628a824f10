autocmd BufNewFile,BufRead *.ode setfiletype ode
