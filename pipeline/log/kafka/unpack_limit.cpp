#include "pipeline/log/kafka/unpack_limit.h"

#include <algorithm>

namespace turnstream::log::kafka {
namespace {

constexpr const char* kInterceptor = "turnstream";
constexpr unsigned kVarintBitsMax = 32;

constexpr int kFetch = 1;  // the number of this request in Kafka's protocol

thread_local UnpackLimit* t_limit = nullptr;
thread_local std::int64_t t_unpacked = 0;  // the cost of the batches that this fetch response contains, so far

rd_kafka_resp_err_t on_thread_start(rd_kafka_t*, rd_kafka_thread_type_t type, const char*, void* limit) {
  t_limit = type == RD_KAFKA_THREAD_BROKER ? static_cast<UnpackLimit*>(limit) : nullptr;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

rd_kafka_resp_err_t on_thread_exit(rd_kafka_t*, rd_kafka_thread_type_t, const char*, void*) {
  t_limit = nullptr;
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

rd_kafka_resp_err_t on_new(rd_kafka_t* handle, const rd_kafka_conf_t*, void* limit, char*, std::size_t) {
  rd_kafka_interceptor_add_on_thread_start(handle, kInterceptor, on_thread_start, limit);
  // librdkafka calls this on the broker's thread, right before it unpacks the response.
  const auto on_response = [](rd_kafka_t*, int, const char*, std::int32_t, std::int16_t request, auto...) {
    t_unpacked = request == kFetch ? 0 : t_unpacked;
    return RD_KAFKA_RESP_ERR_NO_ERROR;
  };
  rd_kafka_interceptor_add_on_response_received(handle, kInterceptor, on_response, nullptr);
  return rd_kafka_interceptor_add_on_thread_exit(handle, kInterceptor, on_thread_exit, limit);
}

}  // namespace

/// An unpacked batch is a row of records; each begins with its length, a zigzag varint.
void BatchMeter::add(std::string_view unpacked) {
  bytes_ += static_cast<std::int64_t>(unpacked.size());
  while (readable_ && !unpacked.empty()) {
    if (skip_ > 0) {
      const std::size_t skipped = std::min<std::uint64_t>(skip_, unpacked.size());
      skip_ -= skipped;
      unpacked.remove_prefix(skipped);
      continue;
    }
    const auto byte = static_cast<unsigned char>(unpacked.front());
    unpacked.remove_prefix(1);
    length_ |= static_cast<std::uint64_t>(byte & 0x7fu) << shift_;
    shift_ += 7;
    if ((byte & 0x80u) != 0) {
      readable_ = shift_ < kVarintBitsMax;
      continue;
    }
    readable_ = (length_ & 1) == 0;
    skip_ = length_ >> 1;
    records_ += readable_ ? 1 : 0;
    length_ = 0;
    shift_ = 0;
  }
}

bool UnpackLimit::fits(std::int64_t cost) {
  if (cost > batch_max_) {
    return false;
  }
  if (cost + t_unpacked > response_max_) {
    postponed_.fetch_add(1);
    return false;
  }
  return true;
}

void UnpackLimit::add(std::int64_t cost) {
  t_unpacked += cost;
}

void UnpackLimit::attach_to(rd_kafka_conf_t* conf) {
  rd_kafka_conf_interceptor_add_on_new(conf, kInterceptor, on_new, this);
}

UnpackLimit* UnpackLimit::of_this_thread() {
  return t_limit;
}

}  // namespace turnstream::log::kafka
