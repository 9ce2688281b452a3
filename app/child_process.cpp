#include "app/child_process.h"

#include <cerrno>
#include <sys/wait.h>

namespace turnstream::app {

int wait_for_child(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace turnstream::app
