#include "app/log_access/scan.h"

#include <map>
#include <set>
#include <utility>

#include "app/errors.h"
#include "app/log_access/topic_specs.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/shown_text.h"

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

/// Calls the visitor, and removes the partition from `ends` at its end. Returns false if the visitor ends the scan.
Result<bool> take(const log::Event& event, Ends& ends, const RecordVisitor& visit, const UnreadableVisitor& pass_over) {
  if (const auto* end = std::get_if<log::EndOfPartition>(&event)) {
    ends.erase(end->where);
    return true;
  }
  const auto* unreadable = std::get_if<log::Unreadable>(&event);
  const auto* record = std::get_if<log::Record>(&event);
  if (unreadable == nullptr && record == nullptr) {
    return true;
  }
  const log::TopicPartition where =
      record != nullptr ? log::TopicPartition{std::string(record->topic), record->partition} : unreadable->where;
  const Offset first = record != nullptr ? record->offset : unreadable->first;
  const auto bound = ends.find(where);
  if (bound == ends.end() || first.value() >= bound->second.value()) {
    ends.erase(where);
    return true;
  }
  TS_ASSIGN_OR_RETURN(const bool goes_on, record != nullptr ? visit(*record) : pass_over(*unreadable));
  if (next_after(record != nullptr ? record->offset : unreadable->last) >= bound->second) {
    ends.erase(bound);
  }
  return goes_on;
}

}  // namespace

std::string unreadable_text(const log::Unreadable& records) {
  return "offsets " + std::to_string(records.first.value()) + " to " + std::to_string(records.last.value()) + " of " +
         records.where.topic + "[" + std::to_string(records.where.partition.value()) +
         "] cannot be read: " + shown_text(records.why);
}

Result<bool> refuse_unreadable(const log::Unreadable& records) {
  return error_of(error_codes::kUnreadable,
                  unreadable_text(records) +
                      ". The result of this command depends on all records of this topic, so it passes over none. "
                      "`turnstream tail " +
                      records.where.topic +
                      " --from-beginning` shows those that can be read; docs/operating.md says "
                      "how to restore the topic.");
}

UnreadableVisitor warn_of_unreadable(std::ostream& err) {
  return [&err](const log::Unreadable& records) -> Result<bool> {
    err << "left out: " << unreadable_text(records) << "\n";
    return true;
  };
}

UnreadableVisitor warn_and_list(std::ostream& err, std::vector<log::Unreadable>& left_out) {
  return [warn = warn_of_unreadable(err), &left_out](const log::Unreadable& records) -> Result<bool> {
    left_out.push_back(records);
    return warn(records);
  };
}

void write_left_out(json::Writer& writer, const std::vector<log::Unreadable>& left_out) {
  writer.begin_array("left_out");
  for (const log::Unreadable& records : left_out) {
    writer.begin_object().string("topic", records.where.topic).integer("partition", records.where.partition.value());
    writer.integer("offset", records.first.value()).integer("last_offset", records.last.value()).end_object();
  }
  writer.end_array();
}

Status scan_from(log::Client& client, const std::vector<log::Position>& positions, log::milliseconds timeout,
                 const RecordVisitor& visit, const UnreadableVisitor& pass_over) {
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
  std::int64_t probes = 0;
  while (!ends.empty()) {
    TS_ASSIGN_OR_RETURN(const log::Event event, reader->poll(kPoll));
    if (std::holds_alternative<std::monostate>(event) && std::exchange(probes, reader->probes()) == reader->probes()) {
      if (clock.monotonic_now().value() - quiet_since > timeout.count() * 1'000) {
        return error_of(error_codes::kTimedOut, "neither a record nor the end of " + ends.begin()->first.topic +
                                                    " arrived within " + std::to_string(timeout.count()) +
                                                    " ms: try again");
      }
      continue;
    }
    TS_ASSIGN_OR_RETURN(const bool goes_on, take(event, ends, visit, pass_over));
    if (!goes_on) {
      return {};
    }
    // A visitor may take longer than the log.
    quiet_since = clock.monotonic_now().value();
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

Status scan_topic(log::Client& client, const std::string& topic, log::milliseconds timeout, const RecordVisitor& visit,
                  const UnreadableVisitor& pass_over) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::Position> positions, beginnings(client, topic, timeout));
  return scan_from(client, positions, timeout, visit, pass_over);
}

}  // namespace turnstream::app
