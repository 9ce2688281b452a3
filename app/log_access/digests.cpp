#include "app/log_access/digests.h"

#include <algorithm>
#include <map>

#include "app/log_access/changelog_rows.h"
#include "app/log_access/scan.h"
#include "app/log_access/topic_specs.h"
#include "pipeline/base/number_text.h"
#include "pipeline/base/sha256.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/store/changelog.h"

namespace turnstream::app {
namespace {

constexpr std::string_view kMaintenance = "maintenance";

/// Hashes the length first, so that different lists of texts cannot give the same bytes.
void update(Sha256& hash, std::string_view text) {
  hash.update(std::to_string(text.size()) + ":");
  hash.update(text);
}

void update_partition(Sha256& hash, std::int32_t partition) {
  hash.update("partition " + std::to_string(partition) + ";");
}

std::int64_t number_in(const ChangelogRows& rows, std::string_view key) {
  const auto row = rows.find(std::string(key));
  return row == rows.end() ? 0 : read_number(row->second).value_or(0);
}

/// The digest of `count` texts.
std::string label(const Sha256& hash, std::int64_t count) {
  return count == 0 ? std::string(kEmptyDigest) : to_label(hash.digest());
}

/// Intake writes ticks and settings without any turn.
bool is_of_no_turn(std::string_view cause_kind) {
  return cause_kind == "tick" || cause_kind == "settings";
}

}  // namespace

bool NamespaceDigest::is_empty() const {
  return std::all_of(stages.begin(), stages.end(),
                     [](const StageDigest& stage) { return stage.memories == 0 && stage.answers == 0; });
}

Result<NamespaceDigest> DigestReader::read(const std::vector<std::string>& stages) {
  NamespaceDigest out;
  for (const std::string& stage : stages) {
    TS_ASSIGN_OR_RETURN(StageDigest digest, read_stage(stage));
    out.stages.push_back(std::move(digest));
  }
  TS_ASSIGN_OR_RETURN(out.log_end, log_ends(out.stages));
  for (const std::string_view events : kEventTopics) {
    const bool has_one_writer = events != kMaintenance;
    TS_ASSIGN_OR_RETURN(std::string digest, has_one_writer ? digest_values(names_.events(events))
                                                           : digest_unordered(names_.events(events)));
    out.outputs.push_back({std::string(events), std::move(digest)});
  }
  for (const std::string& topic : {names_.effect_requests(), names_.shares()}) {
    TS_ASSIGN_OR_RETURN(std::string digest, digest_unordered(topic));
    out.outputs.push_back({topic.substr(names_.name_space().size() + 1), std::move(digest)});
  }
  TS_ASSIGN_OR_RETURN(std::string digest, digest_dead_letters(out));
  out.outputs.push_back({"dead-letters", std::move(digest)});
  return out;
}

Result<StageDigest> DigestReader::read_stage(const std::string& stage) {
  StageDigest out{.stage = stage, .position = {}, .state = {}, .completions = {}};
  const std::string changelog = names_.changelog(stage);
  TS_ASSIGN_OR_RETURN(const std::int32_t partitions, partition_count(client_.admin(), changelog, timeout_));
  Sha256 hash;
  std::int64_t count = 0;
  for (std::int32_t p = 0; p < partitions; ++p) {
    TS_ASSIGN_OR_RETURN(const ChangelogRows rows, latest_rows(client_, {names_, stage, Partition{p}}, timeout_));
    update_partition(hash, p);
    for (const auto& [key, value] : rows) {
      if (!is_bookkeeping(key)) {
        update(hash, key);
        update(hash, value);
        ++count;
        out.memories += is_of_persona(key) ? 1 : 0;
      }
    }
    out.position.push_back(number_in(rows, store::kPositionKey));
  }
  out.state = label(hash, count);
  TS_ASSIGN_OR_RETURN(out.completions, digest_values(names_.completions(stage), [&](std::string_view value) {
                        const auto head = codec::peek_completion(value);
                        out.answers += head.ok() && is_of_no_turn(head->cause_kind) ? 0 : 1;
                      }));
  return out;
}

Result<std::string> DigestReader::digest_values(const std::string& topic,
                                                const std::function<void(std::string_view)>& see) {
  TS_ASSIGN_OR_RETURN(const std::vector<log::Position> positions, beginnings(client_, topic, timeout_));
  Sha256 hash;
  std::int64_t count = 0;
  for (const log::Position& position : positions) {
    update_partition(hash, position.where.partition.value());
    const auto add = [&](const log::Record& record) -> Result<bool> {
      const std::string_view value = record.value.value_or(std::string_view());
      update(hash, codec::digest_bytes(value));
      see(value);
      ++count;
      return true;
    };
    TS_RETURN_IF_ERROR(scan_from(client_, {position}, timeout_, add));
  }
  return label(hash, count);
}

Result<std::string> DigestReader::digest_unordered(const std::string& topic) {
  std::vector<Sha256Digest> values;
  TS_RETURN_IF_ERROR(scan_topic(client_, topic, timeout_, [&](const log::Record& record) -> Result<bool> {
    values.push_back(sha256(record.value.value_or(std::string_view())));
    return true;
  }));
  std::sort(values.begin(), values.end());
  Sha256 hash;
  for (const Sha256Digest& value : values) {
    update(hash, to_hex(value));
  }
  return label(hash, static_cast<std::int64_t>(values.size()));
}

/// Dead letters of different stages may be written in any order; the log determines only the order within a stage and
/// partition. What intake refused is not an output of a stage, and another run over the same log does not contain it.
Result<std::string> DigestReader::digest_dead_letters(NamespaceDigest& out) {
  std::map<std::pair<std::string, Partition>, Sha256> by_stage;
  const auto add = [&](const log::Record& record) -> Result<bool> {
    const std::string stage(record.header("dl_stage").value_or(std::string_view()));
    const std::string reason(record.header("dl_reason").value_or(std::string_view()));
    ++out.dead_letters[{stage, reason}];
    if (stage != "intake") {
      update(by_stage[{stage, record.partition}], record.value.value_or(std::string_view()));
    }
    return true;
  };
  TS_RETURN_IF_ERROR(scan_topic(client_, names_.dead_letters(), timeout_, add, pass_over_));
  Sha256 hash;
  for (auto& [whose, letters] : by_stage) {
    update(hash, whose.first);
    update_partition(hash, whose.second.value());
    update(hash, to_hex(letters.digest()));
  }
  return label(hash, static_cast<std::int64_t>(by_stage.size()));
}

/// Watermarks count control records, which no stage reads. So this searches the last record, from the highest position
/// of a stage on.
Result<std::vector<std::int64_t>> DigestReader::log_ends(const std::vector<StageDigest>& stages) {
  TS_ASSIGN_OR_RETURN(std::vector<log::Position> positions, beginnings(client_, log_topic_, timeout_));
  std::vector<std::int64_t> ends(positions.size());
  for (std::size_t p = 0; p < positions.size(); ++p) {
    for (const StageDigest& stage : stages) {
      ends[p] = std::max(ends[p], p < stage.position.size() ? stage.position[p] : 0);
    }
    positions[p].next = NextOffset{ends[p]};
  }
  TS_RETURN_IF_ERROR(scan_from(client_, positions, timeout_, [&](const log::Record& record) -> Result<bool> {
    ends[static_cast<std::size_t>(record.partition.value())] = next_after(record.offset).value();
    return true;
  }));
  return ends;
}

}  // namespace turnstream::app
