#pragma once
// The stages of the product, in phase order. Threads: any.

#include "app/stage_catalog.h"

namespace turnstream::app {

[[nodiscard]] StageCatalog own_stages();

}  // namespace turnstream::app
