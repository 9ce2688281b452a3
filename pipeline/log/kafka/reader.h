#pragma once
// Reader: reads chosen partitions, on librdkafka. It joins no group. Threads: one at a time.

#include <utility>

#include "pipeline/log/kafka/feed.h"

namespace turnstream::log::kafka {

class Reader final : public log::Reader {
 public:
  explicit Reader(Feed feed) : feed_(std::move(feed)) {}

  Status assign(std::span<const Position> positions) override { return feed_.deliver(positions); }
  Result<Event> poll(milliseconds timeout) override { return feed_.poll(timeout); }
  [[nodiscard]] std::int64_t probes() const override { return feed_.probes(); }

 private:
  Feed feed_;
};

}  // namespace turnstream::log::kafka
