#include "stages/consolidation/requests/shown_words.h"

#include <algorithm>
#include <iterator>

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::consolidation {
namespace {

notes::Stems foreign_stems(std::string_view text, std::string_view source) {
  const notes::Stems said = notes::stems_of(text);
  const notes::Stems given = notes::stems_of(source);
  notes::Stems foreign;
  std::set_difference(said.begin(), said.end(), given.begin(), given.end(), std::back_inserter(foreign));
  return foreign;
}

}  // namespace

void ShownWords::add(std::string_view text) {
  const notes::Stems more = notes::stems_of(text);
  notes::Stems all;
  std::set_union(stems_.begin(), stems_.end(), more.begin(), more.end(), std::back_inserter(all));
  stems_ = std::move(all);
}

bool ShownWords::lend_to(std::string_view text, std::string_view source) const {
  const notes::Stems foreign = foreign_stems(text, source);
  return std::any_of(foreign.begin(), foreign.end(),
                     [this](notes::Stem stem) { return std::binary_search(stems_.begin(), stems_.end(), stem); });
}

std::string ShownWords::encode() const {
  std::string bytes;
  if (stems_.empty()) {
    return bytes;
  }
  ByteWriter writer(bytes);
  writer.varint(stems_.size());
  std::uint64_t before = 0;
  for (const notes::Stem stem : stems_) {
    writer.varint(static_cast<std::uint64_t>(stem) - before);
    before = static_cast<std::uint64_t>(stem);
  }
  return bytes;
}

Result<ShownWords> ShownWords::decode(std::string_view bytes) {
  ShownWords words;
  if (bytes.empty()) {
    return words;
  }
  ByteReader reader(bytes);
  words.stems_.resize(reader.count(1));
  std::uint64_t number = 0;
  for (notes::Stem& stem : words.stems_) {
    number += reader.varint();
    stem = notes::Stem{number};
  }
  if (!reader.done()) {
    return evidence::bad_state("The words that an open request shows are damaged.");
  }
  return words;
}

bool has_foreign_word(std::string_view text, std::string_view source) {
  return !foreign_stems(text, source).empty();
}

}  // namespace turnstream::consolidation
