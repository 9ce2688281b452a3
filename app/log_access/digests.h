#pragma once
// Digests of the content of a namespace, to compare two runs over the same log: the state of the stages (from their
// changelogs), their completions, the public events, effect requests, shares, the dead letters of stages. They leave out what may differ between
// two runs: a completion's attempts and duration, bookkeeping rows, and the offsets of all these records themselves.
// Threads: one.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/log_access/scan.h"
#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {

struct StageDigest {
  std::string stage;
  std::vector<std::int64_t> position;  ///< for each partition, the offset of the log at which the stage continues
  std::string state;
  std::string completions;
  std::int64_t memories = 0;  ///< rows of personas in `state`
  std::int64_t answers = 0;   ///< records in `completions` that answer something else than a tick or settings
};

struct OutputDigest {
  std::string name;
  std::string digest;
};

/// Stands where there is nothing to hash: the digest of nothing would look like a result.
inline constexpr std::string_view kEmptyDigest = "empty";

struct NamespaceDigest {
  std::vector<std::int64_t> log_end;  ///< for each partition of the log, the offset after its last record
  std::vector<StageDigest> stages;
  std::vector<OutputDigest> outputs;
  /// The number of dead letters by stage (or "intake") and reason. The digests do not contain those of intake.
  std::map<std::pair<std::string, std::string>, std::int64_t> dead_letters;

  /// True if no stage has remembered or answered anything but ticks and settings, which intake writes without any turn.
  [[nodiscard]] bool is_empty() const;
};

class DigestReader {
 public:
  /// `log_topic`: the log that the stages read, of this namespace or another. `pass_over`: receives what cannot be read in
  /// the dead letters; in all other topics that is an error. Only the pipeline should write dead letters, but without
  /// ACLs any producer can, and a batch that the pipeline did not write must not end the command.
  DigestReader(log::Client& client, model::TopicNames names, std::string log_topic, log::milliseconds timeout,
               UnreadableVisitor pass_over = refuse_unreadable)
      : client_(client),
        names_(std::move(names)),
        log_topic_(std::move(log_topic)),
        timeout_(timeout),
        pass_over_(std::move(pass_over)) {}

  Result<NamespaceDigest> read(const std::vector<std::string>& stages);

 private:
  Result<StageDigest> read_stage(const std::string& stage);
  /// Hashes of each value the part that codec::digest_bytes() returns, partition by partition, in the order of offsets.
  /// `see`: called with each value.
  Result<std::string> digest_values(
      const std::string& topic, const std::function<void(std::string_view)>& see = [](std::string_view) {});
  /// Hashes the values in an order of their own: several stages, or stages on several partitions of the log, write the
  /// topic, and the log does not determine the order in which their records arrive.
  Result<std::string> digest_unordered(const std::string& topic);
  Result<std::string> digest_dead_letters(NamespaceDigest& out);
  Result<std::vector<std::int64_t>> log_ends(const std::vector<StageDigest>& stages);

  log::Client& client_;
  model::TopicNames names_;
  std::string log_topic_;
  log::milliseconds timeout_;
  UnreadableVisitor pass_over_;
};

}  // namespace turnstream::app
