#pragma once
// The manual page turnstream(1). Threads: any.

#include <string>

#include "app/command_shape.h"

namespace turnstream::app {

/// The page as roff for man(7). `program`: VerbSet::shape(). It has no date, so that equal programs have equal pages.
std::string man_page(const CommandShape& program, const std::string& version);

}  // namespace turnstream::app
