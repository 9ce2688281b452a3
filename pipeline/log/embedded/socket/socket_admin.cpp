#include "pipeline/log/embedded/socket/socket_admin.h"

#include "pipeline/log/embedded/errors.h"
#include "pipeline/log/embedded/stored_forms.h"

namespace turnstream::log::embedded {

namespace {

constexpr milliseconds kNow{0};

Error bad_answer() {
  return make_error(
      error_codes::kBadFrame, Reaction::kStopProcess,
      "The process that has the log open sent an unreadable answer: use the same version of turnstream for both.");
}

}  // namespace

Result<SocketReply> SocketAdmin::call(std::string request, milliseconds wait) {
  const MutexLock lock(mutex_);
  return connection_.call(std::move(request), wait);
}

Result<std::string> SocketAdmin::call_for_text(std::string request) {
  TS_ASSIGN_OR_RETURN(const SocketReply reply, call(std::move(request), kNow));
  ByteReader in(reply.answer);
  std::string text(in.sized_text());
  if (!in.ok()) {
    return bad_answer();
  }
  return text;
}

Result<std::string> SocketAdmin::cluster_id(milliseconds) {
  return call_for_text(begin_request(Request::kClusterId));
}

Status SocketAdmin::probe(milliseconds timeout) {
  TS_RETURN_IF_ERROR(cluster_id(timeout));
  return {};
}

std::string SocketAdmin::description() {
  const auto text = call_for_text(begin_request(Request::kDescription));
  return text.ok() ? text.value() + " of another process" : text.error().message;
}

Result<std::vector<TopicInfo>> SocketAdmin::topics(milliseconds) {
  TS_ASSIGN_OR_RETURN(const SocketReply reply, call(begin_request(Request::kTopics), kNow));
  ByteReader in(reply.answer);
  std::vector<TopicInfo> topics;
  const auto count = in.take<std::uint32_t>();
  for (std::uint32_t i = 0; i < count && in.ok(); ++i) {
    std::string name(in.sized_text());
    topics.push_back(TopicInfo{std::move(name), in.take<std::int32_t>()});
  }
  if (!in.ok()) {
    return bad_answer();
  }
  return topics;
}

Status SocketAdmin::create_topics(std::span<const TopicSpec> specs, milliseconds) {
  std::string request = begin_request(Request::kCreateTopics);
  put(request, static_cast<std::uint32_t>(specs.size()));
  for (const TopicSpec& spec : specs) {
    put_spec(request, spec);
  }
  TS_RETURN_IF_ERROR(call(std::move(request), kNow));
  return {};
}

Status SocketAdmin::delete_topics(std::span<const std::string> names, milliseconds) {
  std::string request = begin_request(Request::kDeleteTopics);
  put(request, static_cast<std::uint32_t>(names.size()));
  for (const std::string& name : names) {
    put_string(request, name);
  }
  TS_RETURN_IF_ERROR(call(std::move(request), kNow));
  return {};
}

Result<std::string> SocketAdmin::topic_setting(const std::string& topic, const std::string& name, milliseconds) {
  std::string request = begin_request(Request::kTopicSetting);
  put_string(request, topic);
  put_string(request, name);
  return call_for_text(std::move(request));
}

Result<Watermarks> SocketAdmin::watermarks(const TopicPartition& where, milliseconds) {
  std::string request = begin_request(Request::kWatermarks);
  put_where(request, where);
  TS_ASSIGN_OR_RETURN(const SocketReply reply, call(std::move(request), kNow));
  ByteReader in(reply.answer);
  Watermarks marks;
  marks.first = Offset{in.take<std::int64_t>()};
  marks.last_stable = NextOffset{in.take<std::int64_t>()};
  marks.high = NextOffset{in.take<std::int64_t>()};
  if (!in.ok()) {
    return bad_answer();
  }
  return marks;
}

Result<std::vector<Committed>> SocketAdmin::committed(const std::string& group, std::span<const TopicPartition> where,
                                                      milliseconds timeout) {
  std::string request = begin_request(Request::kCommitted);
  put(request, static_cast<std::uint32_t>(timeout.count()));
  put_string(request, group);
  put(request, static_cast<std::uint32_t>(where.size()));
  for (const TopicPartition& one : where) {
    put_where(request, one);
  }
  TS_ASSIGN_OR_RETURN(const SocketReply reply, call(std::move(request), timeout));
  ByteReader in(reply.answer);
  std::vector<Committed> known;
  for (const TopicPartition& one : where) {
    const auto next = in.take<std::int64_t>();
    const std::optional<NextOffset> position = next < 0 ? std::nullopt : std::optional<NextOffset>(NextOffset{next});
    known.push_back(Committed{one, position, std::string(in.sized_text())});
  }
  if (!in.ok()) {
    return bad_answer();
  }
  return known;
}

}  // namespace turnstream::log::embedded
