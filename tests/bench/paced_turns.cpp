#include "tests/bench/paced_turns.h"

#include <algorithm>
#include <thread>

#include "pipeline/codec/completion_codec.h"
#include "tests/bench/pacer.h"

namespace turnstream::bench {
namespace {

constexpr std::int64_t kLateUsMax = 120'000'000;

/// The ends of the topics now, so that only new records are read.
Result<std::vector<log::Position>> ends_of(log::Client& client, const std::vector<log::TopicInfo>& topics) {
  std::vector<log::TopicPartition> where;
  for (const auto& topic : topics) {
    for (std::int32_t p = 0; p < topic.partitions; ++p) {
      where.push_back({topic.name, Partition{p}});
    }
  }
  TS_ASSIGN_OR_RETURN(const auto watermarks, client.admin().watermarks_of(where, kTimeout));
  std::vector<log::Position> ends;
  for (std::size_t i = 0; i < where.size(); ++i) {
    ends.push_back({where[i], watermarks[i].last_stable});
  }
  return ends;
}

/// For each turn the time at which the last of its completions was read; 0: not all have come.
Result<std::vector<std::int64_t>> watch(log::Reader& reader, const Clock& clock, const PacedTurns& turns,
                                        std::int64_t give_up_us) {
  std::vector<std::size_t> left(static_cast<std::size_t>(turns.count), turns.awaited.size());
  std::vector<std::int64_t> seen_us(left.size(), 0);
  for (int complete = 0; complete < turns.count && clock.monotonic_now().value() < give_up_us;) {
    TS_ASSIGN_OR_RETURN(const auto event, reader.poll(log::milliseconds{100}));
    const auto* record = std::get_if<log::Record>(&event);
    if (record == nullptr || !record->value) {
      continue;
    }
    const auto now_us = clock.monotonic_now().value();
    if (turns.on_completion) {
      turns.on_completion(*record);
    }
    TS_ASSIGN_OR_RETURN(const auto completion, codec::parse_completion(*record->value));
    const auto place = completion.last ? turns.place_of(completion.cause_id) : std::nullopt;
    if (place && --left[static_cast<std::size_t>(*place)] == 0) {
      seen_us[static_cast<std::size_t>(*place)] = now_us;
      ++complete;
    }
  }
  return seen_us;
}

}  // namespace

Result<std::vector<std::int64_t>> send_paced(log::Client& client, const Clock& clock, const PacedTurns& turns) {
  TS_ASSIGN_OR_RETURN(const auto ends, ends_of(client, turns.awaited));
  TS_ASSIGN_OR_RETURN(const auto reader, client.make_reader("bench-watch"));
  TS_RETURN_IF_ERROR(reader->assign(ends));
  Pacer pacer(clock, turns.rate);
  Status sent;
  std::jthread sender([&] { sent = turns.send([&pacer](int place) { pacer.wait_for(place); }); });
  const auto seen = watch(*reader, clock, turns, pacer.due_us(turns.count) + kLateUsMax);
  sender.join();
  TS_RETURN_IF_ERROR(sent);
  TS_RETURN_IF_ERROR(seen.ok() ? Status() : Status(seen.error()));
  std::vector<std::int64_t> latencies;
  for (int place = turns.settle; place < turns.count; ++place) {
    if (const auto at_us = (*seen)[static_cast<std::size_t>(place)]; at_us > 0) {
      latencies.push_back(at_us - pacer.due_us(place));
    }
  }
  std::sort(latencies.begin(), latencies.end());
  return latencies;
}

}  // namespace turnstream::bench
