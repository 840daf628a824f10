# Installation, and the CMake package for other projects:
#
#   prefix/bin/eulerc   prefix/lib/libeulerc_runtime.a   prefix/include/eulerc/*.h
#   prefix/include/eulerc/model/*.h, eulerc/host/*.h: what the host code of solvers includes
#   prefix/lib/cmake/Eulerc/: find_package(Eulerc), eulerc_add_solver, eulerc_add_lit_tests
#   prefix/share/eulerc/lit/, prefix/libexec/eulerc/: for tests with lit (lit/CMakeLists.txt)
#
# The build tree has the same layout (bin, lib, include, share, libexec), so eulerc finds its runtime in both alike.

include(CMakePackageConfigHelpers)

set(eulerc_prelude ${PROJECT_SOURCE_DIR}/compiler/frontend/prelude/eulerc/ode.h)
file(GLOB eulerc_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/runtime/include/eulerc/*.h)
list(APPEND eulerc_headers ${eulerc_prelude})
file(GLOB eulerc_model_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/runtime/include/eulerc/model/*.h)

file(GLOB_RECURSE eulerc_host_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/templates/*.h)
list(FILTER eulerc_host_headers EXCLUDE REGEX /templates/include/)

install(FILES ${eulerc_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/eulerc COMPONENT dev)
install(FILES ${eulerc_model_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/eulerc/model COMPONENT dev)
install(FILES ${eulerc_host_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/eulerc/host COMPONENT dev)
file(REMOVE_RECURSE ${PROJECT_BINARY_DIR}/include/eulerc) # no link to a header that is gone
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/eulerc/host ${PROJECT_BINARY_DIR}/include/eulerc/model)
function(eulerc_link_headers folder)
  foreach(header IN LISTS ARGN)
    get_filename_component(name ${header} NAME)
    file(CREATE_LINK ${header} ${PROJECT_BINARY_DIR}/include/eulerc/${folder}${name} COPY_ON_ERROR SYMBOLIC)
  endforeach()
endfunction()
eulerc_link_headers("" ${eulerc_headers})
eulerc_link_headers(model/ ${eulerc_model_headers})
eulerc_link_headers(host/ ${eulerc_host_headers})

install(TARGETS eulerc eulerc_runtime EXPORT EulercTargets
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev)

# Colours for editors; manual pages and completion, where editors/pages.py has made them (./dev deb).
install(DIRECTORY ${PROJECT_SOURCE_DIR}/editors/vim ${PROJECT_SOURCE_DIR}/editors/vscode
        DESTINATION ${CMAKE_INSTALL_DATADIR}/eulerc/editors)
install(DIRECTORY ${PROJECT_BINARY_DIR}/pages/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} OPTIONAL)
install(FILES ${PROJECT_BINARY_DIR}/pages/bash/eulerc DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions OPTIONAL)
install(FILES ${PROJECT_BINARY_DIR}/pages/zsh/_eulerc DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions OPTIONAL)

set(eulerc_package ${CMAKE_INSTALL_LIBDIR}/cmake/Eulerc)
install(EXPORT EulercTargets NAMESPACE Eulerc:: DESTINATION ${eulerc_package} COMPONENT dev)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/EulercConfig.cmake.in
  ${PROJECT_BINARY_DIR}/package/EulercConfig.cmake INSTALL_DESTINATION ${eulerc_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/EulercConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/EulercConfig.cmake
              ${PROJECT_BINARY_DIR}/package/EulercConfigVersion.cmake
              ${CMAKE_CURRENT_LIST_DIR}/EulercAddSolver.cmake
              ${CMAKE_CURRENT_LIST_DIR}/EulercAddLitTests.cmake
        DESTINATION ${eulerc_package} COMPONENT dev)

# eulerc_add_solver works inside this project, too.
foreach(target eulerc runtime)
  if(NOT TARGET Eulerc::${target})
    if(target STREQUAL "runtime")
      add_library(Eulerc::runtime ALIAS eulerc_runtime)
    else()
      add_executable(Eulerc::eulerc ALIAS eulerc)
    endif()
  endif()
endforeach()
include(EulercAddSolver)
