#include "pipeline/runtime/common/fault_injector.h"

#include <doctest/doctest.h>
#include <string_view>

namespace turnstream::runtime {

TEST_CASE("a fault is parsed from its setting") {
  const auto fault = FaultInjector::parse("semantic:T2:transient:4");
  REQUIRE(fault.ok());
  CHECK(fault->stage == "semantic");
  CHECK(fault->turn_id == "T2");
  CHECK(fault->transient);
  CHECK(fault->times == 4);
  CHECK_FALSE(FaultInjector::parse("skill:T2:deterministic:1")->transient);
}

TEST_CASE("a fault that cannot be parsed is refused with the form it must have") {
  for (const std::string_view text :
       {"", "semantic", "semantic:T2:transient", "semantic:T2:sometimes:4", ":T2:transient:4", "semantic::transient:4",
        "semantic:T2:transient:0", "semantic:T2:transient:-1", "semantic:T2:transient:4x",
        "semantic:T2:transient:4:5"}) {
    const auto fault = FaultInjector::parse(text);
    REQUIRE_FALSE(fault.ok());
    CHECK(fault.error().code == "bad_setting");
    CHECK(fault.error().message.find("STAGE:TURN_ID:") != std::string::npos);
  }
}

TEST_CASE("a fault fails its stage and turn the number of times that its setting gives") {
  FaultInjector faults({{"semantic", "T2", true, 2}, {"semantic", "T2", false, 1}});
  CHECK_FALSE(faults.next("semantic", "T1").has_value());
  CHECK_FALSE(faults.next("skill", "T2").has_value());
  CHECK(faults.next("semantic", "T2")->reaction == Reaction::kRetry);
  CHECK(faults.next("semantic", "T2")->reaction == Reaction::kRetry);
  CHECK(faults.next("semantic", "T2")->reaction == Reaction::kDeadLetter);
  CHECK_FALSE(faults.next("semantic", "T2").has_value());
}

}  // namespace turnstream::runtime
