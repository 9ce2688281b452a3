#include "pipeline/secrets/known_secrets.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "pipeline/secrets/text_scan.h"

namespace turnstream::secrets {
namespace {

constexpr std::size_t kRepeatedMin = 6;
constexpr std::size_t kKnownMax = 32;

constexpr std::string_view kMaskBegin = "[masked:";

/// True if `at` is inside a mask that the text already contains.
bool is_in_mask(std::string_view text, std::size_t at) {
  constexpr std::size_t kMaskBytesMax = 24;  // of "[masked:private_key]" and the other masks
  const std::size_t begin = at - std::min(at, kMaskBytesMax);
  const auto before = text.substr(begin, at - begin + 1);
  const std::size_t open = before.rfind('[');
  return open != std::string_view::npos && text.substr(begin + open).starts_with(kMaskBegin) &&
         before.find(']', open) >= at - begin;
}

/// Appends the places where the text repeats one of `known`, in any case of letters.
void find_known(std::string_view text, const KnownSecrets& known, std::vector<Secret>& found) {
  for (const auto& [value, kind] : known) {
    for (std::size_t at = find_ignoring_case(text, value, 0); at != std::string_view::npos;
         at = find_ignoring_case(text, value, at + 1)) {
      if (!is_in_mask(text, at) && is_whole_word(text, at, at + value.size())) {
        found.push_back({at, at + value.size(), kind});
      }
    }
  }
}

}  // namespace

std::string mask_of(std::string_view kind) {
  return std::string(kMaskBegin).append(kind) + "]";
}

void remember(std::string_view value, std::string_view kind, KnownSecrets& known) {
  const auto same = [&](const Known& other) { return other.value == value; };
  if (value.size() >= kRepeatedMin && known.size() < kKnownMax && kind_of_field(value).empty() &&
      std::none_of(known.begin(), known.end(), same)) {
    known.push_back({std::string(value), kind});
  }
}

bool mask_in_place(std::string& text, std::vector<Secret> found, const KnownSecrets& known) {
  find_known(text, known, found);
  if (found.empty()) {
    return false;
  }
  std::string masked;
  std::size_t at = 0;
  for (const auto& secret : joined(std::move(found))) {
    masked.append(text, at, secret.begin - at).append(mask_of(secret.kind));
    at = secret.end;
  }
  text = std::move(masked.append(text, at));
  return true;
}

bool mask_in_place(std::string& text, const KnownSecrets& known) {
  return mask_in_place(text, find_secrets(text), known);
}

void collect(std::string_view text, KnownSecrets& known) {
  for (const auto& secret : find_secrets(text)) {
    remember(text.substr(secret.begin, secret.end - secret.begin), secret.kind, known);
  }
}

KnownSecrets without_plain_words(const KnownSecrets& known) {
  KnownSecrets some;
  std::copy_if(known.begin(), known.end(), std::back_inserter(some), [](const Known& secret) {
    return secret.value.find(' ') != std::string::npos ||
           std::any_of(secret.value.begin(), secret.value.end(), is_digit);
  });
  return some;
}

bool repeats(std::string_view text, const KnownSecrets& known) {
  return std::any_of(known.begin(), known.end(), [&](const Known& secret) {
    return find_ignoring_case(text, secret.value, 0) != std::string_view::npos;
  });
}

}  // namespace turnstream::secrets
