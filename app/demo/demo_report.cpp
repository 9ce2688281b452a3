#include "app/demo/demo_report.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "app/log_access/scan.h"
#include "app/log_access/topic_specs.h"
#include "pipeline/base/utf8.h"
#include "pipeline/codec/completion_codec.h"

namespace turnstream::app {
namespace {

using nlohmann::json;

constexpr log::milliseconds kAnswer{10'000};
constexpr std::size_t kShownMax = 3;
constexpr std::size_t kShownCodePoints = 96;

std::string text_of(const json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_string() ? member->get<std::string>() : std::string{};
}

/// One line, cut.
std::string shown(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  const std::string_view head = first_code_points(text, kShownCodePoints);
  return head.size() < text.size() ? std::string(head) + "…" : text;
}

/// The newest version of everything a stage has put, by kind and id.
using Things = std::map<std::string, std::map<std::string, json>>;

void apply(Things& things, const model::Change& change) {
  auto& kind = things[change.kind];
  if (change.op == model::ChangeOp::kDelete) {
    kind.erase(change.id);
    return;
  }
  json value = json::parse(change.value, nullptr, false);
  if (change.op == model::ChangeOp::kPut) {
    kind[change.id] = std::move(value);
  } else if (value.is_object()) {
    kind[change.id].update(value);
  }
}

double importance_of(const json& item) {
  return item.value("importance", 0.0);
}

/// What it is, how much it matters, and where it comes from.
void print_item(std::ostream& out, const json& item) {
  out << "      " << importance_of(item) << "  " << text_of(item, "type") << "  " << shown(text_of(item, "content"))
      << "\n           tags:";
  for (const json& tag : item.value("tags", json::array())) {
    out << " " << (tag.is_string() ? tag.get<std::string>() : tag.dump());
  }
  const json origin = item.value("provenance", json::object());
  out << "\n           from: turn " << text_of(origin, "turn_id") << " " << text_of(origin, "pointer") << ", "
      << text_of(origin, "topic") << "[" << origin.value("partition", 0) << "]@" << origin.value("offset", 0) << "\n";
}

void print_memory(std::ostream& out, const std::map<std::string, json>& items) {
  std::map<std::string, std::map<std::string, std::vector<const json*>>> by_persona;
  for (const auto& [id, item] : items) {
    by_persona[text_of(item, "persona_id")][text_of(item, "tier")].push_back(&item);
  }
  for (auto& [persona, tiers] : by_persona) {
    out << "    " << persona << ":";
    for (const auto& [tier, list] : tiers) {
      out << " " << list.size() << " " << tier;
    }
    out << "\n";
    auto& kept = tiers["long_term"];
    std::stable_sort(kept.begin(), kept.end(),
                     [](const json* a, const json* b) { return importance_of(*a) > importance_of(*b); });
    for (std::size_t i = 0; i < std::min(kShownMax, kept.size()); ++i) {
      print_item(out, *kept[i]);
    }
  }
}

/// What a thing of another kind is best told by.
std::string title_of(const json& thing) {
  for (const char* name : {"text", "summary", "content", "session_id", "id"}) {
    if (const std::string text = text_of(thing, name); !text.empty()) {
      return shown(text);
    }
  }
  return shown(thing.dump());
}

void print_kind(std::ostream& out, const std::string& kind, const std::map<std::string, json>& things) {
  if (things.empty() || kind == "stats" || kind == "session") {
    return;
  }
  out << "  " << kind << ": " << things.size() << "\n";
  if (kind == "memory") {
    print_memory(out, things);
    return;
  }
  std::size_t count = 0;
  for (const auto& [id, thing] : things) {
    if (count++ == kShownMax) {
      break;
    }
    out << "      " << title_of(thing) << "\n";
  }
}

}  // namespace

void DemoReport::print_turns(std::ostream& out, std::span<const std::string_view> turns) {
  out << "published " << turns.size() << " turns of two personas, a week of January 2026; one of them:\n";
  for (const std::string_view line : turns) {
    const json turn = json::parse(line, nullptr, false);
    const json said = turn.value("turn_data", json::object());
    if (text_of(said, "user_input").empty() || turn.value("tool_executions", json::array()).empty()) {
      continue;
    }
    out << "  " << text_of(turn, "agent_id") << "  " << text_of(turn, "timestamp") << "  turn "
        << text_of(turn, "turn_id") << "\n    user: " << shown(text_of(said, "user_input"))
        << "\n    agent: " << shown(text_of(said, "assistant_response"))
        << "\n    tool: " << shown(text_of(turn.at("tool_executions").front(), "tool_id")) << "\n";
    return;
  }
}

Status DemoReport::print(std::ostream& out) {
  for (const std::string& stage : stages_) {
    TS_RETURN_IF_ERROR(print_completions(out, stage));
  }
  TS_RETURN_IF_ERROR(print_events(out));
  return print_dead_letters(out);
}

Status DemoReport::print_completions(std::ostream& out, const std::string& stage) {
  Things things;
  std::map<std::string, std::int64_t> statuses;
  TS_RETURN_IF_ERROR(
      scan_topic(client_, names_.completions(stage), kAnswer, [&](const log::Record& record) -> Result<bool> {
        TS_ASSIGN_OR_RETURN(const model::Completion completion,
                            codec::parse_completion(record.value.value_or(std::string_view())));
        if (completion.turn_id && completion.last) {
          ++statuses[completion.status == model::CompletionStatus::kSuccess   ? "succeeded"
                     : completion.status == model::CompletionStatus::kFailure ? "failed"
                                                                              : "partly done"];
        }
        for (const model::Change& change : completion.changes) {
          apply(things, change);
        }
        return true;
      }));
  out << "\n" << stage << ":";
  for (const auto& [status, count] : statuses) {
    out << " " << count << " turns " << status;
  }
  out << "\n";
  for (const auto& [kind, list] : things) {
    print_kind(out, kind, list);
  }
  return {};
}

Status DemoReport::print_events(std::ostream& out) {
  for (const std::string_view topic : kEventTopics) {
    std::int64_t count = 0;
    TS_RETURN_IF_ERROR(scan_topic(client_, names_.events(topic), kAnswer, [&](const log::Record&) -> Result<bool> {
      ++count;
      return true;
    }));
    if (count > 0) {
      out << "\n" << count << " events on " << names_.events(topic) << "\n";
    }
  }
  return {};
}

Status DemoReport::print_dead_letters(std::ostream& out) {
  return scan_topic(client_, names_.dead_letters(), kAnswer, [&](const log::Record& record) -> Result<bool> {
    const auto header = [&](const char* name) { return record.header(name).value_or(std::string_view()); };
    const std::string_view value = record.value.value_or(std::string_view());
    const json turn = json::parse(value, nullptr, false);
    const json::json_pointer at{std::string(header("dl_pointer"))};
    out << "\na dead letter: " << header("dl_stage") << " refused the turn at " << header("dl_topic") << "["
        << header("dl_partition") << "]@" << header("dl_offset") << " by rule " << header("dl_reason") << "\n  "
        << header("dl_message");
    if (turn.is_object() && turn.contains(at)) {
      out << " It is " << turn.at(at).dump() << ".";
    }
    out << "\n  Its " << value.size() << " bytes are kept as they came, on " << names_.dead_letters() << "["
        << record.partition.value() << "]@" << record.offset.value() << "; the turns around it went on.\n";
    return true;
  });
}

}  // namespace turnstream::app
