#pragma once
// EndedList: the memories of one kind that a turn ended, so that they hold again if this turn is forgotten; a ListRow of the newest 16.
// `Form` says what they are:
//   Memory                                 has ==
//   kKey, kDamage                          of the row; the message of the error for a damaged one
//   encode(memory), decode(bytes, persona, id), id_of(memory)
//   left_of(memory, forgotten, persona)    Result<std::optional<Memory>>: what is left of it without what is forgotten, if anything
// Errors: evidence::bad_state() for a damaged row. Lifetime: borrows the context, for one call. Threads: the caller's.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/forgotten.h"
#include "stages/common/evidence/row_parts.h"
#include "stages/common/evidence/rows.h"
#include "stages/pattern/list_row.h"

namespace turnstream::pattern {

template <typename Memory>
struct Ended {
  Memory memory;
  model::Source ended_by;
  friend bool operator==(const Ended&, const Ended&) = default;
};

/// The Form of ListRow, made from the Form of EndedList.
template <typename Form>
struct EndedRow {
  using Entry = Ended<typename Form::Memory>;
  static constexpr std::string_view kKey = Form::kKey;
  static constexpr std::size_t kEntriesMax = 16;

  static std::string encode(const std::vector<Entry>& ended) {
    std::string bytes;
    ByteWriter writer(bytes);
    writer.u8(kFormat).varint(ended.size());
    for (const Entry& one : ended) {
      writer.uuid(*parse_uuid(Form::id_of(one.memory))).text(Form::encode(one.memory));
      evidence::write_source(writer, one.ended_by);
    }
    return bytes;
  }
  static Result<std::vector<Entry>> decode(std::string_view bytes, std::string_view persona) {
    constexpr std::size_t kBytesMin = sizeof(Uuid) + 4;
    ByteReader reader(bytes);
    const bool known = reader.u8() == kFormat;
    std::vector<Entry> ended(known ? reader.count(kBytesMin) : 0);
    for (Entry& one : ended) {
      const Uuid id = reader.uuid();
      TS_ASSIGN_OR_RETURN(one.memory, Form::decode(reader.text(), persona, id));
      one.ended_by = evidence::read_source(reader);
    }
    return known && reader.done() ? Result<std::vector<Entry>>(std::move(ended)) : evidence::bad_state(Form::kDamage);
  }

 private:
  static constexpr std::uint8_t kFormat = 1;
};

template <typename Form>
class EndedList {
 public:
  using Memory = typename Form::Memory;

  explicit EndedList(stage_api::PersonaContext& context) : persona_(context.persona()), row_(context) {}

  Status add(Memory memory, const model::Source& ended_by) { return row_.add({std::move(memory), ended_by}); }
  /// Whether the memory of this id is among them.
  Result<bool> has(std::string_view id) {
    TS_ASSIGN_OR_RETURN(const auto* ended, row_.entries());
    return std::any_of(ended->begin(), ended->end(), [id](const auto& one) { return Form::id_of(one.memory) == id; });
  }
  /// Removes what is forgotten. Returns those whose end is, which hold again.
  Result<std::vector<Memory>> forget(const evidence::Forgotten& forgotten) {
    TS_ASSIGN_OR_RETURN(const auto* ended, row_.entries());
    std::vector<Memory> hold_again;
    std::vector<Ended<Memory>> rest;
    for (const Ended<Memory>& one : *ended) {
      TS_ASSIGN_OR_RETURN(std::optional<Memory> left, Form::left_of(one.memory, forgotten, persona_));
      if (left.has_value() && forgotten.covers(one.ended_by)) {
        hold_again.push_back(*std::move(left));
      } else if (left.has_value()) {
        rest.push_back({*std::move(left), one.ended_by});
      }
    }
    TS_RETURN_IF_ERROR(row_.replace(std::move(rest)));
    return hold_again;
  }
  /// Writes the row if it changed.
  void finish() { row_.finish(); }

 private:
  std::string persona_;
  ListRow<EndedRow<Form>> row_;
};

}  // namespace turnstream::pattern
