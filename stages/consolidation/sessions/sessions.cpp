#include "stages/consolidation/sessions/sessions.h"

#include <algorithm>

#include "pipeline/base/utf8.h"
#include "pipeline/stage_api/memory_settings.h"
#include "stages/consolidation/records/announcements.h"
#include "stages/consolidation/requests/reply_text.h"
#include "stages/consolidation/sessions/flush_event.h"
#include "stages/consolidation/sessions/flush_reply.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kSnippetCodePointsMax = 400;

}  // namespace

Sessions::Sessions(SessionNeeds needs)
    : needs_(std::move(needs)),
      settings_(needs_.input.settings->read(kSessionSettingFields)),
      book_(needs_.input, needs_.context, settings_),
      daily_(needs_.input, needs_.context),
      timers_(needs_.input, needs_.context, book_),
      writer_({needs_.input, needs_.context, settings_, needs_.speech, needs_.blocked, book_, daily_, plan_}) {}

Status Sessions::load() {
  TS_RETURN_IF_ERROR(book_.load());
  TS_RETURN_IF_ERROR(daily_.load());
  TS_ASSIGN_OR_RETURN(const auto row, needs_.context.state().get(kFlushPlanKey));
  if (row.has_value()) {
    TS_ASSIGN_OR_RETURN(plan_, decode_flush_plan(*row));
  }
  plan_before_ = plan_;
  timers_.load();
  return {};
}

Status Sessions::turn() {
  const model::StateExport& turn = *needs_.input.turn;
  if (turn.turn_data.user_input.empty() && turn.turn_data.assistant_response.empty()) {
    return {};
  }
  const Uuid key = session_key(turn.session_id);
  TS_RETURN_IF_ERROR(book_.hear(key, turn, needs_.speech));
  plan_.note_turn(key);
  TS_ASSIGN_OR_RETURN(std::optional<KeptSession> session, book_.find(key));
  while (session->shown.messages_waiting > settings_.session_messages_max) {
    TS_RETURN_IF_ERROR(flush_at_once(key));
    TS_ASSIGN_OR_RETURN(session, book_.find(key));
  }
  return bound();
}

/// Flushes the oldest messages until the waiting ones are within their bound of bytes.
Status Sessions::bound() {
  while (book_.head().waiting_bytes > settings_.waiting_bytes_max) {
    TS_ASSIGN_OR_RETURN(const std::optional<Uuid> oldest, book_.oldest_dirty());
    if (!oldest.has_value()) {
      return evidence::bad_state("The bytes of waiting messages are counted, but no session has any.");
    }
    TS_RETURN_IF_ERROR(flush_at_once(*oldest));
  }
  return {};
}

Status Sessions::fire(std::string_view timer) {
  timers_.fired(timer);
  if (timer == kSessionsTimer) {
    return book_.drop_old();
  }
  TS_RETURN_IF_ERROR(
      start({plan_.open.has_value() ? std::optional(plan_.open->session) : std::nullopt, plan_.forward, true, {}}));
  return can_ask() || timers_.is_behind_gap(settings_) ? Status() : catch_up();
}

/// A cycle without a model costs little: the windows that it has left go to sessions that are still overdue, and while there
/// are such sessions the next cycle follows at the next tick. Not behind a gap, when all sessions are overdue.
Status Sessions::catch_up() {
  while (true) {
    TS_ASSIGN_OR_RETURN(const std::optional<Uuid> oldest, book_.oldest_dirty());
    if (!oldest.has_value()) {
      return {};
    }
    TS_ASSIGN_OR_RETURN(const std::optional<KeptSession> session, book_.find(*oldest));
    if (!session.has_value() || !book_.is_overdue(*session)) {
      return {};
    }
    if (windows_ >= settings_.flush_sessions_max) {
      timers_.hurry();
      return {};
    }
    ++windows_;
    TS_RETURN_IF_ERROR(flush_at_once(*oldest));
  }
}

Status Sessions::sweep(std::optional<LogTime> since) {
  if (plan_.open.has_value()) {
    announce_maintenance(needs_.input, needs_.context, "skipped",
                         [](json::Writer& json) { json.string("trigger", "command").string("reason", "overlap"); });
    return {};
  }
  return start({std::nullopt, plan_.forward, false, since});
}

