#include "pipeline/runtime/common/crash_ledger.h"

#include <csignal>
#include <cstdlib>
#include <doctest/doctest.h>
#include <exception>
#include <fstream>
#include <functional>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/contract/temporary_folder.h"

namespace turnstream::runtime {
namespace {

const model::LogPosition kRecord{Partition{3}, Offset{1042}};

struct CrashFixture {
  contract::TemporaryFolder folder;
  std::string file = folder.path() + "/crashes";

  /// Runs `work` in a child process that opens the ledger. Returns the signal that ended it, 0 if it exited.
  int die(const std::function<void()>& work) const {
    const pid_t child = fork();
    if (child == 0) {
      std::set_terminate(std::abort);  // the default handler prints a message before it aborts
      const auto ledger = CrashLedger::open(file);
      if (ledger.ok()) {
        work();
      }
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  }
  int deaths(const std::string& stage, const model::LogPosition& record) const {
    const auto ledger = CrashLedger::open(file);
    REQUIRE(ledger.ok());
    return (*ledger)->deaths(stage, record);
  }
};

}  // namespace

TEST_CASE_FIXTURE(CrashFixture, "a record that is processed during an abort is counted each time") {
  CHECK(deaths("semantic", kRecord) == 0);
  for (int time = 1; time <= 3; ++time) {
    CHECK(die([] {
            const CrashLedger::Marker marker("semantic", kRecord);
            std::abort();
          }) == SIGABRT);
    CHECK(deaths("semantic", kRecord) == time);
  }
  CHECK(deaths("skill", kRecord) == 0);
  CHECK(deaths("semantic", {Partition{3}, Offset{104}}) == 0);
  CHECK(deaths("semantic", {Partition{2}, Offset{1042}}) == 0);
}

TEST_CASE_FIXTURE(CrashFixture, "our own fatal signals count and a kill from outside does not") {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) {
    CHECK(die([signal] {
            const CrashLedger::Marker marker("semantic", kRecord);
            raise(signal);
          }) == signal);
  }
  CHECK(deaths("semantic", kRecord) == 4);
  CHECK(die([] {
          const CrashLedger::Marker marker("semantic", kRecord);
          raise(SIGKILL);
        }) == SIGKILL);
  CHECK(deaths("semantic", kRecord) == 4);
}

TEST_CASE_FIXTURE(CrashFixture, "an exception that is not caught counts for the record that threw it") {
  const auto stage = [] {
    const CrashLedger::Marker marker("semantic", kRecord);
    static_cast<void>(std::string().at(1));
  };
  CHECK(die([&]() noexcept { stage(); }) == SIGABRT);
  CHECK(deaths("semantic", kRecord) == 1);
}

TEST_CASE_FIXTURE(CrashFixture, "a record that was finished during the unwinding of an exception is not counted") {
  struct Late {
    ~Late() { const CrashLedger::Marker marker("semantic", kRecord); }
  };
  const auto elsewhere = [] {
    const Late late;
    static_cast<void>(std::string().at(1));
  };
  CHECK(die([&]() noexcept { elsewhere(); }) == SIGABRT);
  CHECK(deaths("semantic", kRecord) == 0);
}

TEST_CASE_FIXTURE(CrashFixture, "a death outside any record is not counted") {
  CHECK(die([] {
          { const CrashLedger::Marker marker("semantic", kRecord); }
          std::abort();
        }) == SIGABRT);
  CHECK(deaths("semantic", kRecord) == 0);
}

TEST_CASE_FIXTURE(CrashFixture, "a death by stack overflow is counted") {
  CHECK(die([] {
          const CrashLedger::Marker marker("semantic", kRecord);
          std::function<int(int)> deeper = [&](int depth) {
            volatile char block[4096] = {};
            block[0] = static_cast<char>(depth);
            return deeper(depth + 1) + block[0];
          };
          deeper(0);
        }) == SIGSEGV);
  CHECK(deaths("semantic", kRecord) == 1);
}

TEST_CASE_FIXTURE(CrashFixture, "a ledger that cannot be written is an error with its name") {
  file = folder.path() + "/missing/crashes";
  const auto ledger = CrashLedger::open(file);
  REQUIRE_FALSE(ledger.ok());
  CHECK(ledger.error().code == "state_unusable");
  CHECK(ledger.error().message.find(file) != std::string::npos);
}

}  // namespace turnstream::runtime
