#pragma once
// recall_rows(): the part of the table of settings (row.h) for recall. table.cpp puts it at its place. Threads: any.

#include <vector>

#include "pipeline/settings/row.h"

namespace turnstream::settings {

[[nodiscard]] std::vector<Row> recall_rows();

}  // namespace turnstream::settings
