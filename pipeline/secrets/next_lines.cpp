#include "pipeline/secrets/next_lines.h"

#include <algorithm>

#include "pipeline/secrets/plain_words.h"
#include "pipeline/secrets/questions.h"
#include "pipeline/secrets/text_scan.h"
#include "pipeline/secrets/values.h"

namespace turnstream::secrets {
namespace {

struct Line {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The line that begins at `at`, without white space around it; empty if it has more than kStepMax bytes.
Line line_at(std::string_view text, std::size_t at) {
  const auto rest = window(text, at);
  const std::size_t length = std::min(rest.find('\n'), rest.size());
  Line line{at, length < kStepMax ? at + length : at};
  while (line.begin < line.end && is_space(text[line.begin])) {
    ++line.begin;
  }
  while (line.end > line.begin && is_space(text[line.end - 1])) {
    --line.end;
  }
  return line;
}

/// The offset after the line that ends at `end`.
std::size_t after_line(std::string_view text, std::size_t end) {
  return std::min(text.find('\n', end), text.size() - 1) + 1;
}

/// Without the number or sign that begins an entry of a list: "1.", "2)", "-", "*". False if the line has none.
bool skip_bullet(std::string_view text, Line& line) {
  std::size_t at = line.begin;
  while (at < line.end && is_digit(text[at])) {
    ++at;
  }
  if (!has_at(text, at, at > line.begin ? ".)" : "-*")) {
    return false;
  }
  ++at;
  skip_spaces(text, at);
  line.begin = at;
  return at < line.end;
}

/// Without the name of who speaks, "user: ", and without "use" and the like.
void skip_speaker(std::string_view text, Line& line) {
  constexpr std::string_view kSpeakers = "a agent ai assistant bot customer human me q support user";
  const auto speaker = word_at(text, line.begin);
  if (is_word_of(kSpeakers, speaker) && has_at(text, line.begin + speaker.size(), ":")) {
    line.begin += speaker.size() + 1;
    skip_spaces(text, line.begin);
  }
  if (const auto word = word_at(text, line.begin); is_word_of("use it's try", word)) {
    line.begin += word.size();
    skip_spaces(text, line.begin);
  }
}

void find_value(std::string_view text, Line line, std::string_view kind, std::vector<Secret>& found) {
  constexpr std::ptrdiff_t kSpacesMax = 1;
  skip_speaker(text, line);
  while (line.end > line.begin && has_at(text, line.end - 1, ".!")) {
    --line.end;
  }
  if (line.begin >= line.end) {
    return;
  }
  const auto value = text.substr(line.begin, line.end - line.begin);
  if (std::count(value.begin(), value.end(), ' ') <= kSpacesMax && !is_no_answer(word_at(value, 0)) &&
      is_plain_value(value)) {
    found.push_back({line.begin, line.end, kind});
  }
}

/// The words of a phrase, one an entry of the list that begins at `at`.
void find_list(std::string_view text, std::size_t at, std::string_view kind, std::vector<Secret>& found) {
  constexpr std::size_t kEntriesMin = 12;
  constexpr std::size_t kEntriesMax = 24;
  std::vector<Secret> entries;
  while (at < text.size() && entries.size() < kEntriesMax) {
    Line line = line_at(text, at);
    const std::size_t end = line.end;
    if (!skip_bullet(text, line) || word_at(text, line.begin).size() != line.end - line.begin) {
      break;
    }
    entries.push_back({line.begin, line.end, kind});
    at = after_line(text, end);
  }
  if (entries.size() >= kEntriesMin) {
    found.insert(found.end(), entries.begin(), entries.end());
  }
}

/// Strong values in the next lines: of a YAML block, after an empty line, one an entry of a list.
void find_strong(std::string_view text, std::size_t at, std::string_view kind, std::vector<Secret>& found) {
  constexpr int kLinesMax = 32;
  bool is_list = false;
  for (int lines = 0; lines < kLinesMax && at < text.size(); ++lines) {
    Line line = line_at(text, at);
    at = after_line(text, line.end);
    if (line.begin >= line.end) {
      continue;
    }
    const bool is_entry = skip_bullet(text, line);
    const auto value = text.substr(line.begin, line.end - line.begin);
    if ((is_list && !is_entry) || value.find(' ') != std::string_view::npos || !is_strong(kind, value)) {
      return;
    }
    found.push_back({line.begin, line.end, kind});
    if (!is_entry) {
      return;
    }
    is_list = true;
  }
}

}  // namespace

void find_in_next_lines(std::string_view text, const Place& noun, std::vector<Secret>& found) {
  const auto rest = window(text, noun.end);
  const std::size_t feed = rest.find('\n');
  if (feed == std::string_view::npos) {
    return;
  }
  auto line = rest.substr(0, feed);
  while (!line.empty() && is_space(line.back())) {
    line.remove_suffix(1);
  }
  const std::size_t next = noun.end + feed + 1;
  if (line == ":" || line == ": |" || line == ": >" || line == "\":" || line == "**:") {
    find_strong(text, next, noun.kind, found);
  }
  if (noun.kind != "password" && noun.kind != "passphrase") {
    return;
  }
  if (line.ends_with(':')) {
    if (noun.kind == "passphrase") {
      find_list(text, next, noun.kind, found);
    }
    const bool is_nested = has_at(text, next, " \t");  // YAML
    if (!is_nested && (line == ":" || line == " is:" || line == " is :")) {
      find_value(text, line_at(text, next), noun.kind, found);
    }
  } else if (line.ends_with('?') && asks_for_value(text, noun)) {
    find_value(text, line_at(text, next), noun.kind, found);
  }
}

}  // namespace turnstream::secrets
