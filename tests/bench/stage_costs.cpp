#include "tests/bench/stage_costs.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "app/own_stages.h"
#include "tests/bench/thread_times.h"

namespace turnstream::bench {
namespace {}  // namespace

StageSet::StageSet() {
  nlohmann::json settings = nlohmann::json::object();
  for (const app::StageEntry& entry : app::own_stages()) {
    for (const stage_api::SettingRow& row : entry.setting_rows) {
      const std::size_t dot = row.name.find('.');
      settings[std::string(row.name.substr(0, dot))][std::string(row.name.substr(dot + 1))] =
          nlohmann::json::parse(row.default_value);
    }
    stages_.push_back(entry.make());
  }
  settings_ = stage_api::MemorySettings(std::move(settings));
  for (const auto& stage : stages_) {
    hosts_.emplace_back(*stage, settings_);
  }
}

StageHost& StageSet::host(std::string_view name) {
  return *std::find_if(hosts_.begin(), hosts_.end(), [name](const StageHost& host) { return host.name() == name; });
}

std::vector<std::int64_t> StageSet::apply(const model::StateExport& turn, LogTime at) {
  std::vector<std::int64_t> took;
  took.reserve(hosts_.size());
  cache_.clear();
  for (StageHost& stage : hosts_) {
    std::deque<std::string_view> parts;
    std::vector<stage_api::UpstreamCompletion> upstream;
    for (const std::string& name : stage.info().upstream) {
      const std::string_view& part = parts.emplace_back(host(name).name());
      upstream.push_back({name, model::CompletionStatus::kSuccess, {&part, 1}, &cache_});
    }
    took.push_back(stage.apply(turn, at, upstream));
    cache_.keep(stage.name(), stage.take_changes());
  }
  return took;
}

std::vector<std::string> StageSet::names() const {
  std::vector<std::string> names;
  for (const StageHost& host : hosts_) {
    names.push_back(host.name());
  }
  return names;
}

TurnSource::TurnSource(std::int64_t personas, std::int64_t interval_ms)
    : generator_({.personas = personas, .interval_ms_avg = interval_ms / personas}) {}

const model::StateExport& TurnSource::next() {
  text_.clear();
  generator_.append_next(text_);
  const std::int64_t before = thread_cpu_ns();
  const auto turn = parser_.parse(text_);
  parse_ns_ = thread_cpu_ns() - before;
  if (!turn.ok()) {
    std::cerr << turn.error().message << "\n";
    std::exit(1);
  }
  return **turn;
}

std::vector<CostPoint> measure_stages(std::int64_t personas, const std::vector<std::int64_t>& turns, std::int64_t part,
                                      std::int64_t interval_ms) {
  StageSet stages;
  TurnSource source(personas, interval_ms);
  std::vector<CostPoint> points;
  std::int64_t done = 0;
  for (const std::int64_t end : turns) {
    const std::int64_t window = std::max<std::int64_t>(1, end / part);
    CostPoint point;
    point.personas = personas;
    point.turns = end;
    point.stage_us.resize(stages.hosts().size());
    point.worst_us.resize(stages.hosts().size());
    std::string persona;
    for (; done < end; ++done) {
      const model::StateExport& turn = source.next();
      const std::vector<std::int64_t> took = stages.apply(turn, LogTime{turn.timestamp.value()});
      if (end - done > window) {
        continue;
      }
      point.parse_us += static_cast<double>(source.parse_ns()) / 1e3 / static_cast<double>(window);
      for (std::size_t i = 0; i < took.size(); ++i) {
        point.stage_us[i] += static_cast<double>(took[i]) / 1e3 / static_cast<double>(window);
        point.worst_us[i] = std::max(point.worst_us[i], static_cast<double>(took[i]) / 1e3);
      }
      persona.assign(turn.agent_id);
    }
    for (const StageHost& host : stages.hosts()) {
      point.sizes.push_back(host.size(persona));
    }
    point.resident_bytes = resident_bytes();
    points.push_back(std::move(point));
  }
  return points;
}

}  // namespace turnstream::bench
