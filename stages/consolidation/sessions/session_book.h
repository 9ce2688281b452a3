#pragma once
// SessionBook: the sessions of a persona and their waiting messages during one call of the stage. Each session stands in one
// of two orders: `~sd/<dirty_since><key>` if messages wait (the oldest is flushed first), else `~sc/<last_message_at><key>`
// (the oldest leaves first). Lifetime: borrows input and context, for one call of the stage. Threads: the caller's.

#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/model/state_export.h"
#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/rows.h"
#include "stages/consolidation/records/forgetting.h"
#include "stages/consolidation/sessions/message_store.h"
#include "stages/consolidation/sessions/session_table.h"
#include "stages/consolidation/sessions/settings.h"
#include "stages/consolidation/speech/heard.h"

namespace turnstream::consolidation {

/// Which dirty sessions may be flushed, and in which order.
struct Choice {
  std::optional<Uuid> in_flight;     ///< never chosen
  std::vector<Uuid> forward;         ///< sessions that were moved forward, the newest first
  bool only_due = true;              ///< those that are idle or overdue; false: all
  std::optional<LogTime> all_since;  ///< only those all of whose waiting messages came from then on
};

class SessionBook {
 public:
  SessionBook(const stage_api::Input& input, stage_api::PersonaContext& context, const SessionSettings& settings);
  SessionBook(const SessionBook&) = delete;
  SessionBook& operator=(const SessionBook&) = delete;

  Status load() { return table_.load(); }

  /// Adds the messages of the turn to its session, whose key is given; `speech` has heard them. Precondition: it has one.
  Status hear(const Uuid& key, const model::StateExport& turn, const Speech& speech);
  /// A copy of the session as it is now; absent if there is none.
  Result<std::optional<KeptSession>> find(const Uuid& key) { return table_.snapshot(key); }
  /// The session whose oldest waiting message is the oldest of all; absent if none is dirty.
  Result<std::optional<Uuid>> oldest_dirty();
  /// The last message of the session that leaves first. Precondition: a session has no waiting messages.
  Result<LogTime> oldest_clean();
  /// At most `limit` dirty sessions. The order: overdue ones, those moved forward, then by the oldest waiting message, then
  /// by id.
  Result<std::vector<Uuid>> choose(const Choice& choice, std::size_t limit);

  static constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();
  /// The messages that the next flush takes, without those from number `end_max` on.
  Result<Window> window(const KeptSession& session, std::uint64_t end_max = kNoEnd);
  /// The messages of the window are in the daily log, as `lines` lines.
  Status advance(const Uuid& key, const Window& window, std::int64_t lines);
  /// A request about the session's next messages failed. Returns how many did.
  Result<std::int64_t> count_attempt(const Uuid& key);

  /// Drops sessions without waiting messages that are old, a bounded number a call.
  Status drop_old();

  /// The session of a turn that waits, and the number of its first message.
  using WaitingTurn = std::pair<Uuid, std::uint64_t>;
  struct Removed {
    std::set<Uuid> sessions;  ///< sessions that lost messages, or are gone
    std::vector<WaitingTurn> messages;
  };
  /// Removes waiting messages of forgotten turns, and sessions that are named or of which nothing is left.
  Result<Removed> forget(const Forgetting& forgetting);

  /// Writes rows, changes and the head. Call it last.
  Status finish();

  /// Whether its first waiting message has waited for flush_overdue_s. Precondition: the session is dirty.
  [[nodiscard]] bool is_overdue(const KeptSession& session) const;
  SessionHead& head() { return table_.head; }

 private:
  using Order = evidence::RowKey;  ///< the key of the row in one of the two orders
  [[nodiscard]] static Order order_of(const Uuid& key, const KeptSession& session);
  /// Calls edit(session) and brings the orders and the head in line with the result.
  template <typename Edit>
  Status change(const Uuid& key, Edit edit);
  void place(const Uuid& key, const KeptSession& session, int by);
  [[nodiscard]] std::vector<Message> messages_of(const model::StateExport& turn, const Speech& speech) const;
  Status leave(const Uuid& key);
  /// By the id of the turn, and by that of its chat item.
  using WaitingTurns = std::multimap<std::string, WaitingTurn>;
  Result<WaitingTurns> waiting_turns();
  Status forget_turn(const WaitingTurn& turn, Removed& removed);
  Status forget_session(const Uuid& key, Removed& removed);
  Status forget_all(Removed& removed);
  Status drop_excess();

  const stage_api::Input& input_;
  stage_api::PersonaContext& context_;
  const SessionSettings& settings_;
  SessionTable table_;
  MessageStore messages_;
};

}  // namespace turnstream::consolidation
