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

/// Calls the visitor, and removes the partition from `ends` at its end. Returns false if the visitor ends the scan.
Result<bool> take(log::Event& event, Ends& ends, const Scan::Visitor& visit, const UnreadableVisitor& pass_over) {
  if (const auto* end = std::get_if<log::EndOfPartition>(&event)) {
    ends.erase(end->where);
    return true;
  }
  const auto* unreadable = std::get_if<log::Unreadable>(&event);
  auto* record = std::get_if<log::Record>(&event);
  if (unreadable == nullptr && record == nullptr) {
    return true;
  }
  const log::TopicPartition where =
      record != nullptr ? log::TopicPartition{std::string(record->topic), record->partition} : unreadable->where;
  const Offset first = record != nullptr ? record->offset : unreadable->first;
  const Offset last = record != nullptr ? record->offset : unreadable->last;
  const auto bound = ends.find(where);
  if (bound == ends.end() || first.value() >= bound->second.value()) {
    ends.erase(where);
    return true;
  }
  TS_ASSIGN_OR_RETURN(const bool goes_on, record != nullptr ? visit(*record) : pass_over(*unreadable));
  if (next_after(last) >= bound->second) {
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

Result<Scan> Scan::open(log::Client& client, log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(std::unique_ptr<log::Reader> reader, client.make_reader("scan"));
  return Scan(std::move(reader), timeout);
}

Status Scan::read(const std::vector<Stretch>& stretches, const Visitor& visit, const UnreadableVisitor& pass_over) {
  Ends ends;
  std::vector<log::Position> positions;
  for (const Stretch& stretch : stretches) {
    if (stretch.from < stretch.end) {
      ends.emplace(stretch.where, stretch.end);
      positions.push_back({stretch.where, stretch.from});
    }
  }
  if (positions.empty()) {
    return {};
  }
  TS_RETURN_IF_ERROR(reader_->assign(positions));
  const SystemClock clock;
  std::int64_t quiet_since = clock.monotonic_now().value();
  std::int64_t probes = reader_->probes();
  while (!ends.empty()) {
    TS_ASSIGN_OR_RETURN(log::Event event, reader_->poll(kPoll));
    if (std::holds_alternative<std::monostate>(event) &&
        std::exchange(probes, reader_->probes()) == reader_->probes()) {
      if (clock.monotonic_now().value() - quiet_since > timeout_.count() * 1'000) {
        return error_of(error_codes::kTimedOut, "neither a record nor the end of " + ends.begin()->first.topic +
                                                    " arrived within " + std::to_string(timeout_.count()) +
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

Status scan_from(log::Client& client, const std::vector<log::Position>& positions, log::milliseconds timeout,
                 const RecordVisitor& visit, const UnreadableVisitor& pass_over) {
  std::vector<log::TopicPartition> where;
  for (const log::Position& position : positions) {
    where.push_back(position.where);
  }
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks, client.admin().watermarks_of(where, timeout));
  std::vector<Stretch> stretches;
  for (std::size_t i = 0; i < where.size(); ++i) {
    if (marks[i].last_stable > positions[i].next && marks[i].last_stable.value() > marks[i].first.value()) {
      stretches.push_back({where[i], positions[i].next, marks[i].last_stable});
    }
  }
  if (stretches.empty()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(Scan scan, Scan::open(client, timeout));
  return scan.read(
      stretches, [&visit](log::Record& record) { return visit(record); }, pass_over);
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
