#include "app/explain/memory_collector.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/explain/json_text.h"
#include "app/explain/record_finder.h"
#include "pipeline/base/time_format.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/codec/patch.h"
#include "pipeline/json/document.h"
#include "pipeline/model/names.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kCandidatesMax = 20;
constexpr Bounds kNamingBounds{.first = 40, .last = 10};

/// The fields to which a change gave another value, in order of name.
Report differences(const Json& before, const Json& after) {
  Report fields = Report::object();
  for (const auto& member : after.items()) {
    const auto old = before.find(member.key());
    if (old == before.end() || *old != member.value()) {
      fields[member.key()] = {{"before", old == before.end() ? Json() : shortened(*old)},
                              {"after", shortened(member.value())},
                              {"added", old == before.end()}};
    }
  }
  return fields;
}

/// Applies the change to an entry of `things`; adds `described` to its history. Ignores a value that is not an object.
void apply(Report& memory, const model::Change& change, Report described) {
  if (change.op != model::ChangeOp::kDelete) {
    Report value = json::parse_ordered(change.value);
    if (!value.is_object()) {
      return;
    }
    Report& known = memory["value"];
    if (change.op == model::ChangeOp::kPatch && !known.is_null()) {
      value = json::parse_ordered(codec::patched(json::document_text(known), change));
    }
    if (!known.is_null() && memory["removed"] == false) {
      described["fields"] = differences(known, value);
    }
    known = std::move(value);
    memory["title"] = memory_title(change.kind, known);
  }
  memory["removed"] = change.op == model::ChangeOp::kDelete;
  add_bounded(memory["history"], std::move(described), {.first = 8, .last = 24});
}

/// Whether a command removed the memory, perhaps to forget it: then its text is not shown among others.
bool is_removed_by_command(const Report& thing) {
  const Report& list = thing["history"]["list"];
  return thing["removed"] == true && !list.empty() && list.back()["cause"]["kind"] == "command";
}

/// The list of the id; null if the id has no list, and there are too many lists for another.
Report* list_of(std::map<std::string, Report>& lists, const std::string& id) {
  const bool is_full = lists.size() > kCandidatesMax && lists.count(id) == 0;
  return is_full ? nullptr : &lists.try_emplace(id, bounded_list()).first->second;
}

}  // namespace

MemoryCollector::MemoryCollector(Question question, std::string log_topic)
    : question_(std::move(question)), log_topic_(std::move(log_topic)) {}

Place MemoryCollector::log_place(const model::Completion& completion) const {
  return {log_topic_, completion.log.partition.value(), completion.log.offset.value()};
}

Status MemoryCollector::take_completion(const log::Record& record) {
  const std::string_view bytes = record.value.value_or(std::string_view());
  // If a memory that names the wanted one is deleted, the bytes of the delete do not contain the wanted id.
  const bool may_remove = !named_by_.empty() && holds(bytes, R"({"op":"delete",)");
  if (!may_remove && !holds(bytes, question_.id)) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const model::Completion completion, codec::parse_completion(bytes));
  if (!question_.fits_persona(completion.persona_id.value_or(""))) {
    return {};
  }
  take_turn(completion);
  for (const model::Change& change : completion.changes) {
    if (change.kind == "stats") {
      continue;
    }
    if (question_.fits_id(change.id)) {
      take_change(record, completion, change);
    } else {
      take_mention(completion, change);
    }
  }
  return {};
}

void MemoryCollector::take_turn(const model::Completion& completion) {
  if (completion.turn_id && question_.fits_id(*completion.turn_id) && turn_titles_.size() <= kCandidatesMax) {
    turn_titles_.emplace(Owner(completion.persona_id.value_or(""), *completion.turn_id),
                         format_time(completion.log_time.value()));
  }
}

