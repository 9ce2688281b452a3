#include "app/http/access/token_set.h"

#include <algorithm>
#include <array>

#include "app/errors.h"
#include "app/http/access/glob.h"
#include "pipeline/base/hex.h"
#include "pipeline/base/name_table.h"

namespace turnstream::app {
namespace {

constexpr NameTable<HttpScope, 4> kScopes{{
    {HttpScope::kFree, ""},
    {HttpScope::kRead, "read"},
    {HttpScope::kWrite, "write"},
    {HttpScope::kAdmin, "admin"},
}};
constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kLabel = "sha256:";

std::optional<Sha256Digest> hash_of(std::string_view field) {
  Sha256Digest hash{};
  if (!field.starts_with(kLabel) || field.size() != kLabel.size() + 2 * hash.size()) {
    return std::nullopt;
  }
  field.remove_prefix(kLabel.size());
  for (std::size_t i = 0; i < hash.size(); ++i) {
    const auto high = hex_digit_value(field[2 * i]);
    const auto low = hex_digit_value(field[2 * i + 1]);
    if (!high || !low) {
      return std::nullopt;
    }
    hash[i] = static_cast<std::uint8_t>(*high * 16 + *low);
  }
  return hash;
}

/// Removes the text up to the first of `separators` from `rest`, with the separator, and returns it.
std::string_view next_part(std::string_view& rest, std::string_view separators) {
  const std::string_view part = rest.substr(0, rest.find_first_of(separators));
  rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  return part;
}

std::string_view next_field(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
  return next_part(rest, kBlanks);
}

Status read_scopes(std::string_view field, TokenEntry& entry) {
  for (bool has_more = true; has_more;) {
    has_more = field.find(',') != std::string_view::npos;
    const std::optional<HttpScope> scope = value_in(kScopes, next_part(field, ","));
    if (!scope || *scope == HttpScope::kFree) {
      return error_of(error_codes::kSettings,
                      "the second field must be one or more of read, write and admin, separated by commas");
    }
    entry.scopes.push_back(*scope);
  }
  return {};
}

Status read_personas(std::string_view field, TokenEntry& entry) {
  if (field.empty() || field.front() == '#') {
    return error_of(error_codes::kSettings, "the third field, the personas, is missing; * means all of them");
  }
  for (bool has_more = true; has_more;) {
    has_more = field.find(',') != std::string_view::npos;
    const std::string_view pattern = next_part(field, ",");
    if (pattern.empty() || pattern.size() > kPatternBytesMax) {
      return error_of(error_codes::kSettings,
                      "a persona must have 1 to " + std::to_string(kPatternBytesMax) + " bytes");
    }
    entry.personas.emplace_back(pattern);
  }
  return entry.personas.size() <= kPatternsMax
             ? Status()
             : error_of(error_codes::kSettings, "a token has at most " + std::to_string(kPatternsMax) +
                                                    " personas; patterns such as agent-* "
                                                    "stand for many");
}

/// Precondition: the line is neither blank nor a comment.
Result<TokenEntry> read_line(std::string_view line) {
  TokenEntry entry;
  const std::optional<Sha256Digest> hash = hash_of(next_field(line));
  if (!hash) {
    return error_of(error_codes::kSettings, "the first field must be sha256: and 64 hexadecimal digits");
  }
  if (*hash == sha256("")) {
    return error_of(error_codes::kSettings, "this is the SHA-256 of an empty text, not of a token");
  }
  entry.hash = *hash;
  TS_RETURN_IF_ERROR(read_scopes(next_field(line), entry));
  TS_RETURN_IF_ERROR(read_personas(next_field(line), entry));
  line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
  if (!line.empty() && line.front() != '#') {
    return error_of(error_codes::kSettings, "there is a fourth field; a name or comment begins with #");
  }
  return entry;
}

Error in_line(std::size_t number, Error error) {
  error.message = "line " + std::to_string(number) + ": " + error.message;
  return error;
}

}  // namespace

bool TokenEntry::has(HttpScope scope) const {
  return scope == HttpScope::kFree || std::find(scopes.begin(), scopes.end(), scope) != scopes.end();
}

bool TokenEntry::covers(std::string_view persona) const {
  return std::any_of(personas.begin(), personas.end(),
                     [&](const std::string& pattern) { return matches_glob(pattern, persona); });
}

bool TokenEntry::covers_all() const {
  return std::find(personas.begin(), personas.end(), kAllPersonas) != personas.end();
}

Result<TokenSet> TokenSet::parse(std::string_view text) {
  TokenSet set;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view line = next_part(text, "\n");
    const std::size_t first = line.find_first_not_of(kBlanks);
    if (first == std::string_view::npos || line[first] == '#') {
      continue;
    }
    Result<TokenEntry> entry = read_line(line);
    if (!entry.ok()) {
      return in_line(number, std::move(entry).error());
    }
    if (set.find(entry->hash)) {
      return in_line(number, error_of(error_codes::kSettings, "an earlier line has the same token"));
    }
    if (set.entries_.size() == kTokensMax) {
      return in_line(number,
                     error_of(error_codes::kSettings, "a file has at most " + std::to_string(kTokensMax) + " tokens"));
    }
    set.entries_.push_back(std::move(entry).value());
  }
  return set;
}

std::optional<std::size_t> TokenSet::find(const Sha256Digest& hash) const {
  std::size_t found = entries_.size();
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    unsigned difference = 0;
    for (std::size_t at = 0; at < hash.size(); ++at) {
      difference |= static_cast<unsigned>(hash[at] ^ entries_[i].hash[at]);
    }
    found = difference == 0 ? i : found;
  }
  return found < entries_.size() ? std::optional(found) : std::nullopt;
}

std::string_view scope_name(HttpScope scope) {
  return name_in(kScopes, scope);
}

}  // namespace turnstream::app
