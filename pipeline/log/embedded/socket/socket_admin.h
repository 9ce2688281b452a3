#pragma once
// SocketAdmin: the port's Admin through a SocketServer, usually of another process. Owns a connection. Threads: any; a
// call waits while another thread's request is under way.

#include <string>

#include "pipeline/base/mutex.h"
#include "pipeline/log/embedded/socket/socket_connection.h"

namespace turnstream::log::embedded {

class SocketAdmin final : public Admin {
 public:
  explicit SocketAdmin(std::string path) : connection_(std::move(path)) {}

  Result<std::string> cluster_id(milliseconds timeout) override;
  Status probe(milliseconds timeout) override;
  std::string description() override;
  Result<std::vector<TopicInfo>> topics(milliseconds timeout) override;
  Status create_topics(std::span<const TopicSpec> specs, milliseconds timeout) override;
  Status delete_topics(std::span<const std::string> names, milliseconds timeout) override;
  Result<std::string> topic_setting(const std::string& topic, const std::string& name, milliseconds timeout) override;
  Result<Watermarks> watermarks(const TopicPartition& where, milliseconds timeout) override;
  Result<std::vector<Committed>> committed(const std::string& group, std::span<const TopicPartition> where,
                                           milliseconds timeout) override;

 private:
  Result<SocketReply> call(std::string request, milliseconds wait);
  Result<std::string> call_for_text(std::string request);

  Mutex mutex_;
  SocketConnection connection_ GUARDED_BY(mutex_);
};

}  // namespace turnstream::log::embedded
