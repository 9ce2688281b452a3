#define DOCTEST_CONFIG_IMPLEMENT
#include "tests/integration/broker_address.h"

#include <cstdio>
#include <cstdlib>
#include <doctest/doctest.h>
#include <string_view>

#include "pipeline/base/log_line.h"

namespace turnstream::integration {

std::optional<std::string> broker_address() {
  const char* const address = std::getenv("TURNSTREAM_TEST_BOOTSTRAP");
  if (address == nullptr || *address == '\0') {
    return std::nullopt;
  }
  return std::string(address);
}

int run_tests(int argc, char** argv) {
  if (!broker_address()) {
    std::fputs("SKIPPED: TURNSTREAM_TEST_BOOTSTRAP names no Kafka broker; start one with scripts/kafka start.\n",
               stderr);
    return kSkipped;
  }
  if (std::getenv("TURNSTREAM_TEST_LOG") != nullptr) {
    set_log_sink(
        [](LogLevel /*level*/, const LogFields& fields) { std::fprintf(stderr, "%s\n", log_text(fields).c_str()); });
  }
  return doctest::Context(argc, argv).run();
}

}  // namespace turnstream::integration
