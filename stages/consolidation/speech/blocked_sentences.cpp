#include "stages/consolidation/speech/blocked_sentences.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include "pipeline/base/sha256.h"
#include "pipeline/base/utf8.h"
#include "stages/common/evidence/rows.h"
#include "stages/common/notes/sentences.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kSaltKey = "blocked";
constexpr std::string_view kPrefix = "~b/";
/// A name of at most 96 bytes, a date and a question of at most 120 code points.
constexpr std::size_t kLabelBytesMax = 640;
constexpr std::size_t kIdBytes = sizeof(Uuid);
/// Ids of one sentence; more are not stored, so that the row stays small.
constexpr std::size_t kMasksMax = 1024;

/// The sentence without "<label>: " before it (quote.h).
std::string_view without_label(std::string_view sentence) {
  const std::size_t colon = sentence.substr(0, kLabelBytesMax).find(": ");
  return colon == std::string_view::npos ? sentence : sentence.substr(colon + 2);
}

bool has_mask(std::string_view masks, std::string_view one) {
  for (std::size_t at = 0; at + kIdBytes <= masks.size(); at += kIdBytes) {
    if (masks.substr(at, kIdBytes) == one) {
      return true;
    }
  }
  return false;
}

}  // namespace

Result<bool> BlockedSentences::has(std::string_view text) {
  TS_RETURN_IF_ERROR(load());
  if (salt_->empty()) {
    return false;
  }
  for (const std::string& key : keys_of(text)) {
    TS_ASSIGN_OR_RETURN(const auto row, rows_.get(key));
    if (row.has_value()) {
      return true;
    }
  }
  return false;
}

Status BlockedSentences::add(std::string_view text, std::span<const std::string> ids, std::string_view salt) {
  TS_RETURN_IF_ERROR(load());
  if (salt_->empty()) {
    salt_ = std::string(salt);
    rows_.put(kSaltKey, salt);
  }
  for (const std::string& key : keys_of(text)) {
    TS_ASSIGN_OR_RETURN(const auto row, rows_.get(key));
    std::string masks(
        row.value_or(""));  // what was forgotten with the sentence before, such as a line of the daily log
    for (const std::string& id : ids) {
      const std::string one = mask_bytes(id);
      if (!has_mask(masks, one) && masks.size() < kMasksMax * kIdBytes) {
        masks.append(one);
      }
    }
    rows_.put(key, masks);
  }
  return {};
}

Status BlockedSentences::unforget(std::span<const std::string> ids) {
  TS_RETURN_IF_ERROR(load());
  if (salt_->empty()) {
    return {};
  }
  std::set<std::string, std::less<>> allowed;
  for (const std::string& id : ids) {
    allowed.insert(mask_bytes(id));
  }
  return rows_.scan(kPrefix, std::numeric_limits<std::size_t>::max(), [&](std::string_view key, std::string_view row) {
    bool is_named = false;
    for (std::size_t at = 0; at + kIdBytes <= row.size() && !is_named; at += kIdBytes) {
      is_named = allowed.find(row.substr(at, kIdBytes)) != allowed.end();
    }
    if (is_named) {
      rows_.erase(key);
    }
    return true;
  });
}

Status BlockedSentences::clear() {
  salt_ = "";
  rows_.erase(kSaltKey);
  return rows_.scan(kPrefix, std::numeric_limits<std::size_t>::max(), [this](std::string_view key, std::string_view) {
    rows_.erase(key);
    return true;
  });
}

Status BlockedSentences::load() {
  if (!salt_.has_value()) {
    TS_ASSIGN_OR_RETURN(const auto row, rows_.get(kSaltKey));
    salt_ = std::string(row.value_or(""));
  }
  return {};
}

Uuid BlockedSentences::mask(std::string_view text) const {
  Sha256 hash;
  hash.update(*salt_);
  hash.update(text);
  const Sha256Digest digest = hash.digest();
  Uuid masked{};
  std::copy_n(digest.begin(), masked.size(), masked.begin());
  return masked;
}

std::string BlockedSentences::mask_bytes(std::string_view id) const {
  const Uuid masked = mask(id);
  return {reinterpret_cast<const char*>(masked.data()), masked.size()};
}

std::vector<std::string> BlockedSentences::keys_of(std::string_view text) const {
  std::vector<std::string> keys;
  for (const std::string_view sentence : notes::sentences_of(text)) {
    if (const std::string normal = normalise(without_label(sentence)); !normal.empty()) {
      keys.push_back(evidence::row_key(kPrefix, mask(normal)));
    }
  }
  return keys;
}

}  // namespace turnstream::consolidation
