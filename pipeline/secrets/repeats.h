#pragma once
// The places where texts repeat known secrets, found in one pass over the text (Aho and Corasick), so that the time is linear
// in its length for all secrets and texts. Internal to this folder. Threads: any; const. Lifetime: borrows the values.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pipeline/secrets/find_secrets.h"

namespace turnstream::secrets {

inline constexpr std::size_t kRepeatedMin = 3;   ///< bytes of a secret that is found again
inline constexpr std::size_t kRepeatedMax = 64;  ///< secrets that are found again, of a text and of a turn

class Repeats {
 public:
  /// A secret to be found again. Of the values that are equal in lower case the first counts.
  struct Value {
    std::string_view text;
    std::string_view kind;
  };
  explicit Repeats(const std::vector<Value>& values);

  /// Appends the places where `text` repeats a value, in any case of letters: whole words of values of letters, whole tokens of
  /// short values, any place of the others. Of a value longer than 256 bytes, places that repeat these and as many more as are
  /// equal. `named_only`: without values that are one plain word. Returns the steps taken, at most 200 for each byte of `text`.
  std::size_t find(std::string_view text, std::vector<Secret>& found, bool named_only = false) const;
  /// True if the first bytes of a value stand anywhere in `text`, also inside words.
  [[nodiscard]] bool may_be_in(std::string_view text) const;

 private:
  /// A prefix of values; `child` and `sibling` list those that are one byte longer.
  struct Node {
    std::uint32_t child = 0;
    std::uint32_t sibling = 0;
    std::uint32_t shorter = 0;  ///< the longest prefix that ends this one, not itself
    std::uint32_t ending = 0;   ///< the longest value that ends this prefix, not itself; 0: none
    std::uint32_t value = 0;    ///< 1 + its index in values_, if the prefix is one; else 0
    unsigned char byte = 0;
  };
  enum class Bound { kNone, kWord, kToken };  ///< what must not continue at the ends of a place
  struct Held {
    Value value;
    std::size_t prefix = 0;  ///< bytes of it that are in the tree
    Bound bound = Bound::kNone;
    bool is_plain_word = false;
  };

  void insert(const Value& value);
  void link();
  [[nodiscard]] std::uint32_t step(std::uint32_t node, unsigned char byte, std::size_t& steps) const;
  [[nodiscard]] static bool is_bounded(const Held& held, std::string_view text, std::size_t begin, std::size_t end);

  std::vector<Node> nodes_;
  std::vector<Held> values_;
  std::array<std::uint32_t, 256> first_{};  ///< the prefixes of one byte
};

}  // namespace turnstream::secrets
