#include "app/explain/memory_collector.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "app/explain/record_finder.h"
#include "pipeline/base/time_format.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/model/names.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kWholeIdBytes = 36;
constexpr std::size_t kCandidatesMax = 20;
constexpr std::size_t kFirstShown = 40;
constexpr std::size_t kLastShown = 10;
constexpr std::size_t kEventTextMax = 120;

/// The first string in the value that is an id with this beginning.
std::string id_in(const Json& value, const std::string& beginning) {
  if (value.is_string()) {
    const std::string& text = value.get_ref<const std::string&>();
    return text.starts_with(beginning) && text.size() <= kWholeIdBytes ? text : std::string();
  }
  if (value.is_structured()) {
    for (const Json& inner : value) {
      if (std::string id = id_in(inner, beginning); !id.empty()) {
        return id;
      }
    }
  }
  return {};
}

/// The field that names an id with this beginning, and that id.
std::pair<std::string, std::string> naming_field(const Json& value, const std::string& beginning) {
  for (const auto& member : value.items()) {
    if (std::string id = id_in(member.value(), beginning); !id.empty() && member.key() != "provenance") {
      return {member.key(), std::move(id)};
    }
  }
  return {};
}

std::vector<FieldChange> differences(const Json& before, const Json& after) {
  std::vector<FieldChange> fields;
  for (const auto& member : after.items()) {
    const auto old = before.find(member.key());
    if (old == before.end() || *old != member.value()) {
      fields.push_back(
          {member.key(), old == before.end() ? std::string() : bounded_json(*old), bounded_json(member.value())});
    }
  }
  return fields;
}

MemoryChange describe(const log::Record& record, const model::Completion& completion, const model::Change& change,
                      const std::string& log_topic) {
  MemoryChange out;
  out.op = name_in(model::kChangeOps, change.op);
  out.stage = completion.stage;
  out.completion = {std::string(record.topic), record.partition.value(), record.offset.value()};
  out.log = {log_topic, completion.log.partition.value(), completion.log.offset.value()};
  out.time = format_time(completion.log_time.value());
  out.cause_kind = completion.cause_kind;
  out.cause_id = completion.cause_id;
  return out;
}

/// Applies the change; describes it in `said` and keeps that.
void apply(DerivedMemory& memory, const model::Change& change, MemoryChange said) {
  if (change.op == model::ChangeOp::kDelete) {
    memory.removed = true;
    memory.changes.add(std::move(said));
    return;
  }
  const Json value = Json::parse(change.value, nullptr, false);
  if (!value.is_object()) {
    return;
  }
  if (!memory.value.empty() && !memory.removed) {
    said.fields = differences(Json::parse(memory.value), value);
  }
  if (change.op == model::ChangeOp::kPut || memory.value.empty()) {
    memory.value = change.value;
  } else {
    auto whole = nlohmann::ordered_json::parse(memory.value);
    whole.update(nlohmann::ordered_json::parse(change.value));
    memory.value = whole.dump();
  }
  memory.removed = false;
  memory.title = memory_title(change.kind, Json::parse(memory.value));
  memory.changes.add(std::move(said));
}

/// The fields of an event that not every event has.
std::string event_text(const Json& event) {
  std::string out;
  for (const auto& member : event.items()) {
    constexpr std::string_view kCommon[] = {"kind", "type", "id", "persona_id", "timestamp", "log", "sources", "items"};
    if (std::find(std::begin(kCommon), std::end(kCommon), member.key()) == std::end(kCommon)) {
      out.append(out.empty() ? "" : ", ").append(member.key() + " " + readable(bounded_json(member.value())));
    }
  }
  return one_line(out, kEventTextMax);
}

}  // namespace

MemoryCollector::MemoryCollector(std::string wanted, std::string persona, std::string log_topic)
    : wanted_(std::move(wanted)),
      persona_(std::move(persona)),
      log_topic_(std::move(log_topic)),
      derived_(kFirstShown, kLastShown),
      events_(kFirstShown, kLastShown) {}

bool MemoryCollector::is_wanted(const std::string& id) const {
  constexpr std::size_t kBeginningMin = 6;
  return id == wanted_ || (wanted_.size() >= kBeginningMin && id.starts_with(wanted_));
}

Status MemoryCollector::take_completion(const log::Record& record) {
  const std::string_view bytes = record.value.value_or(std::string_view());
  // The delete of a memory that names the wanted one does not contain the wanted id.
  const bool may_remove = derived_.count() > 0 && holds(bytes, R"({"op":"delete",)");
  if (!may_remove && !holds(bytes, wanted_)) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const model::Completion completion, codec::parse_completion(bytes));
  if (!persona_.empty() && completion.persona_id != persona_) {
    return {};
  }
  take_turn(completion);
  for (const model::Change& change : completion.changes) {
    if (change.kind == "stats") {
      continue;
    }
    if (is_wanted(change.id)) {
      take_change(record, completion, change);
    } else {
      take_mention(completion, change);
    }
  }
  return {};
}

void MemoryCollector::take_turn(const model::Completion& completion) {
  if (completion.turn_id && is_wanted(*completion.turn_id) && turn_titles_.size() <= kCandidatesMax) {
    turn_titles_.emplace(Owner(completion.persona_id.value_or(""), *completion.turn_id),
                         format_time(completion.log_time.value()));
  }
}

