#pragma once
// ToldRows: what the facts that users told are about, so that a later sentence about the same object finds them. The rows of a
// persona, in addition to those of kept_fact.h:
//   told/<id>      the topics of a fact (change/topics.h), and what it replaced
//   topic/<hash>   the newest 32 facts that have the topic; the hash is of its word and of the user
// Errors: bad_state() for a damaged row. Lifetime: borrows the rows, for one call of the stage. Threads: the caller's.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/common/change/topics.h"
#include "stages/semantic/kept_fact.h"

namespace turnstream::semantic {

inline constexpr std::string_view kToldPrefix = "told/";
inline constexpr std::string_view kTopicPrefix = "topic/";

struct Told {
  std::vector<change::Topic> topics;
  std::vector<std::string> slots{};  ///< of the facts that it replaced, at most kSlotsMax: it stands in their timelines
  std::vector<Uuid> replaced{};      ///< facts without a slot that it replaced, at most kReplacedMax

  /// Notes that the fact stands in the slot's timeline. False if it stands in too many.
  bool stand_in(const std::string& slot);
};
inline constexpr std::size_t kSlotsMax = 8;
inline constexpr std::size_t kReplacedMax = 8;
/// Errors: bad_state().
Result<Told> decode_told(std::string_view bytes);

class ToldRows {
 public:
  explicit ToldRows(stage_api::StateView& rows) : rows_(rows) {}

  Result<std::optional<Told>> find(const Uuid& id);
  void put(const Uuid& id, const Told& told);
  /// Lists the fact under its topics, and stores them. Does nothing if the fact is listed.
  Status add(const Uuid& id, std::string_view user_id, const std::vector<change::Topic>& topics);
  /// Removes the fact from all rows. Absent if it was not listed.
  Result<std::optional<Told>> remove(const Uuid& id, std::string_view user_id);
  /// The facts that share most topics with these, at most kCandidatesMax; of equal ones the newer.
  static constexpr std::size_t kCandidatesMax = 8;
  Result<std::vector<Uuid>> candidates(std::string_view user_id, const std::vector<change::Topic>& topics);

 private:
  Result<std::vector<Uuid>> listed(const std::string& key);

  stage_api::StateView& rows_;
};

}  // namespace turnstream::semantic
