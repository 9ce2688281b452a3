#pragma once
// SocketServer: lets other processes read, write and administer a Cluster through a Unix socket; connect() in
// socket_client.h is the other side. It serves no Consumers or TransactionalProducers. Borrows the cluster; owns one
// thread and the socket file, which only this user can access and which the destructor removes. Threads: create and
// destroy it on any thread; its own thread does the work.

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "pipeline/base/unix_socket.h"
#include "pipeline/log/embedded/cluster.h"

namespace turnstream::log::embedded {

class SocketServer {
 public:
  /// Connections beyond this number are closed at once.
  static constexpr std::size_t kConnectionsMax = 64;

  /// Errors "socket_in_use", "socket_failed".
  static Result<std::unique_ptr<SocketServer>> start(Cluster& cluster, const std::string& path);
  SocketServer(const SocketServer&) = delete;
  SocketServer& operator=(const SocketServer&) = delete;
  ~SocketServer();

 private:
  struct Connection;

  SocketServer(Cluster& cluster, std::string path, FileDescriptor listener, FileDescriptor waker);
  void run(const std::stop_token& stop) noexcept;
  void accept_all();
  /// Handles the events of a connection; false if the connection must be closed.
  bool serve(Connection& connection, short ready);
  static bool receive(Connection& connection);
  static bool send(Connection& connection);
  bool answer(Connection& connection);

  std::string path_;
  SystemClock machine_;
  std::unique_ptr<Client> client_;
  FileDescriptor listener_;
  FileDescriptor waker_;
  std::vector<std::unique_ptr<Connection>> connections_;
  std::jthread thread_;
};

}  // namespace turnstream::log::embedded
