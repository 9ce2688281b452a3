#pragma once
// The librdkafka configuration of all handles, from one table (properties.cpp). Properties on which the project
// relies are in the table even if their value is the library's default. Threads: functions; any.

#include <string>

#include "pipeline/base/result.h"
#include "pipeline/log/kafka/client.h"
#include "pipeline/log/kafka/handles.h"

namespace turnstream::log::kafka {

/// The purpose of a handle. Values are bits, so that a row of the table can name several.
enum Role : unsigned {
  kConsumer = 1,           ///< a member of a group
  kReader = 2,             ///< reads chosen partitions, or the committed offsets of a group
  kTransactional = 4,      ///< a transactional producer
  kIdempotent = 8,         ///< a producer outside transactions
  kAdmin = 16,             ///< all other requests; sees offsets as a read-committed reader does
  kUncommittedAdmin = 32,  ///< reads the high watermark, including open transactions
};

/// The names of one handle. An empty group, instance or transactional id is not set.
struct HandleNames {
  std::string client_id;
  std::string group;
  std::string instance;
  std::string transactional_id;
};

/// A configuration with the table's values and the settings' overrides. librdkafka's log lines go to LogLine. Error
/// "setting_refused"; the message names the property but not the value of an override.
Result<Conf> make_conf(const Config& config, Role role, const HandleNames& names);

/// Makes the handle; takes ownership of the configuration. Error "setting_refused".
Result<Handle> make_handle(Conf conf, Role role);

/// "<prefix>-<name>" (no hyphen if one is empty), cut to 20 bytes: librdkafka 2.0.2 crashes on some longer ids.
std::string compose_client_id(const std::string& prefix, const std::string& name);

}  // namespace turnstream::log::kafka
