#include "pipeline/settings/files_rows.h"

namespace turnstream::settings {

std::vector<Row> files_rows() {
  return {
      {.name = "files.directory",
       .doc =
           "Folder into which `run` writes what memory knows of each persona, as Markdown (docs/files.md). Empty: none.",
       .field = [](Settings& s) -> Field { return &s.files.directory; }},
      {.name = "files.interval_ms",
       .unit = "ms",
       .min = 100,
       .max = 3'600'000,
       .doc =
           "After a change of memory, the files of its persona are written this much later, with all changes until then.",
       .field = [](Settings& s) -> Field { return &s.files.interval_ms; }},
  };
}

}  // namespace turnstream::settings
