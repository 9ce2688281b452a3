#include "app/upgrade/stop_positions.h"

#include <algorithm>

#include "app/errors.h"
#include "pipeline/log/open_transactions.h"

namespace turnstream::app {
namespace {

/// Whether the stage has ever answered a record: a stage that only the new program has did not.
Result<bool> has_answered(log::Admin& admin, const std::string& completions, log::milliseconds timeout) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::TopicInfo> topics, admin.topics(timeout));
  TS_ASSIGN_OR_RETURN(const std::vector<log::Watermarks> marks,
                      admin.watermarks_of(log::partitions_of(topics, {completions}), timeout));
  return std::any_of(marks.begin(), marks.end(), [](const log::Watermarks& mark) { return mark.high.value() > 0; });
}

NextOffset progress_of(const StopPositions& found, const std::string& group, std::size_t partition) {
  const auto known = found.groups.find(group);
  return known == found.groups.end() ? NextOffset{0} : known->second[partition].next.value_or(NextOffset{0});
}

}  // namespace

Result<StopPositions> stop_positions(log::Client& client, const model::TopicNames& names,
                                     const std::vector<std::string>& stages, std::int32_t partitions,
                                     log::milliseconds timeout) {
  std::vector<log::TopicPartition> where;
  for (std::int32_t p = 0; p < partitions; ++p) {
    where.push_back({names.log(), Partition{p}});
  }
  std::vector<std::string> groups = stages;
  groups.emplace_back("fused");
  StopPositions found;
  for (const std::string& group : groups) {
    TS_ASSIGN_OR_RETURN(auto progress, client.admin().committed(names.group(group), where, timeout));
    if (std::any_of(progress.begin(), progress.end(), [](const auto& one) { return one.next.has_value(); })) {
      found.groups.emplace(names.group(group), std::move(progress));
    }
  }
  found.next.resize(where.size());
  std::vector<std::string> settled(where.size());  // the stage that gave next[p]
  for (const std::string& stage : stages) {
    TS_ASSIGN_OR_RETURN(const bool answered, has_answered(client.admin(), names.completions(stage), timeout));
    if (!answered) {
      continue;
    }
    if (found.groups.empty()) {
      return error_of(error_codes::kInputRefused,
                      "no group of namespace " + names.name_space() +
                          " has committed offsets, perhaps because the broker deleted them some days after the last "
                          "run: start the program that made the state once, stop it, and repeat the command.");
    }
    for (std::size_t p = 0; p < where.size(); ++p) {
      // run.grouping may have changed: of the fused and the phased group the one with the higher offset is right.
      const auto next =
          std::max(progress_of(found, names.group(stage), p), progress_of(found, names.group("fused"), p));
      if (!settled[p].empty() && found.next[p] != next) {
        return error_of(error_codes::kInputRefused,
                        "in partition " + std::to_string(p) + " stage " + settled[p] + " stands at offset " +
                            std::to_string(found.next[p].value()) + " of the log, but stage " + stage + " at " +
                            std::to_string(next.value()) +
                            ": let the program that made the state finish with `turnstream run --until-drained`, then "
                            "repeat the command, or use --new-names.");
      }
      found.next[p] = next;
      settled[p] = stage;
    }
  }
  return found;
}

}  // namespace turnstream::app
