#pragma once
// EndedHabits: the habits that a turn ended ("I sold the Trabant"), so that they hold again if this turn is forgotten; the row
// `habit_ends`. The newest kEndedMax are kept. The row is read at the first use. Errors: evidence::bad_state() for a damaged row.
// Lifetime: borrows the context, for one call. Threads: the caller's.

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/forgotten.h"
#include "stages/pattern/kept_pattern.h"

namespace turnstream::pattern {

inline constexpr std::string_view kEndedHabitsRow = "habit_ends";

struct EndedHabit {
  KeptPattern habit;
  model::Source ended_by;
};

Result<std::vector<EndedHabit>> decode_ended_habits(std::string_view bytes, std::string_view persona);
[[nodiscard]] std::string encode_ended_habits(const std::vector<EndedHabit>& ended);

class EndedHabits {
 public:
  static constexpr std::size_t kEndedMax = 16;

  explicit EndedHabits(stage_api::PersonaContext& context) : rows_(context.state()), persona_(context.persona()) {}

  Status add(KeptPattern habit, const model::Source& ended_by);
  /// Removes what is forgotten. Returns those whose end is, which hold again.
  Result<std::vector<KeptPattern>> forget(const evidence::Forgotten& forgotten);
  /// Writes the row if it changed.
  void finish();

 private:
  Status load();

  stage_api::StateView& rows_;
  std::string persona_;
  std::vector<EndedHabit> ended_;  ///< the newest last
  bool is_loaded_ = false;
  bool changed_ = false;
};

}  // namespace turnstream::pattern
