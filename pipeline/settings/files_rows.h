#pragma once
// The rows of the settings of memory as files (docs/files.md). table.cpp puts them into the table. Threads: pure.

#include <vector>

#include "pipeline/settings/row.h"

namespace turnstream::settings {

std::vector<Row> files_rows();

}  // namespace turnstream::settings
