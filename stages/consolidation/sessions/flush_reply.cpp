#include "stages/consolidation/sessions/flush_reply.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "stages/common/notes/summary.h"
#include "stages/consolidation/requests/reply_text.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kNothing = "NO_REPLY";
constexpr std::string_view kFence = "```";
constexpr std::size_t kTextBytesMax = 16 * 1024;

/// Without quotes and marks around it.
std::string_view bare(std::string_view text) {
  constexpr std::string_view kMarks = " \t\r\n\"'`*._";
  const std::size_t begin = text.find_first_not_of(kMarks);
  return begin == std::string_view::npos ? std::string_view()
                                         : text.substr(begin, text.find_last_not_of(kMarks) - begin + 1);
}

void add_line(std::vector<std::string>& lines, std::string_view text, std::size_t lines_max) {
  std::string line = cleaned(text);
  line.resize(notes::cut_at_word(line, notes::kSummaryCodePointsMax).size());
  if (!bare(line).empty() && bare(line) != kNothing && lines.size() < lines_max &&
      std::find(lines.begin(), lines.end(), line) == lines.end()) {
    lines.push_back(std::move(line));
  }
}

void read_text(std::string_view text, std::size_t lines_max, std::vector<std::string>& lines) {
  text = text.substr(0, kTextBytesMax);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    for (const std::string_view bullet : {"- ", "* ", "• "}) {
      line.remove_prefix(line.starts_with(bullet) ? bullet.size() : 0);
    }
    if (!line.starts_with(kFence)) {
      add_line(lines, line, lines_max);
    }
  }
}

}  // namespace

FlushReply read_flush_reply(std::string_view text, std::size_t lines_max) {
  FlushReply reply;
  const nlohmann::json items = first_array(text, [](const auto& element) { return element.is_string(); });
  reply.readable = true;
  if (items.is_array()) {
    for (const nlohmann::json& item : items) {
      add_line(reply.lines, item.get_ref<const std::string&>(), lines_max);
    }
  } else if (const std::string_view said = bare(text); !said.empty() && said != kNothing) {
    reply.readable = text.find_first_of("{[") == std::string_view::npos;
    if (reply.readable) {
      read_text(text, lines_max, reply.lines);
    }
  }
  return reply;
}

}  // namespace turnstream::consolidation
