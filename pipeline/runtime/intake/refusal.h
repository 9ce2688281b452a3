#pragma once
// The dead letters of intake: of one refused record, and of records that cannot be read. Threads: functions; pure.

#include "pipeline/base/clock.h"
#include "pipeline/codec/dead_letter.h"
#include "pipeline/log/client.h"
#include "pipeline/runtime/intake/intake_validator.h"

namespace turnstream::runtime {

[[nodiscard]] codec::DeadLetter dead_letter_of(const log::Record& record, const Refused& refused);
/// `now`: the time of the letter, because the records' own times cannot be read.
[[nodiscard]] codec::DeadLetter dead_letter_of(const log::Unreadable& records, WallTime now);

}  // namespace turnstream::runtime
