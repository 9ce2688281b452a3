#pragma once
// Functions for tests that run on the embedded log. It does everything in the calling thread, so no call waits; the
// case fails if a call fails.
// Threads: the main thread, because doctest allows REQUIRE only there.

#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <vector>

#include "pipeline/log/client.h"
#include "tests/contract/seen.h"

namespace turnstream::contract {

using std::chrono::milliseconds;

inline constexpr milliseconds kNow{0};

void make_topic(log::Client& client, const std::string& name, std::int32_t partitions, log::TopicSpec spec = {});
std::unique_ptr<log::TransactionalProducer> transactional(log::Client& client, const std::string& id);
void commit(log::TransactionalProducer& writer, const log::TopicPartition& where,
            const std::vector<std::string>& values);
void publish(log::Client& client, const log::TopicPartition& where, std::string_view key, std::string_view value);
/// A new member of the group that has its partitions.
std::unique_ptr<log::Consumer> join(log::Client& client, const std::string& group,
                                    const std::vector<std::string>& topics, const std::string& instance = "");
/// Polls once and returns the event, which must be of this kind.
template <typename Kind>
Kind expect(log::Consumer& consumer) {
  auto event = consumer.poll(kNow);
  REQUIRE_MESSAGE(event.ok(), (event.ok() ? "" : event.error().message));
  REQUIRE(std::holds_alternative<Kind>(event.value()));
  return std::get<Kind>(std::move(event).value());
}
/// The values of a partition from offset `from` up to its end.
std::vector<std::string> values(log::Client& client, const log::TopicPartition& where, std::int64_t from = 0);

}  // namespace turnstream::contract
