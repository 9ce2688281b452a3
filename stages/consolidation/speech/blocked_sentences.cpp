#include "stages/consolidation/speech/blocked_sentences.h"

#include <algorithm>
#include <limits>

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

/// The normal forms of the sentence as it is and without "<label>: " before it (quote.h). Whether the first ": " ends a label
/// cannot be told from the sentence. So a sentence with one has both forms, when it is blocked and when it is looked up:
/// "My plan: buy milk" and "Ann: My plan: buy milk" share one form.
std::vector<std::string> forms_of(std::string_view sentence) {
  std::vector<std::string> forms{normalise(sentence)};
  const std::size_t colon = sentence.substr(0, kLabelBytesMax).find(": ");
  if (colon != std::string_view::npos) {
    forms.push_back(normalise(sentence.substr(colon + 2)));
  }
  std::erase(forms, std::string());
  return forms;
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
  std::string masks;
  for (const std::string& id : ids) {
    const Uuid mask_of_id = mask(id);
    masks.append(reinterpret_cast<const char*>(mask_of_id.data()), mask_of_id.size());
  }
  for (const std::string& key : keys_of(text)) {
    rows_.put(key, masks);
  }
  return {};
}

Status BlockedSentences::unforget(std::span<const std::string> ids) {
  TS_RETURN_IF_ERROR(load());
  if (salt_->empty()) {
    return {};
  }
  std::vector<std::string> masks;
  for (const std::string& id : ids) {
    const Uuid one = mask(id);
    masks.emplace_back(reinterpret_cast<const char*>(one.data()), one.size());
  }
  return rows_.scan(kPrefix, std::numeric_limits<std::size_t>::max(), [&](std::string_view key, std::string_view row) {
    for (std::size_t at = 0; at + kIdBytes <= row.size(); at += kIdBytes) {
      if (std::find(masks.begin(), masks.end(), row.substr(at, kIdBytes)) != masks.end()) {
        rows_.erase(key);
        break;
      }
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

std::vector<std::string> BlockedSentences::keys_of(std::string_view text) const {
  std::vector<std::string> keys;
  for (const std::string_view sentence : notes::sentences_of(text)) {
    for (const std::string& form : forms_of(sentence)) {
      keys.push_back(evidence::row_key(kPrefix, mask(form)));
    }
  }
  return keys;
}

}  // namespace turnstream::consolidation
