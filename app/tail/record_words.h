#pragma once
// record_words: what a record of any topic says, in words for people: a turn, command, completion, event, effect, dead
// letter or tick; of another record the value. Not bounded and not escaped. Threads: pure functions.

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "pipeline/log/record.h"

namespace turnstream::app {

struct RecordWords {
  std::string text;
  std::string origin;  ///< `log 3@1042`: the record from which this one was made, if it says that; else empty
};

/// `value`: that of the record, with its secrets masked.
[[nodiscard]] RecordWords record_words(const log::Record& record, std::string_view value);

/// `completion`: a JSON object.
///
///   semantic: success, +1 fact api port is 9090, ~1 fact api port is 8080 (no longer)
///
/// A memory that was added has +, one that was changed ~, one that was removed -. If the completion does not say which of
/// its memories were added, the numbers come first: `+1 ~1: fact … · fact …`.
[[nodiscard]] std::string completion_words(const nlohmann::json& completion);

/// The members that say something, as text: `ids 61e2e4d0, block`. Left out are zeros, empty and false members, and those
/// in `hidden`. Members of members have both names: `grant.tags typescript`.
[[nodiscard]] std::string members_words(const nlohmann::json& object,
                                        std::initializer_list<std::string_view> hidden = {});

/// The first 8 characters of a UUID, which `explain` accepts; any other id as it is.
[[nodiscard]] std::string short_id(std::string_view id);

}  // namespace turnstream::app
