#include "stages/consolidation/sharing/share_rows.h"

#include <limits>
#include <string>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

constexpr std::uint8_t kFormat = 1;
constexpr std::size_t kIdBytes = sizeof(Uuid);
constexpr std::size_t kGenerationBytes = sizeof(std::uint32_t);

evidence::RowKey insight_key(const Uuid& insight, const Uuid& target) {
  return evidence::row_key(kShareOfInsightPrefix, insight).append(target);
}

evidence::RowKey order_key(const Uuid& target, std::uint32_t generation, const Uuid& insight) {
  return evidence::row_key(kShareOfTargetPrefix, target).append_number(generation, kGenerationBytes).append(insight);
}

std::uint32_t generation_in(std::string_view order_key) {
  std::uint32_t generation = 0;
  for (const char byte : order_key.substr(kShareOfTargetPrefix.size() + kIdBytes, kGenerationBytes)) {
    generation = generation << 8 | static_cast<std::uint8_t>(byte);
  }
  return generation;
}

Result<Share> decode(std::string_view row) {
  ByteReader reader(row);
  const bool known_format = reader.u8() == kFormat;
  const Share share{reader.u32(), reader.u64()};
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The row of a share is damaged.");
  }
  return share;
}

}  // namespace

Result<std::optional<Share>> ShareRows::find(const Uuid& insight, const Uuid& target) {
  std::optional<Share> share;
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(insight_key(insight, target)));
  if (row.has_value()) {
    TS_ASSIGN_OR_RETURN(share, decode(*row));
  }
  return share;
}

void ShareRows::put(const Uuid& insight, const Uuid& target, const Share& share, const std::optional<Share>& before) {
  std::string row;
  ByteWriter(row).u8(kFormat).u32(share.generation).u64(share.content);
  rows_.put(insight_key(insight, target), row);
  if (before.has_value() && before->generation == share.generation) {
    return;
  }
  if (before.has_value()) {
    rows_.erase(order_key(target, before->generation, insight));
  }
  rows_.put(order_key(target, share.generation, insight), "");
}

void ShareRows::erase(const Uuid& insight, const Uuid& target, const Share& share) {
  rows_.erase(insight_key(insight, target));
  rows_.erase(order_key(target, share.generation, insight));
}

Result<std::vector<std::pair<Uuid, Share>>> ShareRows::of_insight(const Uuid& insight) {
  std::vector<std::pair<Uuid, Share>> found;
  Status damaged;
  TS_RETURN_IF_ERROR(rows_.scan(evidence::row_key(kShareOfInsightPrefix, insight),
                                std::numeric_limits<std::size_t>::max(),
                                [&](std::string_view key, std::string_view row) {
                                  const Result<Share> share = decode(row);
                                  if (!share.ok()) {
                                    damaged = share.error();
                                    return false;
                                  }
                                  found.emplace_back(evidence::id_in_key(key), *share);
                                  return true;
                                }));
  TS_RETURN_IF_ERROR(damaged);
  return found;
}

Result<std::vector<Uuid>> ShareRows::of_target(const Uuid& target, std::size_t limit,
                                               std::optional<std::uint32_t> generation) {
  std::vector<Uuid> found;
  TS_RETURN_IF_ERROR(
      rows_.scan(evidence::row_key(kShareOfTargetPrefix, target), limit, [&](std::string_view key, std::string_view) {
        if (generation.has_value() && generation_in(key) >= *generation) {
          return false;
        }
        found.push_back(evidence::id_in_key(key));
        return true;
      }));
  return found;
}

}  // namespace turnstream::consolidation
