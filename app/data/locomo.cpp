#include "app/data/locomo.h"

#include <array>
#include <charconv>
#include <chrono>
#include <nlohmann/json.hpp>

#include "app/data/ulid.h"
#include "pipeline/json/document.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::int64_t kMinuteMs = 60'000;

Error refused(const std::string& pointer, const std::string& message) {
  return make_error(error_codes::kInputRefused, Reaction::kStopProcess,
                    pointer.empty() ? message : pointer + ": " + message, pointer);
}

/// Removes a number from the front of `text` and returns it; absent if there is none.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) {
    return std::nullopt;
  }
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take_text(std::string_view& text, std::string_view expected) {
  const bool is_there = text.starts_with(expected);
  text.remove_prefix(is_there ? expected.size() : 0);
  return is_there;
}

std::optional<unsigned> take_month(std::string_view& text) {
  constexpr std::array<std::string_view, 12> kMonths = {"January",   "February", "March",    "April",
                                                        "May",       "June",     "July",     "August",
                                                        "September", "October",  "November", "December"};
  for (unsigned month = 0; month < kMonths.size(); ++month) {
    if (take_text(text, kMonths[month])) {
      return month + 1;
    }
  }
  return std::nullopt;
}

struct Message {
  std::string speaker;
  std::string dia_id;
  std::string text;
};

struct Conversation {
  std::string sample_id;
  std::string speaker_a;
  std::string speaker_b;
};

std::string text_of(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_string() ? member->get<std::string>() : std::string{};
}

Result<Message> read_message(const Json& object, const Conversation& conversation, const std::string& pointer) {
  if (!object.is_object()) {
    return refused(pointer, "a message must be an object");
  }
  Message message{text_of(object, "speaker"), text_of(object, "dia_id"), text_of(object, "text")};
  if (message.speaker != conversation.speaker_a && message.speaker != conversation.speaker_b) {
    return refused(pointer + "/speaker", "the speaker must be speaker_a or speaker_b of the conversation");
  }
  if (const std::string caption = text_of(object, "blip_caption"); !caption.empty()) {
    message.text += (message.text.empty() ? "[image: " : " [image: ") + caption + "]";
  }
  return message;
}

/// The turn as a line of JSON. One of `user` and `assistant` may be null: its text is then empty.
std::string turn_line(const Conversation& conversation, const std::string& session, std::int64_t time_ms,
                      const Message* user, const Message* assistant) {
  const Message& first = user != nullptr ? *user : *assistant;
  std::string line;
  json::Writer writer(line);
  writer.begin_object();
  writer.string("turn_id", make_ulid(time_ms, conversation.sample_id + "/" + session + "/" + first.dia_id));
  writer.string("agent_id", conversation.sample_id).time("timestamp", time_ms).integer("duration_ms", 0);
  writer.begin_object("turn_data").string("user_input", user != nullptr ? user->text : "");
  writer.string("assistant_response", assistant != nullptr ? assistant->text : "");
  writer.string("urgency", "MEDIUM").string("mode", "conversation").null("parent_turn_id").end_object();
  for (const char* list : {"tool_executions", "observations", "goal_updates", "action_updates", "errors", "warnings"}) {
    writer.begin_array(list).end_array();
  }
  writer.begin_object("metadata");
  for (const char* list : {"daemons_activated", "tools_used", "memory_types_accessed"}) {
    writer.begin_array(list).end_array();
  }
  writer.integer("budget_used", 0).integer("budget_total", 0).end_object();
  writer.string("session_id", session).string("user_id", conversation.speaker_a);
  writer.string("agent_name", conversation.speaker_b).begin_array("dia_ids");
  for (const Message* message : {user, assistant}) {
    if (message != nullptr) {
      writer.string(message->dia_id);
    }
  }
  writer.end_array().end_object();
  return line;
}

