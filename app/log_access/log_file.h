#pragma once
// A topic as an NDJSON file. It keeps what a replay depends on: offsets, gaps between offsets, headers, keys, values.
//   {"kind":"log_export","format":1,"topic":"turnstream.log","partitions":8}
//   {"p":0,"o":12,"k":"helper","v":"…","h":[["kind","turn"],…]}        texts; {"base64":"…"} where bytes are not UTF-8
//   {"kind":"log_export_end","next":[13,…],"records":1}
// It does not keep Kafka's timestamps: the times of the log are in headers. Threads: one.

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/record.h"

namespace turnstream::app {

struct LogFileHead {
  std::string topic;
  std::int32_t partitions = 0;
};

struct LogFileRecord {
  Partition partition;
  Offset offset;
  std::optional<std::string> key;
  std::optional<std::string> value;
  std::vector<std::pair<std::string, std::string>> headers;
};

struct LogFileEnd {
  std::vector<std::int64_t> next;  ///< for each partition, the offset at which the export ended
  std::int64_t records = 0;
};

std::string head_line(const LogFileHead& head);
/// Writes the line piece by piece: a record may have tens of megabytes.
void write_record_line(std::ostream& out, const log::Record& record);
std::string end_line(const LogFileEnd& end);

// Errors of the three functions below: code "input_refused".
Result<LogFileHead> parse_head_line(std::string_view line);
Result<LogFileRecord> parse_record_line(std::string_view line);
/// Parses the end line; absent if the line does not begin like an end line.
Result<std::optional<LogFileEnd>> parse_end_line(std::string_view line);

}  // namespace turnstream::app
