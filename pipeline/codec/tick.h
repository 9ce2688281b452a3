#pragma once
// Tick: how time reaches a partition of the log, as bytes -> struct. Rules: schemas/tick.schema.json. Errors as
// codec/turn_parser.h gives them.
// Threads: one at a time.

#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/json/tape.h"

namespace turnstream::codec {

struct Tick {
  Partition partition;
  LogTime time;
};

class TickParser {
 public:
  Result<Tick> parse(std::string_view bytes);

 private:
  json::Tape tape_;
};

}  // namespace turnstream::codec
