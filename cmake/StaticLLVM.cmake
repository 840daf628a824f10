# EULERC_STATIC_LLVM: what eulerc needs of Clang and LLVM, and what these need, as archives. The targets of Debian's packages
# stand for shared libraries.
execute_process(
  COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-config --link-static --libs support option frontendopenmp windowsdriver targetparser
          asmparser bitreader core profiledata frontendoffloading
  OUTPUT_VARIABLE llvm OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(llvm)
set(clang Tooling ToolingCore Rewrite Format ToolingInclusions Frontend Driver Serialization Parse Sema APINotes Analysis ASTMatchers
          Edit AST Lex Basic Support)
list(TRANSFORM clang REPLACE "(.+)" "${LLVM_LIBRARY_DIR}/libclang\\1.a")

add_library(eulerc_llvm INTERFACE)
target_link_directories(eulerc_llvm INTERFACE ${LLVM_LIBRARY_DIR})
target_link_libraries(eulerc_llvm INTERFACE ${llvm} -Wl,-Bstatic -lzstd -lz -Wl,-Bdynamic -lpthread ${CMAKE_DL_LIBS})
add_library(eulerc_clang INTERFACE)
target_link_libraries(eulerc_clang INTERFACE -Wl,--start-group ${clang} -Wl,--end-group eulerc_llvm)
target_link_options(eulerc_llvm INTERFACE -Wl,--gc-sections -Wl,-s -static-libstdc++ -static-libgcc)
