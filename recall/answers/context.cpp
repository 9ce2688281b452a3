#include "recall/answers/context.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "pipeline/base/time_format.h"
#include "pipeline/base/utf8.h"
#include "pipeline/json/document.h"
#include "pipeline/json/members.h"
#include "pipeline/json/writer.h"
#include "recall/answers/filter.h"

namespace turnstream::recall {
namespace {

constexpr std::size_t kKnownMax = 50;
constexpr std::size_t kFittingMax = 40;
constexpr std::size_t kRecentMax = 20;
constexpr std::int64_t kRecentMs = 3'600'000;
constexpr std::size_t kOpenSessionsMax = 5;
constexpr std::int64_t kOpenMs = 1'800'000;  ///< the default of memory.episodic.episode_gap_s
constexpr std::size_t kLineCodePoints = 600;
constexpr std::size_t kMinuteCharacters = 16;  ///< of "2026-01-01T10:00"
constexpr std::size_t kDayCharacters = 10;

bool ends_with_words(std::string_view text, std::string_view words) {
  return text.ends_with(words) && (text.size() == words.size() || text[text.size() - words.size() - 1] == ' ');
}

/// The text, and the ids of the memories in it.
class Prompt {
 public:
  explicit Prompt(std::size_t budget) : left_(budget) {}

  /// Begins a part that may use so many characters.
  void begin_part(std::string_view name, std::size_t share) {
    begin_next_part(name, share);
    said_.clear();
  }
  /// The same, but the part also leaves out what the part before it says.
  void begin_next_part(std::string_view name, std::size_t share) {
    name_ = name;
    share_ = std::min(share, left_);
  }

  /// False if the line does not fit or the memory is in the text already, or another one of the part says the same: "likes art" says
  /// what "user likes art" says.
  bool add(const std::string& id, const std::string& said) {
    const std::string plain = normalise(said);
    const auto says_it = [&](const std::string& other) {
      return ends_with_words(other, plain) || ends_with_words(plain, other);
    };
    if (ids_.count(id) > 0 || std::any_of(said_.begin(), said_.end(), says_it)) {
      return false;
    }
    if (!add_line(said + " [" + id + "]")) {
      return false;
    }
    ids_.insert(id);
    order_.push_back(id);
    said_.push_back(plain);
    return true;
  }

  /// A line without a memory. False if it does not fit.
  bool add_line(const std::string& said) {
    std::string line = name_.empty() ? "" : (text_.empty() ? "" : "\n") + name_ + ":\n";
    line += "- " + said + "\n";
    const std::size_t size = count_code_points(line);
    if (size > share_) {
      return false;
    }
    text_ += line;
    left_ -= size;
    share_ -= size;
    name_.clear();
    return true;
  }

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const std::vector<std::string>& ids() const { return order_; }
  [[nodiscard]] std::size_t left() const { return left_; }

 private:
  std::size_t left_;
  std::size_t share_ = 0;
  std::string name_;  ///< of the part, until it has a line
  std::string text_;
  std::set<std::string> ids_;
  std::vector<std::string> order_;
  std::vector<std::string> said_;  ///< the lines of the part
};

/// Whether some program shows or obeys it as the end of a line or as a command.
bool is_control(char32_t c) {
  constexpr char32_t kDelete = 0x7f;
  constexpr char32_t kControlsEnd = 0xa0;
  constexpr char32_t kLineSeparator = 0x2028;
  constexpr char32_t kParagraphSeparator = 0x2029;
  return c < U' ' || (c >= kDelete && c < kControlsEnd) || c == kLineSeparator || c == kParagraphSeparator;
}

std::string one_line(std::string_view text) {
  std::string line;
  const std::string_view first = first_code_points(text, kLineCodePoints);
  for (std::size_t at = 0; at < first.size();) {
    const CodePoint point = code_point_at(first, at);
    line += is_control(point.value) ? " " : first.substr(at, point.size);
    at += point.size;
  }
  return line;
}

std::string minute_of(EventTime time) {
  std::string text = format_time(time.value()).substr(0, kMinuteCharacters);
  std::replace(text.begin(), text.end(), 'T', ' ');
  return text;
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

Status add_result(Prompt& prompt, const PersonaMemory& memory, const Found& found, bool with_time, UsedIds& used) {
  if (found.message) {
    TS_ASSIGN_OR_RETURN(const Message message, memory.message(*found.message));
    const std::string caption = message.caption.empty() ? "" : " [image: " + message.caption + "]";
    const std::string said =
        minute_of(message.time) + " " + one_line(message.speaker) + ": " + one_line(message.text + caption);
    const ItemEntry& item = memory.index().item(memory.index().message(*found.message).item);
    if (prompt.add(message.id, said) && item.is_kept) {
      used.push_back(item_now(message));
    }
    return {};
  }
  const DocumentEntry& entry = memory.index().document(found.document);
  TS_ASSIGN_OR_RETURN(const std::optional<Document> document, memory.document(entry.kind, entry.id));
  if (document && prompt.add(document->id, (with_time ? minute_of(document->time) + " " : "") +
                                               one_line(document->text) + days_of(*document))) {
    note_used(*document, used);
  }
  return {};
}

Status add_results(Prompt& prompt, const PersonaMemory& memory, const std::vector<Found>& found, bool with_time,
                   UsedIds& used) {
  for (const Found& one : found) {
    TS_RETURN_IF_ERROR(add_result(prompt, memory, one, with_time, used));
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

}  // namespace

Status append_context(std::string& out, const Asked& of, Searcher& searcher, const ContextQuery& query, UsedIds& used) {
  const PersonaMemory& memory = of.memory;
  const PersonaIndex& index = memory.index();
  Prompt prompt(query.budget_chars);
  const std::size_t share = query.budget_chars * 2 / 5;
  RecallQuery asked = query.recall;
  asked.filter.types.clear();
  asked.filter.current = true;
  asked.limit = kKnownMax;
  prompt.begin_part("Instructions", share / 2);
  // They hold for any question, in any session.
  RecallQuery orders = asked;
  orders.text.clear();
  orders.filter = RecallFilter();
  orders.filter.user_id = asked.filter.user_id;
  orders.filter.current = true;
  orders.filter.kinds = {"instruction"};
  TS_RETURN_IF_ERROR(add_results(prompt, memory, searcher.search(index, orders), false, used));

  asked.filter.kinds = {"fact", "preference", "habit"};
  prompt.begin_next_part("Known", share - (query.budget_chars - prompt.left()));
  // First what fits the query, then the surest.
  TS_RETURN_IF_ERROR(add_results(prompt, memory, searcher.search(index, asked), false, used));
  RecallQuery surest = asked;
  surest.text.clear();
  TS_RETURN_IF_ERROR(add_results(prompt, memory, searcher.search(index, surest), false, used));

  prompt.begin_part("Open sessions", query.budget_chars / 10);
  TS_RETURN_IF_ERROR(add_open_sessions(prompt, memory, query.recall.filter));

  prompt.begin_part("Fitting", share);
  asked.filter.kinds = {"message", "memory", "insight"};
  asked.limit = kFittingMax;
  if (!asked.text.empty()) {
    TS_RETURN_IF_ERROR(add_results(prompt, memory, searcher.search(index, asked), true, used));
  }
  prompt.begin_part("Recent", prompt.left());
  TS_RETURN_IF_ERROR(add_results(prompt, memory, recent(index, searcher, query.recall), true, used));

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
