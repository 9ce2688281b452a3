#pragma once
// unpack_hooks.cpp defines the decompression functions that librdkafka calls; unpack_limit.h says why. This function
// tells whether the librdkafka that is loaded calls them: one that contains its own copies of the libraries does not.
// Threads: any.

#include <string>
#include <vector>

namespace turnstream::log::kafka {

/// Of gzip, lz4 and zstd, those that librdkafka unpacks without our bound.
std::vector<std::string> unbounded_codecs();

}  // namespace turnstream::log::kafka
