#include "app/log_access/log_file.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "app/data/text_or_bytes.h"
#include "app/errors.h"
#include "pipeline/json/document.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr int kFormat = 1;

Error refused(const std::string& message) {
  return error_of(error_codes::kInputRefused, message);
}

/// The bytes of a string or of `{"base64":…}`; for null, an optional without bytes. Absent if it is anything else.
std::optional<std::optional<std::string>> bytes_of(const Json& value) {
  if (value.is_null()) {
    return std::optional<std::string>{};
  }
  if (value.is_string()) {
    return std::optional<std::string>{value.get<std::string>()};
  }
  if (value.is_object() && value.contains("base64") && value["base64"].is_string()) {
    auto bytes = from_base64(value["base64"].get<std::string>());
    if (bytes) {
      return bytes;
    }
  }
  return std::nullopt;
}

bool read_headers(const Json& list, LogFileRecord& record) {
  for (const Json& header : list) {
    if (!header.is_array() || header.size() != 2 || !header[0].is_string()) {
      return false;
    }
    auto value = bytes_of(header[1]);
    if (!value || !*value) {
      return false;
    }
    record.headers.emplace_back(header[0].get<std::string>(), **std::move(value));
  }
  return true;
}

}  // namespace

std::string head_line(const LogFileHead& head) {
  std::string line;
  json::Writer writer(line);
  writer.begin_object().string("kind", "log_export").integer("format", kFormat).string("topic", head.topic);
  writer.integer("partitions", head.partitions).end_object();
  return line;
}

void write_record_line(std::ostream& out, const log::Record& record) {
  out << "{\"p\":" << record.partition.value() << ",\"o\":" << record.offset.value() << ",\"k\":";
  write_json_bytes(out, record.key);
  out << ",\"v\":";
  write_json_bytes(out, record.value);
  out << ",\"h\":[";
  const char* separator = "[";
  for (const log::Header& header : record.headers) {
    std::string name;
    json::append_string(name, header.name);
    out << std::exchange(separator, ",[") << name << ",";
    write_json_bytes(out, header.value);
    out << "]";
  }
  out << "]}\n";
}

std::string end_line(const LogFileEnd& end) {
  std::string line;
  json::Writer writer(line);
  writer.begin_object().string("kind", "log_export_end").begin_array("next");
  for (const std::int64_t next : end.next) {
    writer.integer(next);
  }
  writer.end_array().integer("records", end.records).end_object();
  return line;
}

Result<LogFileHead> parse_head_line(std::string_view line) {
  constexpr std::int64_t kPartitionsMax = 1'000'000;
  const Json head = json::parse_document(line);
  if (!head.is_object() || !head.contains("kind") || head["kind"] != "log_export") {
    return refused("this is not a file of `turnstream log export`");
  }
  if (!head.contains("format") || head["format"] != kFormat) {
    return refused("the file has format " + (head.contains("format") ? json::document_text(head["format"]) : "none") +
                   ", but this program reads format " + std::to_string(kFormat) +
                   ": export the log again with this version");
  }
  const bool has_all = head.contains("topic") && head["topic"].is_string() && head.contains("partitions") &&
                       head["partitions"].is_number_integer() && head["partitions"] > 0 &&
                       head["partitions"] <= kPartitionsMax;
  if (!has_all) {
    return refused("the first line of the file needs the text topic and the number partitions: export the log again");
  }
  return LogFileHead{head["topic"].get<std::string>(), head["partitions"].get<std::int32_t>()};
}

Result<LogFileRecord> parse_record_line(std::string_view line) {
  const Json object = json::parse_document(line);
  const bool has_all = object.is_object() && object.contains("p") && object["p"].is_number_integer() &&
                       object.contains("o") && object["o"].is_number_integer() && object.contains("k") &&
                       object.contains("v") && object.contains("h") && object["h"].is_array();
  if (!has_all) {
    return refused("this is not a JSON object with the integers p and o, k, v and the array h: export the log again");
  }
  LogFileRecord record;
  record.partition = Partition{object["p"].get<std::int32_t>()};
  record.offset = Offset{object["o"].get<std::int64_t>()};
  auto key = bytes_of(object["k"]);
  auto value = bytes_of(object["v"]);
  if (!key || !value || !read_headers(object["h"], record)) {
    return refused(
        "k and v must be a text, {\"base64\":…} or null, and h pairs of a name and a value: export the log again");
  }
  record.key = *std::move(key);
  record.value = *std::move(value);
  return record;
}

Result<std::optional<LogFileEnd>> parse_end_line(std::string_view line) {
  constexpr std::string_view kMark = R"({"kind":"log_export_end")";
  if (!line.starts_with(kMark)) {
    return std::optional<LogFileEnd>{};
  }
  const Json object = json::parse_document(line);
  if (!object.is_object() || !object.contains("next") || !object["next"].is_array()) {
    return refused("the last line of the file is damaged: export the log again");
  }
  LogFileEnd end;
  for (const Json& next : object["next"]) {
    end.next.push_back(next.is_number_integer() ? next.get<std::int64_t>() : -1);
  }
  const bool has_count = object.contains("records") && object["records"].is_number_integer();
  end.records = has_count ? object["records"].get<std::int64_t>() : -1;
  return std::optional<LogFileEnd>{std::move(end)};
}

}  // namespace turnstream::app
