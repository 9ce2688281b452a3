#include "tests/bench/lifecycle_costs.h"

#include <algorithm>

#include "app/data/turn_generator.h"
#include "pipeline/codec/memory_item.h"
#include "stages/lifecycle/head.h"
#include "stages/lifecycle/kept_item.h"
#include "stages/lifecycle/row_keys.h"
#include "tests/bench/stage_costs.h"

namespace turnstream::bench {
namespace {

constexpr std::int64_t kTurnIntervalMs = 10'000;
constexpr std::size_t kSamples = 2'000;

/// The persona's archived rows as a share of the JSON of the items; of the first long-term items if none is archived.
double archived_share(const StageHost& host, std::string_view persona) {
  std::size_t rows = 0;
  std::size_t bytes = 0;
  std::size_t json_bytes = 0;
  host.each_row(persona, [&](std::string_view key, std::string_view value) {
    if (rows >= kSamples || !key.starts_with(lifecycle::kItemPrefix)) {
      return true;
    }
    auto kept = lifecycle::decode_row(value, persona, Uuid{});
    std::string json;
    codec::append_memory_item(json, kept->item);
    kept->item.tier = model::Tier::kArchived;
    bytes += lifecycle::encode_row(*kept, lifecycle::decode_row_head(value)->names).size();
    json_bytes += json.size();
    ++rows;
    return true;
  });
  return rows == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(json_bytes);
}

std::int64_t items_of(const StageHost& host, std::string_view persona) {
  const auto head = lifecycle::decode_head(host.row(persona, lifecycle::kHeadKey));
  return head.ok() ? head->items + head->archived : 0;
}

LifecycleCost measure(std::int64_t items) {
  StageSet stages;
  StageHost& lifecycle = stages.host("lifecycle");
  const std::vector<std::string> names = stages.names();
  const auto place = static_cast<std::size_t>(std::find(names.begin(), names.end(), "lifecycle") - names.begin());
  app::TurnGenerator generator({.personas = 1, .interval_ms_avg = kTurnIntervalMs});
  codec::TurnParser parser;
  std::vector<std::int64_t> took;
  LifecycleCost cost;
  std::string persona;
  LogTime now{0};
  while (cost.items < items) {
    std::string text;
    generator.append_next(text);
    const auto turn = parser.parse(text);
    persona.assign((*turn)->agent_id);
    now = LogTime{(*turn)->timestamp.value()};
    if (took.empty()) {
      lifecycle.expect_rows(persona, static_cast<std::size_t>(items) * 8);
    }
    took.push_back(stages.apply(**turn, now)[place]);
    cost.items = items_of(lifecycle, persona);
  }
  const std::size_t last = std::max<std::size_t>(1, took.size() / 10);
  const auto begin = took.end() - static_cast<std::ptrdiff_t>(last);
  for (auto at = begin; at != took.end(); ++at) {
    cost.us_per_turn += static_cast<double>(*at) / 1e3 / static_cast<double>(last);
    cost.worst_us = std::max(cost.worst_us, static_cast<double>(*at) / 1e3);
  }
  cost.promotions_per_turn = static_cast<double>(cost.items) / static_cast<double>(took.size());
  cost.archived_share = archived_share(lifecycle, persona);
  for (StageHost& stage : stages.hosts()) {
    const std::int64_t forget_ns = stage.command(persona, "forget", R"({"args":{"all":true}})", now);
    cost.all_forget_s += static_cast<double>(forget_ns) / 1e9;
    cost.forget_s += &stage == &lifecycle ? static_cast<double>(forget_ns) / 1e9 : 0;
  }
  return cost;
}

}  // namespace

std::vector<LifecycleCost> measure_lifecycle(const std::vector<std::int64_t>& items) {
  std::vector<LifecycleCost> costs;
  costs.reserve(items.size());
  for (const std::int64_t count : items) {
    costs.push_back(measure(count));
  }
  return costs;
}

}  // namespace turnstream::bench