void MemoryCollector::take_change(const log::Record& record, const model::Completion& completion,
                                  const model::Change& change) {
  const Owner owner(completion.persona_id.value_or(""), change.id);
  if (things_.size() > kCandidatesMax && things_.count(owner) == 0) {
    return;
  }
  Report& kinds = things_.try_emplace(owner, Report::array()).first->second;
  auto thing = std::find_if(kinds.begin(), kinds.end(), [&](const Report& one) { return one["kind"] == change.kind; });
  if (thing == kinds.end()) {
    kinds.push_back(
        {{"kind", change.kind}, {"title", ""}, {"removed", false}, {"value", nullptr}, {"history", bounded_list()}});
    thing = kinds.end() - 1;
  }
  apply(*thing, change,
        {{"op", name_in(model::kChangeOps, change.op)},
         {"stage", completion.stage},
         {"time", format_time(completion.log_time.value())},
         {"cause", {{"kind", completion.cause_kind}, {"id", completion.cause_id}}},
         {"log", log_place(completion)},
         {"completion", place_of(record)},
         {"fields", Report::object()}});
  if (completion.turn_id && turns_.size() < 1'000) {
    turns_.emplace(*completion.turn_id, log_place(completion));
  }
}

void MemoryCollector::take_mention(const model::Completion& completion, const model::Change& change) {
  const auto is_about = [&](const Report& entry) { return entry["kind"] == change.kind && entry["id"] == change.id; };
  for (auto& [named, bounded] : named_by_) {
    for (Report& entry : bounded["list"]) {
      if (is_about(entry)) {
        entry["removed"] = change.op == model::ChangeOp::kDelete;
        if (entry["removed"] == true && completion.cause_kind == "command") {
          entry["title"] = nullptr;  // It may be forgotten.
        }
      }
    }
  }
  const std::string named_by = codec::named_in(change);
  if (change.op == model::ChangeOp::kDelete || !holds(named_by, question_.id)) {
    return;
  }
  const Json value = json::parse_document(named_by);
  if (!value.is_object()) {
    return;
  }
  const auto [field, named] = id_named_in(value, question_.id);
  if (field.empty() || !question_.fits_id(named)) {
    return;
  }
  for (const Json& entry : value[field]) {
    if (text_in(entry, "id") == named && mentioned_.size() <= kCandidatesMax) {
      mentioned_.emplace(Owner(completion.persona_id.value_or(""), named), json::document_text(entry));
    }
  }
  // A patch may not have the fields that a title needs.
  const bool is_whole = change.op == model::ChangeOp::kPut;
  const Report title = is_whole ? text_or_null(memory_title(change.kind, value)) : Report();
  Report* bounded = list_of(named_by_, named);
  if (bounded == nullptr) {
    return;
  }
  for (Report& entry : (*bounded)["list"]) {
    if (is_about(entry)) {
      if (is_whole) {
        entry["title"] = title;
      }
      return;
    }
  }
  add_bounded(*bounded,
              {{"kind", change.kind},
               {"id", change.id},
               {"title", title},
               {"field", field},
               {"stage", completion.stage},
               {"log", log_place(completion)},
               {"removed", false}},
              kNamingBounds);
}

Report MemoryCollector::candidates() const {
  Report all = Report::array();
  for (const auto& [owner, kinds] : things_) {
    all.push_back(candidate(text_in(kinds[0], "kind"), owner.second, owner.first,
                            is_removed_by_command(kinds[0]) ? "removed" : text_in(kinds[0], "title")));
  }
  for (const auto& [owner, title] : turn_titles_) {
    if (things_.count(owner) == 0) {  // The word `turn` in front of the id asks for a turn that has the id of a memory.
      all.push_back(candidate("turn", owner.second, owner.first, title));
    }
  }
  if (all.empty()) {
    for (const auto& [owner, source] : mentioned_) {
      all.push_back(candidate("source", owner.second, owner.first, source));
    }
  }
  return best_candidates(all, question_);
}

Report MemoryCollector::report(const Report& candidate) {
  const std::string id = text_in(candidate, "id");
  const Owner owner(text_in(candidate, "persona_id"), id);
  const bool is_source = things_.count(owner) == 0;
  return {{"id", id},
          {"persona_id", owner.first},
          {"things", is_source ? Report::array() : things_.at(owner)},
          {"sources", is_source ? Report::array({json::parse_ordered(mentioned_.at(owner))}) : Report::array()},
          {"sources_left_out", 0},
          {"named_by", named_by_.try_emplace(id, bounded_list()).first->second}};
}

}  // namespace turnstream::app
