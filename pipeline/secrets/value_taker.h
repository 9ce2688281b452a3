#pragma once
// ValueTaker: decides whether what stands at a position of a text is the value of a password, PIN, token or key, and
// where it ends. Internal to this folder. Threads: one at a time. Lifetime: borrows the text and the results.

#include <cstddef>
#include <string_view>
#include <vector>

#include "pipeline/secrets/find_secrets.h"

namespace turnstream::secrets {

/// How clearly the words before a value say that it is one.
enum class Stated {
  kNo,       ///< "password X": only a value that can be nothing else, such as hunter2
  kYes,      ///< "password is X", `password: X`: plain words, too
  kCertain,  ///< "set the token to X", "the client secret is X": one plain word, too, for any kind
};

class ValueTaker {
 public:
  ValueTaker(std::string_view text, std::vector<Secret>& found) : text_(text), found_(found) {}

  /// Records the value at `at` and returns true, if it is a secret of this kind.
  bool take(std::size_t at, std::string_view kind, Stated stated);
  /// True if a sign such as `=`, `:` or `=>` stands at `at`. Records the value after it if that is a secret.
  bool take_assigned(std::size_t at, std::string_view kind, Stated stated);
  /// The same for a pair whose name is the noun before `at`: `key="password" value="…"`.
  bool take_value_member(std::size_t at, std::string_view kind);
  /// Records the whole of [begin, end) if it may be the secret.
  bool take_whole(std::size_t begin, std::size_t end, std::string_view kind, Stated stated);

 private:
  bool take_quoted(std::size_t at, std::string_view kind, Stated stated);
  bool take_spaced_digits(std::size_t at);
  bool take_phrase(std::size_t at);
  void take_others(std::string_view kind, bool is_bracketed);
  bool take_word(std::size_t at, std::string_view kind, Stated stated);
  bool take_plain(std::size_t at, std::string_view kind, Stated stated);
  void add(std::size_t begin, std::size_t end, std::string_view kind) { found_.push_back({begin, end, kind}); }

  std::string_view text_;
  std::vector<Secret>& found_;
};

}  // namespace turnstream::secrets
