#include "pipeline/secrets/shapes.h"

#include <algorithm>
#include <array>

#include "pipeline/secrets/characters.h"

namespace turnstream::secrets {
namespace {

constexpr std::size_t kRandomMin = 40;

/// A provider's key: `prefix`, then at least `tail_min` letters, digits, `_` and `-`, among them a digit or as many capitals
/// as no name in CamelCase has.
struct KeyPrefix {
  std::string_view prefix;
  std::size_t tail_min;
};
constexpr std::array kKeyPrefixes{
    KeyPrefix{"sk-", 16},         KeyPrefix{"sk_live_", 8},       KeyPrefix{"sk_test_", 8},
    KeyPrefix{"rk_live_", 8},     KeyPrefix{"rk_test_", 8},       KeyPrefix{"AKIA", 12},
    KeyPrefix{"ASIA", 12},        KeyPrefix{"ghp_", 16},          KeyPrefix{"gho_", 16},
    KeyPrefix{"ghu_", 16},        KeyPrefix{"ghs_", 16},          KeyPrefix{"ghr_", 16},
    KeyPrefix{"github_pat_", 16}, KeyPrefix{"glpat-", 12},        KeyPrefix{"xoxa-", 8},
    KeyPrefix{"xoxb-", 8},        KeyPrefix{"xoxp-", 8},          KeyPrefix{"xoxr-", 8},
    KeyPrefix{"xoxs-", 8},        KeyPrefix{"xoxe-", 8},          KeyPrefix{"xapp-", 8},
    KeyPrefix{"AIza", 28},        KeyPrefix{"ya29.", 16},         KeyPrefix{"SG.", 16},
    KeyPrefix{"hf_", 16},         KeyPrefix{"npm_", 16},          KeyPrefix{"pypi-", 16},
    KeyPrefix{"dop_v1_", 16},     KeyPrefix{"shpat_", 16},        KeyPrefix{"shpss_", 16},
    KeyPrefix{"whsec_", 12},      KeyPrefix{"rzp_live_", 8},      KeyPrefix{"lin_api_", 16},
    KeyPrefix{"figd_", 16},       KeyPrefix{"dckr_pat_", 12},     KeyPrefix{"NRAK-", 12},
    KeyPrefix{"sq0atp-", 12},     KeyPrefix{"sq0csp-", 12},       KeyPrefix{"key-", 24},
    KeyPrefix{"hvs.", 16},        KeyPrefix{"gsk_", 16},          KeyPrefix{"r8_", 16},
    KeyPrefix{"pat-", 20},        KeyPrefix{"EAACEdEose0cBA", 1}, KeyPrefix{"AGE-SECRET-KEY-1", 16}};

/// True if at least three in ten characters are capitals and as many small letters: a name in CamelCase has fewer capitals.
bool is_mixed_case(std::string_view text) {
  const auto uppers = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_upper));
  const auto lowers = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_lower));
  return uppers * 10 >= text.size() * 3 && lowers * 10 >= text.size() * 3;
}

/// The end of the key that begins at `at`; `at` if none begins there.
std::size_t prefixed_key_end(std::string_view run, std::size_t at) {
  constexpr std::size_t kSeenMax = 512;  // so many bytes decide; a key may be longer
  const auto rest = run.substr(at, kSeenMax);
  for (const auto& row : kKeyPrefixes) {
    if (rest.substr(0, row.prefix.size()) != row.prefix) {
      continue;
    }
    auto tail = rest.substr(row.prefix.size());
    const auto stop = std::find_if(tail.begin(), tail.end(), [](char c) { return c == '/' || c == '+'; });
    tail = tail.substr(0, static_cast<std::size_t>(stop - tail.begin()));
    while (!tail.empty() && !is_letter_or_digit(tail.back())) {
      tail.remove_suffix(1);
    }
    const bool capitals = row.prefix == "AKIA" || row.prefix == "ASIA";
    const bool random = capitals ? std::none_of(tail.begin(), tail.end(), is_lower)
                                 : std::any_of(tail.begin(), tail.end(), is_digit) || is_mixed_case(tail);
    if (tail.size() >= row.tail_min && random) {
      const std::size_t end = at + row.prefix.size() + tail.size();
      return tail.data() + tail.size() == rest.data() + kSeenMax ? std::min(run.find_first_of("/+", end), run.size())
                                                                 : end;
    }
  }
  return at;
}

