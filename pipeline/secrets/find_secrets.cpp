#include "pipeline/secrets/find_secrets.h"

#include <algorithm>
#include <utility>

#include "pipeline/secrets/access_codes.h"
#include "pipeline/secrets/characters.h"
#include "pipeline/secrets/folded_text.h"
#include "pipeline/secrets/layouts.h"
#include "pipeline/secrets/opening_codes.h"
#include "pipeline/secrets/relations.h"
#include "pipeline/secrets/repeats.h"
#include "pipeline/secrets/shapes.h"
#include "pipeline/secrets/text_scan.h"
#include "pipeline/secrets/values.h"

namespace turnstream::secrets {

namespace {

/// Appends the other places where the text repeats a secret, in any case of letters.
void find_repeats(std::string_view text, std::vector<Secret>& found) {
  if (found.empty()) {
    return;
  }
  std::vector<Repeats::Value> values;
  for (const Secret& secret : found) {
    if (const auto value = text.substr(secret.begin, secret.end - secret.begin); is_memorable(value)) {
      values.push_back({value, secret.kind});
    }
  }
  Repeats(values).find(text, found);
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
  find_wifi_passwords(text, found);
  find_related(text, found);
  find_opening_codes(text, found);
  find_access_codes(text, found);
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
