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
constexpr std::size_t kShownMax = 5;
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
      out << "      " << importance_of(*kept[i]) << "  " << text_of(*kept[i], "type") << "  "
          << shown(text_of(*kept[i], "content")) << "\n";
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
    out << "\nrefused by " << header("dl_stage") << ": " << header("dl_reason") << " at " << header("dl_pointer")
        << ": " << header("dl_message") << "\n";
    return true;
  });
}

}  // namespace turnstream::app
