#pragma once
// HostileTurns: turns of one persona about one fact that are made to be expensive. They have hostile texts of all
// lengths in every field that a stage reads, hundreds of observations, tools, tags and goals, and values of one fact
// that change at random event times. The same seed gives the same turns. Threads: one at a time.

#include <cstdint>
#include <string>
#include <string_view>

#include "app/data/random.h"
#include "pipeline/json/writer.h"

namespace turnstream::bench {

inline constexpr std::string_view kHostilePersona = "fuzzed";

struct HostileTurn {
  std::string json;
  std::string kind;  ///< the shape of the turn and the kind of its text
  std::int64_t log_time_ms = 0;
};

class HostileTurns {
 public:
  explicit HostileTurns(std::uint64_t seed) : random_(seed) {}
  HostileTurn next();

 private:
  enum class Shape { kTalk, kAnswer, kNote, kNotes, kFlap, kNear, kColliding, kTools, kTags, kOutputs, kUpdates };

  [[nodiscard]] std::size_t text_bytes();
  std::string text(std::size_t bytes);
  void append_body(json::Writer& json, Shape shape);
  void append_observation(json::Writer& json, std::string_view content, std::size_t tags);
  void append_notes(json::Writer& json, Shape shape);
  void append_tools(json::Writer& json, Shape shape);
  void append_updates(json::Writer& json);

  app::Random random_;
  std::int64_t turns_ = 0;
  std::string text_kind_;
};

}  // namespace turnstream::bench
