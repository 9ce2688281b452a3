#pragma once
// Converts LoCoMo's long conversations to turns: each conversation is a persona, speaker_a the user, speaker_b the
// assistant. Threads: any.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"

namespace turnstream::app {

/// Calls `take` with each turn as one line of JSON, in the order of conversations, sessions and messages. Errors: code
/// "input_refused" with a JSON pointer if the file is not in LoCoMo's format; earlier turns were given by then.
Status convert_locomo(std::string_view dataset, const std::function<void(const std::string& line)>& take);

/// `1:56 pm on 8 May, 2023` as milliseconds since 1970, taken as UTC; absent if the text has another form.
std::optional<std::int64_t> parse_locomo_time(std::string_view text);

}  // namespace turnstream::app
