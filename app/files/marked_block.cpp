#include "app/files/marked_block.h"

#include <cstddef>
#include <utility>

namespace turnstream::app {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kWhiteSpace = " \t\r\n";
// A mark that a person or program has changed a little. Texts of memory may have these words, so they count outside of
// a block only.
constexpr std::string_view kBeginWord = "turnstream:begin";
constexpr std::string_view kEndWord = "turnstream:end";

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string_view without_end_of_line(std::string_view line) {
  const std::size_t last = line.find_last_not_of(kWhiteSpace);
  return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// Where the block of a file is: [begin, end), both marks and the line feed behind them included.
struct Place {
  std::optional<std::size_t> begin;
  std::optional<std::size_t> end;
  std::string broken;  ///< why this is not one block; empty: it is one, or none
};

/// Takes one line; `at` and `next`: where it begins, and where the next one does.
void read_line(std::string_view line, std::size_t at, std::size_t next, Place& place) {
  const std::string_view mark = without_end_of_line(line);
  if (mark == kBlockBegin) {
    place.broken = place.begin ? "the begin mark stands twice" : "";
    place.begin = at;
  } else if (mark == kBlockEnd) {
    place.broken = !place.begin ? "the end mark has no begin mark before it"
                   : place.end  ? "the end mark stands twice"
                                : "";
    place.end = next;
  } else if (contains(line, kBlockBegin) || contains(line, kBlockEnd)) {
    place.broken = "a mark shares its line with other text";
  } else if (place.begin.has_value() == place.end.has_value() &&
             (contains(line, kBeginWord) || contains(line, kEndWord))) {
    place.broken = "a line outside of the block looks like a mark";
  }
}

Place place_of_block(std::string_view text) {
  Place place;
  std::size_t at = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  while (at < text.size() && place.broken.empty()) {
    const std::size_t feed = text.find('\n', at);
    const std::size_t next = feed == std::string_view::npos ? text.size() : feed + 1;
    read_line(text.substr(at, next - at), at, next, place);
    at = next;
  }
  if (place.broken.empty() && place.begin && !place.end) {
    place.broken = "the end mark is missing";
  }
  return place;
}

std::string block_of(const std::string& body) {
  return std::string(kBlockBegin) + "\n" + body + std::string(kBlockEnd) + "\n";
}

bool is_blank(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  return text.find_first_not_of(kWhiteSpace) == std::string_view::npos;
}

std::string with_block_at_end(const std::string& file, const std::string& block) {
  const bool ends_line = file.empty() || file.back() == '\n';
  return file + (ends_line ? "" : "\n") + (file.empty() ? "" : "\n") + block;
}

}  // namespace

BlockMerge merge_block(const std::optional<std::string>& file, const std::optional<std::string>& body) {
  if (!file) {
    return body ? BlockMerge{BlockAction::kWrite, block_of(*body), ""} : BlockMerge{};
  }
  const Place place = place_of_block(*file);
  if (!place.broken.empty()) {
    return {BlockAction::kLeaveAlone, "", place.broken};
  }
  if (!place.begin) {
    return body ? BlockMerge{BlockAction::kWrite, with_block_at_end(*file, block_of(*body)), ""} : BlockMerge{};
  }
  const std::string before = file->substr(0, *place.begin);
  const std::string after = file->substr(*place.end);
  if (!body && is_blank(before) && is_blank(after)) {
    return {BlockAction::kRemove, "", ""};
  }
  std::string text = before + (body ? block_of(*body) : "") + after;
  return text == *file ? BlockMerge{} : BlockMerge{BlockAction::kWrite, std::move(text), ""};
}

}  // namespace turnstream::app
