#include "app/log_access/shown_record.h"

#include <nlohmann/json.hpp>

#include "app/data/text_or_bytes.h"
#include "app/log_access/scan.h"
#include "pipeline/base/shown_text.h"
#include "pipeline/base/utf8.h"
#include "pipeline/json/document.h"
#include "pipeline/json/writer.h"
#include "pipeline/secrets/mask.h"

namespace turnstream::app {
namespace {

/// The bytes as one line: text that a terminal can show without harm, or base64 if they are not UTF-8.
std::string line_of(std::string_view bytes) {
  return is_utf8(bytes) ? shown_text(bytes) : to_base64(bytes);
}

/// The record's value with its secrets masked; bytes that are not UTF-8 stay as they are.
std::optional<std::string> shown_value(const log::Record& record) {
  if (!record.value) {
    return std::nullopt;
  }
  auto masked = is_utf8(*record.value) ? secrets::masked_json(*record.value) : std::nullopt;
  return masked ? masked : std::string(*record.value);
}

std::optional<std::string> masked_key(const log::Record& record) {
  return record.key ? std::optional(secrets::masked_bytes(*record.key)) : std::nullopt;
}

void print_whole_json(std::ostream& out, const log::Record& record) {
  std::string line;
  json::Writer writer(line);
  writer.begin_object().string("topic", record.topic).integer("partition", record.partition.value());
  writer.integer("offset", record.offset.value());
  std::string bytes;
  append_json_bytes(bytes, masked_key(record));
  writer.raw("key", bytes).begin_object("headers");
  for (const log::Header& header : record.headers) {
    bytes.clear();
    append_json_bytes(bytes, secrets::masked_bytes(header.value));
    writer.raw(shown_as_utf8(secrets::masked_bytes(header.name)), bytes);
  }
  writer.end_object();
  bytes.clear();
  append_json_bytes(bytes, shown_value(record));
  writer.raw("value", bytes).end_object();
  out << line << "\n";
}

void print_whole(std::ostream& out, const log::Record& record) {
  out << "-- " << record.topic << " " << record.partition.value() << "/" << record.offset.value();
  if (record.key) {
    out << " key=" << line_of(*masked_key(record));
  }
  for (const log::Header& header : record.headers) {
    out << " " << shown_text(secrets::masked_bytes(header.name)) << "=" << line_of(secrets::masked_bytes(header.value));
  }
  out << "\n";
  const auto value = shown_value(record);
  if (!value) {
    out << "(deleted)\n";
    return;
  }
  const auto document = json::parse_ordered(*value);
  if (document.is_discarded()) {
    out << line_of(*value) << "\n";
  } else {
    out << json::document_text(document, 2) << "\n";
  }
}

}  // namespace

std::int64_t bytes_of(const log::Record& record) {
  std::size_t bytes = record.key.value_or(std::string_view()).size() + record.value.value_or(std::string_view()).size();
  for (const log::Header& header : record.headers) {
    bytes += header.name.size() + header.value.size();
  }
  return static_cast<std::int64_t>(bytes);
}

std::string left_out_text(const log::Record& record) {
  return "(left out: it has " + std::to_string(bytes_of(record)) + " bytes; --raw writes the value)";
}

void print_json(std::ostream& out, const log::Record& record, std::int64_t bytes_max) {
  if (bytes_of(record) <= bytes_max) {
    print_whole_json(out, record);
    return;
  }
  std::string line;
  json::Writer writer(line);
  writer.begin_object().string("topic", record.topic).integer("partition", record.partition.value());
  writer.integer("offset", record.offset.value()).integer("bytes", bytes_of(record));
  writer.string("left_out", "too_large").end_object();
  out << line << "\n";
}

void print_pretty(std::ostream& out, const log::Record& record, std::int64_t bytes_max) {
  if (bytes_of(record) <= bytes_max) {
    print_whole(out, record);
    return;
  }
  out << "-- " << record.topic << " " << record.partition.value() << "/" << record.offset.value() << "\n"
      << left_out_text(record) << "\n";
}

void print_json(std::ostream& out, const log::Unreadable& records) {
  std::string line;
  json::Writer writer(line);
  writer.begin_object().string("topic", records.where.topic).integer("partition", records.where.partition.value());
  writer.integer("offset", records.first.value()).integer("last_offset", records.last.value());
  writer.string("unreadable", shown_text(records.why)).end_object();
  out << line << "\n";
}

void print_pretty(std::ostream& out, const log::Unreadable& records) {
  out << "-- " << unreadable_text(records) << "\n";
}

}  // namespace turnstream::app
