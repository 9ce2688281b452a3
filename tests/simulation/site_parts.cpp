#include "tests/simulation/site_parts.h"

#include "app/own_stages.h"
#include "tests/testpipeline/reference_stage.h"

namespace turnstream::simulation {

std::vector<std::unique_ptr<stage_api::Stage>> make_stages(StageKind kind) {
  if (kind == StageKind::kReference) {
    return testpipeline::make_reference_stages({});
  }
  std::vector<std::unique_ptr<stage_api::Stage>> stages;
  for (const app::StageEntry& entry : app::own_stages()) {
    stages.push_back(entry.make());
  }
  return stages;
}

std::vector<stage_api::SettingRow> memory_rows() {
  std::vector<stage_api::SettingRow> rows;
  for (const app::StageEntry& entry : app::own_stages()) {
    rows.insert(rows.end(), entry.setting_rows.begin(), entry.setting_rows.end());
  }
  return rows;
}

bool create_topics(log::Client& client, const runtime::PipelineShape& shape, const model::TopicNames& names,
                   std::int32_t partitions, Inputs inputs) {
  std::vector<log::TopicSpec> specs;
  const auto add = [&](const std::string& name) {
    specs.push_back({name, partitions, log::Cleanup::kDelete, -1, -1, 0});
  };
  if (inputs == Inputs::kOwn) {
    for (const auto& topic : {std::string("turns"), names.commands(), names.effect_results(), names.log()}) {
      add(topic);
    }
  }
  specs.push_back({names.effect_requests(), 1, log::Cleanup::kDelete, -1, -1, 0});
  add(names.shares());
  add(names.dead_letters());
  for (const auto& topic : {"consolidation", "insights", "maintenance"}) {
    add(names.events(topic));
  }
  for (const auto* stage : shape.stages) {
    add(names.completions(stage->info().name));
    add(names.changelog(stage->info().name));
  }
  return client.admin().create_topics(specs, log::milliseconds{0}).ok();
}

}  // namespace turnstream::simulation
