#include "app/run/careful_start.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <set>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/child_process.h"
#include "app/errors.h"
#include "app/log_access/open_log.h"
#include "pipeline/base/log_line.h"
#include "pipeline/log/kafka/unreadable_search.h"
#include "pipeline/runtime/common/start_ledger.h"

namespace turnstream::app {
namespace {

/// Less than the run has, so that the run survives where a reader does. A fetch response that the client's bounds allow
/// fits (kResponseUnpackedMax, and the stacks of the client's threads).
constexpr rlim_t kReaderBytesMax = rlim_t{320} << 20;
constexpr log::milliseconds kPoll{100};
constexpr int kPollsMax = 300;
/// No batch has so many records.
constexpr std::int64_t kBatchRecordsMax = std::int64_t{1} << 31;

/// Reads the first record at each position, or finds that there is none.
void read_first(Context& context, const std::vector<log::Position>& positions) {
  const Result<std::unique_ptr<OpenLog>> log = open_log(context, LogUse::kVisit, "run");
  if (!log.ok()) {
    return;
  }
  const auto reader = (*log)->client().make_reader("careful");
  if (!reader.ok() || !(*reader)->assign(positions).ok()) {
    return;
  }
  std::set<log::TopicPartition> unread;
  for (const log::Position& position : positions) {
    unread.insert(position.where);
  }
  for (int polls = 0; polls < kPollsMax && !unread.empty(); ++polls) {
    const auto event = (*reader)->poll(kPoll);
    if (!event.ok()) {
      return;
    }
    if (const auto* record = std::get_if<log::Record>(&*event)) {
      unread.erase({std::string(record->topic), record->partition});
    } else if (const auto* end = std::get_if<log::EndOfPartition>(&*event)) {
      unread.erase(end->where);
    } else if (const auto* unreadable = std::get_if<log::Unreadable>(&*event)) {
      unread.erase(unreadable->where);
    }
  }
}

[[noreturn]] void be_reader(Context& context, const std::vector<log::Position>& positions) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Its messages would look like those of the run, and its death needs no core file.
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(nothing, STDOUT_FILENO);
  ::dup2(nothing, STDERR_FILENO);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  rlimit data{};
  ::getrlimit(RLIMIT_DATA, &data);
  data.rlim_cur = std::min(data.rlim_cur == RLIM_INFINITY ? kReaderBytesMax : data.rlim_cur / 2, kReaderBytesMax);
  ::setrlimit(RLIMIT_DATA, &data);
  read_first(context, positions);
  ::_exit(0);
}

/// True if a reader survives. An error, such as an unreachable broker, counts as survival: the run will report it.
Result<bool> survives(Context& context, const std::vector<log::Position>& positions) {
  const pid_t child = ::fork();
  if (child < 0) {
    return error_of(error_codes::kStateUnusable,
                    std::string("could not start a process to read carefully: ") + std::strerror(errno));
  }
  if (child == 0) {
    be_reader(context, positions);
  }
  return WIFEXITED(wait_for_child(child));
}

Result<log::Unreadable> find_end(Context& context, const runtime::Started& suspect) {
  const std::int64_t first = suspect.from.next.value();
  log::kafka::UnreadableSearch search(first, first, first + kBatchRecordsMax);
  while (!search.done()) {
    TS_ASSIGN_OR_RETURN(const bool alive, survives(context, {{suspect.from.where, NextOffset{search.probe()}}}));
    alive ? search.note_passed() : search.note_failed();
  }
  const std::int64_t last = search.is_readable() ? first - 1 : search.last();
  return log::Unreadable{suspect.from.where, Offset{first}, Offset{last},
                         "the process died " + std::to_string(suspect.starts) +
                             " times in a row where it began to read these records, and so did a reader of its own"};
}

}  // namespace

Result<std::vector<log::Unreadable>> find_deadly_records(Context& context, const std::string& start_ledger) {
  std::vector<log::Unreadable> deadly;
  if (context.settings().kafka.bootstrap.empty()) {
    return deadly;
  }
  std::vector<runtime::Started> suspects = runtime::StartLedger::read(start_ledger);
  std::erase_if(suspects, [](const runtime::Started& one) { return one.starts < runtime::kStartsMax; });
  std::vector<log::Position> positions;
  for (const runtime::Started& one : suspects) {
    positions.push_back(one.from);
  }
  if (positions.empty()) {
    return deadly;
  }
  LogLine(LogLevel::kWarning, "reading_carefully")
      .with("inputs", static_cast<std::int64_t>(positions.size()))
      .with("text", "Processes died " + std::to_string(runtime::kStartsMax) +
                        " times in a row before they got beyond these positions.");
  TS_ASSIGN_OR_RETURN(const bool all_survive, survives(context, positions));
  if (all_survive) {
    return deadly;
  }
  // A reader that dies where there is nothing to read dies of something else, such as too little memory.
  for (log::Position& position : positions) {
    position.next = NextOffset{position.next.value() + kBatchRecordsMax};
  }
  TS_ASSIGN_OR_RETURN(const bool control_survives, survives(context, positions));
  if (!control_survives) {
    LogLine(LogLevel::kWarning, "nothing_found")
        .with("text",
              "A reader dies also behind the end of these inputs: it dies of something else than their records.");
    return deadly;
  }
  for (const runtime::Started& one : suspects) {
    TS_ASSIGN_OR_RETURN(log::Unreadable records, find_end(context, one));
    const bool has_end = records.last.value() < one.from.next.value() + kBatchRecordsMax - 1;
    if (records.last >= records.first && has_end) {
      deadly.push_back(std::move(records));
    }
  }
  return deadly;
}

}  // namespace turnstream::app
