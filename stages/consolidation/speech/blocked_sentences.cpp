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
/// A name of at most 96 bytes, a date, a question of at most 120 code points and what was said before it, at most 110.
constexpr std::size_t kLabelBytesMax = 1104;
constexpr std::size_t kIdBytes = sizeof(Uuid);
/// Ids of one sentence; more are not stored, so that the row stays small.
constexpr std::size_t kMasksMax = 1024;

/// The sentence without "<label>: " before it (quote.h), or without its own words before a ": ": these look the same.
std::string_view without_label(std::string_view sentence) {
  const std::size_t colon = sentence.substr(0, kLabelBytesMax).find(": ");
  return colon == std::string_view::npos ? sentence : sentence.substr(colon + 2);
}

/// The forms under which a sentence can be blocked. "My plan: buy milk" was blocked as "My plan: buy milk" if a name stood
/// before it then, else as "buy milk"; and a name can stand before it now.
std::vector<std::string_view> forms_of(std::string_view sentence) {
  std::vector<std::string_view> forms{sentence};
  for (int labels = 0; labels < 2; ++labels) {
    if (const std::string_view rest = without_label(forms.back()); rest.size() < forms.back().size()) {
      forms.push_back(rest);
    }
  }
  return forms;
}

template <typename Predicate>
bool any_mask(std::string_view masks, const Predicate& predicate) {
  for (std::size_t at = 0; at + kIdBytes <= masks.size(); at += kIdBytes) {
    if (predicate(masks.substr(at, kIdBytes))) {
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
  for (const std::string_view sentence : notes::sentences_of(text)) {
    for (const std::string_view form : forms_of(sentence)) {
      const std::optional<evidence::RowKey> key = key_of(form);
      TS_ASSIGN_OR_RETURN(const auto row,
                          key ? rows_.get(*key) : Result<std::optional<std::string_view>>(std::nullopt));
      if (row.has_value()) {
        return true;
      }
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
  for (const std::string_view sentence : notes::sentences_of(text)) {
    const std::optional<evidence::RowKey> key = key_of(without_label(sentence));
    if (!key.has_value()) {
      continue;
    }
    TS_ASSIGN_OR_RETURN(const auto row, rows_.get(*key));
    std::string masks(
        row.value_or(""));  // what was forgotten with the sentence before, such as a line of the daily log
    for (const std::string& id : ids) {
      const std::string one = mask_bytes(id);
      const bool known = any_mask(masks, [&one](std::string_view mask) { return mask == one; });
      if (!known && masks.size() < kMasksMax * kIdBytes) {
        masks.append(one);
      }
    }
    rows_.put(*key, masks);
  }
  return {};
}

Result<std::int64_t> BlockedSentences::unforget(std::span<const std::string> ids) {
  TS_RETURN_IF_ERROR(load());
  if (salt_->empty()) {
    return 0;
  }
  std::set<std::string, std::less<>> allowed;
  for (const std::string& id : ids) {
    allowed.insert(mask_bytes(id));
  }
  return erase_rows([&allowed](std::string_view row) {
    return any_mask(row, [&allowed](std::string_view mask) { return allowed.find(mask) != allowed.end(); });
  });
}

Result<std::int64_t> BlockedSentences::clear() {
  salt_ = "";
  rows_.erase(kSaltKey);
  return erase_rows([](std::string_view) { return true; });
}

Result<std::int64_t> BlockedSentences::erase_rows(const std::function<bool(std::string_view row)>& is_erased) {
  std::int64_t count = 0;
  TS_RETURN_IF_ERROR(
      rows_.scan(kPrefix, std::numeric_limits<std::size_t>::max(), [&](std::string_view key, std::string_view row) {
        if (is_erased(row)) {
          rows_.erase(key);
          ++count;
        }
        return true;
      }));
  return count;
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

std::optional<evidence::RowKey> BlockedSentences::key_of(std::string_view sentence) const {
  const std::string normal = normalise(sentence);
  return normal.empty() ? std::nullopt : std::optional(evidence::row_key(kPrefix, mask(normal)));
}

}  // namespace turnstream::consolidation
