#include "app/upgrade/comparison.h"

#include <unordered_map>

#include "app/log_access/scan.h"
#include "pipeline/base/hash64.h"
#include "pipeline/codec/completion_codec.h"

namespace turnstream::app {
namespace {

/// By log offset: the hash of the parts of its completion, each of which seeds the next one's.
using Answers = std::unordered_map<std::int64_t, std::uint64_t>;

Result<Answers> answers_of(log::Client& client, const log::TopicPartition& completions, log::milliseconds timeout) {
  Answers answers;
  const auto add = [&](const log::Record& record) -> Result<bool> {
    const auto value = record.value.value_or(std::string_view());
    TS_ASSIGN_OR_RETURN(const auto head, codec::peek_completion(value));
    auto& hash = answers[head.log.offset.value()];
    hash = hash64(codec::digest_bytes(value), hash);
    return true;
  };
  TS_RETURN_IF_ERROR(scan_from(client, {{completions, NextOffset{0}}}, timeout, add));
  return answers;
}

}  // namespace

Result<Comparison> compare_completions(log::Client& client, const std::string& old_topic, const std::string& new_topic,
                                       std::int32_t partitions, log::milliseconds timeout) {
  Comparison counts;
  for (std::int32_t p = 0; p < partitions; ++p) {
    TS_ASSIGN_OR_RETURN(const Answers before, answers_of(client, {old_topic, Partition{p}}, timeout));
    TS_ASSIGN_OR_RETURN(const Answers after, answers_of(client, {new_topic, Partition{p}}, timeout));
    std::int64_t both = 0;
    for (const auto& [offset, hash] : after) {
      const auto found = before.find(offset);
      both += found == before.end() ? 0 : 1;
      ++(found == before.end() ? counts.only_new : found->second == hash ? counts.equal : counts.different);
    }
    counts.only_old += static_cast<std::int64_t>(before.size()) - both;
  }
  return counts;
}

}  // namespace turnstream::app
