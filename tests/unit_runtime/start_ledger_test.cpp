#include "pipeline/runtime/common/start_ledger.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>

#include "pipeline/runtime/intake/intake_processor.h"
#include "tests/contract/temporary_folder.h"

namespace turnstream::runtime {
namespace {

const log::TopicPartition kTurns{"turns", Partition{1}};
const log::TopicPartition kCommands{"commands", Partition{0}};

struct Fixture {
  contract::TemporaryFolder folder;
  std::string file = folder.path() + "/starts";

  /// A process that begins to read, commits progress of `moved`, and dies.
  void die(const std::vector<log::Position>& begin, const std::vector<log::TopicPartition>& moved = {}) const {
    const pid_t child = fork();
    if (child == 0) {
      StartLedger ledger(file);
      bool good = ledger.begin(begin).ok() && ledger.begin(begin).ok();  // a rebalance counts once
      for (const log::TopicPartition& where : moved) {
        good = good && ledger.moved(where).ok();
      }
      kill(getpid(), good ? SIGKILL : SIGABRT);
    }
    int status = 0;
    waitpid(child, &status, 0);
    REQUIRE(WIFSIGNALED(status));
    REQUIRE(WTERMSIG(status) == SIGKILL);
  }
  std::int64_t starts(const log::TopicPartition& where) const {
    for (const Started& one : StartLedger::read(file)) {
      if (one.from.where == where) {
        return one.starts;
      }
    }
    return 0;
  }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "deaths of any kind where an input begins are counted until the input moves") {
  for (int i = 1; i <= 3; ++i) {
    die({{kTurns, NextOffset{7}}, {kCommands, NextOffset{0}}}, {kCommands});
    CHECK(starts(kTurns) == i);
    CHECK(starts(kCommands) == 0);
  }
  die({{kTurns, NextOffset{8}}});
  CHECK(starts(kTurns) == 1);
}

TEST_CASE_FIXTURE(Fixture, "an orderly end forgets the deaths") {
  die({{kTurns, NextOffset{7}}});
  {
    StartLedger ledger(file);
    REQUIRE(ledger.begin(std::vector<log::Position>{{kTurns, NextOffset{7}}}).ok());
    CHECK(starts(kTurns) == 2);
  }
  CHECK_FALSE(std::filesystem::exists(file));
}

}  // namespace turnstream::runtime
