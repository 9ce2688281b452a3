#pragma once
// TokenSet: what a tokens file says: who may ask, write and command over HTTP, and for which personas. It has the
// SHA-256 of each token, never a token. Threads: any; it does not change.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/http/http_route.h"
#include "pipeline/base/result.h"
#include "pipeline/base/sha256.h"

namespace turnstream::app {

inline constexpr std::size_t kTokensMax = 1'000;
inline constexpr std::size_t kPatternsMax = 100;      ///< of one token
inline constexpr std::size_t kPatternBytesMax = 256;  ///< of one pattern
inline constexpr std::string_view kAllPersonas = "*";

/// One line of the file.
struct TokenEntry {
  Sha256Digest hash{};
  std::vector<HttpScope> scopes;
  std::vector<std::string> personas;  ///< patterns (glob.h)

  [[nodiscard]] bool has(HttpScope scope) const;
  [[nodiscard]] bool covers(std::string_view persona) const;
  /// One of the patterns is `*`.
  [[nodiscard]] bool covers_all() const;
  bool operator==(const TokenEntry&) const = default;
};

class TokenSet {
 public:
  /// Lines such as `sha256:<64 hexadecimal digits> read,write agent-*,helper # the agents`, blank lines, and lines
  /// that begin with #. Errors: code "settings"; the message is "line 3: " and the reason, without anything that the
  /// line says.
  static Result<TokenSet> parse(std::string_view text);

  /// The index of the token with this hash; absent if there is none. Compares all bytes of all entries, so that the
  /// time does not say which of them are equal.
  [[nodiscard]] std::optional<std::size_t> find(const Sha256Digest& hash) const;
  [[nodiscard]] const std::vector<TokenEntry>& entries() const { return entries_; }

 private:
  std::vector<TokenEntry> entries_;
};

/// read, write, admin; empty for kFree.
[[nodiscard]] std::string_view scope_name(HttpScope scope);

}  // namespace turnstream::app
