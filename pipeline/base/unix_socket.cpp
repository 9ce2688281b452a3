#include "pipeline/base/unix_socket.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

namespace turnstream {

namespace {

constexpr time_t kConnectSeconds = 10;

Error failed(const std::string& what, const std::string& path) {
  return make_error(error_codes::kSocketFailed, Reaction::kStopProcess,
                    what + " " + path + ": " + std::strerror(errno) + ".");
}

sockaddr_un address_of(const SocketName& name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, name.path.c_str(), name.path.size() + 1);
  return address;
}

const sockaddr* plain(const sockaddr_un& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

FileDescriptor open_socket() {
  return FileDescriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

/// Removes the socket file of a process that has ended. Only a refused connection shows that no process listens: any
/// other failure, for example a full queue of new connections, may be that of a living server.
Status remove_dead_socket(const std::string& path, const sockaddr_un& address, const std::string& served) {
  struct stat existing {};
  if (::lstat(path.c_str(), &existing) != 0) {
    return {};
  }
  if (!S_ISSOCK(existing.st_mode)) {
    return make_error(error_codes::kSocketFailed, Reaction::kStopProcess,
                      "Cannot serve " + served + " at " + path + ": it is a file that is not a socket. Move it away.");
  }
  const FileDescriptor socket = open_socket();
  if (!socket || ::fcntl(socket.get(), F_SETFL, O_NONBLOCK) != 0) {
    return failed("Cannot create a socket for", path);
  }
  const bool connected = ::connect(socket.get(), plain(address), sizeof(address)) == 0;
  if (!connected && errno == ECONNREFUSED) {
    ::unlink(path.c_str());
    return {};
  }
  if (connected || errno == EAGAIN) {
    return make_error(error_codes::kSocketInUse, Reaction::kStopProcess,
                      "Another process serves " + served + " at " + path + ": stop it, or use another --state.");
  }
  return failed("Cannot find out whether another process serves " + served + " at", path);
}

}  // namespace

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) {
    ::close(fd_);
  }
}

Result<SocketName> socket_name(const std::string& path) {
  constexpr std::size_t kSizeMax = sizeof(sockaddr_un::sun_path) - 1;
  SocketName name{path, {}};
  if (name.path.size() > kSizeMax) {
    const std::filesystem::path whole(path);
    name.folder = FileDescriptor(::open(whole.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!name.folder) {
      return failed("Cannot open the folder of the socket", path);
    }
    name.path = "/proc/self/fd/" + std::to_string(name.folder.get()) + "/" + whole.filename().string();
  }
  if (name.path.size() > kSizeMax) {
    return make_error(error_codes::kSocketFailed, Reaction::kStopProcess,
                      "The file name of the socket " + path + " is too long for a socket address: use a shorter one.");
  }
  return name;
}

Result<FileDescriptor> connect_to_socket(const std::string& path, const std::string& served) {
  TS_ASSIGN_OR_RETURN(const SocketName name, socket_name(path));
  const sockaddr_un address = address_of(name);
  FileDescriptor socket = open_socket();
  if (!socket) {
    return failed("Cannot create a socket for", path);
  }
  // connect() waits while the server's queue of new connections is full, for example because the server is suspended.
  const timeval bound{.tv_sec = kConnectSeconds, .tv_usec = 0};
  ::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &bound, sizeof(bound));
  if (::connect(socket.get(), plain(address), sizeof(address)) != 0) {
    return make_error(error_codes::kUnreachable, Reaction::kRetry,
                      "No process serves " + served + " at " + path + " now: call the command again.");
  }
  return socket;
}

Result<FileDescriptor> listen_on_socket(const std::string& path, const std::string& served, int waiting_max) {
  TS_ASSIGN_OR_RETURN(const SocketName name, socket_name(path));
  const sockaddr_un address = address_of(name);
  TS_RETURN_IF_ERROR(remove_dead_socket(path, address, served));
  FileDescriptor socket = open_socket();
  // Clients cannot connect before listen(), so the file mode is set before the first client connects.
  if (!socket || ::fcntl(socket.get(), F_SETFL, O_NONBLOCK) != 0 ||
      ::bind(socket.get(), plain(address), sizeof(address)) != 0 || ::chmod(path.c_str(), S_IRUSR | S_IWUSR) != 0 ||
      ::listen(socket.get(), waiting_max) != 0) {
    return failed("Cannot listen on the socket", path);
  }
  return socket;
}

}  // namespace turnstream
