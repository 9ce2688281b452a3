#include "app/upgrade/stopped_pipeline.h"

#include <algorithm>

#include "app/errors.h"
#include "pipeline/base/clock.h"

namespace turnstream::app {
namespace {

constexpr log::milliseconds kPoll{20};
constexpr log::milliseconds kClose{2'000};

}  // namespace

Result<std::unique_ptr<StoppedPipeline>> StoppedPipeline::hold(log::Client& client,
                                                               const std::vector<GroupToHold>& groups,
                                                               log::milliseconds limit) {
  std::unique_ptr<StoppedPipeline> held(new StoppedPipeline());
  for (const GroupToHold& group : groups) {
    TS_ASSIGN_OR_RETURN(
        auto consumer,
        client.make_consumer({.group = group.group, .instance = {}, .client_id = "upgrade", .topics = group.topics}));
    held->members_.push_back({group, std::move(consumer)});
  }
  const SystemClock clock;
  const std::int64_t until_us = clock.monotonic_now().value() + limit.count() * 1'000;
  while (true) {
    for (Member& member : held->members_) {
      TS_RETURN_IF_ERROR(poll(member, kPoll));
    }
    const auto shared = std::find_if(held->members_.begin(), held->members_.end(),
                                     [](const Member& member) { return member.assigned < member.group.partitions; });
    if (shared == held->members_.end()) {
      return held;
    }
    if (clock.monotonic_now().value() > until_us) {
      return error_of(error_codes::kStateInUse,
                      "the pipeline still runs: group " + shared->group.group + " has another member, so only " +
                          std::to_string(shared->assigned) + " of " + std::to_string(shared->group.partitions) +
                          " partitions came here within " + std::to_string(limit.count() / 1'000) +
                          " s. Stop each `turnstream run` of the namespace on each machine, then repeat the command.");
    }
  }
}

Status StoppedPipeline::poll(Member& member, log::milliseconds wait) {
  TS_ASSIGN_OR_RETURN(const log::Event event, member.consumer->poll(wait));
  if (const auto* assigned = std::get_if<log::Assigned>(&event)) {
    member.assigned = assigned->partitions.size();
  } else if (std::holds_alternative<log::Revoked>(event)) {
    member.assigned = 0;
    TS_RETURN_IF_ERROR(member.consumer->release());
  }
  return {};
}

StoppedPipeline::~StoppedPipeline() {
  for (Member& member : members_) {
    member.consumer->close(kClose);
  }
}

Status StoppedPipeline::fence(log::TransactionalProducer& producer, const std::string& group,
                              const std::vector<log::OffsetCommit>& progress, log::milliseconds timeout) {
  for (Member& member : members_) {
    TS_RETURN_IF_ERROR(poll(member, log::milliseconds{0}));
    if (member.assigned < member.group.partitions) {
      return error_of(error_codes::kStateInUse, "a process of the pipeline started meanwhile and joined group " +
                                                    member.group.group +
                                                    ": stop it and repeat the command, which continues from here.");
    }
    if (member.group.group == group && !progress.empty()) {
      TS_RETURN_IF_ERROR(producer.send_offsets(progress, *member.consumer, timeout));
    }
  }
  return {};
}

}  // namespace turnstream::app
