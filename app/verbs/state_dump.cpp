#include <map>
#include <nlohmann/json.hpp>

#include "app/data/text_or_bytes.h"
#include "app/errors.h"
#include "app/log_access/changelog_rows.h"
#include "app/log_access/open_log.h"
#include "app/log_access/topic_checks.h"
#include "app/log_access/topic_specs.h"
#include "app/verbs/verbs.h"
#include "pipeline/json/document.h"
#include "pipeline/json/writer.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/task/state_keys.h"

namespace turnstream::app {
namespace {

struct DumpFlags {
  std::string stage;
  std::string persona;
  bool runtime = false;
  bool sizes = false;
};

std::unique_ptr<stage_api::Stage> find_stage(const Context& context, const std::string& name) {
  for (const StageEntry& entry : context.catalog) {
    auto stage = entry.make();
    if (stage->info().name == name) {
      return stage;
    }
  }
  return nullptr;
}

class Dump {
 public:
  Dump(Context& context, const DumpFlags& flags, const stage_api::Stage& stage)
      : context_(context), flags_(flags), stage_(stage) {}

  void print(std::int32_t partition, const ChangelogRows& rows) {
    std::map<std::string, Size> sizes;
    for (const auto& [key, value] : rows) {
      if (const auto row = runtime::decode_stage_row_key(key)) {
        if (flags_.persona.empty() || flags_.persona == row->persona) {
          flags_.sizes ? sizes[row->persona].add(*row, value) : print_row(partition, *row, value);
        }
      } else if (flags_.runtime) {
        print_runtime_row(partition, key, value);
      }
    }
    for (const auto& [persona, size] : sizes) {
      print_size(partition, persona, size);
    }
  }

 private:
  struct Size {
    std::int64_t rows = 0;
    std::int64_t bytes = 0;
    void add(const runtime::StageRowKey& row, const std::string& value) {
      ++rows;
      bytes += static_cast<std::int64_t>(row.key.size() + value.size());
    }
  };

  void print_size(std::int32_t partition, const std::string& persona, const Size& size) {
    std::string line;
    json::Writer writer(line);
    writer.begin_object().integer("partition", partition).string("persona_id", persona);
    writer.integer("rows", size.rows).integer("bytes", size.bytes).end_object();
    context_.out() << line << "\n";
  }

  void print_row(std::int32_t partition, const runtime::StageRowKey& row, const std::string& value) {
    std::string line;
    json::Writer writer(line);
    writer.begin_object().integer("partition", partition).string("persona_id", row.persona);
    std::string key;
    append_json_bytes(key, row.key);
    writer.raw("key", key).raw("value", json::document_text(stage_.describe(row.key, value))).end_object();
    context_.out() << line << "\n";
  }

  void print_runtime_row(std::int32_t partition, const std::string& key, const std::string& value) {
    std::string line;
    std::string bytes;
    json::Writer writer(line);
    append_json_bytes(bytes, key);
    writer.begin_object().integer("partition", partition).raw("runtime", bytes);
    bytes.clear();
    append_json_bytes(bytes, value);
    writer.raw("value", bytes).end_object();
    context_.out() << line << "\n";
  }

  Context& context_;
  const DumpFlags& flags_;
  const stage_api::Stage& stage_;
};

Result<ExitCode> dump(Context& context, const DumpFlags& flags) {
  const auto stage = find_stage(context, flags.stage);
  if (!stage) {
    return no_such_stage(flags.stage);
  }
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kRead, "state dump"));
  const std::string& name_space = context.settings().topics.name_space;
  const model::TopicNames names(name_space);
  const std::string changelog = names.changelog(flags.stage);
  TS_RETURN_IF_ERROR(require_topics(log->client().admin(), {changelog}, name_space, answer_timeout(context)));
  TS_ASSIGN_OR_RETURN(const std::int32_t partitions,
                      partition_count(log->client().admin(), changelog, answer_timeout(context)));
  Dump printer(context, flags, *stage);
  for (std::int32_t p = 0; p < partitions; ++p) {
    TS_ASSIGN_OR_RETURN(const ChangelogRows rows,
                        latest_rows(log->client(), {names, flags.stage, Partition{p}}, answer_timeout(context)));
    printer.print(p, rows);
  }
  return ExitCode::kDone;
}

}  // namespace

void add_state_dump(VerbSet& verbs) {
  verbs.add_group("state", "Show the state of a stage");
  Verb verb = verbs.add({.name = "state dump",
                         .summary = "Print the state of a stage from its changelog, one JSON object a line",
                         .examples = "turnstream state dump --stage episodic --persona helper\n"
                                     "turnstream state dump --stage episodic --runtime\n"
                                     "turnstream state dump --stage episodic --sizes"});
  auto flags = std::make_shared<DumpFlags>();
  verb.required_text("--stage", flags->stage, "the stage");
  verb.text("--persona", flags->persona, "only rows of this persona");
  verb.flag("--runtime", flags->runtime, "also the bookkeeping rows of the runtime");
  verb.flag("--sizes", flags->sizes,
            "in place of the rows of a persona, how many they are and the bytes of their keys and values");
  verb.on_run([flags](Context& context) { return dump(context, *flags); });
}

}  // namespace turnstream::app
