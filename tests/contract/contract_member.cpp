#include "tests/contract/contract_member.h"

#include <algorithm>
#include <doctest/doctest.h>

namespace turnstream::contract {

Member::Member(ContractFixture& fixture, const log::ConsumerConfig& config)
    : fixture_(fixture), client_(fixture.harness().make_client()) {
  auto made = client_->make_consumer(config);
  REQUIRE_MESSAGE(made.ok(), (made.ok() ? "" : made.error().message));
  consumer_ = std::move(made).value();
}

void Member::take(std::vector<log::TopicPartition> partitions) {
  assigned = std::move(partitions);
  ++assignments;
  revoked = false;
  if (!start_on_assignment) {
    return;
  }
  std::vector<log::Position> starts;
  for (const log::TopicPartition& where : assigned) {
    const auto known = positions.find(where);
    starts.push_back(log::Position{where, NextOffset{known == positions.end() ? 0 : known->second}});
  }
  REQUIRE(consumer_->start(starts).ok());
}

bool Member::step() {
  auto event = consumer_->poll(fixture_.harness().poll_slice());
  if (!event.ok()) {
    error = event.error();
    return true;
  }
  if (auto* given = std::get_if<log::Assigned>(&event.value())) {
    take(std::move(given->partitions));
  } else if (const auto* taken = std::get_if<log::Revoked>(&event.value())) {
    ++revocations;
    revoked = true;
    lost = taken->lost;
    if (release_on_revocation) {
      REQUIRE(consumer_->release().ok());
      revoked = false;
      assigned.clear();
    }
  } else if (const auto* record = std::get_if<log::Record>(&event.value())) {
    seen.push_back(copy_of(*record));
  } else if (const auto* end = std::get_if<log::EndOfPartition>(&event.value())) {
    ends[end->where] = end->next.value();
  } else {
    return false;
  }
  return true;
}

bool Member::owns(const std::string& topic, std::int32_t partition) const {
  return std::find(assigned.begin(), assigned.end(), at(topic, partition)) != assigned.end();
}

std::vector<std::string> Member::values() const {
  std::vector<std::string> values;
  for (const Seen& one : seen) {
    values.push_back(one.value.value_or("(none)"));
  }
  return values;
}

void Member::crash() {
  consumer_.reset();
}

void Member::close() {
  consumer_->close(fixture_.timeout());
  consumer_.reset();
}

namespace {

bool step_all(const std::vector<Member*>& members) {
  bool any = false;
  for (Member* member : members) {
    any = member->step() || any;
  }
  return any;
}

}  // namespace

bool run_until(ContractFixture& fixture, const std::vector<Member*>& members, const std::function<bool()>& done) {
  // A failing poll counts as an event and can fail for ever, so the number of rounds has a maximum of its own.
  int rounds = 0;
  int idle_rounds = 0;
  while (!done()) {
    if (idle_rounds >= fixture.harness().idle_rounds_max() || ++rounds > 100'000) {
      return false;
    }
    if (step_all(members)) {
      idle_rounds = 0;
    } else {
      ++idle_rounds;
      fixture.harness().idle();
    }
  }
  return true;
}

void run_quietly(ContractFixture& fixture, const std::vector<Member*>& members) {
  for (int round = 0; round < fixture.harness().quiet_rounds(); ++round) {
    step_all(members);
    fixture.harness().idle();
  }
}

}  // namespace turnstream::contract
