#include <array>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "app/explain/json_text.h"
#include "app/memory/export_document.h"
#include "app/memory/markdown_text.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kDateCharacters = 10;
constexpr std::size_t kMinuteCharacters = 16;
/// The labels that chat items have before what the two sides said.
constexpr std::string_view kUser = "User: ";
constexpr std::string_view kAgent = "Me: ";

std::string date_of(const std::string& time) {
  return time.substr(0, kDateCharacters);
}

/// "2026-01-01 10:00"
std::string minute_of(const std::string& time) {
  std::string text = time.substr(0, kMinuteCharacters);
  if (text.size() > kDateCharacters) {
    text[kDateCharacters] = ' ';
  }
  return text;
}

std::string count_of(std::size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string list_text(const Report& list) {
  std::string out;
  for (const Report& one : list) {
    out +=
        (out.empty() ? "" : ", ") + plain_markdown(one.is_string() ? one.get<std::string>() : json::document_text(one));
  }
  return out;
}

/// The summary, or what a discovery found, each kind of it behind its name.
std::string words_of(const Report& insight) {
  std::string words = text_in(insight, "summary");
  constexpr std::array<std::pair<const char*, const char*>, 3> kFound{
      {{"contradictions", "Contradiction: "}, {"connections", "Connection: "}, {"open_questions", "Open question: "}}};
  for (const auto& [member, name] : kFound) {
    for (const Report& found : member_in(insight, member)) {
      words.append(words.empty() ? "" : " ").append(name).append(found.is_string() ? found.get<std::string>() : "");
    }
  }
  return words;
}

class Page {
 public:
  explicit Page(const Report& document) : document_(document), persona_(text_in(document, "persona_id")) {}

  std::string text() {
    out_ << "# Memory of " << plain_markdown(persona_) << "\n\nAs of " << minute_of(text_in(document_, "as_of"))
         << " UTC. All times are UTC.\n";
    each("facts", "Facts", [this](const Report& fact) { print_fact(fact); });
    each("notes", "Notes", [this](const Report& note) { print_note(note); });
    each("patterns", "Instructions, preferences, habits and other patterns",
         [this](const Report& one) { print_pattern(one); });
    each("skills", "Skills", [this](const Report& skill) { print_skill(skill); });
    each("insights", "Insights", [this](const Report& insight) { print_insight(insight); });
    each("topics", "Topics", [this](const Report& topic) { print_topic(topic); });
    each("daily", "Daily log", [this](const Report& entry) { print_daily(entry); });
    each("items", "What was said and done", [this](const Report& item) { print_item(item); });
    each("archived_items", "Archived", [this](const Report& item) { print_item(item); });
    each("episodes", "Episodes", [this](const Report& episode) { print_episode(episode); });
    each("sessions", "Sessions", [this](const Report& session) { print_session(session); });
    each("working_memory", "Working memory", [this](const Report& entry) { print_working(entry); });
    each("grants", "Shared with others", [this](const Report& grant) { print_grant(grant); });
    return out_.str();
  }

 private:
  template <typename Print>
  void each(const char* name, const char* heading, Print print) {
    const Report& list = member_in(document_, name);
    if (!list.is_array() || list.empty()) {
      return;
    }
    out_ << "\n## " << heading << "\n\n" << list.size() << (list.size() == 1 ? " entry" : " entries") << "\n";
    under_.clear();
    for (const Report& one : list) {
      print(one);
    }
  }

  /// A heading for all memories that follow, if they have another than those before.
  void under(const std::string& heading) {
    if (heading != under_) {
      out_ << "\n### " << heading << "\n\n";
      under_ = heading;
    }
  }

  void point() {
    if (under_.empty()) {
      out_ << "\n";
      under_ = " ";
    }
    out_ << "- ";
  }

  [[nodiscard]] std::string sources(const Report& thing) const {
    const Report& list = member_in(thing, "sources");
    std::string turn = list.is_array() && !list.empty() ? text_in(list[0], "turn_id") : std::string();
    return turn.empty() ? std::string()
                        : ", from " + count_of(list.size(), "source") + " (turn " + plain_markdown(turn) + ")";
  }

  void print_fact(const Report& fact) {
    point();
    out_ << plain_markdown(text_in(fact, "text")) << " — ";
    std::string intervals;
    for (const Report& one : member_in(fact, "validity")) {
      const std::string to = text_in(one, "to");
      intervals += (intervals.empty() ? "" : "; ") + minute_of(text_in(one, "from")) + " – " +
                   (to.empty() ? "now" : minute_of(to));
    }
    out_ << (member_in(fact, "current") == true ? "" : "no longer true, ") << intervals << ", confidence "
         << json::document_text(member_in(fact, "confidence")) << sources(fact) << "\n";
    if (const std::string evidence = text_in(fact, "evidence"); !evidence.empty()) {
      out_ << "  > " << plain_markdown(evidence) << "\n";
    }
  }

  void print_note(const Report& note) {
    under(date_of(text_in(note, "timestamp")));
    out_ << "- **" << plain_markdown(text_in(note, "speaker")) << ":** " << plain_markdown(text_in(note, "text"));
    if (const std::string question = text_in(note, "reply_to"); !question.empty()) {
      out_ << " (asked: " << plain_markdown(question) << ")";
    }
    if (const std::string before = text_in(note, "before"); !before.empty()) {
      out_ << " (before it: " << plain_markdown(before) << ")";
    }
    const std::string ended = text_in(note, "ended");
    out_ << " — " << (ended.empty() ? "" : "no longer true since " + minute_of(ended) + ", ")
         << minute_of(text_in(note, "timestamp")) << ", importance "
         << json::document_text(member_in(note, "importance")) << sources(note) << "\n";
  }

  void print_pattern(const Report& pattern) {
    point();
    out_ << text_in(pattern, "type") << ": " << plain_markdown(text_in(pattern, "text")) << " — "
         << minute_of(text_in(pattern, "first_seen")) << " – " << minute_of(text_in(pattern, "last_seen")) << ", "
         << integer_in(pattern, "occurrences") << " times, confidence "
         << json::document_text(member_in(pattern, "confidence")) << sources(pattern) << "\n";
  }

  void print_skill(const Report& skill) {
    point();
    std::string tools;
    for (const Report& tool : member_in(skill, "sequence")) {
      tools += (tools.empty() ? "" : " → ") + plain_markdown(tool.is_string() ? tool.get<std::string>() : "");
    }
    out_ << tools << " — " << integer_in(skill, "successes") << " successes, " << integer_in(skill, "failures")
         << " failures, proficiency " << json::document_text(member_in(skill, "proficiency")) << ", last used "
         << minute_of(text_in(skill, "last_seen")) << "\n";
  }

  void print_insight(const Report& insight) {
    under(date_of(text_in(insight, "extracted_at")));
    out_ << "- " << plain_markdown(words_of(insight)) << " (" << text_in(insight, "type");
    if (const std::string from = text_in(insight, "source_persona_id"); !from.empty()) {
      out_ << " by " << plain_markdown(from);
    }
    out_ << ", importance " << json::document_text(member_in(insight, "importance")) << sources(insight) << ")\n";
  }

  void print_topic(const Report& topic) {
    under(plain_markdown(text_in(topic, "topic")) + ", " + minute_of(text_in(topic, "since")) + " – " +
          minute_of(text_in(topic, "until")));
    for (const Report& fact : member_in(topic, "facts")) {
      out_ << "- " << plain_markdown(text_in(fact, "text")) << "\n";
    }
  }

  void print_daily(const Report& entry) {
    under(date_of(text_in(entry, "date")));
    for (const Report& line : member_in(entry, "lines")) {
      out_ << "- " << plain_markdown(line.is_string() ? line.get<std::string>() : "") << "\n";
    }
  }

  /// The two sides of a chat become the user and the persona.
  [[nodiscard]] std::string spoken(const std::string& line, const std::string& user) const {
    if (line.starts_with(kUser)) {
      return "**" + plain_markdown(user) + ":** " + plain_markdown(line.substr(kUser.size()));
    }
    return line.starts_with(kAgent)
               ? "**" + plain_markdown(persona_) + ":** " + plain_markdown(line.substr(kAgent.size()))
               : plain_markdown(line);
  }

  void print_item(const Report& item) {
    const std::string time = text_in(item, "timestamp");
    under(date_of(time));
    out_ << "- " << minute_of(time).substr(std::min(minute_of(time).size(), kDateCharacters + 1)) << " "
         << text_in(item, "type") << ", session " << plain_markdown(text_in(item, "session_id"));
    const Report& context = member_in(item, "context");
    const std::string name = text_in(context, "user_name");
    const std::string user = name.empty() ? text_in(context, "user_id") : name;
    if (!user.empty()) {
      out_ << ", user " << plain_markdown(user);
    }
    if (integer_in(item, "occurrences") > 1) {
      out_ << ", " << integer_in(item, "occurrences") << " times";
    }
    out_ << "\n";
    const bool is_chat = text_in(item, "type") == "chat";
    std::istringstream lines(text_in(item, "content"));
    for (std::string line; std::getline(lines, line);) {
      out_ << "  > " << (is_chat ? spoken(line, user.empty() ? "user" : user) : plain_markdown(line)) << "  \n";
    }
  }

  void print_episode(const Report& episode) {
    point();
    out_ << minute_of(text_in(episode, "start")) << " – " << minute_of(text_in(episode, "end")) << ", session "
         << plain_markdown(text_in(episode, "session_id")) << ", " << count_of(integer_in(episode, "items"), "item")
         << ", tags " << list_text(member_in(episode, "tags")) << "\n";
  }

  void print_session(const Report& session) {
    point();
    const std::string flushed = text_in(session, "flushed_at");
    out_ << plain_markdown(text_in(session, "id")) << ", last message "
         << minute_of(text_in(session, "last_message_at")) << ", "
         << (flushed.empty() ? "never written to the daily log" : "in the daily log since " + minute_of(flushed))
         << ", " << count_of(integer_in(session, "messages_waiting"), "message") << " waiting\n";
  }

  void print_working(const Report& entry) {
    point();
    out_ << minute_of(text_in(entry, "timestamp")) << " " << plain_markdown(text_in(entry, "content")) << "\n";
  }

  void print_grant(const Report& grant) {
    point();
    const std::string tags = list_text(member_in(grant, "tags"));
    const std::string domains = list_text(member_in(grant, "domains"));
    out_ << "with " << plain_markdown(text_in(grant, "id")) << " since " << minute_of(text_in(grant, "granted_at"))
         << ", tags " << (tags.empty() ? "all" : tags) << ", domains " << (domains.empty() ? "all" : domains) << "\n";
  }

  const Report& document_;
  std::string persona_;
  std::ostringstream out_;
  std::string under_;  ///< the present heading; empty at the beginning of a section
};

}  // namespace

std::string export_markdown(const Report& document) {
  return Page(document).text();
}

}  // namespace turnstream::app
