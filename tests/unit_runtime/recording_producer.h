#pragma once
// RecordingProducer: a TransactionalProducer that keeps the records and counts the calls.
// Threads: one.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/log/client.h"

namespace turnstream::runtime {

class RecordingProducer final : public log::TransactionalProducer {
 public:
  struct Produced {
    std::string topic;
    Partition partition;
    std::optional<std::string> key;
    std::optional<std::string> value;
    std::vector<std::pair<std::string, std::string>> headers;

    [[nodiscard]] std::string header(std::string_view name) const {
      for (const auto& [other, text] : headers) {
        if (other == name) {
          return text;
        }
      }
      return "(none)";
    }
  };

  Status init(log::milliseconds) override { return {}; }
  Status begin() override {
    ++begun;
    return {};
  }
  Status produce(const log::OutgoingRecord& record) override {
    Produced copy{std::string(record.topic), record.partition, {}, {}, {}};
    copy.key = record.key ? std::optional<std::string>(*record.key) : std::nullopt;
    copy.value = record.value ? std::optional<std::string>(*record.value) : std::nullopt;
    for (const auto& header : record.headers) {
      copy.headers.emplace_back(header.name, header.value);
    }
    records.push_back(std::move(copy));
    return {};
  }
  Result<std::optional<std::int64_t>> append_time(log::milliseconds) override { return append_time_ms; }
  Status send_offsets(std::span<const log::OffsetCommit>, log::Consumer&, log::milliseconds) override { return {}; }
  Result<log::Receipt> commit(log::milliseconds) override { return log::Receipt{}; }
  Status abort(log::milliseconds) override { return {}; }

  [[nodiscard]] std::vector<Produced> of_topic(std::string_view topic) const {
    std::vector<Produced> found;
    for (const auto& record : records) {
      if (record.topic == topic) {
        found.push_back(record);
      }
    }
    return found;
  }

  int begun = 0;
  std::optional<std::int64_t> append_time_ms;  ///< what the log's own clock says; none: it has none
  std::vector<Produced> records;
};

}  // namespace turnstream::runtime
