#include "recall/answers/stream_position.h"

#include <algorithm>
#include <cstdint>

#include "pipeline/base/number_text.h"

namespace turnstream::recall {
namespace {

/// Only the form that append_part() writes: no "+1", "-0" or "007".
template <typename Number>
std::optional<Number> read_exact(std::string_view text) {
  const auto number = read_number<Number>(text);
  return number && std::to_string(*number) == text ? number : std::nullopt;
}

void append_part(std::string& text, Partition partition, JournalPlace place) {
  text += text.empty() ? "" : ",";
  text +=
      std::to_string(partition.value()) + "@" + std::to_string(place.offset.value()) + "." + std::to_string(place.n);
}

bool read_part(std::string_view text, StreamPosition& position) {
  const std::size_t at = text.find('@');
  const std::size_t dot = text.find('.', std::min(at, text.size()));
  if (at == std::string_view::npos || dot == std::string_view::npos) {
    return false;
  }
  const auto partition = read_exact<std::int32_t>(text.substr(0, at));
  const auto offset = read_exact<std::int64_t>(text.substr(at + 1, dot - at - 1));
  const auto n = read_exact<std::uint32_t>(text.substr(dot + 1));
  if (!partition || !offset || !n || *partition < 0 || *offset < -1 || (*offset == -1 && *n != 0)) {
    return false;
  }
  if (!position.empty() && position.rbegin()->first >= Partition{*partition}) {
    return false;
  }
  position[Partition{*partition}] = {Offset{*offset}, *n};
  return true;
}

}  // namespace

std::string position_text(const StreamPosition& position) {
  std::string text;
  for (const auto& [partition, place] : position) {
    if (place != JournalPlace()) {
      append_part(text, partition, place);
    }
  }
  if (text.empty()) {
    append_part(text, position.rbegin()->first, {});
  }
  return text;
}

std::optional<StreamPosition> read_position(std::string_view text) {
  StreamPosition position;
  while (position.size() < kStreamPartitionsMax) {
    const std::size_t end = std::min(text.find(','), text.size());
    if (!read_part(text.substr(0, end), position)) {
      return std::nullopt;
    }
    if (end == text.size()) {
      return position;
    }
    text.remove_prefix(end + 1);
  }
  return std::nullopt;
}

}  // namespace turnstream::recall
