#pragma once
// Sessions: keeps the messages of a persona until their session is flushed, and writes what they say into the daily log:
// the best sentences word for word or, if there is a model, what it answers. README.md has the rules. The stage calls load()
// first, then what the record asks for, and finish() last. Rows: those of session_book.h and daily_log.h, `flushes`
// (flush_plan.h). Timers: "cycle", "sessions". Lifetime: borrows what SessionNeeds names, for one call of the stage.
// Threads: the caller's.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/codec/effect_result.h"
#include "stages/consolidation/records/forgetting.h"
#include "stages/consolidation/requests/model_settings.h"
#include "stages/consolidation/requests/open_requests.h"
#include "stages/consolidation/sessions/daily_log.h"
#include "stages/consolidation/sessions/flush_plan.h"
#include "stages/consolidation/sessions/flush_request.h"
#include "stages/consolidation/sessions/flush_writer.h"
#include "stages/consolidation/sessions/session_book.h"
#include "stages/consolidation/sessions/session_timers.h"
#include "stages/consolidation/speech/heard.h"

namespace turnstream::consolidation {

struct KnownInsight {
  std::string id;
  std::string text;
};
/// The insights that share the most tags with the words of a text, at most `limit`.
using RelatedInsights = std::function<Result<std::vector<KnownInsight>>(std::string_view text, std::size_t limit)>;

struct SessionNeeds {
  const stage_api::Input& input;
  stage_api::PersonaContext& context;
  const ModelSettings& model;
  Speech& speech;
  OpenRequests& requests;
  BlockedSentences& blocked;
  RelatedInsights related_insights;  ///< may be empty: then a model gets no insights
};

/// What a `forget` command removed here.
struct ForgottenSessions {
  std::int64_t messages_of_turns = 0;  ///< turns of which messages waited, in sessions that stay
  std::int64_t sessions = 0;           ///< that lost messages or are gone
  std::int64_t entries = 0;            ///< of the daily log, that are gone or have lost a line
};

class Sessions {
 public:
  explicit Sessions(SessionNeeds needs);
  Sessions(const Sessions&) = delete;
  Sessions& operator=(const Sessions&) = delete;

  Status load();

  /// The record is a turn: its messages wait. The statistics must have heard them (Speech::hear()).
  Status turn();
  /// One of the two timers fired.
  Status fire(std::string_view timer);
  /// A command asks for a flush now, of sessions whose waiting messages all came from `since` on. Idle or not, they keep the
  /// bounds of a cycle.
  Status sweep(std::optional<LogTime> since);
  /// A command asks for the curation of the newest day.
  Status curate();
  /// The result of a request with purpose kFlushPurpose, which is no longer open.
  Status answer(const OpenRequest& request, const codec::EffectResult& result);
  /// The request has waited too long, and is no longer open.
  Status expire(const OpenRequest& request);
  /// Removes what is forgotten, and cancels the open request if it shows any of it. Call it behind the parts whose insights
  /// a request can show.
  Result<ForgottenSessions> forget(Forgetting& forgetting);

  /// Writes rows, changes and timers. Call it last.
  Status finish();

  /// Removes entries of the daily log because of their age.
  Result<Retired> retire(const AgeLimit& limit) { return daily_.retire(limit); }
  [[nodiscard]] std::int64_t daily_entries() const { return daily_.entries(); }

 private:
  [[nodiscard]] bool can_ask() const { return needs_.model.present() && needs_.model.sends_content(); }
  Status start(const Choice& choice);
  /// Takes the next sessions of the plan, up to the next request.
  Status proceed();
  Status ask(const Uuid& key, const KeptSession& session);
  Result<KnownTexts> known_texts(const Window& window, std::vector<std::string>& insights);
  Status flush_at_once(const Uuid& key);
  Status fail(const FlushPlan::Open& open, const OpenRequest& request, std::string_view reason);
  Status fall_back(const FlushPlan::Open& open, const OpenRequest& request, std::string_view reason);
  Status take_reply(const FlushPlan::Open& open, const OpenRequest& request, std::vector<std::string> lines);
  [[nodiscard]] std::optional<FlushPlan::Open> close(const OpenRequest& request);
  Status bound();
  Status catch_up();

  SessionNeeds needs_;
  const SessionSettings& settings_;
  SessionBook book_;
  DailyLog daily_;
  SessionTimers timers_;
  FlushPlan plan_;
  FlushPlan plan_before_;
  std::int64_t windows_ = 0;  ///< that cycles took in this call
  FlushWriter writer_;
};

}  // namespace turnstream::consolidation
