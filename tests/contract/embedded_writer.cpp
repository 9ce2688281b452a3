#include "tests/contract/embedded_writer.h"

#include <unistd.h>

#include "pipeline/log/embedded/cluster.h"
#include "tests/contract/embedded_verbs.h"
#include "tests/contract/seen.h"

namespace turnstream::contract {

namespace {

bool write_one(log::TransactionalProducer& writer, log::Consumer& consumer, std::int32_t number) {
  const std::string value = std::to_string(number);
  const log::OffsetCommit progress[] = {{at("left", 0), NextOffset{number}, value}};
  return writer.begin().ok() && writer.produce(outgoing(at("left", 0), "k", value)).ok() &&
         writer.produce(outgoing(at("right", 0), "k", value)).ok() &&
         writer.send_offsets(progress, consumer, kNow).ok() && writer.commit(kNow).ok();
}

bool abort_one(log::TransactionalProducer& writer) {
  return writer.begin().ok() && writer.produce(outgoing(at("left", 0), "k", "aborted")).ok() && writer.abort(kNow).ok();
}

}  // namespace

int write_until_killed(const std::string& folder, int pipe) {
  const SystemClock clock;
  auto cluster = log::embedded::Cluster::open(clock, folder);
  if (!cluster.ok()) {
    return 1;
  }
  const auto client = log::embedded::make_client(*cluster.value());
  log::ConsumerConfig config;
  config.group = "group";
  config.client_id = "member";
  config.topics = {"left"};
  auto consumer = client->make_consumer(config);
  auto writer = client->make_transactional_producer("tx", "writer");
  if (!consumer.ok() || !consumer.value()->poll(kNow).ok() || !writer.ok() || !writer.value()->init(kNow).ok()) {
    return 1;
  }
  for (std::int32_t i = 0;; ++i) {
    if (!write_one(*writer.value(), *consumer.value(), i) || ::write(pipe, &i, sizeof(i)) != sizeof(i) ||
        (i % 3 == 0 && !abort_one(*writer.value()))) {
      return 1;
    }
  }
}

}  // namespace turnstream::contract
