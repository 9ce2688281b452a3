#pragma once
// Tape: reads one JSON text in one pass into a flat list of nodes, each with its text, its own bytes and its
// canonical hash. It decides what is JSON and nothing else: size, UTF-8, syntax, depth; what the fields must be is for
// the readers on top (turn_parser.h, command.h, effect_result.h), through schema_reader.h. Owns a padded copy of the
// bytes, the nodes and simdjson's parser, all reused from read to read.
// Threads: one at a time.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"

namespace turnstream::json {

inline constexpr std::size_t kTurnBytesMax = 1024 * 1024;
/// What the log takes in one record (4 MiB), less room for its headers: redrive commands carry a turn and more.
inline constexpr std::size_t kLogBytesMax = 4 * 1024 * 1024 - 64 * 1024;
/// Containers, the root is 1.
inline constexpr std::size_t kInputDepthMax = 64;

enum class Kind : std::uint8_t { kNull, kTrue, kFalse, kNumber, kString, kArray, kObject };

using NodeIndex = std::uint32_t;

struct Node {
  std::string_view key;    ///< the member's name, unescaped; empty in arrays and at the root
  std::string_view text;   ///< strings: unescaped; all else: the value's own bytes
  std::uint64_t hash = 0;  ///< see canonical_hash.h
  NodeIndex end = 0;       ///< the node after this one and all within it
  Kind kind = Kind::kNull;
};

class Tape {
 public:
  Tape();
  ~Tape();
  Tape(Tape&&) noexcept;
  Tape& operator=(Tape&&) noexcept;

  /// Error codes, first that applies: too_large, invalid_utf8, invalid_json, too_deep; reaction kDeadLetter. Nodes and
  /// their views live until the next read.
  Status read(std::string_view bytes, std::size_t bytes_max);

  /// After a read that succeeded: too_deep where what was read nests deeper than that.
  [[nodiscard]] Status check_depth(std::size_t depth_max) const;

  /// The root, after a read that succeeded.
  static constexpr NodeIndex kRoot = 0;
  [[nodiscard]] const Node& node(NodeIndex index) const { return nodes_[index]; }

  /// `for (i = first_child(p); i != node(p).end; i = node(i).end)` visits the children of a container.
  [[nodiscard]] static NodeIndex first_child(NodeIndex parent) { return parent + 1; }

  /// The first object in which a member's name occurs twice; its own index is never kNone.
  static constexpr NodeIndex kNone = 0xFFFFFFFF;
  [[nodiscard]] NodeIndex repeated_name_in() const { return repeated_name_in_; }

  /// The JSON pointer of a node, cut off at a container where it would get longer than 200 bytes.
  [[nodiscard]] std::string pointer_of(NodeIndex index) const;

 private:
  struct Reader;

  void trim();

  std::unique_ptr<Reader> reader_;  ///< keeps simdjson's header out of this one
  std::vector<char> buffer_;
  std::vector<Node> nodes_;
  NodeIndex repeated_name_in_ = kNone;
};

}  // namespace turnstream::json
