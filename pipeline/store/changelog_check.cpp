#include "pipeline/store/changelog_check.h"

#include <algorithm>
#include <cstring>

#include "pipeline/base/hash64.h"

namespace turnstream::store {
namespace {

constexpr std::size_t kDamagedMax = 1'000;
constexpr std::size_t kKeyShownMax = 120;

/// Each hash seeds the next one. hash64() includes the length, so bytes cannot move from one part to another.
std::uint64_t checksum(const log::TopicPartition& changelog, std::int64_t position, std::string_view key,
                       std::optional<std::string_view> value) {
  const auto place = hash64(changelog.topic, static_cast<std::uint64_t>(changelog.partition.value()));
  const auto row = hash64(key, place ^ static_cast<std::uint64_t>(position));
  return value ? hash64(*value, row) : ~row;
}

/// The key as text for people: bytes other than printable ASCII as \xNN.
std::string shown(std::string_view key) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const char c : key.substr(0, kKeyShownMax)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\') {
      text.push_back(c);
    } else {
      text.append("\\x").append(1, kDigits[byte >> 4U]).append(1, kDigits[byte & 0xfU]);
    }
  }
  return text + (key.size() > kKeyShownMax ? "…" : "");
}

}  // namespace

Seal seal_row(const log::TopicPartition& changelog, NextOffset position, std::string_view key,
              std::optional<std::string_view> value) {
  const std::int64_t at = position.value();
  const std::uint64_t sum = checksum(changelog, at, key, value);
  Seal seal{};
  std::memcpy(seal.data(), &at, sizeof at);
  std::memcpy(seal.data() + sizeof at, &sum, sizeof sum);
  return seal;
}

NextOffset position_of(std::string_view seal) {
  std::int64_t at = 0;
  if (seal.size() == Seal().size()) {
    std::memcpy(&at, seal.data(), sizeof at);
  }
  return NextOffset{at};
}

bool ChangelogCheck::take(const log::Record& row) {
  const auto key = row.key.value_or(std::string_view());
  const auto header = row.header(kSealHeader);
  if (!header) {
    if (sealed_) {
      refuse(row, key, "it has no checksum");
      return false;
    }
    return true;
  }
  const NextOffset at = position_of(*header);
  if (*header != view_of(seal_row(changelog_, at, key, row.value))) {
    refuse(row, key, "its checksum is wrong");
    return false;
  }
  if (sealed_ && at < *sealed_) {
    refuse(row, key, "it is a copy of an older row");
    return false;
  }
  sealed_ = at;
  if (const auto replaced = damaged_.find(key); replaced != damaged_.end()) {
    damaged_.erase(replaced);
    if (damaged_.empty()) {
      begin_again_.reset();
    }
  }
  return true;
}

void ChangelogCheck::refuse(const log::Record& row, std::string_view key, std::string_view why) {
  if (!begin_again_) {
    begin_again_ = Resume{NextOffset{row.offset.value()}, sealed_};
  }
  damaged_.insert_or_assign(std::string(key), Damage{row.offset, why});
}

ChangelogCheck::Resume ChangelogCheck::resume(NextOffset next) const {
  return begin_again_.value_or(Resume{next, sealed_});
}

bool ChangelogCheck::hopeless() const {
  return damaged_.size() > kDamagedMax;
}

Status ChangelogCheck::verdict() const {
  if (damaged_.empty()) {
    return {};
  }
  const auto first = std::min_element(damaged_.begin(), damaged_.end(), [](const auto& left, const auto& right) {
    return left.second.offset < right.second.offset;
  });
  const auto& [key, damage] = *first;
  return make_error(
      error_codes::kChangelogDamaged, Reaction::kStopProcess,
      "The record at offset " + std::to_string(damage.offset.value()) + " of " + changelog_.topic + "[" +
          std::to_string(changelog_.partition.value()) + "], key \"" + shown(key) +
          "\", is not as the pipeline wrote it: " + std::string(damage.why) +
          (damaged_.size() > 1 ? "; so are " + std::to_string(damaged_.size() - 1) + " other rows" : "") +
          ". The state from this changelog would be wrong, so it is not used. Stop the pipeline, rebuild its state "
          "from the log with `turnstream upgrade --into NEW_NAMESPACE`, and start it again. Find out which program "
          "wrote to the topic, and let only the pipeline write there.");
}

}  // namespace turnstream::store
