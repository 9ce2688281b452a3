#include "app/explain/turn_collector.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "app/explain/record_finder.h"
#include "pipeline/base/number_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/codec/dead_letter.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kStoriesMax = 20;
constexpr std::size_t kBeginningMin = 6;

std::string header_of(const log::Record& record, std::string_view name) {
  return std::string(record.header(name).value_or(std::string_view()));
}

TurnRecord describe(const log::Record& record) {
  const auto number = [&](std::string_view name) { return read_number(header_of(record, name)).value_or(0); };
  TurnRecord out;
  out.kind = header_of(record, "kind");
  out.log = {std::string(record.topic), record.partition.value(), record.offset.value()};
  out.source = {header_of(record, "source_topic"), number("source_partition"), number("source_offset")};
  out.log_time = format_time(number("log_time"));
  return out;
}

/// The turn ids that a command names.
std::vector<std::string> turns_named(const Json& command) {
  const Json args = command.value("args", Json::object());
  std::vector<std::string> ids;
  if (!args.is_object()) {
    return ids;
  }
  ids.push_back(text_in(args, "turn_id"));
  for (const Json& id : args.value("ids", Json::array())) {
    ids.push_back(id.is_string() ? id.get<std::string>() : std::string());
  }
  return ids;
}

}  // namespace

TurnCollector::TurnCollector(std::string wanted, std::string persona)
    : wanted_(std::move(wanted)), persona_(std::move(persona)) {}

TurnStory* TurnCollector::story_of(const std::string& persona, const std::string& turn_id) {
  const bool is_wanted = turn_id == wanted_ || (wanted_.size() >= kBeginningMin && turn_id.starts_with(wanted_));
  if (!is_wanted || (!persona_.empty() && persona != persona_)) {
    return nullptr;
  }
  const auto known = stories_.find({persona, turn_id});
  if (known != stories_.end()) {
    return &known->second;
  }
  if (stories_.size() > kStoriesMax) {
    return nullptr;
  }
  TurnStory& story = stories_[{persona, turn_id}];
  story.turn_id = turn_id;
  story.persona = persona;
  return &story;
}

void TurnCollector::take_log_record(const log::Record& record) {
  const std::string_view bytes = record.value.value_or(std::string_view());
  if (!holds(bytes, wanted_)) {
    return;
  }
  const Json value = Json::parse(bytes, nullptr, false);
  if (!value.is_object()) {
    return;
  }
  TurnRecord found = describe(record);
  if (found.kind == "turn") {
    TurnStory* story = story_of(text_in(value, "agent_id"), text_in(value, "turn_id"));
    if (story == nullptr) {
      return;
    }
    if (story->records.count() == 0) {
      story->event_time = text_in(value, "timestamp");
      story->session = text_in(value, "session_id");
      story->excerpt = excerpt_at(value, "/turn_data").value_or("");
    }
    story->records.add(std::move(found));
    return;
  }
  if (found.kind == "command") {
    found.kind = text_in(value, "kind");
  }
  found.about = text_in(value.value("args", Json::object()), "stage");
  for (const std::string& turn_id : turns_named(value)) {
    if (TurnStory* story = story_of(text_in(value, "persona_id"), turn_id); story != nullptr) {
      story->records.add(found);
    }
  }
}

void TurnCollector::take_dead_letter(const log::Record& record) {
  codec::DeadLetter letter;
  for (const log::Header& header : record.headers) {
    codec::set_dead_letter_header(letter, header.name, header.value);
  }
  const Place source{letter.topic, letter.partition.value(), letter.offset.value()};
  TurnStory* story = story_of(letter.persona_id.value_or(""), letter.turn_id.value_or(""));
  for (auto& [whose, one] : stories_) {
    const auto& records = one.records.kept();
    const bool is_its =
        std::any_of(records.begin(), records.end(), [&](const TurnRecord& known) { return known.log == source; });
    story = is_its && one.persona == letter.persona_id ? &one : story;
  }
  if (story == nullptr) {
    return;
  }
  TurnDeadLetter out;
  out.place = {std::string(record.topic), record.partition.value(), record.offset.value()};
  out.stage = letter.stage;
  out.reason = letter.reason;
  out.message = letter.message;
  out.pointer = letter.pointer;
  out.source = source;
  out.attempts = letter.attempts;
  out.time = format_time(letter.timestamp_ms);
  story->dead_letters.add(std::move(out));
}

std::vector<IdCandidate> TurnCollector::candidates() const {
  std::vector<IdCandidate> all;
  for (const auto& [whose, story] : stories_) {
    all.push_back({"turn", whose.second, whose.first, story.event_time + "  " + one_line(story.excerpt, 60)});
  }
  const auto is_other = [&](const IdCandidate& candidate) { return candidate.id != wanted_; };
  if (!std::all_of(all.begin(), all.end(), is_other)) {
    all.erase(std::remove_if(all.begin(), all.end(), is_other), all.end());
  }
  return all;
}

TurnStory TurnCollector::story() && {
  const IdCandidate one = candidates().front();
  return std::move(stories_[{one.persona, one.id}]);
}

}  // namespace turnstream::app
