#include "app/upgrade/pipeline_groups.h"

#include "app/log_access/open_log.h"
#include "pipeline/log/open_transactions.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/common/stage_group.h"
#include "pipeline/runtime/intake/intake_config.h"

namespace turnstream::app {

Result<std::unique_ptr<StoppedPipeline>> hold_pipeline(const Context& context, log::Client& client) {
  const settings::Settings& settings = context.settings();
  const model::TopicNames names(settings.topics.name_space);
  std::vector<std::unique_ptr<stage_api::Stage>> made;
  runtime::PipelineShape shape;
  for (const StageEntry& entry : context.catalog) {
    made.push_back(entry.make());
    shape.stages.push_back(made.back().get());
  }
  TS_ASSIGN_OR_RETURN(const std::vector<log::TopicInfo> topics, client.admin().topics(answer_timeout(context)));
  std::vector<GroupToHold> groups;
  const auto add = [&](const std::string& group, const std::vector<std::string>& inputs) {
    groups.push_back({names.group(group), inputs, log::partitions_of(topics, inputs).size()});
  };
  runtime::IntakeConfig intake;
  intake.names = names;
  intake.turns_topics = settings.intake.turns_topics;
  add("intake", runtime::intake_topics(intake));
  for (const char* const grouping : {"fused", "phased"}) {
    TS_ASSIGN_OR_RETURN(const auto parts, runtime::make_groups(shape, {"all"}, grouping));
    for (const runtime::StageGroup& part : parts) {
      add(part.name, runtime::input_topics(part, names, names.log()));
    }
  }
  const log::milliseconds limit{settings.kafka.session_timeout_ms + 15'000};
  if (!context.quiet) {
    context.err() << "checking that the pipeline is stopped (a process that ended keeps its place for up to "
                  << settings.kafka.session_timeout_ms / 1'000 << " s)\n";
    context.err().flush();
  }
  return StoppedPipeline::hold(client, groups, limit);
}

}  // namespace turnstream::app
