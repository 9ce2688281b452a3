#pragma once
// write_pages: makes the files of one persona in its folder equal to its pages. What lies between the marks of a file
// is replaced, all else in it stays (marked_block.h). A file that already has its page is not touched. A page that is
// gone leaves with its file, or only with its block if a person wrote in the file. A folder that is empty then is
// removed, and so is what a process that died has left. Threads: pure but for the files.

#include <cstdint>
#include <string>
#include <vector>

#include "app/files/memory_pages.h"
#include "app/files/private_folder.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// A file or folder that was not changed, because what it is or what stands in it forbids it.
struct LeftAlone {
  std::string path;  ///< below the root
  std::string reason;
  std::uint64_t version = 0;  ///< another number if the file or the reason is another one
};

struct PagesWritten {
  std::int64_t written = 0;
  std::int64_t removed = 0;
  std::vector<LeftAlone> left_alone;
};

/// `name`: of the persona's folder in `root`. Without pages all blocks go. Adds to `report`, also if it fails. Errors:
/// "unwritable" (kRetry): the first failure; the other files are written all the same.
Status write_pages(const PrivateFolder& root, const std::string& name, const MemoryPages& pages, PagesWritten& report);

}  // namespace turnstream::app
