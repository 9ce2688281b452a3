#include "pipeline/store/changelog_batch.h"

#include "pipeline/store/changelog_check.h"

namespace turnstream::store {
namespace {

constexpr std::uint8_t kFormat = 1;
constexpr std::uint8_t kDeleted = 0;
constexpr std::uint8_t kPresent = 1;

constexpr std::string_view kRebuild =
    "Stop the pipeline, rebuild its state from the log with `turnstream upgrade --into NEW_NAMESPACE`, and start it again.";

}  // namespace

void append_row(std::string& rows, std::string_view key, std::optional<std::string_view> value) {
  ByteWriter out(rows);
  out.u8(value ? kPresent : kDeleted).text(key);
  if (value) {
    out.text(*value);
  }
}

bool for_each_row(std::string_view rows,
                  const std::function<void(std::string_view key, std::optional<std::string_view> value)>& visit) {
  ByteReader in(rows);
  while (in.ok() && !in.at_end()) {
    const std::uint8_t kind = in.u8();
    const std::string_view key = in.text();
    const auto value = kind == kPresent ? std::optional(in.text()) : std::nullopt;
    if (!in.ok() || kind > kPresent) {
      return false;
    }
    visit(key, value);
  }
  return in.ok();
}

std::string encode_head(const BatchHead& head) {
  std::string bytes;
  ByteWriter out(bytes);
  out.u8(kFormat).varint(static_cast<std::uint64_t>(head.number));
  out.i64(head.end.value());
  head.walk.write(out);
  return bytes;
}

std::optional<BatchHead> decode_head(std::string_view bytes) {
  ByteReader in(bytes);
  if (in.u8() != kFormat) {
    return std::nullopt;
  }
  BatchHead head;
  head.number = static_cast<std::int64_t>(in.varint());
  head.end = NextOffset{in.i64()};
  head.walk = Walk::read(in);
  return in.done() ? std::optional(std::move(head)) : std::nullopt;
}

Status produce_batch(const log::TopicPartition& changelog, const BatchHead& head, std::string_view rows,
                     const std::function<Status(const log::OutgoingRecord&)>& produce) {
  const std::string walk = encode_head(head);
  const Seal seal = seal_row(changelog, NextOffset{head.number}, walk, rows);
  const log::Header headers[] = {{kWalkHeader, walk}, {kSealHeader, view_of(seal)}};
  return produce({changelog.topic, changelog.partition, std::nullopt, rows, headers});
}

std::string BatchCheck::place(std::int64_t offset) const {
  return "offset " + std::to_string(offset) + " of " + changelog_.topic + "[" +
         std::to_string(changelog_.partition.value()) + "]";
}

void BatchCheck::refuse(const log::Record& record, std::string_view why) {
  if (++foreign_ == 1) {
    first_foreign_ =
        "The record at " + place(record.offset.value()) + " is not as the pipeline wrote it: " + std::string(why) + ".";
  }
}

Result<std::optional<BatchHead>> BatchCheck::take(const log::Record& record) {
  const auto walk = record.header(kWalkHeader);
  const auto seal = record.header(kSealHeader);
  if (!walk || !seal || !record.value || record.key) {
    refuse(record, "it has no checksum");
    return std::optional<BatchHead>();
  }
  const NextOffset number = position_of(*seal);
  if (*seal != view_of(seal_row(changelog_, number, *walk, *record.value))) {
    refuse(record, "its checksum is wrong");
    return std::optional<BatchHead>();
  }
  auto head = decode_head(*walk);
  if (!head || head->number != number.value()) {
    return make_error(
        error_codes::kChangelogDamaged, Reaction::kStopProcess,
        "The record at " + place(record.offset.value()) +
            " has a format that this program does not read. If a newer version wrote it, run that one. Else: " +
            std::string(kRebuild));
  }
  if (record.offset.value() < head->end.value()) {
    moved_ = moved_.value_or(record.offset);
    refuse(record, "it has another offset");
    return std::optional<BatchHead>();
  }
  if (number_ && head->number < *number_) {
    refuse(record, "it is a copy of an older record");
    return std::optional<BatchHead>();
  }
  if (number_ && head->number > *number_) {
    gap_ = record.offset;
  }
  number_ = head->number + 1;
  return head;
}

Result<std::optional<NextOffset>> BatchCheck::verdict(const Walk& walk, std::optional<NextOffset> from) const {
  if (moved_) {
    return make_error(
        error_codes::kChangelogDamaged, Reaction::kStopProcess,
        "The record at " + place(moved_->value()) +
            " was written at a later offset, so the topic was copied. A changelog can be used only with the "
            "offsets that its records had. Restore it with these, for example from the broker's disk, or: " +
            std::string(kRebuild));
  }
  if (gap_) {
    if (walk.is_whole() && walk.kept().value() >= gap_->value()) {
      return std::optional(walk.kept());
    }
    return make_error(error_codes::kChangelogDamaged, Reaction::kStopProcess,
                      "Records before " + place(gap_->value()) + " are missing or are not as the pipeline wrote them" +
                          (foreign_ > 0 ? " (" + first_foreign_ + ")" : "") +
                          ". The state from this changelog would be wrong, so it is not used. " +
                          std::string(kRebuild) + " Find out which program wrote to the topic or deleted its records.");
  }
  if (from && !(walk.is_whole() && walk.kept() >= *from)) {
    return make_error(error_codes::kChangelogLost, Reaction::kStopProcess,
                      "The changelog " + changelog_.topic + "[" + std::to_string(changelog_.partition.value()) +
                          "] begins at offset " + std::to_string(from->value()) +
                          ", but records before that are needed, and the local state does not contain them. If another "
                          "machine has a state directory of this namespace, start there. Else: " +
                          std::string(kRebuild));
  }
  return std::optional<NextOffset>();
}

}  // namespace turnstream::store
