#include <deque>
#include <filesystem>
#include <fstream>

#include "app/errors.h"
#include "app/log_access/state_directory.h"
#include "app/run/background.h"
#include "app/verbs/verbs.h"

namespace turnstream::app {
namespace {

constexpr std::int64_t kLinesMax = 1'000'000;

struct LogsFlags {
  std::int64_t tail = 20;
};

/// Puts the last lines of the file in front, until there are `limit`. A file that does not exist has none. Errors: code
/// "unreadable".
Status add_last_lines(const std::string& path, std::size_t limit, std::deque<std::string>& lines) {
  std::error_code failure;
  if (!std::filesystem::exists(path, failure)) {
    return {};
  }
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) {
    return error_of(error_codes::kUnreadable, path + " cannot be read");
  }
  std::deque<std::string> found;
  for (std::string line; std::getline(file, line);) {
    found.push_back(std::move(line));
    if (lines.size() + found.size() > limit) {
      found.pop_front();
    }
  }
  lines.insert(lines.begin(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  return {};
}

Result<ExitCode> run_logs(Context& context, const LogsFlags& flags) {
  TS_ASSIGN_OR_RETURN(const std::string directory, state_directory_path(context));
  const auto limit = static_cast<std::size_t>(flags.tail);
  std::deque<std::string> lines;
  for (const std::string_view name : state_names::kRunLogs) {
    if (lines.size() < limit) {
      TS_RETURN_IF_ERROR(add_last_lines(StateDirectory::in(directory, name), limit, lines));
    }
  }
  if (lines.empty()) {
    return error_of(error_codes::kNotFound, "there are no log lines in " + run_log_path(directory) +
                                                ": only `turnstream run --background` writes them there");
  }
  for (const std::string& line : lines) {
    context.out() << line << "\n";
  }
  return ExitCode::kDone;
}

}  // namespace

void add_logs(VerbSet& verbs) {
  Verb verb = verbs.add({.name = "logs",
                         .summary = "Show the last log lines of `run --background`, one JSON object a line",
                         .examples = "turnstream logs --tail 50\n"
                                     "tail -F ~/.local/state/turnstream/turnstream/log.jsonl"});
  auto flags = std::make_shared<LogsFlags>();
  verb.number("--tail", flags->tail, {1, kLinesMax}, "number of lines (default 20)");
  verb.on_run([flags](Context& context) { return run_logs(context, *flags); });
}

}  // namespace turnstream::app