/// header.payload or header.payload.signature, each base64url; a header begins with `{"`, which is `eyJ`. `dot`: the first
/// one of the run from `at` on, or its end.
std::size_t web_token_end(std::string_view run, std::size_t at, std::size_t dot) {
  constexpr std::size_t kPartMin = 8;
  if (run.substr(at, 3) != "eyJ") {
    return at;
  }
  std::size_t end = at;
  for (int part = 0; part < 5; ++part) {
    dot = part == 0 ? dot : std::min(run.find('.', end), run.size());
    if (dot - end < kPartMin) {
      return part >= 2 ? end - 1 : at;
    }
    if (dot == run.size()) {
      return part >= 1 ? dot : at;
    }
    end = dot + 1;
  }
  return end;
}

/// True if letters and digits alternate as in a random string; false for words, paths, hexadecimal hashes and UUIDs.
bool is_random(std::string_view text) {
  int lowers = 0;
  int uppers = 0;
  int digits = 0;
  std::size_t changes = 0;
  const auto kind = [](char c) { return is_lower(c) ? 1 : is_upper(c) ? 2 : is_digit(c) ? 3 : 0; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    lowers += is_lower(text[i]) ? 1 : 0;
    uppers += is_upper(text[i]) ? 1 : 0;
    digits += is_digit(text[i]) ? 1 : 0;
    changes += i > 0 && kind(text[i]) * kind(text[i - 1]) != 0 && kind(text[i]) != kind(text[i - 1]) ? 1U : 0U;
  }
  const bool is_mixed = digits >= 2 || (digits == 1 && is_mixed_case(text) && changes * 10 >= text.size() * 4);
  return lowers >= 3 && uppers >= 3 && is_mixed && changes * 10 >= text.size() * 3;
}

/// True for what stands before a digest or inlined data: "SHA256:", ";base64,".
bool is_digest_or_data(std::string_view before) {
  return equal_ignoring_case(before.substr(1), "sha256:") || equal_ignoring_case(before.substr(1), "sha512:") ||
         equal_ignoring_case(before, ";base64,");
}

/// True for an SSH public key: base64 of a length and the name of a method, such as "ssh-ed25519".
bool is_public_key(std::string_view part) {
  constexpr std::size_t kLengthSize = 5;  // "AAAAC", of 4 bytes and a part of the next
  const auto name = part.substr(std::min(kLengthSize, part.size()));
  return part.starts_with("AAAA") &&
         (name.starts_with("3NzaC1") || name.starts_with("2VjZHNh") || name.starts_with("nNrL"));
}

/// Appends each part of the run that has at least kRandomMin characters between dots and is random.
void find_random(std::string_view text, std::string_view run, std::size_t offset, std::vector<Secret>& found) {
  std::size_t begin = 0;
  while (begin < run.size()) {
    const std::size_t end = std::min(run.find('.', begin), run.size());
    const auto part = run.substr(begin, end - begin);
    if (offset + begin >= 8 && is_digest_or_data(text.substr(offset + begin - 8, 8))) {
      begin = end + 1;
      continue;
    }
    if (part.size() >= kRandomMin && part.substr(0, 3) != "sha" && is_random(part) && !is_public_key(part)) {
      found.push_back({offset + begin, offset + end, "key"});
    }
    begin = end + 1;
  }
}

void find_in_run(std::string_view text, std::string_view run, std::size_t offset, std::vector<Secret>& found) {
  std::size_t dot = 0;
  for (std::size_t at = 0; at < run.size(); ++at) {
    if (at > 0 && is_letter_or_digit(run[at - 1])) {
      continue;
    }
    dot = dot < at || dot == 0 ? std::min(run.find('.', at), run.size()) : dot;
    if (const std::size_t end = web_token_end(run, at, dot); end > at) {
      found.push_back({offset + at, offset + end, "token"});
      at = end - 1;
    } else if (const std::size_t key_end = prefixed_key_end(run, at); key_end > at) {
      found.push_back({offset + at, offset + key_end, "key"});
      at = key_end - 1;
    }
  }
  find_random(text, run, offset, found);
}

