# Installs the unit and the settings of the service. It runs at install time, because the prefix may be chosen then
# (`cmake --install BUILD --prefix PREFIX`, CPack) and both depend on it. Settings that exist are kept.
# Set before: TURNSTREAM_PACKAGING (the source folder), TURNSTREAM_MADE (a folder for the unit).
set(TURNSTREAM_BIN "${CMAKE_INSTALL_PREFIX}/bin")
set(TURNSTREAM_ETC "${CMAKE_INSTALL_PREFIX}/etc")
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(TURNSTREAM_ETC /etc)
endif()
configure_file("${TURNSTREAM_PACKAGING}/turnstream.service.in" "${TURNSTREAM_MADE}/turnstream.service" @ONLY)
file(INSTALL "${TURNSTREAM_MADE}/turnstream.service" DESTINATION "${CMAKE_INSTALL_PREFIX}/lib/systemd/system")
if(NOT EXISTS "$ENV{DESTDIR}${TURNSTREAM_ETC}/turnstream/turnstream.yaml")
  file(INSTALL "${TURNSTREAM_PACKAGING}/turnstream.yaml" DESTINATION "${TURNSTREAM_ETC}/turnstream")
endif()
