#include "pipeline/secrets/find_secrets.h"

#include <algorithm>
#include <utility>

#include "pipeline/secrets/characters.h"
#include "pipeline/secrets/folded_text.h"
#include "pipeline/secrets/layouts.h"
#include "pipeline/secrets/opening_codes.h"
#include "pipeline/secrets/relations.h"
#include "pipeline/secrets/shapes.h"
#include "pipeline/secrets/text_scan.h"

namespace turnstream::secrets {

namespace {

/// Appends the other places where the text repeats a secret, in any case of letters.
void find_repeats(std::string_view text, std::vector<Secret>& found) {
  constexpr std::size_t kRepeatedMin = 6;
  constexpr std::size_t kSecretsMax = 32;
  const std::size_t count = std::min(found.size(), kSecretsMax);
  for (std::size_t i = 0; i < count; ++i) {
    const Secret secret = found[i];
    const auto value = text.substr(secret.begin, secret.end - secret.begin);
    if (value.size() < kRepeatedMin) {
      continue;
    }
    for (std::size_t at = find_ignoring_case(text, value, 0); at != std::string_view::npos;
         at = find_ignoring_case(text, value, at + 1)) {
      if (is_whole_word(text, at, at + value.size())) {
        found.push_back({at, at + value.size(), secret.kind});
      }
    }
  }
}

/// Adds the one or two `=` that end a base64 text.
void include_padding(std::string_view text, Secret& secret) {
  constexpr std::size_t kBase64Min = 16;
  for (int i = 0; i < 2 && secret.end - secret.begin >= kBase64Min && has_at(text, secret.end, "="); ++i) {
    ++secret.end;
  }
}

/// Adds the rest of the UTF-8 characters at both ends, of which a bound in bytes may have cut a part.
void include_characters(std::string_view text, Secret& secret) {
  while (secret.begin > 0 && is_inner_byte(text[secret.begin])) {
    --secret.begin;
  }
  while (secret.end < text.size() && is_inner_byte(text[secret.end])) {
    ++secret.end;
  }
}

/// The secrets of a text without disguise.
std::vector<Secret> find_plainly(std::string_view text) {
  std::vector<Secret> found;
  find_pem_blocks(text, found);
  find_keys(text, found);
  find_card_numbers(text, found);
  find_identity_numbers(text, found);
  find_url_passwords(text, found);
  find_related(text, found);
  find_opening_codes(text, found);
  find_in_tables(text, found);
  find_in_commands(text, found);
  find_in_calls(text, found);
  find_repeats(text, found);
  for (Secret& secret : found) {
    include_padding(text, secret);
    include_characters(text, secret);
  }
  return joined(std::move(found));
}

}  // namespace

std::vector<Secret> find_secrets(std::string_view text) {
  const auto shown = folded(text);
  auto found = find_plainly(shown ? shown->text : text);
  for (Secret& secret : found) {
    if (shown) {
      secret.begin = shown->origins[secret.begin];
      secret.end = shown->origins[secret.end];
    }
  }
  return found;
}

std::vector<Secret> joined(std::vector<Secret> found) {
  // The kind is that of the secret that begins first, or is longer.
  std::sort(found.begin(), found.end(),
            [](const Secret& a, const Secret& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
  std::vector<Secret> result;
  for (const auto& secret : found) {
    if (!result.empty() && secret.begin < result.back().end) {
      result.back().end = std::max(result.back().end, secret.end);
    } else {
      result.push_back(secret);
    }
  }
  return result;
}

}  // namespace turnstream::secrets
