#pragma once
// Settings in force: what the settings records of a log say for each of its partitions. Reads the whole log and, for
// the stages that failed a settings record, the dead letters. Threads: any.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/log_access/scan.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {

/// The settings record of the log that set a value.
struct SettingsRecord {
  Offset offset;
  LogTime log_time;
  std::string command_id;
  std::string issued_by;  ///< "intake" for the settings of the file of the process that runs intake
  friend bool operator==(const SettingsRecord&, const SettingsRecord&) = default;
};

struct SettingInForce {
  std::string value;  ///< as JSON
  SettingsRecord from;
};

/// A stage that failed a settings record: for it, the settings before the record are in force.
struct FailedSettings {
  std::string stage;
  std::string reason;
  Offset offset;
};

struct PartitionSettings {
  std::map<std::string, SettingInForce> values;  ///< by name, memory.<stage>.<name_unit>; only those that a record set
  std::optional<SettingsRecord> last;            ///< the last settings record
  std::vector<FailedSettings> failed;
};

/// Applies a record of the log, if it is a settings record, as the stages do. One that they cannot use sets nothing.
void take_settings(const log::Record& record, PartitionSettings& partition);

/// By partition. `pass_over`: receives what cannot be read in the dead letters: see DigestReader. Errors: those of the
/// log; "unknown_topic" if the namespace has no log.
Result<std::vector<PartitionSettings>> settings_in_force(log::Client& client, const model::TopicNames& names,
                                                         log::milliseconds timeout, const UnreadableVisitor& pass_over);

}  // namespace turnstream::app