Status Sessions::curate() {
  return writer_.curate(std::nullopt);
}

Status Sessions::start(const Choice& choice) {
  TS_ASSIGN_OR_RETURN(plan_.planned, book_.choose(choice, static_cast<std::size_t>(settings_.flush_sessions_max)));
  return proceed();
}

Status Sessions::proceed() {
  while (!plan_.planned.empty() && !(can_ask() && plan_.open.has_value())) {
    const Uuid key = plan_.planned.front();
    plan_.planned.erase(plan_.planned.begin());
    TS_ASSIGN_OR_RETURN(const std::optional<KeptSession> session, book_.find(key));
    if (session.has_value() && session->shown.dirty()) {
      ++windows_;
      TS_RETURN_IF_ERROR(can_ask() ? ask(key, *session) : writer_.flush(key));
    }
  }
  return {};
}

Result<KnownTexts> Sessions::known_texts(const Window& window, std::vector<std::string>& insights) {
  KnownTexts known;
  const auto lines_max = static_cast<std::size_t>(settings_.daily_context_lines);
  TS_ASSIGN_OR_RETURN(known.daily_lines, daily_.newest_lines(lines_max));
  if (needs_.related_insights == nullptr) {
    return known;
  }
  std::string text;
  for (const Message& message : window.messages) {
    text.append(message.text).append("\n");
  }
  const auto insights_max = static_cast<std::size_t>(settings_.flush_context_insights);
  TS_ASSIGN_OR_RETURN(const std::vector<KnownInsight> related, needs_.related_insights(text, insights_max));
  for (const KnownInsight& insight : related) {
    insights.push_back(insight.id);
    known.insights.push_back(std::string(first_code_points(insight.text, kSnippetCodePointsMax)));
  }
  return known;
}

Status Sessions::ask(const Uuid& key, const KeptSession& session) {
  TS_ASSIGN_OR_RETURN(const Window window, book_.window(session));
  FlushPlan::Open open{{}, key, window.end, {}};
  TS_ASSIGN_OR_RETURN(const KnownTexts known, known_texts(window, open.known));
  std::vector<std::string> items;
  for (const model::Source& source : sources_of(window, needs_.context.persona(), session.shown.id)) {
    items.push_back(source.id);
  }
  TS_ASSIGN_OR_RETURN(open.request, needs_.requests.ask(flush_request(window, std::move(items), known, needs_.model),
                                                        words_of(known).encode()));
  plan_.open = std::move(open);
  return {};
}

/// The request of the plan, which is no longer open; absent if the plan has another one.
std::optional<FlushPlan::Open> Sessions::close(const OpenRequest& request) {
  if (!plan_.open.has_value() || plan_.open->request != request.id) {
    return std::nullopt;
  }
  return std::exchange(plan_.open, std::nullopt);
}

Status Sessions::answer(const OpenRequest& request, const codec::EffectResult& result) {
  const std::optional<FlushPlan::Open> open = close(request);
  if (!open.has_value()) {
    return {};
  }
  needs_.context.effects().processed(1);
  FlushReply reply =
      read_flush_reply(answer_text(result).value_or("{"), static_cast<std::size_t>(settings_.flush_lines_max));
  if (result.status == codec::EffectStatus::kRefusedBudget) {
    TS_RETURN_IF_ERROR(fall_back(*open, request, failure_reason(result.status)));
  } else if (result.status != codec::EffectStatus::kOk) {
    TS_RETURN_IF_ERROR(fail(*open, request, failure_reason(result.status)));
  } else if (!reply.readable) {
    TS_RETURN_IF_ERROR(fall_back(*open, request, "unparsable"));
  } else {
    TS_RETURN_IF_ERROR(take_reply(*open, request, std::move(reply.lines)));
  }
  return proceed();
}

Status Sessions::expire(const OpenRequest& request) {
  if (const std::optional<FlushPlan::Open> open = close(request); open.has_value()) {
    TS_RETURN_IF_ERROR(fail(*open, request, "expired"));
  }
  return proceed();
}

/// Asks again in a later cycle, unless this was the last attempt.
Status Sessions::fail(const FlushPlan::Open& open, const OpenRequest& request, std::string_view reason) {
  TS_ASSIGN_OR_RETURN(const std::int64_t attempts, book_.count_attempt(open.session));
  return attempts < settings_.flush_attempts_max ? Status() : fall_back(open, request, reason);
}

