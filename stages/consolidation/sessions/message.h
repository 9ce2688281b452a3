#pragma once
// Message: one side of a turn that waits for its session to be flushed. The sides of a turn are one row. Threads: values; pure.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "stages/consolidation/speech/heard.h"

namespace turnstream::consolidation {

enum class Side : std::uint8_t { kUser, kAssistant };

/// A unit of a message (stages/common/notes) that a flush can choose, with what its score is made of: the flush adds the
/// score of the rarities at that time.
struct KeptUnit {
  std::string text;
  std::int64_t rest =
      0;  ///< the score without that of the rarities and less twice the cost of its wording and less its lack, in 10⁻⁹
  std::size_t words = 0;
  std::string before;        ///< what stands before it in a quote (speech/quote.h); mostly empty
  bool opens = false;        ///< the question before the message belongs to it
  bool points_back = false;  ///< it needs that question
  bool unnamed = false;      ///< it needs a question that explains it, or what was said before (speech/quote.h)
  bool dangles = false;      ///< it needs what was said before
  bool answers = false;      ///< it answers the question before the message, and says less without it
  friend bool operator==(const KeptUnit&, const KeptUnit&) = default;
};

/// The best units of a heard message, in their order: those that a flush can choose, at most 16. Those are left out whose
/// score is so low that every unit worth keeping is chosen before them (a persona's first messages keep them, because the
/// rarities still rise), and long ones that are not in `text`, the part of the message that is kept. `messages`: as many
/// are counted in the statistics.
[[nodiscard]] std::vector<KeptUnit> kept_units(const Heard& heard, std::string_view text, std::uint64_t messages);

struct Message {
  std::string turn_id;
  Side side = Side::kUser;
  std::string speaker;  ///< name
  std::string text;
  EventTime at;
  LogTime heard_at;
  std::vector<KeptUnit> units;
  std::string user_id{};  ///< of a message of the user: the turn's; may be empty
  friend bool operator==(const Message&, const Message&) = default;
};

/// `<turn_id>#user` or `<turn_id>#assistant`
[[nodiscard]] std::string cursor_of(const Message& message);

/// The messages of one turn, in order: at least one. They have the turn and the times in common.
[[nodiscard]] std::string encode(std::span<const Message> turn);
/// Errors: bad_state().
Result<std::vector<Message>> decode_messages(std::string_view row);
/// What stands before the texts in such a row; a view of it.
struct TurnHead {
  std::string_view turn_id;
  EventTime at;
  LogTime heard_at;
  std::uint64_t messages = 0;
};
/// Errors: bad_state().
Result<TurnHead> decode_turn_head(std::string_view row);

}  // namespace turnstream::consolidation
