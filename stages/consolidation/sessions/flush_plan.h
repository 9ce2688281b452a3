#pragma once
// FlushPlan: which sessions of a persona are flushed next, and which request about one is open. Row: `flushes`. It changes
// when turns go from one session to another, not with each turn. Threads: values; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/uuid5.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kFlushPlanKey = "flushes";

struct FlushPlan {
  struct Open {
    Uuid request{};
    Uuid session{};
    std::uint64_t end = 0;           ///< the number behind the last message of its window
    std::vector<std::string> known;  ///< ids of the insights that it shows
    friend bool operator==(const Open&, const Open&) = default;
  };
  static constexpr std::size_t kForwardMax = 5;

  std::optional<Uuid> last;   ///< the session of the last turn
  std::vector<Uuid> forward;  ///< sessions that a turn of another one moved forward, the newest first
  std::vector<Uuid> planned;  ///< what is left of the cycle: sessions in their order
  std::optional<Open> open;

  friend bool operator==(const FlushPlan&, const FlushPlan&) = default;

  /// A turn came in this session: the one that had the turn before moves to the front of those that moved forward, this one
  /// no longer stands there.
  void note_turn(const Uuid& session);
  /// The session has no waiting messages, or is gone.
  void note_clean(const Uuid& session);
};

[[nodiscard]] std::string encode(const FlushPlan& plan);
/// Errors: bad_state().
Result<FlushPlan> decode_flush_plan(std::string_view row);

}  // namespace turnstream::consolidation