Status Sessions::fall_back(const FlushPlan::Open& open, const OpenRequest& request, std::string_view reason) {
  announce_maintenance(needs_.input, needs_.context, "fallback", [&](json::Writer& json) {
    json.string("effect_id", to_string(request.id));
    write_ids(json, "items", request.items);
    json.string("reason", reason);
  });
  return writer_.flush(open.session, open.end);
}

Status Sessions::take_reply(const FlushPlan::Open& open, const OpenRequest& request, std::vector<std::string> lines) {
  TS_ASSIGN_OR_RETURN(const std::optional<KeptSession> session, book_.find(open.session));
  if (!session.has_value()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const Window window, book_.window(*session, open.end));
  const std::string said = text_of(window);
  TS_ASSIGN_OR_RETURN(const ShownWords known, ShownWords::decode(request.note));
  const auto removed = std::erase_if(
      lines, [&](const std::string& line) { return !is_grounded(line, said) || known.lend_to(line, said); });
  if (lines.empty() && removed > 0) {
    return fall_back(open, request, "ungrounded");
  }
  std::vector<WindowLine> kept;
  for (std::string& line : lines) {
    TS_ASSIGN_OR_RETURN(const bool blocked, needs_.blocked.has(line));
    if (!blocked) {
      kept.push_back(line_in(window, std::move(line)));
    }
  }
  return writer_.record(open.session, *session, window, std::move(kept));
}

/// More messages wait than may. An open request about the session is given up.
Status Sessions::flush_at_once(const Uuid& key) {
  if (!plan_.open.has_value() || plan_.open->session != key) {
    return writer_.flush(key);
  }
  TS_ASSIGN_OR_RETURN(const std::optional<OpenRequest> request, needs_.requests.find(plan_.open->request));
  if (!request.has_value()) {
    return evidence::bad_state("The open request about a session is missing.");
  }
  needs_.context.effects().cancel(to_string(request->id), "expired");
  needs_.requests.close(request->id);
  const std::optional<FlushPlan::Open> open = close(*request);
  TS_RETURN_IF_ERROR(fall_back(*open, *request, "expired"));
  return proceed();
}

Result<ForgottenSessions> Sessions::forget(Forgetting& forgetting) {
  ForgottenSessions result;
  TS_ASSIGN_OR_RETURN(const SessionBook::Removed removed, book_.forget(forgetting));
  TS_ASSIGN_OR_RETURN(result.entries, daily_.forget(forgetting, needs_.blocked));
  result.sessions = static_cast<std::int64_t>(removed.sessions.size());
  result.messages_of_turns = static_cast<std::int64_t>(removed.messages.size());
  if (plan_.open.has_value()) {
    const FlushPlan::Open& open = *plan_.open;
    TS_ASSIGN_OR_RETURN(const std::optional<KeptSession> session, book_.find(open.session));
    const bool in_window = std::any_of(removed.messages.begin(), removed.messages.end(), [&](const auto& message) {
      return message.first == open.session && message.second < open.end;
    });
    const bool shows_it =
        std::any_of(open.known.begin(), open.known.end(), [&](const std::string& id) { return forgetting.has(id); });
    if (!session.has_value() || session->gone || in_window || shows_it || result.entries > 0) {
      needs_.requests.cancel_forgotten(open.request);
      needs_.requests.close(open.request);
      plan_.open.reset();
    }
  }
  for (const Uuid& key : removed.sessions) {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptSession> session, book_.find(key));
    if (!session.has_value() || session->gone || !session->shown.dirty()) {
      plan_.note_clean(key);
    }
  }
  if (forgetting.args().all) {
    plan_ = FlushPlan{};
  }
  return result;
}

Status Sessions::finish() {
  TS_RETURN_IF_ERROR(timers_.finish(settings_));
  TS_RETURN_IF_ERROR(book_.finish());
  TS_RETURN_IF_ERROR(daily_.finish());
  if (plan_ == plan_before_) {
    return {};
  }
  if (plan_ == FlushPlan{}) {
    needs_.context.state().erase(kFlushPlanKey);
  } else {
    needs_.context.state().put(kFlushPlanKey, encode(plan_));
  }
  return {};
}

}  // namespace turnstream::consolidation
