#pragma once
// TasteSlots: of which kind preferences are (language/tastes.h, ToldTaste::slot), so that "I prefer Zoom for calls" ends "prefers
// teams for calls", of which a user has one at a time, and "I prefer tea to coffee" ends "prefers coffee"; the row `taste_slots`. It has the newest 256 of such preferences. The preference of an entry may be gone.
// Errors: evidence::bad_state() for a damaged row. Lifetime: borrows the context, for one call. Threads: the caller's.

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/uuid5.h"
#include "pipeline/stage_api/stage.h"
#include "stages/pattern/list_row.h"

namespace turnstream::pattern {

inline constexpr std::string_view kTasteSlotsRow = "taste_slots";

struct TasteEntry {
  Uuid taste{};            ///< the id of the pattern
  std::uint64_t user = 0;  ///< hash64() of the user's id
  std::uint64_t slot = 0;  ///< hash64() of the slot and of the user's id
  bool alone = false;      ///< the user has one at a time in the slot
  friend bool operator==(const TasteEntry&, const TasteEntry&) = default;
};
[[nodiscard]] std::string encode_tastes(const std::vector<TasteEntry>& tastes);
Result<std::vector<TasteEntry>> decode_tastes(std::string_view bytes);

class TasteSlots {
 public:
  explicit TasteSlots(stage_api::PersonaContext& context) : row_(context) {}

  /// The preference is in the slot now; with an empty one, in none.
  Status put(const Uuid& taste, std::string_view user_id, std::string_view slot, bool alone);
  /// Whether it is in any slot, and in this one.
  Result<bool> has_slot(const Uuid& taste);
  Result<bool> is_in(const Uuid& taste, std::string_view user_id, std::string_view slot);
  /// The others in the slot.
  Result<std::vector<Uuid>> others(const Uuid& taste, std::string_view user_id, std::string_view slot);
  /// The others in the slot of this one; none if it is in none, or there can be several.
  Result<std::vector<Uuid>> rivals_of(const Uuid& taste);
  /// Those of the user in any slot.
  Result<std::vector<Uuid>> of_user(std::string_view user_id);
  /// Moves the preference to the slot of another one.
  Status follow(const Uuid& taste, const Uuid& other);
  /// Keeps those for which `stays` is true.
  Status keep_if(const std::function<Result<bool>(const Uuid& taste)>& stays);
  /// Writes the row if it changed.
  void finish() { row_.finish(); }

 private:
  struct Form {
    using Entry = TasteEntry;
    static constexpr std::string_view kKey = kTasteSlotsRow;
    static constexpr std::size_t kEntriesMax = 256;
    static std::string encode(const std::vector<TasteEntry>& tastes) { return encode_tastes(tastes); }
    static Result<std::vector<TasteEntry>> decode(std::string_view bytes, std::string_view /*persona*/) {
      return decode_tastes(bytes);
    }
  };
  Result<const TasteEntry*> entry_of(const Uuid& taste);
  Result<std::vector<Uuid>> others_in(std::uint64_t slot, const Uuid& taste);

  ListRow<Form> row_;
};

}  // namespace turnstream::pattern
