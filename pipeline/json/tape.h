#pragma once
// Tape: reads one JSON text in one pass into a flat list of nodes, each with its text or bytes and its canonical
// hash. It checks size, UTF-8, syntax, depth and that the root is an object. The parsers of pipeline/codec check the
// fields, through schema_reader.h. Owns a padded copy of the bytes, the nodes and simdjson's parser, and reuses their
// memory for the next read unless it is large. Threads: one at a time.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"

namespace turnstream::json {

inline constexpr std::size_t kTurnBytesMax = 1024 * 1024;
/// The maximum size of a command or effect result, in bytes: 4 MiB minus 64 KiB for the headers of its record. A
/// redrive command contains a whole turn and more.
inline constexpr std::size_t kLogBytesMax = 4 * 1024 * 1024 - 64 * 1024;
/// The maximum number of nested objects and arrays; the root counts as 1.
inline constexpr std::size_t kInputDepthMax = 64;

enum class Kind : std::uint8_t { kNull, kTrue, kFalse, kNumber, kString, kArray, kObject };

using NodeIndex = std::uint32_t;

struct Node {
  std::string_view key;    ///< a member's name, unescaped; empty for array elements and the root
  std::string_view text;   ///< of a string: unescaped; of the root: the whole JSON text; else the value's bytes
  std::uint64_t hash = 0;  ///< see canonical_hash.h
  NodeIndex end = 0;       ///< the index after this node and all its descendants
  Kind kind = Kind::kNull;
};

class Tape {
 public:
  Tape();
  ~Tape();
  Tape(Tape&&) noexcept;
  Tape& operator=(Tape&&) noexcept;

  /// Errors have reaction kDeadLetter and the first code that applies: too_large (over `bytes_max`), invalid_utf8,
  /// invalid_json, too_deep, schema (the root is not an object). If memory ran out, the code is reader_failed and the
  /// reaction kRetry. Nodes and their views are valid until the next read.
  Status read(std::string_view bytes, std::size_t bytes_max);

  /// Error too_deep if objects and arrays are nested deeper than `depth_max`. Precondition: the last read succeeded.
  [[nodiscard]] Status check_depth(std::size_t depth_max) const;

  /// The root's index. Precondition of node(): the last read succeeded.
  static constexpr NodeIndex kRoot = 0;
  [[nodiscard]] const Node& node(NodeIndex index) const { return nodes_[index]; }

  /// `for (i = first_child(p); i != node(p).end; i = node(i).end)` visits the children of an object or array p.
  [[nodiscard]] static NodeIndex first_child(NodeIndex parent) { return parent + 1; }

  static constexpr NodeIndex kNone = 0xFFFFFFFF;
  /// Of the objects with two members of the same name, the one that ends first in the text; kNone if there is none.
  [[nodiscard]] NodeIndex repeated_name_in() const { return repeated_name_in_; }

  /// The JSON pointer of a node. If it has more than 200 bytes: its longest beginning in whole steps that has not.
  [[nodiscard]] std::string pointer_of(NodeIndex index) const;

 private:
  struct Reader;

  void trim();

  std::unique_ptr<Reader> reader_;  ///< pimpl: this header does not include simdjson.h
  std::vector<char> buffer_;
  std::vector<Node> nodes_;
  NodeIndex repeated_name_in_ = kNone;
};

}  // namespace turnstream::json
