#pragma once
// WrittenFields: reads an object exactly as Writer wrote it, without blanks, and its members in the order in which they
// are asked for. It has the calls of Fields that a codec needs, so that one template reads with both, and takes a fifth of
// the time. It refuses any other valid JSON text: the caller then reads with Fields. It does not check that texts are valid
// UTF-8: use it for what this program wrote. Borrows the text, which must outlive it. Threads: one at a time.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/name_table.h"

namespace turnstream::json {

class WrittenFields {
 public:
  [[nodiscard]] bool ok() const { return cursor_.ok; }

  std::string text(std::string_view name);
  std::int64_t integer(std::string_view name);
  std::int64_t millionths(std::string_view name);
  std::int64_t time(std::string_view name);
  std::optional<std::int64_t> time_or_null(std::string_view name);
  bool boolean(std::string_view name);
  std::vector<std::string> texts(std::string_view name);
  /// Passes over a member that is a text, a list of texts, a number, true, false or null.
  void skip(std::string_view name);
  /// Read all its members before the next one of this object.
  WrittenFields object(std::string_view name);

  /// Calls visit(WrittenFields&) for each object of the array `name`. If that is missing, the read fails unless `optional`.
  template <typename Visit>
  void each_object(std::string_view name, bool optional, Visit visit) {
    cursor_.close_to(depth_);
    if ((optional && !cursor_.is_next(name)) || !begin(name, '[')) {
      return;
    }
    while (cursor_.ok && !cursor_.take(']')) {
      if (!cursor_.separate() || !cursor_.expect('{')) {
        return;
      }
      WrittenFields fields(cursor_, ++cursor_.depth);
      visit(fields);
      cursor_.close_to(depth_);
    }
  }

  /// Calls visit(member's name, text) for each member of the object `name`, whose values are all strings.
  template <typename Visit>
  void each_text(std::string_view name, Visit visit) {
    if (!begin(name, '{')) {
      return;
    }
    std::string key;
    std::string text;
    while (cursor_.ok && !cursor_.take('}')) {
      if (cursor_.separate() && cursor_.read_text(key) && cursor_.expect(':') && cursor_.read_text(text)) {
        visit(std::string_view(key), std::string_view(text));
      }
    }
  }

  template <typename Enum, std::size_t N>
  Enum named(std::string_view name, const NameTable<Enum, N>& table) {
    const auto value = begin(name, '"') ? value_in(table, cursor_.plain_text()) : std::nullopt;
    cursor_.ok = cursor_.ok && value.has_value();
    return value.value_or(table[0].first);
  }

 private:
  template <typename Read>
  friend bool read_written(std::string_view json, Read read);
  template <typename Read>
  friend bool read_written_front(std::string_view json, Read read);

  /// The place in the text, shared by all objects of one read.
  struct Cursor {
    std::string_view rest;
    int depth = 1;  ///< open objects
    bool ok = true;

    /// Moves behind the character if it is next.
    bool take(char c) {
      const bool next = ok && !rest.empty() && rest.front() == c;
      rest.remove_prefix(next ? 1 : 0);
      return next;
    }
    bool expect(char c) { return ok = take(c); }
    /// Moves behind the comma before a member or element that is not the first.
    bool separate() { return is_first() || expect(','); }
    /// Whether an object or array was opened just before. Precondition: a character was read.
    [[nodiscard]] bool is_first() const { return rest.data()[-1] == '{' || rest.data()[-1] == '['; }
    /// Reads the ends of the objects within the one at this depth.
    void close_to(int outer);
    /// Whether the next member has the name.
    [[nodiscard]] bool is_next(std::string_view name) const;
    /// A string with its quotes.
    bool read_text(std::string& text);
    void skip_text();
    /// The rest of a string without escapes, whose opening quote was read.
    std::string_view plain_text();
    /// A number, true, false or null.
    std::string_view token();
  };

  WrittenFields(Cursor& cursor, int depth) : cursor_(cursor), depth_(depth) {}
  /// Reads the name of the next member and the colon.
  bool member(std::string_view name);
  bool begin(std::string_view name, char first) { return member(name) && cursor_.expect(first); }

  Cursor& cursor_;
  int depth_;
};

/// Calls read(WrittenFields&) for the object `json`. False if it is not written as it was asked for, or has more members.
template <typename Read>
bool read_written(std::string_view json, Read read) {
  WrittenFields::Cursor cursor{json};
  if (cursor.expect('{')) {
    WrittenFields fields(cursor, cursor.depth);
    read(fields);
    cursor.close_to(0);
  }
  return cursor.ok && cursor.rest.empty();
}

/// The same for an object that can have more members: what is behind those that are asked for is not read.
template <typename Read>
bool read_written_front(std::string_view json, Read read) {
  WrittenFields::Cursor cursor{json};
  if (cursor.expect('{')) {
    WrittenFields fields(cursor, cursor.depth);
    read(fields);
  }
  return cursor.ok;
}

}  // namespace turnstream::json
