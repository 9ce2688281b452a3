#include "pipeline/log/embedded/socket/socket_client.h"

#include <algorithm>
#include <deque>
#include <set>

#include "pipeline/base/mutex.h"
#include "pipeline/log/embedded/errors.h"
#include "pipeline/log/embedded/socket/socket_admin.h"

namespace turnstream::log::embedded {

namespace {

Error not_served() {
  return make_error(error_codes::kNotServed, Reaction::kStopProcess,
                    "Only the process that has the embedded log open can use groups and transactions: stop it first.");
}

/// Keeps the names of topics as long as the client exists, because delivered records point to them.
class InternedTopics {
 public:
  std::string_view intern(std::string_view name) {
    const MutexLock lock(mutex_);
    return *names_.emplace(name).first;
  }

 private:
  Mutex mutex_;
  std::set<std::string> names_ GUARDED_BY(mutex_);
};

class SocketReader final : public Reader {
 public:
  SocketReader(const std::string& path, InternedTopics& names) : connection_(path), names_(names) {}

  Status assign(std::span<const Position> positions) override {
    positions_.assign(positions.begin(), positions.end());
    events_.clear();
    return send_positions();
  }

  Result<Event> poll(milliseconds timeout) override {
    if (events_.empty()) {
      TS_RETURN_IF_ERROR(fetch(timeout));
    }
    if (events_.empty()) {
      return Event{};
    }
    Event event = std::move(events_.front());
    events_.pop_front();
    return event;
  }

 private:
  Status send_positions() {
    std::string request = begin_request(Request::kAssign);
    put_positions(request, positions_);
    TS_RETURN_IF_ERROR(connection_.call(std::move(request), milliseconds{0}));
    return {};
  }

  Status fetch(milliseconds timeout) {
    if (!connection_.connected() && !positions_.empty()) {
      TS_RETURN_IF_ERROR(send_positions());  // the server drops the positions when a connection ends
    }
    std::string request = begin_request(Request::kFetch);
    put(request, static_cast<std::uint32_t>(std::max<std::int64_t>(timeout.count(), 0)));
    TS_ASSIGN_OR_RETURN(const SocketReply reply, connection_.call(std::move(request), timeout));
    ByteReader in(reply.answer);
    while (!in.at_end()) {
      auto event = take_event(in, [this](std::string_view topic) { return names_.intern(topic); });
      if (!event) {
        return make_error(
            error_codes::kBadFrame, Reaction::kStopProcess,
            "The process that has the log open sent unreadable records: use the same version of turnstream for both.");
      }
      if (auto* record = std::get_if<Record>(&*event)) {
        using Frame = std::shared_ptr<const std::string>;
        record->owner = RecordOwner(new Frame(reply.frame), [](void* frame) { delete static_cast<Frame*>(frame); });
        advance(*record);
      }
      events_.push_back(*std::move(event));
    }
    return {};
  }

  void advance(const Record& record) {
    for (Position& position : positions_) {
      if (position.where.partition == record.partition && position.where.topic == record.topic) {
        position.next = next_after(record.offset);
      }
    }
  }

  SocketConnection connection_;
  InternedTopics& names_;
  std::vector<Position> positions_;
  std::deque<Event> events_;
};

class SocketProducer final : public Producer {
 public:
  explicit SocketProducer(const std::string& path) : connection_(path) {}
  ~SocketProducer() override {
    // Without a flush() records may be lost, but sending them now costs little. Nothing may be called for them any longer.
    on_stored_.clear();
    send();
  }

  using Producer::produce;
  Status produce(const OutgoingRecord& record, OnStored on_stored) override {
    if (message_overhead(record) > kFrameBytesMax) {
      ++deliveries_.refused;
      return make_error(error_codes::kTooLarge, Reaction::kDeadLetter,
                        "A record is too large for the embedded log's socket, which accepts at most " +
                            std::to_string(kFrameBytesMax) +
                            " bytes: stop the process that serves the log, if the topic accepts more.");
    }
    std::string one;
    put_outgoing(one, record);
    if (!request_.empty() && request_.size() + one.size() > kFrameBytesGood) {
      send();
    }
    // A record that the log refused does not stop the others.
    if (failure_ && failure_->reaction != Reaction::kDeadLetter) {
      ++deliveries_.refused;
      return *failure_;
    }
    if (request_.empty()) {
      request_ = begin_request(Request::kProduce);
    }
    request_ += one;
    on_stored_.push_back(std::move(on_stored));
    return {};
  }

