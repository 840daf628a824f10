" Demands that Vim's syntax gives each sign of programs a group: vim -es -u NONE -S scopes.vim FOLDER/vim RESULT PROGRAM...
let s:arguments = argv()
execute 'set runtimepath^=' . s:arguments[0]
filetype on
syntax on
let s:wrong = []
let s:seen = {}
for s:program in s:arguments[2:]
  execute 'silent edit ' . s:program
  if &filetype != 'ode'
    call add(s:wrong, s:program . ' is of the type ' . &filetype)
  endif
  for s:line in range(1, line('$'))
    let s:text = getline(s:line)
    let s:column = 0
    while s:column < len(s:text)
      let s:column += 1
      if s:text[s:column - 1] =~ '\S'
        let s:group = synIDattr(synID(s:line, s:column, 1), 'name')
        let s:seen[s:group] = 1
        if s:group == ''
          call add(s:wrong, s:program . ':' . s:line . ':' . s:column . ' ' . s:text)
        endif
      endif
    endwhile
  endfor
endfor
call writefile(empty(s:wrong) ? [(len(s:arguments) - 2) . ' programs, ' . len(s:seen) . ' groups'] : s:wrong[:20], s:arguments[1])
quitall!
