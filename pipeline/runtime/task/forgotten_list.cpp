#include "pipeline/runtime/task/forgotten_list.h"

#include <algorithm>

#include "pipeline/base/byte_stream.h"

namespace turnstream::runtime {
namespace {

constexpr std::int64_t kNone = -1;
constexpr std::size_t kEntryBytesMin = 9;

}  // namespace

void ForgottenList::add(std::string_view persona, Offset offset) {
  std::erase_if(entries_, [&](const Entry& entry) { return entry.persona == persona; });
  entries_.push_back({std::string(persona), offset});
  if (entries_.size() > kPersonasMax) {
    dropped_ = entries_.front().offset;
    entries_.erase(entries_.begin());
  }
}

std::string ForgottenList::encode() const {
  std::string row;
  ByteWriter writer(row);
  writer.i64(dropped_ ? dropped_->value() : kNone).varint(entries_.size());
  for (const Entry& entry : entries_) {
    writer.i64(entry.offset.value()).text(entry.persona);
  }
  return row;
}

std::optional<ForgottenList> ForgottenList::decode(std::string_view row) {
  ForgottenList list;
  ByteReader reader(row);
  if (const std::int64_t dropped = reader.i64(); dropped != kNone) {
    list.dropped_ = Offset{dropped};
  }
  for (std::size_t left = reader.count(kEntryBytesMin); left > 0; --left) {
    const Offset offset{reader.i64()};
    list.entries_.push_back({std::string(reader.text()), offset});
  }
  return reader.done() ? std::optional(std::move(list)) : std::nullopt;
}

std::optional<Offset> ForgottenList::newest() const {
  return entries_.empty() ? dropped_ : entries_.back().offset;
}

ForgottenList::After ForgottenList::after(std::optional<Offset> offset) const {
  After found;
  const auto is_after = [&](Offset one) { return !offset || one > *offset; };
  found.all = dropped_ && is_after(*dropped_);
  for (const Entry& entry : entries_) {
    if (!found.all && is_after(entry.offset)) {
      found.personas.push_back(entry.persona);
    }
  }
  return found;
}

}  // namespace turnstream::runtime
