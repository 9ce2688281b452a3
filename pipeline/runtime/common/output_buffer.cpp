#include "pipeline/runtime/common/output_buffer.h"

#include <string_view>

namespace turnstream::runtime {

void OutputBuffer::add(const log::OutgoingRecord& record) {
  Waiting waiting;
  waiting.partition = record.partition;
  waiting.topic = record.topic.size();
  waiting.headers = record.headers.size();
  bytes_.append(record.topic);
  if (record.key) {
    waiting.key = record.key->size();
    bytes_.append(*record.key);
  }
  if (record.value) {
    waiting.value = record.value->size();
    bytes_.append(*record.value);
  }
  for (const log::Header& header : record.headers) {
    headers_.push_back({header.name.size(), header.value.size()});
    bytes_.append(header.name).append(header.value);
  }
  waiting_.push_back(waiting);
}

Status OutputBuffer::give_to(log::TransactionalProducer& producer) {
  std::string_view rest = bytes_;
  const auto take = [&rest](std::size_t size) {
    const std::string_view part = rest.substr(0, size);
    rest.remove_prefix(size);
    return part;
  };
  auto sizes = headers_.begin();
  std::vector<log::Header> headers;
  for (const Waiting& waiting : waiting_) {
    log::OutgoingRecord record;
    record.partition = waiting.partition;
    record.topic = take(waiting.topic);
    if (waiting.key) {
      record.key = take(*waiting.key);
    }
    if (waiting.value) {
      record.value = take(*waiting.value);
    }
    headers.clear();
    for (; headers.size() < waiting.headers; ++sizes) {
      const std::string_view name = take(sizes->name);
      headers.push_back({name, take(sizes->value)});
    }
    record.headers = headers;
    TS_RETURN_IF_ERROR(producer.produce(record));
  }
  bytes_.clear();
  waiting_.clear();
  headers_.clear();
  return {};
}

}  // namespace turnstream::runtime
