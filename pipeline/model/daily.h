#pragma once
// Daily: one entry of a persona's daily log: what one run of messages of a session said that is worth keeping; the value of
// a change of kind "daily". codec/daily.h writes it. Threads: values.

#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/model/source.h"

namespace turnstream::model {

struct Daily {
  std::string id;
  std::string persona_id;
  std::string date;  ///< of the last message, in UTC: "2026-01-01"
  std::string session_id;
  std::vector<std::string> lines;  ///< each says who and when, and is understood alone
  std::vector<Source> sources;  ///< the chat items of all turns that had a message in it, less those that are forgotten
  std::string user_id{};        ///< the only user who said something in these turns; empty: none, or several
  /// For each line positions in `sources`: of the turn whose words it has, then of those that its label quotes. The list of a
  /// line is empty if it rests on all of them; `line_sources` is empty if each line does.
  std::vector<std::vector<std::size_t>> line_sources{};
  friend bool operator==(const Daily&, const Daily&) = default;
};

}  // namespace turnstream::model