void MemoryCollector::take_change(const log::Record& record, const model::Completion& completion,
                                  const model::Change& change) {
  const Owner owner(completion.persona_id.value_or(""), change.id);
  if (memories_.size() > kCandidatesMax && memories_.count(owner) == 0) {
    return;
  }
  std::vector<DerivedMemory>& kinds = memories_[owner];
  auto memory =
      std::find_if(kinds.begin(), kinds.end(), [&](const DerivedMemory& one) { return one.kind == change.kind; });
  if (memory == kinds.end()) {
    memory = kinds.insert(kinds.end(), DerivedMemory());
    memory->kind = change.kind;
  }
  apply(*memory, change, describe(record, completion, change, log_topic_));
  if (completion.turn_id && turns_.size() < 1'000) {
    turns_.emplace(*completion.turn_id,
                   Place{log_topic_, completion.log.partition.value(), completion.log.offset.value()});
  }
}

void MemoryCollector::take_mention(const model::Completion& completion, const model::Change& change) {
  for (auto& [named, known] : derived_.kept()) {
    if (known.kind == change.kind && known.id == change.id) {
      known.removed = change.op == model::ChangeOp::kDelete;
    }
  }
  if (change.op == model::ChangeOp::kDelete || !holds(change.value, wanted_)) {
    return;
  }
  const Json value = Json::parse(change.value, nullptr, false);
  if (!value.is_object()) {
    return;
  }
  const auto [field, named] = naming_field(value, wanted_);
  if (field.empty() || !is_wanted(named)) {
    return;
  }
  for (const Json& entry : value[field]) {
    if (text_in(entry, "id") == named && mentioned_.size() <= kCandidatesMax) {
      mentioned_.emplace(Owner(completion.persona_id.value_or(""), named), entry.dump());
    }
  }
  const Place log{log_topic_, completion.log.partition.value(), completion.log.offset.value()};
  NamingMemory derived{change.kind, change.id, memory_title(change.kind, value), field, completion.stage, log, false};
  for (auto& [whose, known] : derived_.kept()) {
    if (whose == named && known.kind == change.kind && known.id == change.id) {
      const bool is_whole = change.op == model::ChangeOp::kPut;
      known.title = is_whole ? derived.title : known.title;
      return;
    }
  }
  if (change.op == model::ChangeOp::kPatch) {
    derived.title = "";  // a patch may not have the fields that a title needs
  }
  derived_.add({named, std::move(derived)});
}

void MemoryCollector::take_event(const log::Record& record) {
  const std::string_view bytes = record.value.value_or(std::string_view());
  if (!holds(bytes, wanted_)) {
    return;
  }
  const Json event = Json::parse(bytes, nullptr, false);
  if (!event.is_object() || (!persona_.empty() && text_in(event, "persona_id") != persona_)) {
    return;
  }
  const std::string own = text_in(event, "id");
  const std::string named = is_wanted(own) ? own : naming_field(event, wanted_).second;
  if (named.empty() || !is_wanted(named)) {
    return;
  }
  NamingEvent out;
  out.place = {std::string(record.topic), record.partition.value(), record.offset.value()};
  out.kind = text_in(event, "kind");
  out.type = text_in(event, "type");
  for (const char* name : {"timestamp", "closed_at", "extracted_at", "until", "to"}) {
    out.time = out.time.empty() ? text_in(event, name) : out.time;
  }
  out.text = event_text(event);
  events_.add({named, std::move(out)});
}

std::vector<IdCandidate> MemoryCollector::candidates() const {
  std::vector<IdCandidate> all;
  for (const auto& [owner, kinds] : memories_) {
    all.push_back({kinds.front().kind, owner.second, owner.first, kinds.front().title});
  }
  for (const auto& [owner, title] : turn_titles_) {
    all.push_back({"turn", owner.second, owner.first, title});
  }
  if (all.empty()) {
    for (const auto& [owner, source] : mentioned_) {
      all.push_back({"source", owner.second, owner.first, source});
    }
  }
  const auto is_other = [&](const IdCandidate& candidate) { return candidate.id != wanted_; };
  if (!std::all_of(all.begin(), all.end(), is_other)) {
    all.erase(std::remove_if(all.begin(), all.end(), is_other), all.end());
  }
  return all;
}

MemoryStory MemoryCollector::story() && {
  MemoryStory story;
  for (const IdCandidate& candidate : candidates()) {
    if (candidate.kind != "turn") {
      story.id = candidate.id;
      story.persona = candidate.persona;
    }
  }
  const Owner owner(story.persona, story.id);
  story.memories = std::move(memories_[owner]);
  story.named_as = story.memories.empty() ? mentioned_[owner] : std::string();
  story.derived = Bounded<NamingMemory>(kFirstShown, kLastShown);
  for (auto& [named, derived] : derived_.kept()) {
    if (named == story.id) {
      story.derived.add(std::move(derived));
    }
  }
  story.derived.leave_out(derived_.left_out());
  story.events = Bounded<NamingEvent>(kFirstShown, kLastShown);
  for (auto& [named, event] : events_.kept()) {
    if (named == story.id) {
      story.events.add(std::move(event));
    }
  }
  story.events.leave_out(events_.left_out());
  return story;
}

}  // namespace turnstream::app
