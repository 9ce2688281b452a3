#pragma once
// Replaces the secrets of a client's configuration in texts of librdkafka, which may repeat a value or a part of it.
// Threads: any.

#include <librdkafka/rdkafka.h>
#include <string>
#include <string_view>

namespace turnstream::log::kafka {

/// The text with `***` for each part of at least 6 bytes that it has in common with a secret of the configuration, and
/// for each shorter secret. `conf` may be null.
std::string masked(const rd_kafka_conf_t* conf, std::string_view text);

/// The same with the configuration of a client, which may be null.
std::string masked(rd_kafka_t* handle, std::string_view text);

}  // namespace turnstream::log::kafka
