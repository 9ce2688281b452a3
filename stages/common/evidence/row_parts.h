#pragma once
// Parts of the rows of a persona's state: lists of texts, and sources with all their parts. Threads: any; pure.

#include <string>
#include <vector>

#include "pipeline/base/byte_stream.h"
#include "pipeline/model/source.h"

namespace turnstream::evidence {

void write_texts(ByteWriter& writer, const std::vector<std::string>& texts);
/// What write_texts() wrote. If the reader fails, it stays failed, and the list is of no use.
[[nodiscard]] std::vector<std::string> read_texts(ByteReader& reader);

void write_source(ByteWriter& writer, const model::Source& source);
/// What write_source() wrote. If the reader fails, it stays failed, and the source is of no use.
[[nodiscard]] model::Source read_source(ByteReader& reader);

void write_sources(ByteWriter& writer, const std::vector<model::Source>& sources);
/// What write_sources() wrote. If the reader fails, it stays failed, and the list is of no use.
[[nodiscard]] std::vector<model::Source> read_sources(ByteReader& reader);

}  // namespace turnstream::evidence
