#pragma once
// SocketSession: handles the requests of one connection, without the socket: bytes of a request in, bytes of a reply
// out. Owns the connection's reader and producer; borrows the client. SocketServer owns it. Threads: one.

#include <memory>
#include <optional>
#include <string>

#include "pipeline/log/embedded/socket/socket_frames.h"

namespace turnstream::log::embedded {

class SocketSession {
 public:
  explicit SocketSession(Client& client) : client_(client) {}

  /// The reply to a request; nullopt (only for kFetch and kCommitted) if there is none yet. The caller then calls again
  /// with the same request, and sets `last` when wait_of() has passed; with `last` there is always a reply.
  std::optional<std::string> answer(std::string_view request, bool last);
  /// How long a request may wait for its reply: for kFetch and kCommitted as long as the client requested, else 0.
  static milliseconds wait_of(std::string_view request);

 private:
  std::string topics();
  std::string create_topics(ByteReader& in);
  std::string delete_topics(ByteReader& in);
  std::string topic_setting(ByteReader& in);
  std::string watermarks(ByteReader& in);
  std::optional<std::string> committed(ByteReader& in, bool last);
  std::string assign(ByteReader& in);
  std::optional<std::string> fetch(bool last);
  std::string produce(ByteReader& in);

  Client& client_;
  std::unique_ptr<Reader> reader_;
  std::unique_ptr<Producer> producer_;
};

}  // namespace turnstream::log::embedded
