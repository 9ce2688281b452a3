#pragma once
// Sender: the common part of both producers: the handle, the cache of topic handles, the queueing of records, and the
// results of delivery reports. librdkafka delivers reports inside calls of the owning thread, for example poll.
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

  /// Copies the record into librdkafka's queue. Waits at most 5 s while the queue is full. `on_stored`: see Producer.
  Status produce(const OutgoingRecord& record, OnStored on_stored = {});
  /// Processes the delivery reports that have arrived; does not block.
  void serve() { rd_kafka_poll(handle_.get(), 0); }

  /// The first failed delivery since the last forget(), if any; records that an abort discarded do not count.
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }
  /// If `error` has kReleasePartition and a delivery failed, returns it with the code and message of failure(), because
  /// librdkafka only reports that some record failed. Returns other errors unchanged.
  [[nodiscard]] Error explained(Error error) const;
  /// For each partition written since the last forget(), the position after the last record written. Absent if
  /// offset_unknown().
  [[nodiscard]] std::optional<Receipt> receipt() const;
  /// True if the broker reported success without an offset for a record since the last forget().
  [[nodiscard]] bool offset_unknown() const { return offset_unknown_; }
  /// The newest LogAppendTime of the records written since the last forget(); none if a topic keeps other times.
  [[nodiscard]] std::optional<std::int64_t> append_time_ms() const { return append_time_ms_; }
  void forget();
  /// Counts since the sender was made; forget() does not change them.
  [[nodiscard]] Deliveries deliveries() const { return deliveries_; }

 private:
  struct Destination {
    Sender* sender = nullptr;
    Topic topic;
    /// For each partition, the offset after the last record written since the last forget(); kNothing if none was.
    std::vector<std::int64_t> next;
  };
  struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const { return std::hash<std::string_view>{}(name); }
  };

  Sender() = default;
  static void on_delivery(rd_kafka_t* handle, const rd_kafka_message_t* message, void* self) noexcept;
  Result<Destination*> destination(std::string_view topic);
  Status enqueue_in_time(const OutgoingRecord& record, void* ticket);
  /// Calls the function that waits for the ticket, if there is one.
  void tell(void* ticket, const Result<Offset>& stored);

  Handle handle_;
  std::unordered_map<std::string, std::unique_ptr<Destination>, NameHash, std::equal_to<>> destinations_;
  std::optional<Error> failure_;
  bool offset_unknown_ = false;
  Deliveries deliveries_;
  std::optional<std::int64_t> append_time_ms_;
  std::unordered_map<void*, std::unique_ptr<OnStored>> waiting_;  ///< by ticket: the address of the function
};

}  // namespace turnstream::log::kafka
