# eulerc_embed(OUTPUT file.cpp NAMESPACE ns FILES name=path ...)
# Writes a C++ file that defines `extern const char name[]` with the contents of each file, at
# build time. A change of a file rebuilds the library that embeds it.
#
# eulerc_embed(OUTPUT file.h TABLE name FILES file=path ...)
# Writes a header with all of them in one table of `eulerc::EmbeddedFile {name, text}`.
set(EULERC_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/WriteEmbedded.cmake)
function(eulerc_embed)
  cmake_parse_arguments(ARG "" "OUTPUT;NAMESPACE;TABLE" "FILES" ${ARGN})
  set(paths)
  foreach(entry IN LISTS ARG_FILES)
    string(REGEX REPLACE "^[^=]*=" "" path ${entry})
    list(APPEND paths ${path})
  endforeach()
  string(REPLACE ";" "|" entries "${ARG_FILES}")
  add_custom_command(
    OUTPUT ${ARG_OUTPUT}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${ARG_OUTPUT} -DNAMESPACE=${ARG_NAMESPACE}
            -DTABLE=${ARG_TABLE} "-DENTRIES=${entries}" -P ${EULERC_EMBED_SCRIPT}
    DEPENDS ${paths} ${EULERC_EMBED_SCRIPT}
    COMMENT "Embedding files into ${ARG_OUTPUT}"
    VERBATIM)
endfunction()
