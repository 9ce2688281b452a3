#include <algorithm>

#include "app/log_access/open_log.h"
#include "app/log_access/topic_specs.h"
#include "app/verbs/verbs.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

struct TopicRow {
  std::string name;
  std::int32_t partitions = 0;
  std::int64_t records = 0;  ///< the number of offsets that readers can reach; not all have a record
};

bool belongs(const settings::Settings& settings, const std::string& topic) {
  const auto& turns = settings.intake.turns_topics;
  const std::string prefix = settings.topics.name_space + ".";
  return topic.starts_with(prefix) || std::find(turns.begin(), turns.end(), topic) != turns.end();
}

Result<std::vector<TopicRow>> read_topics(Context& context, log::Admin& admin, bool all) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::TopicInfo> topics, admin.topics(answer_timeout(context)));
  std::vector<TopicRow> rows;
  for (const log::TopicInfo& topic : topics) {
    if (!all && !belongs(context.settings(), topic.name)) {
      continue;
    }
    TopicRow row{topic.name, topic.partitions};
    for (std::int32_t p = 0; p < topic.partitions; ++p) {
      TS_ASSIGN_OR_RETURN(const log::Watermarks marks,
                          admin.watermarks({topic.name, Partition{p}}, answer_timeout(context)));
      row.records += marks.last_stable.value() - marks.first.value();
    }
    rows.push_back(std::move(row));
  }
  std::sort(rows.begin(), rows.end(), [](const TopicRow& a, const TopicRow& b) { return a.name < b.name; });
  return rows;
}

void print(Context& context, const std::vector<TopicRow>& rows) {
  if (context.json) {
    std::string line;
    json::Writer writer(line);
    writer.begin_array();
    for (const TopicRow& row : rows) {
      writer.begin_object().string("name", row.name).integer("partitions", row.partitions);
      writer.integer("offsets", row.records).end_object();
    }
    writer.end_array();
    context.out() << line << "\n";
    return;
  }
  for (const TopicRow& row : rows) {
    context.out() << row.name << std::string(row.name.size() < 44 ? 44 - row.name.size() : 1, ' ') << row.partitions
                  << (row.partitions == 1 ? " partition,  " : " partitions, ") << row.records << " offsets\n";
  }
}

Result<ExitCode> list_topics(Context& context, bool all) {
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kRead, "topics list"));
  TS_ASSIGN_OR_RETURN(const std::vector<TopicRow> rows, read_topics(context, log->client().admin(), all));
  print(context, rows);
  return ExitCode::kDone;
}

Result<ExitCode> create_topics(Context& context) {
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kVisitOrMake, "topics create"));
  log::Admin& admin = log->client().admin();
  const std::vector<log::TopicSpec> specs = topic_specs(context.settings(), stage_names_of(context.catalog));
  TS_RETURN_IF_ERROR(ensure_topics(admin, specs, context.settings()));
  if (!context.quiet) {
    TS_ASSIGN_OR_RETURN(const std::vector<TopicRow> rows, read_topics(context, admin, false));
    print(context, rows);
  }
  return ExitCode::kDone;
}

}  // namespace

void add_topics(VerbSet& verbs) {
  verbs.add_group("topics", "Create or list the topics of a namespace");
  Verb create = verbs.add({.name = "topics create",
                           .summary = "Create the missing topics; `run` also does this",
                           .examples = "turnstream topics create --bootstrap localhost:9092\n"
                                       "turnstream topics create --set topics.partitions=16"});
  create.on_run(create_topics);
  Verb list = verbs.add({.name = "topics list",
                         .summary = "List the namespace's topics with their partitions",
                         .examples = "turnstream topics list\nturnstream topics list --all --json"});
  auto all = std::make_shared<bool>(false);
  list.flag("--all", *all, "all topics, not only those of the namespace");
  list.on_run([all](Context& context) { return list_topics(context, *all); });
}

}  // namespace turnstream::app
