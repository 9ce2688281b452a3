#include "app/memory/stats_report.h"

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/explain/json_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/codec/effect_result.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

constexpr double kMillion = 1e6;

/// The statistics of that name as the stage published them, without what every one has; zeros if there are none yet.
Report published(const PersonaView& view, const std::string& name, std::initializer_list<const char*> counters) {
  Report out = Report::object();
  for (const char* counter : counters) {
    out[counter] = 0;
  }
  const auto& all = view.of_kind("stats");
  if (const auto found = all.find(name); found != all.end()) {
    const Report stats = json::parse_ordered(found->second.value);
    for (const auto& [member, value] : stats.items()) {
      if (member != "kind" && member != "id" && member != "persona_id") {
        out[member] = value;
      }
    }
  }
  return out;
}

/// How many memories of the kind have each value of the member.
std::map<std::string, std::int64_t> counts_by(const PersonaView& view, const std::string& kind,
                                              const std::string& member) {
  std::map<std::string, std::int64_t> counts;
  for (const auto& [id, thing] : view.of_kind(kind)) {
    ++counts[text_in(json::parse_document(thing.value), member)];
  }
  return counts;
}

Report sessions_of(const PersonaView& view) {
  std::int64_t dirty = 0;
  std::int64_t flushed = 0;
  std::int64_t waiting = 0;
  std::string last;
  const auto& sessions = view.of_kind("session");
  for (const auto& [id, session] : sessions) {
    const nlohmann::json value = json::parse_document(session.value);
    dirty += value.value("dirty", false) ? 1 : 0;
    const std::string at = text_in(value, "flushed_at");
    flushed += at.empty() ? 0 : 1;
    last = std::max(last, at);
    waiting += integer_in(value, "messages_waiting");
  }
  return {{"sessions", sessions.size()},
          {"dirty", dirty},
          {"flushed", flushed},
          {"messages_waiting", waiting},
          {"last_flush", text_or_null(last)}};
}

Report topics_of(const PersonaView& view) {
  std::size_t facts = 0;
  for (const auto& [id, topic] : view.of_kind("topic")) {
    facts += member_in(json::parse_document(topic.value), "facts").size();
  }
  return {{"topics", view.of_kind("topic").size()}, {"facts", facts}};
}

Report long_term_of(const PersonaView& view, const Quotas& quotas) {
  Report out = published(view, "long_term", {"items", "archived", "merged", "deleted"});
  std::int64_t stale = 0;
  for (const auto& [id, item] : view.of_kind("memory")) {
    stale += text_in(json::parse_document(item.value), "confidence") == "stale" ? 1 : 0;
  }
  out["stale"] = stale;
  out["items_max"] = quotas.long_term_items_max;
  out["archived_max"] = quotas.archived_items_max;
  return out;
}

/// "3 extracted, 1 meta": the numbers of a report that are not 0, each before its name, but the whole's (`whole`) alone.
std::string in_words(const Report& numbers, std::string_view whole = {}) {
  std::string text;
  for (const auto& [name, value] : numbers.items()) {
    if (value.is_number() && value != 0) {
      text.append(text.empty() ? "" : ", ").append(json::document_text(value)).append(name == whole ? "" : " " + name);
    }
  }
  return text.empty() ? "none" : text;
}

/// "1 item", "2 items"
std::string counted(const Report& group, const char* name, const std::string& one, const std::string& many) {
  return json::document_text(member_in(group, name)) + " " + (member_in(group, name) == 1 ? one : many);
}

std::string number(const Report& group, const char* name) {
  return json::document_text(member_in(group, name));
}

void print_long_term(std::ostream& out, const Report& numbers) {
  const auto bound = [&](const char* name) {
    return numbers[name] == 0 ? std::string(" (no maximum)") : " of at most " + number(numbers, name);
  };
  out << "long-term memory  " << counted(numbers, "items", "item", "items") << bound("items_max") << ", "
      << number(numbers, "archived") << " archived" << bound("archived_max") << ", " << number(numbers, "stale")
      << " stale, " << number(numbers, "merged") << " merged, " << number(numbers, "deleted") << " deleted\n";
}

}  // namespace

