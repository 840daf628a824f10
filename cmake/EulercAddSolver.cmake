# Solvers from .ode files, as targets of a CMake project.
#
#   find_package(Eulerc REQUIRED)
#   eulerc_add_solver(string_solver SOURCE string.ode)          # an executable with a command line
#   eulerc_add_solver(chain SOURCE chain.ode REAL double LIBRARY
#                     OPTIONS -DSTIFF=1 -I ${CMAKE_SOURCE_DIR}/models)
#   target_link_libraries(app PRIVATE chain)   # app: #include "chain.h" … chain::model()
#
#   SOURCE   the .ode file
#   REAL     float (the default) or double
#   LIBRARY  a static library instead of an executable; its header is TARGET.h, which declares
#            `const eulerc::Model &model()` in namespace TARGET (see eulerc/solver.h)
#   MPI      several processes run the executable together (mpirun -n 4 ./string_solver)
#   OPTIONS  further options of eulerc
#
# A solver is rebuilt when the .ode file, a header it includes, or eulerc itself changes.
cmake_policy(PUSH)
cmake_policy(VERSION 3.21...3.25) # dependency files mean the same with every generator

function(eulerc_add_solver target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "LIBRARY;MPI" "SOURCE;REAL" "OPTIONS")
  if(NOT arg_SOURCE OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "eulerc_add_solver(<target> SOURCE <file.ode> [REAL float|double] "
                        "[LIBRARY] [MPI] [OPTIONS <option>...]) ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT target MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR "eulerc_add_solver: ${target} becomes a C++ namespace, "
                        "so it must be made of letters, digits and _")
  endif()
  if(arg_MPI AND arg_LIBRARY)
    message(FATAL_ERROR "eulerc_add_solver: MPI is for executables; leave out LIBRARY or MPI")
  endif()
  if(NOT arg_REAL)
    set(arg_REAL float)
  endif()
  get_filename_component(source ${arg_SOURCE} ABSOLUTE)
  # Commands run in the build folder; folders of -I are relative to the source folder, as the file is.
  set(options "")
  set(previous "")
  foreach(option IN LISTS arg_OPTIONS)
    if(previous STREQUAL "-I" AND NOT option MATCHES "^\\$<")
      get_filename_component(option ${option} ABSOLUTE)
    elseif(option MATCHES "^-I([^$].*)$")
      get_filename_component(option ${CMAKE_MATCH_1} ABSOLUTE)
      string(PREPEND option -I)
    endif()
    list(APPEND options ${option})
    set(previous ${option})
  endforeach()

  set(exact -fno-fast-math -fno-unsafe-math-optimizations) # whatever CMAKE_CXX_FLAGS say
  # A separate folder: whoever links the library gets its header and nothing else.
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}.eulerc)
  set(host ${folder}/${target})
  file(MAKE_DIRECTORY ${folder})
  # Generators resolve the paths of a dependency file against the current binary folder.
  add_custom_command(
    OUTPUT ${host}.cpp ${host}.h
    COMMAND Eulerc::eulerc ${source} --emit=host -o ${host}.cpp --real=${arg_REAL}
            ${options} -M -MF ${host}.d
    DEPENDS ${source} Eulerc::eulerc
    DEPFILE ${host}.d
    COMMENT "Compiling ${arg_SOURCE} with eulerc"
    VERBATIM COMMAND_EXPAND_LISTS)

  if(arg_LIBRARY)
    add_library(${target} STATIC ${host}.cpp ${host}.h)
    target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${folder}>)
  else()
    add_executable(${target} ${host}.cpp ${host}.h)
    target_compile_definitions(${target} PRIVATE EULERC_MAIN)
    target_link_options(${target} PRIVATE ${exact}) # -ffast-math takes small numbers for 0
    if(arg_MPI)
      find_package(MPI REQUIRED COMPONENTS CXX) # Debian: openmpi-bin libopenmpi-dev
      target_compile_definitions(${target} PRIVATE EULERC_MPI)
      target_link_libraries(${target} PRIVATE MPI::MPI_CXX)
    endif()
  endif()
  target_link_libraries(${target} PUBLIC Eulerc::runtime)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # -w: the project's own warning options are not meant for generated code. GCC tells of vectors as
  # arguments all the same, unless it is told not to.
  target_compile_options(${target} PRIVATE
    -w -Wno-psabi -O3 ${exact} -fno-math-errno -fno-trapping-math -ffp-contract=off)
endfunction()

cmake_policy(POP)
