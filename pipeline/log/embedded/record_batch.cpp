#include "pipeline/log/embedded/record_batch.h"

#include <algorithm>
#include <limits>

#include "pipeline/base/check.h"
#include "pipeline/log/embedded/bytes.h"
#include "pipeline/log/embedded/errors.h"

namespace turnstream::log::embedded {

namespace {

// A batch: base i64, then records. A record: length of the rest u32, offset − base u32, time i64, key length i32 and
// value length i32 (−1 if absent), number of headers u32, key, value, headers (name and value, each after its length
// u32).
constexpr std::size_t kBatchHead = 8;
constexpr std::size_t kOffsetAt = 4;
constexpr std::size_t kTimeAt = 8;
constexpr std::size_t kKeyLengthAt = 16;
constexpr std::size_t kValueLengthAt = 20;
constexpr std::size_t kHeaderCountAt = 24;
constexpr std::size_t kKeyAt = 28;
static_assert(kRunBytesMax / kKeyAt + 1 < kRunOffsetsMax);

void put_length(std::string& out, const std::optional<std::string_view>& text) {
  put(out, text ? static_cast<std::int32_t>(text->size()) : std::int32_t{-1});
}

Error corrupt() {
  return make_error(
      error_codes::kCorruptLog, Reaction::kStopProcess,
      "A batch of records stored in the embedded log cannot be read: restore the log's folder from a copy, or use "
      "another --state.");
}

/// True if the lengths of key, value and headers inside the record add up to its size.
bool well_formed(std::string_view record) {
  ByteReader in(record);
  in.bytes(kKeyLengthAt);
  const auto key = in.take<std::int32_t>();
  const auto value = in.take<std::int32_t>();
  const auto headers = in.take<std::uint32_t>();
  in.bytes(key < 0 ? 0 : static_cast<std::size_t>(key));
  in.bytes(value < 0 ? 0 : static_cast<std::size_t>(value));
  for (std::uint32_t i = 0; i < headers && in.ok(); ++i) {
    in.sized_text();
    in.sized_text();
  }
  return in.ok() && in.at_end();
}

}  // namespace

RecordBatch::RecordBatch(std::int64_t base) : base_(base), last_(base - 1) {
  put(bytes_, base);
}

void RecordBatch::note(std::int64_t offset, std::int64_t append_time_ms, std::size_t start) {
  CHECK(offset > last_ && offset - base_ <= std::numeric_limits<std::uint32_t>::max());
  CHECK(start <= std::numeric_limits<std::uint32_t>::max());
  last_ = offset;
  newest_ms_ = std::max(newest_ms_, append_time_ms);
  starts_.push_back(static_cast<std::uint32_t>(start));
}

void RecordBatch::append(std::int64_t offset, std::int64_t append_time_ms, const OutgoingRecord& record) {
  const std::size_t start = bytes_.size();
  note(offset, append_time_ms, start);
  put(bytes_, std::uint32_t{0});
  put(bytes_, static_cast<std::uint32_t>(offset - base_));
  put(bytes_, append_time_ms);
  put_length(bytes_, record.key);
  put_length(bytes_, record.value);
  put(bytes_, static_cast<std::uint32_t>(record.headers.size()));
  bytes_.append(record.key.value_or(std::string_view{}));
  bytes_.append(record.value.value_or(std::string_view{}));
  for (const Header& header : record.headers) {
    put_string(bytes_, header.name);
    put_string(bytes_, header.value);
  }
  std::string length;
  put(length, static_cast<std::uint32_t>(bytes_.size() - start - sizeof(std::uint32_t)));
  bytes_.replace(start, length.size(), length);
}

void RecordBatch::append_copy(const RecordBatch& from, std::size_t index) {
  const std::size_t start = bytes_.size();
  note(from.offset_of(index), from.time_of(index), start);
  const std::size_t begin = from.starts_[index];
  const std::size_t end = index + 1 < from.count() ? from.starts_[index + 1] : from.bytes_.size();
  bytes_.append(from.bytes_, begin, end - begin);
  std::string delta;
  put(delta, static_cast<std::uint32_t>(last_ - base_));
  bytes_.replace(start + kOffsetAt, delta.size(), delta);
}

Result<BatchPtr> RecordBatch::parse(std::string bytes) {
  if (bytes.size() < kBatchHead) {
    return corrupt();
  }
  const auto base = get<std::int64_t>(bytes.data());
  if (base < 0 || base > std::numeric_limits<std::int64_t>::max() - std::numeric_limits<std::uint32_t>::max()) {
    return corrupt();
  }
  auto batch = std::make_shared<RecordBatch>(base);
  std::size_t start = kBatchHead;
  while (start < bytes.size()) {
    const std::string_view rest = std::string_view(bytes).substr(start);
    if (rest.size() < kKeyAt || get<std::uint32_t>(rest.data()) > rest.size() - kOffsetAt) {
      return corrupt();
    }
    const std::size_t size = get<std::uint32_t>(rest.data()) + kOffsetAt;
    const std::int64_t offset = batch->base_ + get<std::uint32_t>(rest.data() + kOffsetAt);
    if (offset <= batch->last_ || !well_formed(rest.substr(0, size))) {
      return corrupt();
    }
    batch->note(offset, get<std::int64_t>(rest.data() + kTimeAt), start);
    start += size;
  }
  batch->bytes_ = std::move(bytes);
  return BatchPtr(std::move(batch));
}

std::size_t RecordBatch::index_at(std::int64_t offset) const {
  const auto found = std::partition_point(starts_.begin(), starts_.end(), [&](std::uint32_t start) {
    return base_ + get<std::uint32_t>(bytes_.data() + start + kOffsetAt) < offset;
  });
  return static_cast<std::size_t>(found - starts_.begin());
}

std::int64_t RecordBatch::offset_of(std::size_t index) const {
  return base_ + get<std::uint32_t>(start_of(index) + kOffsetAt);
}

std::int64_t RecordBatch::time_of(std::size_t index) const {
  return get<std::int64_t>(start_of(index) + kTimeAt);
}

std::optional<std::string_view> RecordBatch::key_of(std::size_t index) const {
  const auto length = get<std::int32_t>(start_of(index) + kKeyLengthAt);
  if (length < 0) {
    return std::nullopt;
  }
  return std::string_view(start_of(index) + kKeyAt, static_cast<std::size_t>(length));
}

bool RecordBatch::is_tombstone(std::size_t index) const {
  return get<std::int32_t>(start_of(index) + kValueLengthAt) < 0;
}

Record RecordBatch::record(const BatchPtr& batch, std::size_t index, std::string_view topic, Partition partition) {
  const char* start = batch->start_of(index);
  Record record;
  record.topic = topic;
  record.partition = partition;
  record.offset = Offset{batch->offset_of(index)};
  record.append_time_ms = batch->time_of(index);
  record.key = batch->key_of(index);
  const auto value_length = get<std::int32_t>(start + kValueLengthAt);
  const char* at = start + kKeyAt + (record.key ? record.key->size() : 0);
  if (value_length >= 0) {
    record.value.emplace(at, static_cast<std::size_t>(value_length));
    at += value_length;
  }
  const auto headers = get<std::uint32_t>(start + kHeaderCountAt);
  record.headers.reserve(headers);
  const auto take = [&at] {
    const auto length = get<std::uint32_t>(at);
    const std::string_view text(at + sizeof(length), length);
    at += sizeof(length) + length;
    return text;
  };
  for (std::uint32_t i = 0; i < headers; ++i) {
    const std::string_view name = take();
    record.headers.push_back(Header{name, take()});
  }
  record.owner = RecordOwner(new BatchPtr(batch), [](void* held) { delete static_cast<BatchPtr*>(held); });
  return record;
}

std::size_t message_bytes(const OutgoingRecord& record) {
  constexpr std::size_t kFixed = 70;
  std::size_t bytes = kFixed + (record.key ? record.key->size() : 0) + (record.value ? record.value->size() : 0);
  for (const Header& header : record.headers) {
    bytes += header.name.size() + header.value.size() + 2;
  }
  return bytes;
}

}  // namespace turnstream::log::embedded
