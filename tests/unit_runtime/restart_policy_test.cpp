#include "pipeline/runtime/restart_policy.h"

#include <doctest/doctest.h>

namespace turnstream::runtime {
namespace {

SessionEnd failed(Reaction reaction, std::int64_t ran_ms = 10) {
  SessionEnd end;
  end.error = make_error("unreachable", reaction, "It is away.");
  end.ran_ms = ran_ms;
  return end;
}

TEST_CASE("failed sessions in a row wait longer each time and then end the process") {
  RestartPolicy policy({.restarts_max = 10, .outage_ms_max = std::nullopt});
  std::int64_t last_ms = 0;
  for (int i = 0; i < 10; ++i) {
    const auto wait_ms = policy.after(failed(Reaction::kReleasePartition));
    REQUIRE(wait_ms.ok());
    CHECK(*wait_ms >= last_ms);
    last_ms = *wait_ms;
  }
  CHECK(last_ms == 5'000);
  const auto end = policy.after(failed(Reaction::kReleasePartition));
  REQUIRE(!end.ok());
  CHECK(end.error().code == "gave_up");
  CHECK(end.error().message.find("It is away.") != std::string::npos);
}

TEST_CASE("a session that committed or was ready for a while resets the count") {
  RestartPolicy policy({.restarts_max = 1, .outage_ms_max = std::nullopt});
  for (int i = 0; i < 20; ++i) {
    SessionEnd well = failed(Reaction::kReleasePartition, i % 2 == 0 ? 10 : 6'000);
    well.committed = i % 2 == 0;
    well.was_ready = i % 2 != 0;
    REQUIRE(policy.after(well).ok());
  }
  // A long restore that ends in an error is not progress.
  CHECK(!policy.after(failed(Reaction::kReleasePartition, 60'000)).ok());
}

TEST_CASE("a service waits for its broker without a limit") {
  RestartPolicy policy({.restarts_max = 3, .outage_ms_max = std::nullopt});
  for (int i = 0; i < 1'000; ++i) {
    REQUIRE(policy.after(failed(Reaction::kRetry, 30'000)).ok());
  }
}

TEST_CASE("a run until drained gives up on a broker that stays unreachable with the broker's error") {
  RestartPolicy policy({.restarts_max = 3, .outage_ms_max = 60'000});
  CHECK(policy.after(failed(Reaction::kRetry, 30'000)).ok());
  const auto end = policy.after(failed(Reaction::kRetry, 30'000));
  REQUIRE(!end.ok());
  CHECK(end.error().code == "unreachable");
}

TEST_CASE("an outage that a commit interrupts is two outages") {
  RestartPolicy policy({.restarts_max = 3, .outage_ms_max = 60'000});
  for (int i = 0; i < 10; ++i) {
    SessionEnd well = failed(Reaction::kRetry, 50'000);
    well.committed = true;
    REQUIRE(policy.after(well).ok());
  }
}

TEST_CASE("the wait for a lost log is part of the outage and without a limit never ends the process") {
  const Error loss = make_error("unreachable", Reaction::kRetry, "The broker is away.");
  RestartPolicy patient({.restarts_max = 1, .outage_ms_max = std::nullopt});
  RestartPolicy until_drained({.restarts_max = 1, .outage_ms_max = 60'000});
  for (int i = 0; i < 59; ++i) {
    CHECK(patient.waited(1'000'000, loss).ok());
    CHECK(until_drained.waited(1'000, loss).ok());
  }
  const Status end = until_drained.waited(1'000, loss);
  REQUIRE(!end.ok());
  CHECK(end.error().message == "The broker is away.");
}

}  // namespace
}  // namespace turnstream::runtime
