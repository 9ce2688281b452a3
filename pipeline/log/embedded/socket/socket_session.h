#pragma once
// SocketSession: one connection's conversation, without the socket: bytes of a request in, bytes of a reply out. It
// holds the connection's reader and producer; SocketServer owns it and the client it borrows.
// Threads: one.

#include <memory>
#include <optional>
#include <string>

#include "pipeline/log/embedded/socket/socket_frames.h"

namespace turnstream::log::embedded {

class SocketSession {
 public:
  explicit SocketSession(Client& client) : client_(client) {}

  /// Answers a request. nullopt: there is nothing to say yet and the caller may wait wait_of() of it; then, or before,
  /// the same request is to be asked again with `last` = true or false.
  std::optional<std::string> answer(std::string_view request, bool last);
  /// How long the request may be left unanswered.
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