void DayCost::take(std::string_view bytes) {
  codec::EffectResultParser parser;
  const auto result = parser.parse(bytes);
  if (!result.ok() || (*result)->persona_id != persona_ ||
      !format_time((*result)->performed_at.value()).starts_with(day_)) {
    return;
  }
  ++results_;
  tokens_in_ += (*result)->tokens_in;
  tokens_out_ += (*result)->tokens_out;
  usd_ += std::strtod(std::string((*result)->cost_usd_json).c_str(), nullptr);
}

Report DayCost::report() const {
  return {{"day", day_},
          {"results", results_},
          {"tokens_in", tokens_in_},
          {"tokens_out", tokens_out_},
          {"usd", std::round(usd_ * kMillion) / kMillion}};
}

Report stats_report(const PersonaView& view, const Quotas& quotas) {
  Report out{{"kind", "persona_stats"}, {"persona_id", view.persona()}, {"as_of", format_time(view.as_of().value())}};
  Report working = published(view, "working_memory", {"working_memory_count", "memory_pressure", "total_consolidated"});
  working["entries"] = view.of_kind("working").size();
  out["working_memory"] = std::move(working);
  out["short_term"] = published(view, "ring", {"size", "promoted", "evicted", "aged_out"});
  out["long_term"] = long_term_of(view, quotas);
  out["sessions"] = sessions_of(view);
  out["daily"] = published(view, "daily_log", {"entries", "lines"});
  Report insights{{"extracted", 0}, {"meta", 0}, {"shared", 0}, {"discovery", 0}};
  insights.update(counts_by(view, "insight", "type"));
  out["insights"] = std::move(insights);
  out["topics"] = topics_of(view);
  out["facts"] = published(view, "facts", {"facts", "current"});
  out["notes"] = published(view, "notes", {"notes"});
  out["skills"] = published(view, "skills", {});
  out["patterns"] = counts_by(view, "pattern", "type");
  out["episodes"] = view.of_kind("episode").size();
  out["grants"] = view.of_kind("grant").size();
  return out;
}

void print_stats(std::ostream& out, const Report& report) {
  const Report& working = report["working_memory"];
  const Report& ring = report["short_term"];
  const Report& sessions = report["sessions"];
  const Report& cost = report["cost_today"];
  out << "persona " << text_in(report, "persona_id") << ", as of " << text_in(report, "as_of") << "\n"
      << "working memory    " << number(working, "working_memory_count") << " waiting, pressure "
      << number(working, "memory_pressure") << ", " << number(working, "total_consolidated")
      << " consolidated altogether\n"
      << "short-term memory " << counted(ring, "size", "item", "items") << ", " << number(ring, "promoted")
      << " promoted, " << number(ring, "evicted") << " evicted, " << number(ring, "aged_out") << " aged out\n";
  print_long_term(out, report["long_term"]);
  out << "sessions          " << number(sessions, "sessions") << ", " << number(sessions, "flushed")
      << " in the daily log, " << number(sessions, "dirty") << " with messages that wait for it ("
      << number(sessions, "messages_waiting") << ")\n"
      << "daily log         " << counted(report["daily"], "lines", "line", "lines") << " in "
      << counted(report["daily"], "entries", "entry", "entries") << "\n"
      << "insights          " << in_words(report["insights"]) << "\n"
      << "topics            " << number(report["topics"], "topics") << " with "
      << counted(report["topics"], "facts", "fact", "facts") << "\n"
      << "facts             " << number(report["facts"], "facts") << ", " << number(report["facts"], "current")
      << " current\n"
      << "notes             " << number(report["notes"], "notes") << "\n"
      << "skills            " << in_words(report["skills"], "skills") << "\n"
      << "patterns          " << in_words(report["patterns"]) << "\n"
      << "episodes          " << number(report, "episodes") << "\n"
      << "grants            " << number(report, "grants") << "\n"
      << "cost today (UTC)  " << number(cost, "usd") << " USD, " << counted(cost, "results", "answer", "answers")
      << ", " << number(cost, "tokens_in") << " tokens in, " << number(cost, "tokens_out") << " out\n";
}

}  // namespace turnstream::app
