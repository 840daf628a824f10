" Vim syntax of .ode programs of eulerc. Copy editors/vim into ~/.vim.
if exists("b:current_syntax")
  finish
endif

syn match   odeName       /\<[A-Za-z_]\w*/
syn match   odeHelper     /\<[A-Za-z_]\w*\ze\s*(/
syn match   odeMember     /\.\@1<=[A-Za-z_]\w*/
syn match   odeOperator   /[-+*\/%=<>!&|^~?:.#]/
syn match   odeBracket    /[][(){},;\\]/
syn match   odeNumber     /\<\d\+\.\?\d*\([eE][-+]\?\d\+\)\?[fFuUlL]*/
syn match   odeNumber     /\.\d\+\([eE][-+]\?\d\+\)\?[fF]\?/
syn match   odeNumber     /\<0[xX]\x\+[uUlL]*/
syn keyword odeStorage    param state field series data table static const constexpr inline extern
syn keyword odeType       real int bool double float void long unsigned struct enum typedef
syn keyword odeEquation   ddt next let initial boundary monitor stop event when global timespan method static_assert
syn keyword odeControl    if else for while do switch case default break continue return sizeof
syn keyword odeRule       dirichlet neumann robin mirror clamp periodic
syn keyword odeMethod     euler symplectic heun ssprk3 rk4 rk4ls ab2 rkl2 bs32 dopri5
syn keyword odeConstant   M_E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_SQRT2 M_SQRT1_2 dt true false
syn match   odeFunction   /\<\(acosh\?\|asinh\?\|atan[2h]\?\|cbrt\|ceil\|copysign\|cosh\?\|erfc\?\|exp2\?\|expm1\|fabs\|fdim\|floor\|fmax\|fmin\|fmod\|hypot\|lgamma\|log\|log10\|log1p\|log2\|pow\|rint\|round\|sinh\?\|sqrt\|tanh\?\|tgamma\|trunc\|uniform\|normal\|at\)\>\ze\s*(/
syn region  odeString     start=/"/ skip=/\\./ end=/"/ oneline
syn match   odeDirective  /^\s*#\s*\(define\|undef\|include\|ifdef\|ifndef\|if\|elif\|else\|endif\|error\|warning\|pragma\|line\)\>/
syn match   odeInclude    /\(#\s*include\s*\)\@<=<[^>]*>/
syn region  odeComment    start="//" end="$" contains=odeTodo
syn region  odeComment    start="/\*" end="\*/" contains=odeTodo
syn match   odeDescription "///.*$"
syn keyword odeTodo       TODO FIXME contained

hi def link odeName        Normal
hi def link odeHelper      Function
hi def link odeMember      Identifier
hi def link odeOperator    Operator
hi def link odeBracket     Delimiter
hi def link odeNumber      Number
hi def link odeStorage     StorageClass
hi def link odeType        Type
hi def link odeEquation    Keyword
hi def link odeControl     Statement
hi def link odeRule        Constant
hi def link odeMethod      Constant
hi def link odeConstant    Constant
hi def link odeFunction    Function
hi def link odeString      String
hi def link odeDirective   PreProc
hi def link odeInclude     String
hi def link odeComment     Comment
hi def link odeDescription SpecialComment
hi def link odeTodo        Todo
let b:current_syntax = "ode"
