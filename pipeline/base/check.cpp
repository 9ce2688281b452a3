#include "pipeline/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace turnstream {

void check_failed(const char* condition, const char* file, int line) noexcept {
  std::fprintf(stderr, "check failed: %s at %s:%d\n", condition, file, line);
  std::fflush(stderr);
  std::abort();
}

}  // namespace turnstream
