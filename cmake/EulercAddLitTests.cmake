# Tests of .ode programs with lit, as a test of ctest and as a target.
#
#   find_package(Eulerc REQUIRED)
#   enable_testing()
#   eulerc_add_lit_tests(models tests)     # `ctest` runs models; so does `cmake --build . --target models`
#
# The folder holds the programs and a lit.cfg.py that calls eulerc_lit.configure; inside, `eulerc` is
# the one of this package. What the tests write goes to TARGET.lit in the binary folder.
# lit is LLVM's or PyPI's; -DEULERC_LIT=PATH names another one. LIT_OPTS in the environment gives
# lit further options.

function(eulerc_add_lit_tests target folder)
  if(ARGN)
    message(FATAL_ERROR "eulerc_add_lit_tests(<target> <folder>) ${ARGN}")
  endif()
  get_filename_component(folder ${folder} ABSOLUTE)
  if(NOT EXISTS ${folder}/lit.cfg.py)
    message(FATAL_ERROR "eulerc_add_lit_tests: there is no ${folder}/lit.cfg.py")
  endif()
  set(versions "")
  foreach(version RANGE 30 14 -1)
    list(APPEND versions /usr/lib/llvm-${version}/build/utils/lit)
  endforeach()
  find_program(EULERC_LIT NAMES lit lit.py PATHS ${versions} DOC "lit, which runs tests")
  if(NOT EXISTS "${EULERC_LIT}")
    message(FATAL_ERROR "eulerc_add_lit_tests: lit was not found (EULERC_LIT is ${EULERC_LIT}). "
                        "Install it (Debian: llvm-19-tools; PyPI: lit), or give -DEULERC_LIT=PATH")
  endif()
  set(command ${CMAKE_COMMAND} -E env "PATH=$<TARGET_FILE_DIR:Eulerc::eulerc>:$ENV{PATH}"
      ${EULERC_LIT} -v --param output=${CMAKE_CURRENT_BINARY_DIR}/${target}.lit ${folder})
  add_custom_target(${target} COMMAND ${command} USES_TERMINAL VERBATIM
                    COMMENT "Testing ${folder} with lit")
  add_test(NAME ${target} COMMAND ${command})
endfunction()
