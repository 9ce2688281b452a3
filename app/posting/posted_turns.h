#pragma once
// posted_turns: the turns in the body of a request, checked as intake checks them. Threads: read() one at a time; TurnIds any.

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/base/result.h"
#include "pipeline/settings/settings.h"

namespace turnstream::app {

/// Ids for turns that have none: ULIDs of the time and of random bits.
class TurnIds {
 public:
  TurnIds();
  [[nodiscard]] std::string next(WallTime now);

 private:
  std::string seed_;
  std::atomic<std::uint64_t> count_{0};
};

/// A turn that is in order, or why it is not.
struct PostedTurn {
  std::size_t index = 0;  ///< in the request, from 0
  std::string persona;    ///< empty if the turn cannot be read; then it has a refusal
  std::string turn_id;
  std::string bytes;  ///< as posted, apart from a turn_id that was missing
  std::optional<Error> refusal;
};

/// The most turns in one request.
inline constexpr std::size_t kPostedTurnsMax = 1'000;

/// `body`: one turn or an array of turns; with `has_lines` one in each line. Error "bad_query": it has no turn, or more than
/// kPostedTurnsMax.
Result<std::vector<PostedTurn>> read_posted_turns(const std::string& body, bool has_lines,
                                                  const settings::IntakeSettings& limits, const Clock& clock,
                                                  TurnIds& ids);

}  // namespace turnstream::app
