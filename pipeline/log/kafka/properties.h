#pragma once
// Everything librdkafka is told, from one table (properties.cpp). A property the project relies on stands there even
// where it is the library's default.
// Threads: functions; any.

#include <string>

#include "pipeline/base/result.h"
#include "pipeline/log/kafka/client.h"
#include "pipeline/log/kafka/handles.h"

namespace turnstream::log::kafka {

/// What a handle is for; values are bits, so that a row of the table names several.
enum Role : unsigned {
  kConsumer = 1,           ///< a member of a group
  kReader = 2,             ///< chosen partitions
  kTransactional = 4,      ///< a transactional producer
  kIdempotent = 8,         ///< a producer outside transactions
  kAdmin = 16,             ///< everything else; offsets as a read-committed reader sees them
  kUncommittedAdmin = 32,  ///< the end of a partition with open transactions
};

/// Names of one handle; empty ones are left out.
struct HandleNames {
  std::string client_id;
  std::string group;
  std::string instance;
  std::string transactional_id;
};

/// A configuration with the table's values and the settings' overrides, and librdkafka's log lines led to LogLine.
/// Errors: "setting_refused" names the property, never its value.
Result<Conf> make_conf(const Config& config, Role role, const HandleNames& names);

/// Makes the handle; consumes the configuration.
Result<Handle> make_handle(Conf conf, Role role);

/// "<prefix>-<name>", cut to 20 characters: librdkafka 2.0.2 crashes on some longer ones.
std::string compose_client_id(const std::string& prefix, const std::string& name);

}  // namespace turnstream::log::kafka
