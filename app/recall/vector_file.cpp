#include "app/recall/vector_file.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "app/data/read_file.h"
#include "app/errors.h"

namespace turnstream::app {
namespace {

constexpr std::uintmax_t kFileBytesMax = std::uintmax_t{1} << 30;

}  // namespace

Result<std::unique_ptr<recall::VectorTable>> read_vectors(const settings::RecallSettings& settings) {
  if (settings.vectors == "none") {
    return std::unique_ptr<recall::VectorTable>();
  }
  const std::string& path = settings.vectors_file;
  const std::string refused = "recall.vectors_file: ";
  std::error_code failed;
  const std::uintmax_t bytes = std::filesystem::file_size(path, failed);
  if (failed) {
    return error_of(error_codes::kSettings, refused + path + " cannot be read: " + failed.message());
  }
  if (bytes > kFileBytesMax) {
    return error_of(error_codes::kSettings, refused + path + " has more than 1 GiB, so it is not a vector table");
  }
  Result<std::string> content = read_file(path);
  if (!content.ok()) {
    return error_of(error_codes::kSettings, refused + content.error().message);
  }
  Result<std::unique_ptr<recall::VectorTable>> table = recall::VectorTable::read(std::move(*content));
  if (!table.ok()) {
    return error_of(error_codes::kSettings, refused + path + ": " + table.error().message);
  }
  return table;
}

}  // namespace turnstream::app
