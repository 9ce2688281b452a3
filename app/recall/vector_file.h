#pragma once
// Reads the table of vectors that the settings of recall name. Threads: any.

#include <memory>

#include "pipeline/base/result.h"
#include "pipeline/settings/settings.h"
#include "recall/ranking/vectors/vector_table.h"

namespace turnstream::app {

/// Null if recall.vectors is "none". Error "settings": the file, the byte and the reason.
Result<std::unique_ptr<recall::VectorTable>> read_vectors(const settings::RecallSettings& settings);

}  // namespace turnstream::app
