# One interface target carries the language level and the warnings; every target of the project links it.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Paths below the checkout count as relative: another clone of the same sources finds what this one has compiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1
                                  "${CCACHE_PROGRAM}")
endif()

add_library(turnstream_options INTERFACE)
target_include_directories(turnstream_options INTERFACE "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/generated")
# -ffp-contract=off: the same floating-point bits on every CPU.
target_compile_options(turnstream_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                       -Wnon-virtual-dtor -ffp-contract=off)
# Warnings are errors with the compilers that the project is developed with. Newer ones find new things, some of them
# wrong (g++ 14: maybe-uninitialized in std::variant); that must not keep anybody from building.
if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
   OR (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 15))
  target_compile_options(turnstream_options INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports std::optional's storage under optimisation where it is never read.
  target_compile_options(turnstream_options INTERFACE -Wno-maybe-uninitialized)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(turnstream_options INTERFACE -Wthread-safety)
endif()

# turnstream_library(NAME SOURCES … DEPENDS …): a static library of one folder.
function(turnstream_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC turnstream_options ${ARG_DEPENDS})
endfunction()
