#pragma once
// The bytes of a short text as a number (pipeline/base/first_bytes.h), for tables of words. Threads: any; pure.

#include "pipeline/base/first_bytes.h"

namespace turnstream::notes {

using turnstream::first_bytes;

}  // namespace turnstream::notes
