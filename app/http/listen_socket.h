#pragma once
// listen_at: opens the server's socket. Threads: any.

#include "app/http/http_address.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

struct ListenSocket {
  int descriptor = -1;   ///< the caller closes it
  HttpAddress address;   ///< with the real port
  bool loopback = true;  ///< other machines cannot reach it
};

/// Port 0 = any free one. Errors: code "listen_failed".
Result<ListenSocket> listen_at(const HttpAddress& wanted);

}  // namespace turnstream::app
