#pragma once
// The frames between SocketServer and its clients: a length (u32, little-endian), then a request (its kind, then its
// arguments) or a reply (0 and the answer, or 1 and an Error). A connection handles one request at a time. The
// decoders accept any input; after malformed input the ByteReader is not ok(), or they return an Error, nullopt or
// false. Threads: any.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/log/client.h"
#include "pipeline/log/embedded/bytes.h"

namespace turnstream::log::embedded {

/// The maximum size of a frame in bytes, without its length. A record that does not fit cannot pass through the socket.
inline constexpr std::size_t kFrameBytesMax = 32 << 20;
/// A produce request or fetch reply is full at about this many bytes; large records can make it larger.
inline constexpr std::size_t kFrameBytesGood = 256 << 10;

enum class Request : std::uint8_t {
  kClusterId,
  kDescription,
  kTopics,
  kCreateTopics,
  kDeleteTopics,
  kTopicSetting,
  kWatermarks,
  kCommitted,
  kAssign,
  kFetch,
  kProduce,
};

enum class EventKind : std::uint8_t { kRecord, kEnd };

/// The next three functions begin a frame with space for its length; finish_frame() writes the length.
std::string begin_request(Request request);
std::string begin_reply();
std::string error_reply(const Error& error);
void finish_frame(std::string& frame);
/// The length in the first four bytes of a frame. Precondition: `head` has four bytes.
std::uint32_t frame_length(std::string_view head);
inline constexpr std::size_t kFrameHead = sizeof(std::uint32_t);

/// The answer in a reply, or the Error in it, or "bad_frame" if it is malformed. `frame`: the reply without its length.
Result<std::string_view> open_reply(std::string_view frame);

void put_where(std::string& out, const TopicPartition& where);
TopicPartition take_where(ByteReader& in);
void put_positions(std::string& out, std::span<const Position> positions);
std::vector<Position> take_positions(ByteReader& in);
void put_optional(std::string& out, const std::optional<std::string_view>& text);
std::optional<std::string_view> take_optional(ByteReader& in);

/// Encodes a record to be written.
void put_outgoing(std::string& out, const OutgoingRecord& record);
/// Decodes such a record and calls `use(OutgoingRecord)`; its texts are views into the frame. False if it is malformed.
template <typename Use>
bool take_outgoing(ByteReader& in, Use use) {
  OutgoingRecord record;
  record.topic = in.sized_text();
  record.partition = Partition{in.take<std::int32_t>()};
  record.key = take_optional(in);
  record.value = take_optional(in);
  std::vector<Header> headers;
  const auto count = in.take<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    const std::string_view name = in.sized_text();
    headers.push_back(Header{name, in.sized_text()});
  }
  record.headers = headers;
  if (!in.ok()) {
    return false;
  }
  use(record);
  return true;
}

/// The answer to a produce request: how many of its records are stored and how many are refused, and the first error.
struct Produced {
  std::uint64_t stored = 0;
  std::uint64_t refused = 0;
  Status status;
  std::vector<std::optional<Offset>> offsets;  ///< of each record; absent if it is not known to be stored
};
void put_produced(std::string& out, const Produced& produced);
/// Decodes it; nullopt if it is malformed.
std::optional<Produced> take_produced(ByteReader& in);

/// Encodes a Record or EndOfPartition for a reader.
void put_event(std::string& out, const Event& event);
/// Decodes the next event; nullopt if it is malformed. A Record's views point into the frame, except for the topic,
/// which `intern` returns; its owner is not set.
template <typename Intern>
std::optional<Event> take_event(ByteReader& in, Intern intern) {
  const auto kind = static_cast<EventKind>(in.take<std::uint8_t>());
  if (kind == EventKind::kEnd) {
    EndOfPartition end;
    end.where = take_where(in);
    end.next = NextOffset{in.take<std::int64_t>()};
    return in.ok() ? std::optional<Event>(std::move(end)) : std::nullopt;
  }
  Record record;
  const auto offset = Offset{in.take<std::int64_t>()};
  const auto append_time_ms = in.take<std::int64_t>();
  const bool parsed = take_outgoing(in, [&](const OutgoingRecord& taken) {
    record.topic = intern(taken.topic);
    record.partition = taken.partition;
    record.offset = offset;
    record.append_time_ms = append_time_ms;
    record.key = taken.key;
    record.value = taken.value;
    record.headers.assign(taken.headers.begin(), taken.headers.end());
  });
  return parsed && kind == EventKind::kRecord ? std::optional<Event>(std::move(record)) : std::nullopt;
}

}  // namespace turnstream::log::embedded
