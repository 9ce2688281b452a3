#include "pipeline/log/embedded/socket/socket_session.h"

#include "pipeline/log/embedded/errors.h"
#include "pipeline/log/embedded/stored_forms.h"

namespace turnstream::log::embedded {

namespace {

constexpr milliseconds kNow{0};
constexpr const char* kClientId = "socket";

std::string bad_request() {
  return error_reply(
      make_error(error_codes::kBadFrame, Reaction::kStopProcess,
                 "The embedded log received an unreadable request: use the same version of turnstream for both."));
}

std::string reply_to(const Status& status) {
  return status.ok() ? begin_reply() : error_reply(status.error());
}

std::string reply_to(const Result<std::string>& text) {
  if (!text.ok()) {
    return error_reply(text.error());
  }
  std::string reply = begin_reply();
  put_string(reply, text.value());
  return reply;
}

}  // namespace

milliseconds SocketSession::wait_of(std::string_view request) {
  ByteReader in(request);
  const auto kind = static_cast<Request>(in.take<std::uint8_t>());
  const bool waits = kind == Request::kFetch || kind == Request::kCommitted;
  return waits ? milliseconds{in.take<std::uint32_t>()} : kNow;
}

std::optional<std::string> SocketSession::answer(std::string_view request, bool last) {
  ByteReader in(request);
  const auto kind = static_cast<Request>(in.take<std::uint8_t>());
  if (!in.ok()) {
    return bad_request();
  }
  switch (kind) {
    case Request::kClusterId:
      return reply_to(client_.admin().cluster_id(kNow));
    case Request::kDescription:
      return reply_to(Result<std::string>(client_.admin().description()));
    case Request::kTopics:
      return topics();
    case Request::kCreateTopics:
      return create_topics(in);
    case Request::kDeleteTopics:
      return delete_topics(in);
    case Request::kTopicSetting:
      return topic_setting(in);
    case Request::kWatermarks:
      return watermarks(in);
    case Request::kCommitted:
      return committed(in, last);
    case Request::kAssign:
      return assign(in);
    case Request::kFetch:
      return fetch(last);
    case Request::kProduce:
      return produce(in);
  }
  return bad_request();
}

std::string SocketSession::topics() {
  const auto topics = client_.admin().topics(kNow);
  if (!topics.ok()) {
    return error_reply(topics.error());
  }
  std::string reply = begin_reply();
  put(reply, static_cast<std::uint32_t>(topics.value().size()));
  for (const TopicInfo& topic : topics.value()) {
    put_string(reply, topic.name);
    put(reply, topic.partitions);
  }
  return reply;
}

std::string SocketSession::create_topics(ByteReader& in) {
  std::vector<TopicSpec> specs;
  const auto count = in.take<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    specs.push_back(take_spec(in));
  }
  return in.ok() ? reply_to(client_.admin().create_topics(specs, kNow)) : bad_request();
}

std::string SocketSession::delete_topics(ByteReader& in) {
  std::vector<std::string> names;
  const auto count = in.take<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    names.emplace_back(in.sized_text());
  }
  return in.ok() ? reply_to(client_.admin().delete_topics(names, kNow)) : bad_request();
}

std::string SocketSession::topic_setting(ByteReader& in) {
  const std::string topic(in.sized_text());
  const std::string name(in.sized_text());
  return in.ok() ? reply_to(client_.admin().topic_setting(topic, name, kNow)) : bad_request();
}

std::string SocketSession::watermarks(ByteReader& in) {
  const TopicPartition where = take_where(in);
  if (!in.ok()) {
    return bad_request();
  }
  const auto marks = client_.admin().watermarks(where, kNow);
  if (!marks.ok()) {
    return error_reply(marks.error());
  }
  std::string reply = begin_reply();
  put(reply, marks.value().first.value());
  put(reply, marks.value().last_stable.value());
  put(reply, marks.value().high.value());
  return reply;
}

std::optional<std::string> SocketSession::committed(ByteReader& in, bool last) {
  in.take<std::uint32_t>();
  const std::string group(in.sized_text());
  std::vector<TopicPartition> where;
  const auto count = in.take<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    where.push_back(take_where(in));
  }
  if (!in.ok()) {
    return bad_request();
  }
  const auto known = client_.admin().committed(group, where, kNow);
  if (!known.ok()) {
    const bool pending = known.error().reaction == Reaction::kRetry;
    return pending && !last ? std::nullopt : std::optional<std::string>(error_reply(known.error()));
  }
  std::string reply = begin_reply();
  for (const Committed& one : known.value()) {
    put(reply, one.next ? one.next->value() : std::int64_t{-1});
    put_string(reply, one.metadata);
  }
  return reply;
}

std::string SocketSession::assign(ByteReader& in) {
  const std::vector<Position> positions = take_positions(in);
  if (!in.ok()) {
    return bad_request();
  }
  if (!reader_) {
    auto made = client_.make_reader(kClientId);
    if (!made.ok()) {
      return error_reply(made.error());
    }
    reader_ = std::move(made).value();
  }
  return reply_to(reader_->assign(positions));
}

std::optional<std::string> SocketSession::fetch(bool last) {
  if (!reader_) {
    return begin_reply();
  }
  std::string reply = begin_reply();
  const std::size_t empty = reply.size();
  while (reply.size() < kFrameBytesGood) {
    const auto event = reader_->poll(kNow);
    if (!event.ok()) {
      // First deliver the events before the error; the reader returns its error again in a later fetch.
      return reply.size() > empty ? reply : error_reply(event.error());
    }
    if (std::holds_alternative<std::monostate>(event.value())) {
      return reply.size() > empty || last ? std::optional<std::string>(std::move(reply)) : std::nullopt;
    }
    put_event(reply, event.value());
  }
  return reply;
}

std::string SocketSession::produce(ByteReader& in) {
  if (!producer_) {
    auto made = client_.make_producer(kClientId);
    if (!made.ok()) {
      return error_reply(made.error());
    }
    producer_ = std::move(made).value();
  }
  const Deliveries before = producer_->deliveries();
  Produced all;
  while (!in.at_end()) {
    const bool parsed = take_outgoing(in, [&](const OutgoingRecord& record) {
      // The producer of an embedded log stores the record and tells its offset in this call.
      std::optional<Offset>& offset = all.offsets.emplace_back();
      const Status produced = producer_->produce(record, [&offset](const Result<Offset>& stored) {
        offset = stored.ok() ? std::optional(*stored) : std::nullopt;
      });
      if (all.status.ok() && !produced.ok()) {
        all.status = produced;
      }
    });
    if (!parsed) {
      return bad_request();
    }
  }
  const Status flushed = producer_->flush(kNow);
  const Deliveries after = producer_->deliveries();
  all.stored = after.stored - before.stored;
  all.refused = after.refused - before.refused;
  all.status = all.status.ok() ? flushed : all.status;
  std::string reply = begin_reply();
  put_produced(reply, all);
  return reply;
}

}  // namespace turnstream::log::embedded
