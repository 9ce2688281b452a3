#include "tests/source_folder.h"

namespace turnstream {

const std::string& source_folder() {
  static const std::string folder = TURNSTREAM_SOURCE_FOLDER;
  return folder;
}

}  // namespace turnstream
