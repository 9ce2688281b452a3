#include "pipeline/log/embedded/socket/socket_address.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "pipeline/log/embedded/errors.h"

namespace turnstream::log::embedded {

namespace {

constexpr time_t kConnectSeconds = 10;

/// A socket address. If the path is too long for it, `folder` keeps the socket's folder open while the address is used.
struct Address {
  sockaddr_un name{};
  FileDescriptor folder;

  [[nodiscard]] const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&name); }
};

Error failed(const std::string& what, const std::string& path) {
  return make_error(error_codes::kSocketFailed, Reaction::kStopProcess,
                    what + " " + path + ": " + std::strerror(errno) + ".");
}

Result<Address> address_of(const std::string& path) {
  Address address;
  address.name.sun_family = AF_UNIX;
  std::string name = path;
  if (name.size() >= sizeof(address.name.sun_path)) {
    const std::filesystem::path whole(path);
    address.folder = FileDescriptor(::open(whole.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!address.folder) {
      return failed("Cannot open the folder of the socket", path);
    }
    name = "/proc/self/fd/" + std::to_string(address.folder.get()) + "/" + whole.filename().string();
  }
  if (name.size() >= sizeof(address.name.sun_path)) {
    return make_error(error_codes::kSocketFailed, Reaction::kStopProcess,
                      "The file name of the socket " + path + " is too long for a socket address.");
  }
  std::memcpy(address.name.sun_path, name.c_str(), name.size() + 1);
  return address;
}

FileDescriptor open_socket() {
  return FileDescriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

/// Removes the socket file of a process that has ended. Only a refused connection shows that no process listens: any
/// other failure, for example a full queue of new connections, may be that of a living server.
Status remove_dead_socket(const std::string& path, const Address& address) {
  struct stat existing {};
  if (::lstat(path.c_str(), &existing) != 0 || !S_ISSOCK(existing.st_mode)) {
    return {};
  }
  const FileDescriptor socket = open_socket();
  if (!socket || ::fcntl(socket.get(), F_SETFL, O_NONBLOCK) != 0) {
    return failed("Cannot create a socket for", path);
  }
  const bool connected = ::connect(socket.get(), address.get(), sizeof(address.name)) == 0;
  if (!connected && errno == ECONNREFUSED) {
    ::unlink(path.c_str());
    return {};
  }
  if (connected || errno == EAGAIN) {
    return make_error(error_codes::kSocketInUse, Reaction::kStopProcess,
                      "Another process serves the embedded log at " + path + ": stop it, or use another --state.");
  }
  return failed("Cannot find out whether another process serves the embedded log at", path);
}

}  // namespace

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) {
    ::close(fd_);
  }
}

Result<FileDescriptor> connect_to(const std::string& path) {
  TS_ASSIGN_OR_RETURN(const Address address, address_of(path));
  FileDescriptor socket = open_socket();
  if (!socket) {
    return failed("Cannot create a socket for", path);
  }
  // connect() waits while the server's queue of new connections is full, for example because the server is suspended.
  const timeval bound{.tv_sec = kConnectSeconds, .tv_usec = 0};
  ::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &bound, sizeof(bound));
  if (::connect(socket.get(), address.get(), sizeof(address.name)) != 0) {
    return make_error(error_codes::kUnreachable, Reaction::kRetry,
                      "No process serves the embedded log at " + path + " now: call the command again.");
  }
  return socket;
}

Result<FileDescriptor> listen_on(const std::string& path) {
  TS_ASSIGN_OR_RETURN(const Address address, address_of(path));
  TS_RETURN_IF_ERROR(remove_dead_socket(path, address));
  FileDescriptor socket = open_socket();
  constexpr int kBacklog = 16;
  // Clients cannot connect before listen(), so the file mode is set before the first client connects.
  if (!socket || ::fcntl(socket.get(), F_SETFL, O_NONBLOCK) != 0 ||
      ::bind(socket.get(), address.get(), sizeof(address.name)) != 0 || ::chmod(path.c_str(), S_IRUSR | S_IWUSR) != 0 ||
      ::listen(socket.get(), kBacklog) != 0) {
    return failed("Cannot listen on the socket", path);
  }
  return socket;
}

}  // namespace turnstream::log::embedded