  Status flush(milliseconds) override {
    send();
    if (std::optional<Error> failure = std::exchange(failure_, std::nullopt)) {
      return *std::move(failure);
    }
    return {};
  }

  [[nodiscard]] Deliveries deliveries() const override { return deliveries_; }

 private:
  static std::size_t message_overhead(const OutgoingRecord& record) {
    constexpr std::size_t kLengths = 64;
    std::size_t bytes = kLengths + record.topic.size();
    bytes += record.key.value_or(std::string_view{}).size() + record.value.value_or(std::string_view{}).size();
    for (const Header& header : record.headers) {
      bytes += header.name.size() + header.value.size() + kLengths;
    }
    return bytes;
  }

  /// Sends the collected records, counts what became of them, and keeps the first failure for flush().
  void send() {
    if (request_.empty()) {
      return;
    }
    std::vector<std::optional<Offset>> offsets;
    const Status sent = exchange(std::exchange(request_, {}), offsets);
    tell(offsets, sent);
    if (!sent.ok() && !failure_) {
      failure_ = sent.error();
    }
  }

  /// Tells the records of the last request their offsets. `sent`: why some are not known to be stored.
  void tell(const std::vector<std::optional<Offset>>& offsets, const Status& sent) {
    const std::vector<OnStored> waiting = std::exchange(on_stored_, {});
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (waiting[i] && i < offsets.size() && offsets[i]) {
        waiting[i](*offsets[i]);
      } else if (waiting[i]) {
        waiting[i](sent.ok() ? bad_answer() : sent.error());
      }
    }
  }

  static Error bad_answer() {
    return make_error(
        error_codes::kBadFrame, Reaction::kStopProcess,
        "The process that has the log open sent an unreadable answer: use the same version of turnstream for both.");
  }

  /// Sets `offsets` to those of the records in the request.
  Status exchange(std::string request, std::vector<std::optional<Offset>>& offsets) {
    TS_ASSIGN_OR_RETURN(const SocketReply reply, connection_.call(std::move(request), milliseconds{0}));
    ByteReader in(reply.answer);
    std::optional<Produced> produced = take_produced(in);
    if (!produced) {
      return bad_answer();
    }
    deliveries_.stored += produced->stored;
    deliveries_.refused += produced->refused;
    offsets = std::move(produced->offsets);
    return std::move(produced->status);
  }

  SocketConnection connection_;
  std::string request_;
  std::vector<OnStored> on_stored_;  ///< of the records in the request; some are empty
  std::optional<Error> failure_;     ///< the first failed delivery since the last flush()
  Deliveries deliveries_;
};

class SocketClient final : public Client {
 public:
  explicit SocketClient(const std::string& path) : path_(path), admin_(path) {}

  Result<std::unique_ptr<Consumer>> make_consumer(const ConsumerConfig&) override { return not_served(); }
  Result<std::unique_ptr<TransactionalProducer>> make_transactional_producer(const std::string&,
                                                                             const std::string&) override {
    return not_served();
  }
  Result<std::unique_ptr<Reader>> make_reader(const std::string&) override {
    return std::unique_ptr<Reader>(std::make_unique<SocketReader>(path_, names_));
  }
  Result<std::unique_ptr<Producer>> make_producer(const std::string&) override {
    return std::unique_ptr<Producer>(std::make_unique<SocketProducer>(path_));
  }
  Admin& admin() override { return admin_; }

 private:
  std::string path_;
  InternedTopics names_;
  SocketAdmin admin_;
};

}  // namespace

Result<std::unique_ptr<Client>> connect(const std::string& path) {
  auto client = std::make_unique<SocketClient>(path);
  TS_RETURN_IF_ERROR(client->admin().cluster_id(milliseconds{0}));
  return std::unique_ptr<Client>(std::move(client));
}

}  // namespace turnstream::log::embedded
