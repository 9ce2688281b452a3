#include "app/log_access/scan.h"

#include <map>
#include <set>

#include "app/errors.h"
#include "app/log_access/topic_specs.h"
#include "pipeline/base/clock.h"

namespace turnstream::app {
namespace {

constexpr log::milliseconds kPoll{100};

using Ends = std::map<log::TopicPartition, NextOffset>;

/// The end of the scan of each partition, without those where no offset is left to read.
Result<Ends> ends_of(log::Client& client, const std::vector<log::Position>& positions, log::milliseconds timeout) {
  std::vector<log::TopicPartition> where;
  for (const log::Position& position : positions) {
    where.push_back(position.where);
  }
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks, client.admin().watermarks_of(where, timeout));
  Ends ends;
  for (std::size_t i = 0; i < where.size(); ++i) {
    if (marks[i].last_stable > positions[i].next && marks[i].last_stable.value() > marks[i].first.value()) {
      ends.emplace(where[i], marks[i].last_stable);
    }
  }
  return ends;
}

}  // namespace

Status scan_from(log::Client& client, const std::vector<log::Position>& positions, log::milliseconds timeout,
                 const RecordVisitor& visit) {
  TS_ASSIGN_OR_RETURN(Ends ends, ends_of(client, positions, timeout));
  std::vector<log::Position> unread;
  for (const log::Position& position : positions) {
    if (ends.count(position.where) > 0) {
      unread.push_back(position);
    }
  }
  if (unread.empty()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const std::unique_ptr<log::Reader> reader, client.make_reader("scan"));
  TS_RETURN_IF_ERROR(reader->assign(unread));
  const SystemClock clock;
  std::int64_t quiet_since = clock.monotonic_now().value();
  while (!ends.empty()) {
    TS_ASSIGN_OR_RETURN(const log::Event event, reader->poll(kPoll));
    if (std::holds_alternative<std::monostate>(event)) {
      if (clock.monotonic_now().value() - quiet_since > timeout.count() * 1'000) {
        return error_of(error_codes::kTimedOut, "neither a record nor the end of " + ends.begin()->first.topic +
                                                    " arrived within " + std::to_string(timeout.count()) +
                                                    " ms: try again");
      }
      continue;
    }
    quiet_since = clock.monotonic_now().value();
    if (const auto* end = std::get_if<log::EndOfPartition>(&event)) {
      ends.erase(end->where);
    } else if (const auto* unreadable = std::get_if<log::Unreadable>(&event)) {
      return log::unreadable_error(*unreadable);
    } else if (const auto* record = std::get_if<log::Record>(&event)) {
      const log::TopicPartition where{std::string(record->topic), record->partition};
      const auto bound = ends.find(where);
      if (bound == ends.end() || record->offset.value() >= bound->second.value()) {
        ends.erase(where);
        continue;
      }
      TS_ASSIGN_OR_RETURN(const bool goes_on, visit(*record));
      if (!goes_on) {
        return {};
      }
      if (next_after(record->offset) == bound->second) {
        ends.erase(bound);
      }
    }
  }
  return {};
}

Result<std::vector<log::Position>> beginnings(log::Client& client, const std::string& topic,
                                              log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::int32_t count, partition_count(client.admin(), topic, timeout));
  std::vector<log::Position> positions;
  for (std::int32_t p = 0; p < count; ++p) {
    positions.push_back({{topic, Partition{p}}, NextOffset{0}});
  }
  return positions;
}

Status scan_topic(log::Client& client, const std::string& topic, log::milliseconds timeout,
                  const RecordVisitor& visit) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::Position> positions, beginnings(client, topic, timeout));
  return scan_from(client, positions, timeout, visit);
}

}  // namespace turnstream::app
