#include "stages/lifecycle/kept_item.h"

#include <algorithm>
#include <cstring>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"
#include "pipeline/base/utf8.h"
#include "stages/common/evidence/rows.h"
#include "stages/lifecycle/item_fields.h"
#include "stages/lifecycle/text_coder.h"

namespace turnstream::lifecycle {
namespace {

constexpr std::uint8_t kLongTermFormat = 1;
constexpr std::uint8_t kArchivedFormat = 2;

Error damaged() {
  return evidence::bad_state("The row of a long-term item is damaged or has another format.");
}

RowHead read_head(ByteReader& reader) {
  RowHead head;
  const std::uint8_t format = reader.u8();
  if (format != kLongTermFormat && format != kArchivedFormat) {
    reader.fail();
  }
  head.archived = format == kArchivedFormat;
  head.content_hash = reader.u64();
  head.names.resize(reader.count(sizeof(std::uint64_t)));
  for (std::uint64_t& name : head.names) {
    name = reader.u64();
  }
  return head;
}

/// The texts of the row, as they were before compression; absent if they are damaged.
std::optional<std::string> read_texts(ByteReader& reader, bool archived) {
  if (!archived) {
    return std::string(reader.text());
  }
  const std::uint64_t size = reader.varint();
  const std::string_view bytes = reader.text();
  // A byte of the longest predictable text still takes a thousandth of a byte.
  return reader.ok() && size / 4096 <= bytes.size() + 1 ? expand_text(bytes, size) : std::nullopt;
}

}  // namespace

std::uint64_t content_hash(const model::MemoryItem& item) {
  return hash64(normalise(item.content), static_cast<std::uint64_t>(item.type));
}

bool says_the_same(const model::MemoryItem& a, const model::MemoryItem& b) {
  return a.type == b.type && normalise(a.content) == normalise(b.content);
}

std::uint64_t name_hash(std::string_view id) {
  const Uuid hash = uuid5({}, id);
  std::uint64_t name = 0;
  std::memcpy(&name, hash.data(), sizeof name);
  return name;
}

std::uint64_t NameHashes::of(std::string_view id) {
  const auto known = known_.find(id);
  return known != known_.end() ? known->second : known_.emplace(id, name_hash(id)).first->second;
}

Names NameHashes::names_of(const model::MemoryItem& item) {
  Names names;
  names.origins.push_back({of(item.provenance.turn_id), of(item.session_id)});
  for (const model::SourceView source : item.sources) {
    names.origins.push_back({of(source.turn_id), of(source.session_id)});
    if (source.id != item.id) {
      names.hashes.push_back(of(source.id));
    }
  }
  for (const Origin& origin : names.origins) {
    names.hashes.push_back(origin.turn);
  }
  std::sort(names.hashes.begin(), names.hashes.end());
  names.hashes.erase(std::unique(names.hashes.begin(), names.hashes.end()), names.hashes.end());
  return names;
}

std::string encode_row(const KeptItem& kept, const std::vector<std::uint64_t>& names) {
  const ItemFields fields = fields_of(kept.item);
  std::string row;
  row.reserve(64 + fields.numbers.size() + fields.texts.size());
  ByteWriter writer(row);
  writer.u8(kept.archived() ? kArchivedFormat : kLongTermFormat).u64(kept.content_hash);
  writer.varint(names.size());
  for (const std::uint64_t name : names) {
    writer.u64(name);
  }
  const LogTime time = kept.archived() ? kept.archived_at : kept.due;
  writer.varint(static_cast<std::uint64_t>(time.value())).varint(static_cast<std::uint64_t>(kept.checked_at.value()));
  writer.text(fields.numbers);
  if (kept.archived()) {
    writer.varint(fields.texts.size()).text(compress_text(fields.texts));
  } else {
    writer.text(fields.texts);
  }
  return row;
}

Result<KeptItem> decode_row(std::string_view row, std::string_view persona, const Uuid& id) {
  ByteReader reader(row);
  const RowHead head = read_head(reader);
  KeptItem kept;
  kept.content_hash = head.content_hash;
  const LogTime time{static_cast<std::int64_t>(reader.varint())};
  (head.archived ? kept.archived_at : kept.due) = time;
  kept.checked_at = LogTime{static_cast<std::int64_t>(reader.varint())};
  const std::string_view numbers = reader.text();
  const std::optional<std::string> texts = read_texts(reader, head.archived);
  if (!texts.has_value() || !reader.done() || !read_fields(numbers, *texts, kept.item)) {
    return damaged();
  }
  kept.item.id = to_string(id);
  kept.item.persona_id = std::string(persona);
  kept.item.tier = head.archived ? model::Tier::kArchived : model::Tier::kLongTerm;
  return kept;
}

Result<RowHead> decode_row_head(std::string_view row) {
  ByteReader reader(row);
  RowHead head = read_head(reader);
  return reader.ok() ? Result<RowHead>(std::move(head)) : damaged();
}

}  // namespace turnstream::lifecycle
