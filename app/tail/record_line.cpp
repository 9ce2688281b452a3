#include "app/tail/record_line.h"

#include <algorithm>

#include "app/data/text_or_bytes.h"
#include "app/log_access/shown_record.h"
#include "app/tail/record_words.h"
#include "pipeline/base/shown_text.h"
#include "pipeline/base/time_format.h"
#include "pipeline/base/utf8.h"
#include "pipeline/secrets/mask.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kPlaceColumns = 8;
constexpr std::size_t kPersonaColumnsMin = 12;
constexpr std::size_t kPersonaColumnsMax = 40;
/// Words have at least so many columns, also if the line becomes longer than it should.
constexpr std::size_t kWordsColumnsMin = 20;
/// A line in which the words would have fewer columns does not say the origin.
constexpr std::size_t kWordsColumnsWanted = 48;
constexpr std::size_t kBytesOfColumn = 4;

struct Range {
  char32_t first;
  char32_t last;
};
/// The larger ranges of characters that take two columns, and some emoji of smaller ones.
constexpr Range kWide[] = {{0x1100, 0x115f}, {0x231a, 0x231b},   {0x23e9, 0x23ec},  {0x26a1, 0x26a1},
                           {0x2705, 0x2705}, {0x274c, 0x274c},   {0x2753, 0x2757},  {0x2b50, 0x2b50},
                           {0x2e80, 0xa4cf}, {0xac00, 0xd7a3},   {0xf900, 0xfaff},  {0xfe30, 0xfe6f},
                           {0xff00, 0xff60}, {0x1f300, 0x1faff}, {0x20000, 0x3fffd}};

std::size_t columns_of(char32_t c) {
  const auto holds = [c](const Range& range) { return c >= range.first && c <= range.last; };
  return std::any_of(std::begin(kWide), std::end(kWide), holds) ? 2 : 1;
}

/// Of valid UTF-8.
std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    columns += columns_of(point.value);
    at += point.size;
  }
  return columns;
}

/// The text with blanks behind it up to this width.
std::string filled(std::string text, std::size_t columns) {
  return text.append(columns - std::min(columns, columns_of(text)), ' ');
}

/// Valid UTF-8 that is at most so wide, with an ellipsis if it was wider.
std::string cut(const std::string& text, std::size_t columns) {
  std::size_t used = 0;
  std::size_t fits = 0;  // bytes that leave room for the ellipsis
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    used += columns_of(point.value);
    if (used > columns) {
      return text.substr(0, fits) + "…";
    }
    at += point.size;
    fits = used < columns ? at : fits;
  }
  return text;
}

/// 2026-01-01T10:00:00Z: without the milliseconds.
std::string second_of(std::int64_t time_ms) {
  constexpr std::size_t kSeconds = 19;
  return format_time(time_ms).substr(0, kSeconds) + "Z";
}

RecordWords words_of(const log::Record& record, std::int64_t bytes_max) {
  if (bytes_of(record) > bytes_max) {
    return {left_out_text(record), ""};
  }
  if (!record.value) {
    return record.header("dl_reason") ? record_words(record, "") : RecordWords{"(deleted)", ""};
  }
  if (!is_utf8(*record.value)) {
    return record.header("dl_reason") ? record_words(record, "") : RecordWords{to_base64(*record.value), ""};
  }
  return record_words(record, secrets::masked_json(*record.value).value_or(std::string(*record.value)));
}

}  // namespace

std::string cut_text(std::string_view bytes, std::size_t columns) {
  const std::size_t bytes_max = kBytesOfColumn * (columns + 1);
  std::string line;
  for (const char c : bytes) {
    const bool is_blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!is_blank || (!line.empty() && line.back() != ' ')) {
      line.push_back(is_blank ? ' ' : c);
    }
    if (line.size() == bytes_max) {
      line.resize(line.size() - unfinished_bytes(line));
      break;
    }
  }
  while (!line.empty() && line.back() == ' ') {
    line.pop_back();
  }
  return cut(shown_text(line), columns);
}

std::string record_line(const log::Record& record, std::int64_t time_ms, const std::optional<std::string>& persona,
                        std::int64_t bytes_max, std::size_t columns) {
  const RecordWords words = words_of(record, bytes_max);
  const std::string who = persona ? secrets::masked_bytes(*persona) : "-";
  const std::size_t who_max = std::clamp(columns / 5, kPersonaColumnsMin, kPersonaColumnsMax);
  std::string line =
      second_of(time_ms) + "  " +
      filled(std::to_string(record.partition.value()) + "@" + std::to_string(record.offset.value()), kPlaceColumns) +
      "  " + filled(cut_text(is_utf8(who) ? who : to_base64(who), who_max), kPersonaColumnsMin) + "  ";
  const std::size_t room = columns - std::min(columns, columns_of(line));
  const std::string origin = words.origin.empty() ? "" : "  [" + cut_text(words.origin, kPersonaColumnsMax) + "]";
  const std::size_t origin_columns = columns_of(origin);
  if (origin.empty() || room < kWordsColumnsWanted + origin_columns) {
    return line + cut_text(words.text, std::max(kWordsColumnsMin, room));
  }
  return line + cut_text(words.text, room - origin_columns) + origin;
}

}  // namespace turnstream::app
