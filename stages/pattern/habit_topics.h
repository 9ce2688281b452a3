#pragma once
// HabitTopics: what the habits of a persona's users are about, so that "I sold the Trabant" ends "usually drive an old Trabant"; the row
// `habit_topics`. It has the newest 64 habits that began with "usually" (one with "always" may be an order, which ends as an order does).
// The habit of an entry may be gone. Errors: evidence::bad_state() for a damaged row. Lifetime: borrows the context, for one call.
// Threads: the caller's.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/model/pattern.h"
#include "pipeline/stage_api/stage.h"
#include "stages/common/language/sentences.h"
#include "stages/pattern/list_row.h"

namespace turnstream::pattern {

inline constexpr std::string_view kHabitTopicsRow = "habit_topics";

struct HabitEntry {
  Uuid habit{};
  std::uint64_t user = 0;  ///< hash64() of the user's id
  std::string key;         ///< of the pattern: "drive an old trabant"
  friend bool operator==(const HabitEntry&, const HabitEntry&) = default;
};
[[nodiscard]] std::string encode_habits(const std::vector<HabitEntry>& habits);
Result<std::vector<HabitEntry>> decode_habits(std::string_view bytes);

class HabitTopics {
 public:
  explicit HabitTopics(stage_api::PersonaContext& context) : row_(context) {}

  /// The pattern `id` began, or holds again. Does nothing unless it is a habit that "usually" tells.
  Status add(const Uuid& id, const model::Pattern& pattern);
  /// The habits of the user that one of the sentences ends (habit_ends.h).
  Result<std::vector<Uuid>> ended_by(std::span<const language::Sentence> sentences, std::string_view user_id);
  /// Keeps those for which `stays` is true.
  Status keep_if(const std::function<Result<bool>(const Uuid& habit)>& stays);
  /// Writes the row if it changed.
  void finish() { row_.finish(); }

 private:
  struct Form {
    using Entry = HabitEntry;
    static constexpr std::string_view kKey = kHabitTopicsRow;
    static constexpr std::size_t kEntriesMax = 64;
    static std::string encode(const std::vector<HabitEntry>& habits) { return encode_habits(habits); }
    static Result<std::vector<HabitEntry>> decode(std::string_view bytes, std::string_view /*persona*/) {
      return decode_habits(bytes);
    }
  };
  ListRow<Form> row_;
};

}  // namespace turnstream::pattern
