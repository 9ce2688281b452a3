#include "app/log_access/settings_in_force.h"

#include <nlohmann/json.hpp>
#include <set>

#include "app/errors.h"
#include "app/log_access/scan.h"
#include "pipeline/base/number_text.h"
#include "pipeline/codec/dead_letter.h"
#include "pipeline/json/document.h"

namespace turnstream::app {
namespace {

std::string text_in(const nlohmann::json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Notes the dead letter if it is of a settings record of the log that a stage failed.
void note_failure(const log::Record& record, const std::string& log_topic,
                  const std::set<std::pair<Partition, Offset>>& known, std::vector<PartitionSettings>& partitions) {
  codec::DeadLetter letter;
  for (const log::Header& header : record.headers) {
    codec::set_dead_letter_header(letter, header.name, header.value);
  }
  if (letter.topic == log_topic && known.count({letter.partition, letter.offset}) > 0) {
    partitions[static_cast<std::size_t>(letter.partition.value())].failed.push_back(
        {letter.stage, letter.reason, letter.offset});
  }
}

}  // namespace

void take_settings(const log::Record& record, PartitionSettings& partition) {
  if (record.header("kind") != "settings") {
    return;
  }
  const nlohmann::json command = json::parse_document(record.value.value_or(std::string_view()));
  const nlohmann::json::json_pointer values("/args/values");
  if (!command.is_object() || !command.contains(values) || !command[values].is_object()) {
    return;
  }
  const auto log_time = read_number(record.header("log_time").value_or(std::string_view()));
  partition.last = {record.offset, LogTime{log_time.value_or(0)}, text_in(command, "command_id"),
                    record.header("source_topic") ? text_in(command, "issued_by") : "intake"};
  for (const auto& [stage, section] : command[values].items()) {
    if (!section.is_object()) {
      continue;
    }
    for (const auto& [name, value] : section.items()) {
      partition.values["memory." + stage + "." + name] = {json::document_text(value), *partition.last};
    }
  }
}

Result<std::vector<PartitionSettings>> settings_in_force(log::Client& client, const model::TopicNames& names,
                                                         log::milliseconds timeout,
                                                         const UnreadableVisitor& pass_over) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::Position> starts, beginnings(client, names.log(), timeout));
  if (starts.empty()) {
    return error_of(error_codes::kUnknownTopic, "there is no topic " + names.log() +
                                                    ": nothing has run in this namespace, so no settings are in force");
  }
  std::vector<PartitionSettings> partitions(starts.size());
  std::set<std::pair<Partition, Offset>> known;
  TS_RETURN_IF_ERROR(scan_from(client, starts, timeout, [&](const log::Record& record) -> Result<bool> {
    if (record.header("kind") == "settings") {
      known.emplace(record.partition, record.offset);
      take_settings(record, partitions[static_cast<std::size_t>(record.partition.value())]);
    }
    return true;
  }));
  const auto note = [&](const log::Record& record) -> Result<bool> {
    note_failure(record, names.log(), known, partitions);
    return true;
  };
  TS_RETURN_IF_ERROR(scan_topic(client, names.dead_letters(), timeout, note, pass_over));
  return partitions;
}

}  // namespace turnstream::app
