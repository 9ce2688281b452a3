#include "tests/bench/topic_sizes.h"

#include <map>
#include <set>

#include "pipeline/base/clock.h"
#include "tests/bench/topics.h"

namespace turnstream::bench {
namespace {

constexpr std::int64_t kReadUsMax = 600'000'000;

std::int64_t bytes_of(const log::Record& record) {
  std::size_t bytes = record.key.value_or("").size() + record.value.value_or("").size();
  for (const auto& header : record.headers) {
    bytes += header.name.size() + header.value.size();
  }
  return static_cast<std::int64_t>(bytes);
}

/// The beginnings of the partitions that have records.
Result<std::vector<log::Position>> beginnings(log::Client& client, const std::vector<log::TopicInfo>& topics) {
  std::vector<log::TopicPartition> where;
  for (const auto& topic : topics) {
    for (std::int32_t p = 0; p < topic.partitions; ++p) {
      where.push_back({topic.name, Partition{p}});
    }
  }
  TS_ASSIGN_OR_RETURN(const auto watermarks, client.admin().watermarks_of(where, kTimeout));
  std::vector<log::Position> starts;
  for (std::size_t i = 0; i < where.size(); ++i) {
    if (watermarks[i].first.value() < watermarks[i].last_stable.value()) {
      starts.push_back({where[i], NextOffset{watermarks[i].first.value()}});
    }
  }
  return starts;
}

}  // namespace

Result<std::vector<TopicSize>> topic_sizes(log::Client& client, const std::string& name_space) {
  const SystemClock clock;
  TS_ASSIGN_OR_RETURN(const auto topics, topics_of(client, name_space));
  std::map<std::string, TopicSize, std::less<>> sizes;
  for (const auto& topic : topics) {
    sizes[topic.name].topic = topic.name;
  }
  TS_ASSIGN_OR_RETURN(const auto starts, beginnings(client, topics));
  TS_ASSIGN_OR_RETURN(const auto reader, client.make_reader("bench-sizes"));
  TS_RETURN_IF_ERROR(starts.empty() ? Status() : reader->assign(starts));
  std::set<log::TopicPartition> ended;
  const auto give_up_us = clock.monotonic_now().value() + kReadUsMax;
  while (ended.size() < starts.size()) {
    if (clock.monotonic_now().value() > give_up_us) {
      return make_error("bench", Reaction::kStopProcess, "the topics of " + name_space + " could not be read in time");
    }
    TS_ASSIGN_OR_RETURN(const auto event, reader->poll(log::milliseconds{100}));
    if (const auto* record = std::get_if<log::Record>(&event)) {
      TopicSize& size = sizes.find(record->topic)->second;
      ++size.records;
      size.bytes += bytes_of(*record);
    } else if (const auto* end = std::get_if<log::EndOfPartition>(&event)) {
      ended.insert(end->where);
    }
  }
  std::vector<TopicSize> found;
  for (auto& [name, size] : sizes) {
    found.push_back(std::move(size));
  }
  return found;
}

}  // namespace turnstream::bench
