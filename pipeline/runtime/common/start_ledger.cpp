#include "pipeline/runtime/common/start_ledger.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

namespace turnstream::runtime {

std::vector<Started> StartLedger::read(const std::string& file) {
  std::vector<Started> all;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string topic;
    std::int32_t partition = 0;
    std::int64_t offset = 0;
    std::int64_t starts = 0;
    if (words >> topic >> partition >> offset >> starts) {
      all.push_back({{{topic, Partition{partition}}, NextOffset{offset}}, starts});
    }
  }
  return all;
}

StartLedger::StartLedger(std::string file) : file_(std::move(file)) {
  const MutexLock lock(mutex_);
  for (const Started& one : read(file_)) {
    lines_[one.from.where] = {one.from.next, one.starts, false};
  }
}

StartLedger::~StartLedger() {
  std::remove(file_.c_str());
}

Status StartLedger::begin(std::span<const log::Position> positions) {
  const MutexLock lock(mutex_);
  bool changed = false;
  for (const log::Position& position : positions) {
    Line& line = lines_[position.where];
    if (line.own && line.from == position.next) {
      continue;
    }
    const bool again = line.starts > 0 && line.from == position.next && !line.own;
    line = {position.next, again ? line.starts + 1 : 1, true};
    changed = true;
  }
  return changed ? write() : Status();
}

Status StartLedger::moved(const log::TopicPartition& where) {
  const MutexLock lock(mutex_);
  return lines_.erase(where) > 0 ? write() : Status();
}

Status StartLedger::write() {
  const std::string draft = file_ + ".new";  // a name of app/log_access/state_names.h
  std::ofstream out(draft, std::ios::trunc);
  for (const auto& [where, line] : lines_) {
    out << where.topic << ' ' << where.partition.value() << ' ' << line.from.value() << ' ' << line.starts << '\n';
  }
  out.close();
  if (!out.good() || std::rename(draft.c_str(), file_.c_str()) != 0) {
    return make_error(error_codes::kStateUnusable, Reaction::kStopProcess,
                      "Could not write " + file_ + " (" + std::strerror(errno) +
                          "): check the state directory's permissions and space.");
  }
  return {};
}

}  // namespace turnstream::runtime
