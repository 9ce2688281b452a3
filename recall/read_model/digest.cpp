#include "recall/read_model/digest.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/sha256.h"
#include "recall/read_model/persona_memory.h"
#include "recall/read_model/row_keys.h"

namespace turnstream::recall {
namespace {

/// The offsets of one persona's rows. First they are collected, then each stands for its place among them.
class Places {
 public:
  /// Adds the offset; returns its place after sort(), and before that a number without meaning.
  Offset operator()(Offset offset) {
    if (offset == rows::kOpen) {
      return offset;
    }
    if (!is_sorted_) {
      offsets_.push_back(offset);
      return offset;
    }
    const auto found = std::lower_bound(offsets_.begin(), offsets_.end(), offset);
    return Offset{found - offsets_.begin()};
  }

  void sort() {
    std::sort(offsets_.begin(), offsets_.end());
    offsets_.erase(std::unique(offsets_.begin(), offsets_.end()), offsets_.end());
    is_sorted_ = true;
  }

 private:
  std::vector<Offset> offsets_;
  bool is_sorted_ = false;
};

std::uint64_t placed(std::uint64_t position, Places& places) {
  const auto side = static_cast<Side>(position % 2);
  return position_of(places(Offset{static_cast<std::int64_t>(position / 2)}), side);
}

/// The row with places instead of offsets; absent if it is damaged.
std::optional<std::string> placed_row(const std::string& persona, std::string_view key, std::string_view value,
                                      Places& places) {
  switch (key.front()) {
    case 'D': {
      auto row = rows::read_document_row(value);
      if (!row) {
        return std::nullopt;
      }
      row->from = places(row->from);
      return std::string(key) + rows::document_row(*row);
    }
    case 'J':
      return std::string(key).append(value);
    case 'V': {
      const auto name = rows::read_version_key(persona, key);
      auto row = rows::read_version_row(value);
      if (!name || !row) {
        return std::nullopt;
      }
      row->to = places(row->to);
      return rows::version_key(persona, name->kind, name->id, places(name->from)) + rows::version_row(*row);
    }
    case 'M': {
      auto row = rows::read_message_row(value);
      if (!row) {
        return std::nullopt;
      }
      Message& message = row->message;
      message.offset = places(message.offset);
      message.merged_at = message.merged_into.empty() ? Offset{} : places(message.merged_at);
      return rows::message_row(places(row->to), message);
    }
    case 'I': {
      constexpr std::size_t kPositionBytes = 8;
      std::string row(key.substr(0, key.size() - kPositionBytes));
      ByteWriter(row).u64(placed(rows::position_of_key(key), places));
      return row;
    }
    default: {
      const auto offset = rows::read_offset_row(value);
      return offset ? std::optional(std::string(key) + rows::offset_row(places(*offset))) : std::nullopt;
    }
  }
}

class Digest {
 public:
  Digest(store::KeyValueStore& store, store::TableId table) : store_(store), table_(table) {}

  Result<std::string> compute(const std::string& vectors) {
    TS_ASSIGN_OR_RETURN(const std::set<std::string> personas, all_personas());
    for (const std::string& persona : personas) {
      Places places;
      TS_RETURN_IF_ERROR(read_rows(persona, places, false));
      places.sort();
      TS_RETURN_IF_ERROR(read_rows(persona, places, true));
    }
    TS_RETURN_IF_ERROR(add_times());
    if (!vectors.empty()) {
      add("vectors " + vectors);
    }
    return to_label(sum_.digest());
  }

 private:
  void add(std::string_view row) {
    std::string size;
    ByteWriter(size).varint(row.size());
    sum_.update(size);
    sum_.update(row);
  }

  Result<std::set<std::string>> all_personas() {
    std::set<std::string> personas;
    for (const char space : rows::kMemorySpaces) {
      const std::string end(1, static_cast<char>(space + 1));
      TS_RETURN_IF_ERROR(store_.scan(table_, std::string(1, space), end, [&](std::string_view key, std::string_view) {
        ByteReader reader(key.substr(1));
        const std::string_view persona = reader.text();
        if (personas.empty() || *personas.rbegin() != persona) {
          personas.emplace(persona);
        }
        return true;
      }));
    }
    return personas;
  }

  Status read_rows(const std::string& persona, Places& places, bool adds) {
    for (const char space : rows::kMemorySpaces) {
      bool is_sound = true;
      const rows::Range range = rows::persona_range(space, persona);
      TS_RETURN_IF_ERROR(store_.scan(table_, range.from, range.to, [&](std::string_view key, std::string_view value) {
        const std::optional<std::string> row = placed_row(persona, key, value, places);
        is_sound = row.has_value();
        if (is_sound && adds) {
          add(*row);
        }
        return is_sound;
      }));
      if (!is_sound) {
        return damaged_row("row of a persona");
      }
    }
    return {};
  }

  /// Of the rows by time: which times there are, and how many versions wait for their end.
  Status add_times() {
    TS_RETURN_IF_ERROR(store_.scan(table_, "L", "M", [&](std::string_view key, std::string_view) {
      add(key);
      return true;
    }));
    std::uint64_t closed = 0;
    TS_RETURN_IF_ERROR(store_.scan(table_, "H", "I", [&](std::string_view, std::string_view) {
      ++closed;
      return true;
    }));
    add(std::to_string(closed));
    return {};
  }

  store::KeyValueStore& store_;
  store::TableId table_;
  Sha256 sum_;
};

}  // namespace

Result<std::string> digest_of(store::KeyValueStore& store, store::TableId table, const std::string& vectors) {
  return Digest(store, table).compute(vectors);
}

}  // namespace turnstream::recall
