#include "recall/answers/context.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "pipeline/base/time_format.h"
#include "pipeline/json/document.h"
#include "pipeline/json/members.h"
#include "pipeline/json/writer.h"
#include "recall/answers/filter.h"
#include "recall/answers/namesakes.h"
#include "recall/answers/prompt.h"

namespace turnstream::recall {
namespace {

constexpr std::size_t kKnownMax = 50;
constexpr std::size_t kFittingMax = 40;
constexpr std::size_t kRecentMax = 20;
constexpr std::int64_t kRecentMs = 3'600'000;
constexpr std::size_t kOpenSessionsMax = 5;
constexpr std::int64_t kOpenMs = 1'800'000;  ///< the default of memory.episodic.episode_gap_s
constexpr std::size_t kDayCharacters = 10;

/// What the results are about, and which of their users have the same name.
struct Shown {
  const PersonaMemory& memory;
  Namesakes namesakes = {};
};

/// The number of the user of a result; 0: of none.
NameNumber user_of(const PersonaIndex& index, const Found& found) {
  return found.message ? index.message(*found.message).place.user : index.document(found.document).place.user;
}

/// Notes how the users of the results are called, by the last message of each. Nothing is read if there is only one user.
Status note_namesakes(Shown& shown, const std::vector<const std::vector<Found>*>& lists) {
  const PersonaIndex& index = shown.memory.index();
  std::map<NameNumber, std::optional<MessageNumber>> last;
  for (const std::vector<Found>* list : lists) {
    for (const Found& found : *list) {
      last.try_emplace(user_of(index, found));
    }
  }
  last.erase(0);
  if (last.size() < 2) {
    return {};
  }
  for (MessageNumber number = 0; number < index.messages().numbers(); ++number) {
    const bool is_spoken =
        index.messages().is_live(number) && static_cast<Side>(index.message(number).position % 2) == Side::kUser;
    if (const auto user = is_spoken ? last.find(index.message(number).place.user) : last.end(); user != last.end()) {
      user->second = number;
    }
  }
  for (const auto& [user, number] : last) {
    if (number) {
      TS_ASSIGN_OR_RETURN(Message message, shown.memory.message(*number));
      shown.namesakes.add(std::move(message.place.user_id), one_line(message.speaker));
    }
  }
  return {};
}

/// Of an event its days: " (2025-12-31)" or " (2025-01-01 to 2025-12-31)". It holds although its validity has an end.
std::string days_of(const Document& document) {
  const nlohmann::json validity =
      document.kind == Kind::kFact && document.holds ? json::parse_document(document.validity) : nlohmann::json();
  if (!validity.is_array() || validity.empty()) {
    return {};
  }
  const std::optional<std::int64_t> end = parse_time(json::text_member(validity.back(), "to"));
  if (!end) {
    return {};
  }
  const std::string first = json::text_member(validity.back(), "from").substr(0, kDayCharacters);
  const std::string last = format_time(*end - 1).substr(0, kDayCharacters);
  return " (" + first + (first == last ? ")" : " to " + last + ")");
}

Status add_result(Prompt& prompt, const Shown& shown, const Found& found, bool with_time, UsedIds& used) {
  const PersonaMemory& memory = shown.memory;
  if (found.message) {
    TS_ASSIGN_OR_RETURN(const Message message, memory.message(*found.message));
    const std::string caption = message.caption.empty() ? "" : " [image: " + message.caption + "]";
    const std::string speaker = one_line(message.speaker);
    const std::string said =
        minute_of(message.time) + " " +
        (message.side == Side::kUser ? shown.namesakes.told_apart(speaker, message.place.user_id) : speaker) + ": " +
        one_line(message.text + caption);
    const ItemEntry& item = memory.index().item(memory.index().message(*found.message).item);
    if (prompt.add(message.id, said) && item.is_kept) {
      used.push_back(item_now(message));
    }
    return {};
  }
  const DocumentEntry& entry = memory.index().document(found.document);
  TS_ASSIGN_OR_RETURN(const std::optional<Document> document, memory.document(entry.kind, entry.id));
  if (document) {
    const std::string text =
        shown.namesakes.told_apart(one_line(document->text) + days_of(*document), document->place.user_id);
    if (prompt.add(document->id, (with_time ? minute_of(document->time) + " " : "") + text)) {
      note_used(*document, used);
    }
  }
  return {};
}

Status add_results(Prompt& prompt, const Shown& shown, const std::vector<Found>& found, bool with_time, UsedIds& used) {
  for (const Found& one : found) {
    TS_RETURN_IF_ERROR(add_result(prompt, shown, one, with_time, used));
  }
  return {};
}

/// The newest time of a message; absent without messages.
std::optional<EventTime> newest_time(const PersonaIndex& index) {
  std::optional<EventTime> newest;
  for (MessageNumber number = 0; number < index.messages().numbers(); ++number) {
    if (index.messages().is_live(number) && (!newest || index.message(number).time > *newest)) {
      newest = index.message(number).time;
    }
  }
  return newest;
}

/// The messages of a session that pass the filter.
struct OpenSession {
  std::size_t messages = 0;
  MessageNumber first = 0;
  MessageNumber newest = 0;
};

std::optional<OpenSession> passing(const PersonaIndex& index, const IndexedSession& session,
                                   const ResolvedFilter& filter) {
  OpenSession open;
  for (const MessageNumber number : session.messages) {
    if (!filter.passes_message(number)) {
      continue;
    }
    const EventTime time = index.message(number).time;
    open.first = open.messages == 0 || time < index.message(open.first).time ? number : open.first;
    open.newest = open.messages == 0 || time >= index.message(open.newest).time ? number : open.newest;
    ++open.messages;
  }
  return open.messages == 0 ? std::nullopt : std::optional(open);
}

/// The sessions whose newest message is at most kOpenMs before that of the persona: the newest first.
std::vector<OpenSession> open_sessions(const PersonaIndex& index, const RecallFilter& filter) {
  const std::optional<EventTime> newest = newest_time(index);
  const ResolvedFilter resolved(index, filter);
  std::vector<OpenSession> found;
  for (const IndexedSession& session : index.messages().sessions()) {
    const std::optional<OpenSession> open = passing(index, session, resolved);
    if (open && index.message(open->newest).time.value() >= newest->value() - kOpenMs) {
      found.push_back(*open);
    }
  }
  std::sort(found.begin(), found.end(), [&](const OpenSession& a, const OpenSession& b) {
    return std::pair(index.message(b.newest).time, b.newest) < std::pair(index.message(a.newest).time, a.newest);
  });
  found.resize(std::min(found.size(), kOpenSessionsMax));
  return found;
}

Status add_open_sessions(Prompt& prompt, const PersonaMemory& memory, const RecallFilter& filter) {
  for (const OpenSession& open : open_sessions(memory.index(), filter)) {
    TS_ASSIGN_OR_RETURN(const Message first, memory.message(open.first));
    TS_ASSIGN_OR_RETURN(const Message newest, memory.message(open.newest));
    prompt.add_line("session " + one_line(newest.place.session_id) + ": " + std::to_string(open.messages) +
                    (open.messages == 1 ? " message" : " messages") + " since " + minute_of(first.time) +
                    ", the last one at " + minute_of(newest.time));
  }
  return {};
}

/// What was said or observed in the last hour, the oldest first.
std::vector<Found> recent(const PersonaIndex& index, Searcher& searcher, RecallQuery query) {
  const std::optional<EventTime> newest = newest_time(index);
  if (!newest) {
    return {};
  }
  query.text.clear();
  query.limit = kRecentMax;
  query.filter.kinds = {"message", "memory"};
  query.filter.types = {"chat", "observation"};
  const EventTime since{newest->value() - kRecentMs};
  query.filter.since = std::max(query.filter.since.value_or(since), since);
  std::vector<Found> found = searcher.newest(index, query);
  std::reverse(found.begin(), found.end());
  return found;
}

/// What the parts of a context show, each as long as the budget lasts.
struct Results {
  std::vector<Found> instructions;
  std::vector<Found> known;   ///< what fits the query
  std::vector<Found> surest;  ///< then the surest
  std::vector<Found> fitting;
  std::vector<Found> recent;
};

Results results_of(const PersonaIndex& index, Searcher& searcher, const RecallQuery& query) {
  Results results;
  RecallQuery asked = query;
  asked.filter.types.clear();
  asked.filter.current = true;
  asked.limit = kKnownMax;
  // They hold for any question, in any session.
  RecallQuery orders = asked;
  orders.text.clear();
  orders.filter = RecallFilter();
  orders.filter.user_id = asked.filter.user_id;
  orders.filter.current = true;
  orders.filter.kinds = {"instruction"};
  results.instructions = searcher.search(index, orders);

  asked.filter.kinds = {"fact", "preference", "habit"};
  results.known = searcher.search(index, asked);
  RecallQuery surest = asked;
  surest.text.clear();
  results.surest = searcher.search(index, surest);

  asked.filter.kinds = {"message", "memory", "insight"};
  asked.limit = kFittingMax;
  if (!asked.text.empty()) {
    results.fitting = searcher.search(index, asked);
  }
  results.recent = recent(index, searcher, query);
  return results;
}

}  // namespace

Status append_context(std::string& out, const Asked& of, Searcher& searcher, const ContextQuery& query, UsedIds& used) {
  const PersonaMemory& memory = of.memory;
  const Results results = results_of(memory.index(), searcher, query.recall);
  Shown shown{memory};
  TS_RETURN_IF_ERROR(note_namesakes(
      shown, {&results.instructions, &results.known, &results.surest, &results.fitting, &results.recent}));

  Prompt prompt(query.budget_chars);
  const std::size_t share = query.budget_chars * 2 / 5;
  prompt.begin_part("Instructions", share / 2);
  TS_RETURN_IF_ERROR(add_results(prompt, shown, results.instructions, false, used));
  prompt.begin_next_part("Known", share - (query.budget_chars - prompt.left()));
  TS_RETURN_IF_ERROR(add_results(prompt, shown, results.known, false, used));
  TS_RETURN_IF_ERROR(add_results(prompt, shown, results.surest, false, used));
  prompt.begin_part("Open sessions", query.budget_chars / 10);
  TS_RETURN_IF_ERROR(add_open_sessions(prompt, memory, query.recall.filter));
  prompt.begin_part("Fitting", share);
  TS_RETURN_IF_ERROR(add_results(prompt, shown, results.fitting, true, used));
  prompt.begin_part("Recent", prompt.left());
  TS_RETURN_IF_ERROR(add_results(prompt, shown, results.recent, true, used));

  json::Writer json(out);
  json.begin_object();
  append_moment(json, of);
  json.string("text", prompt.text()).begin_array("ids");
  for (const std::string& id : prompt.ids()) {
    json.string(id);
  }
  json.end_array().end_object();
  return {};
}

}  // namespace turnstream::recall
