#include "pipeline/secrets/known_secrets.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "pipeline/secrets/values.h"

namespace turnstream::secrets {
namespace {

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

}  // namespace

std::string mask_of(std::string_view kind) {
  return std::string(kMaskBegin).append(kind) + "]";
}

void remember(std::string_view value, std::string_view kind, KnownSecrets& known) {
  const auto same = [&](const Known& other) { return other.value == value; };
  if (is_memorable(value) && known.size() < kRepeatedMax && std::none_of(known.begin(), known.end(), same)) {
    known.push_back({std::string(value), kind});
  }
}

Repeats repeats_of(const KnownSecrets& known) {
  std::vector<Repeats::Value> values;
  std::transform(known.begin(), known.end(), std::back_inserter(values), [](const Known& secret) {
    return Repeats::Value{secret.value, secret.kind};
  });
  return Repeats(values);
}

bool mask_in_place(std::string& text, std::vector<Secret> found, const Repeats& known, Masked part) {
  const auto own = static_cast<std::ptrdiff_t>(found.size());
  known.find(text, found, part == Masked::kNames);
  found.erase(std::remove_if(found.begin() + own, found.end(),
                             [&](const Secret& secret) { return is_in_mask(text, secret.begin); }),
              found.end());
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

bool mask_in_place(std::string& text, const Repeats& known, Masked part) {
  return mask_in_place(text, find_secrets(text), known, part);
}

void collect(std::string_view text, KnownSecrets& known) {
  for (const auto& secret : find_secrets(text)) {
    remember(text.substr(secret.begin, secret.end - secret.begin), secret.kind, known);
  }
}

}  // namespace turnstream::secrets
