#include "stages/consolidation/insights/near_texts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "pipeline/base/decimal.h"
#include "pipeline/base/hash64.h"
#include "pipeline/base/utf8.h"
#include "stages/common/evidence/text_index.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kPrefix = "insight_near/";
constexpr std::size_t kNearMax = 8;
constexpr std::size_t kWordsMax = 64;  ///< that index_words() gives
constexpr std::size_t kLabelBytesMax = 640;

/// std::popcount() is a call of a function for the processors for which this is built.
constexpr int count_bits(std::uint64_t word) {
  word -= word >> 1 & 0x5555555555555555ULL;
  word = (word & 0x3333333333333333ULL) + (word >> 2 & 0x3333333333333333ULL);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fULL;
  return static_cast<int>(word * 0x0101010101010101ULL >> 56);
}
static_assert(count_bits(0) == 0 && count_bits(~std::uint64_t{0}) == 64 && count_bits(0x8001000000010001ULL) == 4);

/// By the number of words of another text: in how many bits its sketch may differ from that of a text of `words` words if their
/// Jaccard index is at least `similarity`; -1 if it cannot be.
std::array<int, kWordsMax + 1> differences_max(std::size_t words, std::int64_t similarity) {
  std::array<int, kWordsMax + 1> allowed{};
  const auto own = static_cast<std::int64_t>(words);
  for (std::int64_t other = 0; other <= std::ssize(allowed) - 1; ++other) {
    const bool can_be = std::min(own, other) * kMillion >= std::max(own, other) * similarity;
    const std::int64_t alone = (own + other) * (kMillion - similarity) / (kMillion + similarity);
    allowed[static_cast<std::size_t>(other)] = can_be ? static_cast<int>(alone) : -1;
  }
  return allowed;
}

}  // namespace

std::string_view name_before(std::string_view summary) {
  const std::size_t colon = summary.substr(0, kLabelBytesMax).find(": ");
  const std::string_view label = colon == std::string_view::npos ? std::string_view() : summary.substr(0, colon);
  return label.substr(0, label.find(", "));
}

evidence::RowKey NearTexts::Marks::row_key(Key list, std::size_t row) {
  return evidence::row_key(kPrefix, list).append_number(row, sizeof(std::uint32_t));
}

void NearTexts::Marks::write(ByteWriter& writer, const Mark& mark) {
  writer.uuid(mark.id).u32(mark.text).u64(mark.sketch.bits).u8(mark.sketch.words);
}

NearTexts::Mark NearTexts::Marks::read(ByteReader& reader) {
  Mark mark;
  mark.id = reader.uuid();
  mark.text = reader.u32();
  mark.sketch.bits = reader.u64();
  mark.sketch.words = reader.u8();
  if (mark.sketch.words > kWordsMax) {
    reader.fail();
  }
  return mark;
}

/// Of the normalised text, because equal texts must be in the same list.
NearTexts::Place NearTexts::place_of(const model::Insight& insight) {
  const std::string text = normalise(insight.summary);
  return {hash64(name_before(text), hash64(insight.user_id)), static_cast<std::uint32_t>(hash64(text))};
}

NearTexts::Sketch NearTexts::sketch_of(std::string_view summary, const std::vector<std::uint64_t>& hashes) {
  Sketch sketch{0, static_cast<std::uint8_t>(std::min(hashes.size(), kWordsMax))};
  const auto mark = [&sketch](std::uint64_t hash) { sketch.bits |= std::uint64_t{1} << (hash & 63); };
  if (hashes.size() <= kWordsMax) {
    std::for_each(hashes.begin(), hashes.end(), mark);
    return sketch;
  }
  for (const std::string& word : evidence::index_words(summary)) {
    mark(hash64(word));
  }
  return sketch;
}

Result<std::vector<Uuid>> NearTexts::equal(const Place& place) {
  TS_ASSIGN_OR_RETURN(const std::vector<Mark>* marks, lists_.values(place.list));
  std::vector<Uuid> found;
  for (const Mark& mark : *marks) {
    if (mark.text == place.text) {
      found.push_back(mark.id);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

Result<std::vector<Uuid>> NearTexts::similar(const Place& place, const Sketch& sketch) {
  std::vector<Uuid> found;
  if (sketch.words == 0) {
    return found;
  }
  TS_ASSIGN_OR_RETURN(const std::vector<Mark>* marks, lists_.values(place.list));
  const auto allowed = differences_max(sketch.words, similarity_);
  std::vector<std::pair<int, Uuid>> near;  // how many bits differ, and the insight
  for (const Mark& mark : *marks) {
    const int differences = count_bits(mark.sketch.bits ^ sketch.bits);
    if (differences <= allowed[mark.sketch.words]) {
      near.emplace_back(differences, mark.id);
    }
  }
  const auto end = near.begin() + static_cast<std::ptrdiff_t>(std::min(near.size(), kNearMax));
  std::partial_sort(near.begin(), end, near.end());
  std::transform(near.begin(), end, std::back_inserter(found), [](const auto& one) { return one.second; });
  return found;
}

Status NearTexts::add(const Uuid& id, const Place& place, const Sketch& sketch) {
  return lists_.add(place.list, {id, place.text, sketch});
}

Status NearTexts::remove(const Uuid& id, std::uint64_t list) {
  TS_ASSIGN_OR_RETURN(const std::vector<Mark>* marks, lists_.values(list));
  const auto found = std::find_if(marks->begin(), marks->end(), [&id](const Mark& mark) { return mark.id == id; });
  return found == marks->end() ? Status(evidence::bad_state("The mark of an insight is missing."))
                               : lists_.remove(list, static_cast<std::size_t>(found - marks->begin()));
}

}  // namespace turnstream::consolidation
