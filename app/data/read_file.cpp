#include "app/data/read_file.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "app/errors.h"

namespace turnstream::app {

Result<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file.is_open() && file.peek() != std::ifstream::traits_type::eof()) {
    text << file.rdbuf();
  }
  if (!file.is_open() || file.bad()) {
    return error_of(error_codes::kUnreadable, path + " cannot be read: " + std::strerror(errno));
  }
  return std::move(text).str();
}

}  // namespace turnstream::app
