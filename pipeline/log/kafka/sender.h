#pragma once
// Sender: the common part of both producers: the handle, the cache of topic handles, the queueing of records, and the
// results of delivery reports. librdkafka delivers reports inside calls of the owning thread (poll, flush, commit).
// Threads: one at a time.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/log/kafka/properties.h"

namespace turnstream::log::kafka {

class Sender {
 public:
  static Result<std::unique_ptr<Sender>> make(const Config& config, Role role, const HandleNames& names);

  [[nodiscard]] rd_kafka_t* handle() const { return handle_.get(); }

  /// Copies the record into librdkafka's queue. Waits at most 5 s while the queue is full.
  Status produce(const OutgoingRecord& record);
  /// Processes the delivery reports that have arrived; does not block.
  void serve() { rd_kafka_poll(handle_.get(), 0); }

  /// The first failed delivery since forget(), if any; records that an abort discarded do not count.
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }
  /// Completes an error with kReleasePartition of a transactional call: if a delivery failed, that failure becomes the
  /// code and message, because librdkafka only reports that some record failed. Other errors stay unchanged.
  [[nodiscard]] Error explained(Error error) const;
  /// For each partition written since forget(), the position after its last record. Absent if the broker reported no
  /// offset for a record.
  [[nodiscard]] std::optional<Receipt> receipt() const;
  /// True if the broker reported success without an offset for a record since forget().
  [[nodiscard]] bool offset_unknown() const { return offset_unknown_; }
  void forget();

 private:
  struct Destination {
    Sender* sender = nullptr;
    Topic topic;
    std::vector<std::int64_t>
        next;  ///< for each partition, the offset after its last record; kNothing: none since forget()
  };
  struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
  };

  Sender() = default;
  static void on_delivery(rd_kafka_t* handle, const rd_kafka_message_t* message, void* self) noexcept;
  Result<Destination*> destination(std::string_view topic);

  Handle handle_;
  std::unordered_map<std::string, std::unique_ptr<Destination>, NameHash, std::equal_to<>> destinations_;
  std::optional<Error> failure_;
  bool offset_unknown_ = false;
};

}  // namespace turnstream::log::kafka
