#pragma once
// Records as a log client delivers them, and the bytes of turns and completions, for the tests of the runtime.
// Threads: values.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/log/record.h"
#include "pipeline/model/completion.h"

namespace turnstream::runtime {

struct RecordText {
  std::string topic = "turnstream.log";
  std::int32_t partition = 0;
  std::int64_t offset = 0;
  std::optional<std::string> key;
  std::string value;
  std::vector<std::pair<std::string, std::string>> headers;
};

/// A record that owns a copy of the text.
log::Record make_record(RecordText text);

/// Bytes that end the process when they are read (SIGSEGV).
std::string_view unreadable();

/// A turn id of 26 characters: `name` with zeros before it.
std::string turn_id(const std::string& name);
/// A StateExport of `persona` with `text` as the user's input.
std::string turn_json(const std::string& name, const std::string& persona, const std::string& text);

/// The bytes of one completion part of `stage` for log offset `offset`.
std::string completion_json(const std::string& stage, std::int64_t offset, int part = 0, bool last = true);

}  // namespace turnstream::runtime
