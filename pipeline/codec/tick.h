#pragma once
// Tick: a record that advances log time in a partition without a turn. The parser converts its bytes to a struct.
// Rules: schemas/tick.schema.json. Errors: those of TurnParser (codec/turn_parser.h). Threads: one at a time.

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
