#include "app/tail/record_head.h"

#include <algorithm>

#include "pipeline/base/number_text.h"
#include "pipeline/json/iso8601.h"
#include "pipeline/store/changelog_check.h"

namespace turnstream::app {
namespace {

bool has_header(const log::Record& record, std::string_view name) {
  return record.header(name).has_value();
}

}  // namespace

std::int64_t HeadReader::time_ms(const log::Record& record) {
  if (const auto log_time = record.header("log_time")) {
    return read_number(*log_time).value_or(record.append_time_ms);
  }
  if (has_header(record, "dl_reason") || has_header(record, store::kSealHeader) || !reads_value(record)) {
    return record.append_time_ms;
  }
  const std::string_view kind = text_of("kind").value_or(std::string_view());
  if (kind == "insight") {
    const auto shared_at = time_of("shared_at");
    return shared_at ? *shared_at : time_of("extracted_at").value_or(record.append_time_ms);
  }
  const std::int64_t stated = time_of("timestamp").value_or(record.append_time_ms);
  return kind == "completion" || kind == "maintenance" ? stated : std::min(stated, record.append_time_ms);
}

std::optional<std::string> HeadReader::persona(const log::Record& record) {
  if (record.key) {
    return std::string(*record.key);
  }
  if (const auto named = record.header("dl_persona_id")) {
    return named->empty() ? std::nullopt : std::optional(std::string(*named));
  }
  if (!reads_value(record)) {
    return std::nullopt;
  }
  for (const std::string_view name : {"agent_id", "persona_id"}) {
    if (const auto persona = text_of(name)) {
      return std::string(*persona);
    }
  }
  return std::nullopt;
}

bool HeadReader::reads_value(const log::Record& record) {
  return record.value && record.value->size() <= bytes_max_ && tape_.read(*record.value, bytes_max_).ok();
}

std::optional<std::string_view> HeadReader::text_of(std::string_view name) const {
  using json::Tape;
  for (json::NodeIndex i = Tape::first_child(Tape::kRoot); i < tape_.node(Tape::kRoot).end; i = tape_.node(i).end) {
    if (tape_.node(i).key == name) {
      return tape_.node(i).kind == json::Kind::kString ? std::optional(tape_.node(i).text) : std::nullopt;
    }
  }
  return std::nullopt;
}

std::optional<std::int64_t> HeadReader::time_of(std::string_view name) const {
  const auto text = text_of(name);
  const auto time = text ? json::parse_iso8601(*text) : std::nullopt;
  return time ? std::optional(time->value()) : std::nullopt;
}

}  // namespace turnstream::app
