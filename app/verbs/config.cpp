#include <algorithm>
#include <map>

#include "app/log_access/open_log.h"
#include "app/log_access/settings_in_force.h"
#include "app/verbs/verbs.h"
#include "pipeline/base/shown_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/json/writer.h"
#include "pipeline/log/kafka/client.h"
#include "pipeline/settings/row.h"

namespace turnstream::app {
namespace {

void print_text(const Context& context) {
  std::size_t name_width = 0;
  std::size_t value_width = 0;
  for (const settings::Resolved& value : context.loaded.values) {
    name_width = std::max(name_width, value.name.size());
    value_width = std::max(value_width, std::min<std::size_t>(value.value.size(), 40));
  }
  for (const settings::Resolved& value : context.loaded.values) {
    std::string line = value.name;
    line.resize(name_width + 2, ' ');
    line += value.value;
    if (line.size() < name_width + value_width + 4) {
      line.resize(name_width + value_width + 4, ' ');
    } else {
      line += "  ";
    }
    context.out() << shown_text(line + value.origin) << "\n";
  }
}

void print_json(const Context& context) {
  std::string line;
  json::Writer writer(line);
  writer.begin_array();
  for (const settings::Resolved& value : context.loaded.values) {
    writer.begin_object()
        .string("name", value.name)
        .string("value", value.value)
        .string("origin", value.origin)
        .end_object();
  }
  writer.end_array();
  context.out() << line << "\n";
}

std::string origin_of(const SettingsRecord& record) {
  std::string who;
  json::append_string(who, record.issued_by);
  std::string id;
  json::append_string(id, record.command_id);
  return record.issued_by == "intake" ? "settings of intake" : "settings command " + id + " of " + who;
}

/// The value of a setting in one partition as text, with its origin.
std::string in_force_text(const settings::Row& row, const PartitionSettings& partition) {
  const auto found = partition.values.find(row.name);
  return found == partition.values.end() ? settings::text_of(row.default_value) + "  (default)"
                                         : found->second.value + "  (" + origin_of(found->second.from) + ")";
}

/// "partition 3", or "partitions 0, 2".
std::string partitions_text(const std::vector<std::size_t>& numbers) {
  std::string text = numbers.size() == 1 ? "partition " : "partitions ";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    text.append(i == 0 ? "" : ", ").append(std::to_string(numbers[i]));
  }
  return text;
}

/// One line for each setting; if partitions differ, one for each value.
void print_in_force(const Context& context, const std::vector<PartitionSettings>& partitions) {
  for (const stage_api::SettingRow& stage_row : setting_rows_of(context.catalog)) {
    const settings::Row row = settings::memory_row(stage_row);
    std::map<std::string, std::vector<std::size_t>> groups;
    for (std::size_t p = 0; p < partitions.size(); ++p) {
      groups[in_force_text(row, partitions[p])].push_back(p);
    }
    for (const auto& [text, numbers] : groups) {
      context.out() << row.name << " = " << text << (groups.size() == 1 ? "" : " in " + partitions_text(numbers))
                    << "\n";
    }
  }
  for (std::size_t p = 0; p < partitions.size(); ++p) {
    context.out() << "partition " << p << ": ";
    if (const auto& last = partitions[p].last) {
      context.out() << "last settings record at offset " << last->offset.value() << ", "
                    << format_time(last->log_time.value()) << ", " << origin_of(*last) << "\n";
    } else {
      context.out() << "no settings record; the defaults are in force\n";
    }
    for (const FailedSettings& failed : partitions[p].failed) {
      context.out() << "! partition " << p << ": stage " << failed.stage << " failed the settings record at offset "
                    << failed.offset.value() << " (" << failed.reason
                    << "): for this stage the settings before it stayed in force\n";
    }
  }
}

void append_record(json::Writer& writer, std::string_view name, const SettingsRecord& record) {
  writer.begin_object(name)
      .integer("offset", record.offset.value())
      .time("log_time", record.log_time.value())
      .string("command_id", record.command_id)
      .string("issued_by", record.issued_by)
      .end_object();
}

void print_in_force_json(const Context& context, const std::vector<PartitionSettings>& partitions) {
  std::string line;
  json::Writer writer(line);
  writer.begin_array();
  for (std::size_t p = 0; p < partitions.size(); ++p) {
    writer.begin_object().integer("partition", static_cast<std::int64_t>(p));
    if (const auto& last = partitions[p].last) {
      append_record(writer, "last", *last);
    } else {
      writer.null("last");
    }
    writer.begin_array("settings");
    for (const auto& [name, setting] : partitions[p].values) {
      writer.begin_object().string("name", name).raw("value", setting.value);
      append_record(writer, "from", setting.from);
      writer.end_object();
    }
    writer.end_array().begin_array("failed");
    for (const FailedSettings& failed : partitions[p].failed) {
      writer.begin_object()
          .string("stage", failed.stage)
          .string("reason", failed.reason)
          .integer("offset", failed.offset.value())
          .end_object();
    }
    writer.end_array().end_object();
  }
  writer.end_array();
  context.out() << line << "\n";
}

Result<ExitCode> show_in_force(const Context& context) {
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<OpenLog> log, open_log(context, LogUse::kRead, "config"));
  const model::TopicNames names(context.settings().topics.name_space);
  TS_ASSIGN_OR_RETURN(
      const std::vector<PartitionSettings> partitions,
      settings_in_force(log->client(), names, answer_timeout(context), warn_of_unreadable(context.err())));
  context.json ? print_in_force_json(context, partitions) : print_in_force(context, partitions);
  return ExitCode::kDone;
}

struct ConfigFlags {
  bool markdown = false;
  bool in_force = false;
};

}  // namespace

void add_config(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "config",
                         .summary = "Print every setting with its value and the source of the value",
                         .examples = "turnstream config\n"
                                     "turnstream config --config turnstream.yaml --json\n"
                                     "turnstream config --in-force --bootstrap 127.0.0.1:9092\n"
                                     "turnstream config --markdown > docs/configuration.md"});
  auto flags = std::make_shared<ConfigFlags>();
  verb.flag("--markdown", flags->markdown, "print docs/configuration.md instead: all settings with their defaults");
  verb.flag("--in-force", flags->in_force,
            "print the settings that influence memory as the log has them (reads the whole log)");
  verb.on_run([flags](Context& context) -> Result<ExitCode> {
    if (flags->in_force) {
      return show_in_force(context);
    }
    if (flags->markdown) {
      context.out() << settings::configuration_markdown(setting_rows_of(context.catalog));
      return ExitCode::kDone;
    }
    context.json ? print_json(context) : print_text(context);
    // The other settings were checked when they were loaded; librdkafka knows the names of its properties.
    TS_RETURN_IF_ERROR(log::kafka::check_overrides(context.settings().kafka.client));
    return ExitCode::kDone;
  });
}

}  // namespace turnstream::app