/// A Telegram bot's token: 8 to 10 digits, `:`, 35 characters. [begin, end): the run after the `:`.
void find_bot_token(std::string_view text, std::size_t begin, std::size_t end, std::vector<Secret>& found) {
  while (end > begin && text[end - 1] == '.') {
    --end;  // it ends a sentence
  }
  if (end - begin != 35 || begin < 9 || text[begin - 1] != ':') {
    return;
  }
  std::size_t digits = begin - 1;
  while (digits > 0 && is_digit(text[digits - 1])) {
    --digits;
  }
  if (const std::size_t count = begin - 1 - digits; count >= 8 && count <= 10) {
    found.push_back({digits, end, "token"});
  }
}

}  // namespace

void find_pem_blocks(std::string_view text, std::vector<Secret>& found) {
  constexpr std::string_view kBegin = "-----BEGIN ";
  constexpr std::string_view kEnd = "-----END ";
  constexpr std::string_view kDashes = "-----";
  std::size_t at = text.find(kBegin);
  while (at != std::string_view::npos) {
    std::size_t end = text.find(kEnd, at);
    end = end == std::string_view::npos ? text.size() : end + kEnd.size();
    const std::size_t dashes = text.find(kDashes, end);
    end = dashes == std::string_view::npos ? text.size() : dashes + kDashes.size();
    found.push_back({at, end, "private_key"});
    at = text.find(kBegin, end);
  }
}

void find_keys(std::string_view text, std::vector<Secret>& found) {
  constexpr std::size_t kRunMin = 16;
  std::size_t at = 0;
  while (at + kRunMin <= text.size()) {
    // A run of kRunMin characters that begins at `at` or later reaches the last of these characters.
    std::size_t begin = at + kRunMin;
    while (begin > at && is_run_character(text[begin - 1])) {
      --begin;
    }
    if (begin > at) {
      at = begin;
      continue;
    }
    std::size_t end = at + kRunMin;
    while (end < text.size() && is_run_character(text[end])) {
      ++end;
    }
    find_in_run(text, text.substr(at, end - at), at, found);
    find_bot_token(text, at, end, found);
    at = end + 1;
  }
}

/// The text of a QR code for a Wi-Fi: `WIFI:T:WPA;S:name;P:password;;`, where `\\` stands before a `;` of a field.
void find_wifi_passwords(std::string_view text, std::vector<Secret>& found) {
  constexpr std::string_view kBegin = "WIFI:";
  constexpr std::size_t kBytesMax = 512;
  for (std::size_t at = text.find(kBegin); at != std::string_view::npos; at = text.find(kBegin, at + 1)) {
    const std::size_t limit = std::min(text.size(), at + kBytesMax);
    for (std::size_t begin = at + kBegin.size(); begin + 2 < limit && text[begin + 1] == ':';) {
      std::size_t end = begin;
      while (end < limit && text[end] != ';' && text[end] != '\n') {
        end += text[end] == '\\' ? 2U : 1U;
      }
      end = std::min(end, limit);
      if (text[begin] == 'P' && end > begin + 2) {
        found.push_back({begin + 2, end, "password"});
      }
      begin = end + 1;
    }
  }
}

void find_url_passwords(std::string_view text, std::vector<Secret>& found) {
  std::size_t at = text.find("://");
  for (; at != std::string_view::npos; at = text.find("://", at + 3)) {
    const std::size_t begin = at + 3;
    std::size_t end = begin;
    std::size_t last_at = std::string_view::npos;
    while (end < text.size() && !is_space(text[end]) && text[end] != '/' && text[end] != '"' && text[end] != '\'' &&
           text[end] != '<') {
      last_at = text[end] == '@' ? end : last_at;
      ++end;
    }
    const std::size_t colon = text.find(':', begin);
    if (last_at != std::string_view::npos && colon != std::string_view::npos && colon + 1 < last_at &&
        is_field_secret("password", text.substr(colon + 1, last_at - colon - 1))) {
      found.push_back({colon + 1, last_at, "password"});
    }
  }
}

}  // namespace turnstream::secrets