Status convert_session(const Conversation& conversation, const std::string& session, std::int64_t start_ms,
                       const std::vector<Message>& messages, const std::function<void(const std::string& line)>& take) {
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const std::int64_t time_ms = start_ms + static_cast<std::int64_t>(i) * kMinuteMs;
    const bool is_user = messages[i].speaker == conversation.speaker_a;
    if (!is_user) {
      take(turn_line(conversation, session, time_ms, nullptr, &messages[i]));
    } else if (i + 1 < messages.size() && messages[i + 1].speaker == conversation.speaker_b) {
      take(turn_line(conversation, session, time_ms, &messages[i], &messages[i + 1]));
      ++i;
    } else {
      take(turn_line(conversation, session, time_ms, &messages[i], nullptr));
    }
  }
  return {};
}

Status convert_conversation(const Json& sample, const std::string& pointer,
                            const std::function<void(const std::string& line)>& take) {
  if (!sample.is_object() || !sample.contains("conversation") || !sample["conversation"].is_object()) {
    return refused(pointer, "a sample must be an object with a conversation");
  }
  const Json& body = sample["conversation"];
  const Conversation conversation{text_of(sample, "sample_id"), text_of(body, "speaker_a"), text_of(body, "speaker_b")};
  if (conversation.sample_id.empty() || conversation.speaker_a.empty() || conversation.speaker_b.empty()) {
    return refused(pointer, "sample_id, speaker_a or speaker_b is missing");
  }
  // Looks for sessions, not for their dates: a file may have dates of sessions that it does not contain.
  for (int number = 1; body.contains("session_" + std::to_string(number)); ++number) {
    const std::string session = "session_" + std::to_string(number);
    const auto start_ms = parse_locomo_time(text_of(body, (session + "_date_time").c_str()));
    const std::string place = pointer + "/conversation/" + session;
    if (!start_ms || !body[session].is_array()) {
      return refused(place, "a session must be a list, and its date must be a text such as `1:56 pm on 8 May, 2023`");
    }
    std::vector<Message> messages;
    for (const Json& object : body[session]) {
      TS_ASSIGN_OR_RETURN(Message message,
                          read_message(object, conversation, place + "/" + std::to_string(messages.size())));
      messages.push_back(std::move(message));
    }
    TS_RETURN_IF_ERROR(convert_session(conversation, session, *start_ms, messages, take));
  }
  return {};
}

}  // namespace

std::optional<std::int64_t> parse_locomo_time(std::string_view text) {
  const auto hour = take_number(text);
  if (!hour || *hour < 1 || *hour > 12 || !take_text(text, ":")) {
    return std::nullopt;
  }
  const auto minute = take_number(text);
  const bool is_pm = take_text(text, " pm");
  if (!minute || *minute < 0 || *minute > 59 || (!is_pm && !take_text(text, " am")) || !take_text(text, " on ")) {
    return std::nullopt;
  }
  const auto day = take_number(text);
  if (!day || *day < 1 || !take_text(text, " ")) {
    return std::nullopt;
  }
  const auto month = take_month(text);
  if (!month || !take_text(text, ", ")) {
    return std::nullopt;
  }
  const auto year = take_number(text);
  if (!year || !text.empty()) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date{std::chrono::year{*year}, std::chrono::month{*month},
                                         std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok()) {
    return std::nullopt;
  }
  const std::int64_t days = std::chrono::sys_days{date}.time_since_epoch().count();
  const std::int64_t minutes = (*hour % 12 + (is_pm ? 12 : 0)) * 60 + *minute;
  return (days * 24 * 60 + minutes) * kMinuteMs;
}

Status convert_locomo(std::string_view dataset, const std::function<void(const std::string& line)>& take) {
  const Json samples = json::parse_document(dataset);
  if (!samples.is_array()) {
    return refused("", "the file is not in LoCoMo's format, which is a JSON array of samples");
  }
  for (std::size_t i = 0; i < samples.size(); ++i) {
    TS_RETURN_IF_ERROR(convert_conversation(samples[i], "/" + std::to_string(i), take));
  }
  return {};
}

}  // namespace turnstream::app
