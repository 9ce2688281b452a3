#include "pipeline/log/embedded/socket/socket_frames.h"

#include "pipeline/log/embedded/errors.h"

namespace turnstream::log::embedded {
namespace {

constexpr std::int64_t kNotStored = -1;  ///< instead of an offset

}  // namespace

std::string begin_request(Request request) {
  std::string frame(kFrameHead, '\0');
  put(frame, static_cast<std::uint8_t>(request));
  return frame;
}

std::string begin_reply() {
  std::string frame(kFrameHead, '\0');
  put(frame, std::uint8_t{0});
  return frame;
}

std::string error_reply(const Error& error) {
  std::string frame(kFrameHead, '\0');
  put(frame, std::uint8_t{1});
  put_string(frame, error.code);
  put(frame, static_cast<std::uint8_t>(error.reaction));
  put_string(frame, error.message);
  put_string(frame, error.pointer);
  put_string(frame, error.rule);
  return frame;
}

void finish_frame(std::string& frame) {
  std::string length;
  put(length, static_cast<std::uint32_t>(frame.size() - kFrameHead));
  frame.replace(0, kFrameHead, length);
}

std::uint32_t frame_length(std::string_view head) {
  return get<std::uint32_t>(head.data());
}

Result<std::string_view> open_reply(std::string_view frame) {
  ByteReader in(frame);
  const auto failed = in.take<std::uint8_t>();
  if (in.ok() && failed == 0) {
    return in.bytes(in.rest_size());
  }
  Error error;
  error.code = in.sized_text();
  const auto reaction = in.take<std::uint8_t>();
  error.message = in.sized_text();
  error.pointer = in.sized_text();
  error.rule = in.sized_text();
  if (!in.ok() || reaction > static_cast<std::uint8_t>(Reaction::kStopProcess)) {
    return make_error(
        error_codes::kBadFrame, Reaction::kStopProcess,
        "The process that has the log open sent an unreadable answer: use the same version of turnstream for both.");
  }
  error.reaction = static_cast<Reaction>(reaction);
  return error;
}

void put_where(std::string& out, const TopicPartition& where) {
  put_string(out, where.topic);
  put(out, where.partition.value());
}

TopicPartition take_where(ByteReader& in) {
  TopicPartition where;
  where.topic = in.sized_text();
  where.partition = Partition{in.take<std::int32_t>()};
  return where;
}

void put_positions(std::string& out, std::span<const Position> positions) {
  put(out, static_cast<std::uint32_t>(positions.size()));
  for (const Position& position : positions) {
    put_where(out, position.where);
    put(out, position.next.value());
  }
}

std::vector<Position> take_positions(ByteReader& in) {
  std::vector<Position> positions;
  const auto count = in.take<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    Position position;
    position.where = take_where(in);
    position.next = NextOffset{in.take<std::int64_t>()};
    positions.push_back(std::move(position));
  }
  return positions;
}

void put_optional(std::string& out, const std::optional<std::string_view>& text) {
  put(out, static_cast<std::uint8_t>(text ? 1 : 0));
  if (text) {
    put_string(out, *text);
  }
}

std::optional<std::string_view> take_optional(ByteReader& in) {
  if (in.take<std::uint8_t>() == 0) {
    return std::nullopt;
  }
  return in.sized_text();
}

void put_outgoing(std::string& out, const OutgoingRecord& record) {
  put_string(out, record.topic);
  put(out, record.partition.value());
  put_optional(out, record.key);
  put_optional(out, record.value);
  put(out, static_cast<std::uint32_t>(record.headers.size()));
  for (const Header& header : record.headers) {
    put_string(out, header.name);
    put_string(out, header.value);
  }
}

void put_produced(std::string& out, const Produced& produced) {
  put(out, produced.stored);
  put(out, produced.refused);
  put_string(out, produced.status.ok() ? std::string() : error_reply(produced.status.error()).substr(kFrameHead));
  for (const std::optional<Offset>& offset : produced.offsets) {
    put(out, offset ? offset->value() : kNotStored);
  }
}

std::optional<Produced> take_produced(ByteReader& in) {
  Produced produced;
  produced.stored = in.take<std::uint64_t>();
  produced.refused = in.take<std::uint64_t>();
  const std::string_view error = in.sized_text();
  if (!in.ok()) {
    return std::nullopt;
  }
  if (!error.empty()) {
    const Result<std::string_view> opened = open_reply(error);
    produced.status = opened.ok() ? Status() : Status(opened.error());
  }
  while (!in.at_end()) {
    const auto offset = in.take<std::int64_t>();
    if (!in.ok()) {
      return std::nullopt;
    }
    produced.offsets.push_back(offset == kNotStored ? std::nullopt : std::optional(Offset{offset}));
  }
  return produced;
}

void put_event(std::string& out, const Event& event) {
  if (const auto* end = std::get_if<EndOfPartition>(&event)) {
    put(out, static_cast<std::uint8_t>(EventKind::kEnd));
    put_where(out, end->where);
    put(out, end->next.value());
  } else if (const auto* record = std::get_if<Record>(&event)) {
    put(out, static_cast<std::uint8_t>(EventKind::kRecord));
    put(out, record->offset.value());
    put(out, record->append_time_ms);
    put_outgoing(out, OutgoingRecord{record->topic, record->partition, record->key, record->value, record->headers});
  }
}

}  // namespace turnstream::log::embedded
