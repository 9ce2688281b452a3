#pragma once
// NearTexts: finds the insights of type extracted whose summary is equal or similar to a new one. An insight has a mark: a hash of
// its normalised summary, the number of its words, and a sketch of 64 bits in which each word sets one. If two texts have a
// Jaccard index of words of at least t, at most (1 - t) / (1 + t) of their words stand in one text alone, and each of these
// changes at most one bit: so the marks find every similar text, and seldom another one. The marks of insights that can merge at
// all, with the same user and the same name before the text, are one list (records/row_lists.h) of rows
// `insight_near/<hash of both, 8 bytes><number, 4 bytes>` with up to 128 marks each: a pass that makes many insights reads each
// list once, and writes its last row once. Lifetime: borrows the rows, for one call of the stage. Threads: the caller's.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/model/insight.h"
#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/records/row_lists.h"

namespace turnstream::consolidation {

/// The name before the text ("Ann: …", "Ann, 8 May 2023: …"); empty if there is none.
[[nodiscard]] std::string_view name_before(std::string_view summary);

class NearTexts {
 public:
  /// The list of an insight, and the hash of its text.
  struct Place {
    std::uint64_t list = 0;
    std::uint32_t text = 0;
  };
  [[nodiscard]] static Place place_of(const model::Insight& insight);
  /// The words of a summary, as far as index_words() has them.
  struct Sketch {
    std::uint64_t bits = 0;
    std::uint8_t words = 0;
  };
  /// `hashes`: evidence::word_hashes() of the summary.
  [[nodiscard]] static Sketch sketch_of(std::string_view summary, const std::vector<std::uint64_t>& hashes);

  /// `similarity`: the Jaccard index from which two summaries can be merged, in millionths, above 0.
  NearTexts(stage_api::StateView& rows, std::int64_t similarity) : lists_(rows), similarity_(similarity) {}

  /// The insights whose summary and user have the same hashes, in order of id. Hashes can collide: compare the summaries.
  Result<std::vector<Uuid>> equal(const Place& place);
  /// At most eight insights that may have a similar summary: those with the most similar marks first, then in order of id.
  Result<std::vector<Uuid>> similar(const Place& place, const Sketch& sketch);
  Status add(const Uuid& id, const Place& place, const Sketch& sketch);
  /// Precondition: add() was called with this id and list, in this call or an earlier one.
  Status remove(const Uuid& id, std::uint64_t list);
  /// Writes the rows that changed. Call it last.
  void finish() { lists_.finish(); }

 private:
  struct Mark {
    Uuid id{};
    std::uint32_t text = 0;  ///< a hash
    Sketch sketch;
  };
  struct Marks {
    using Key = std::uint64_t;
    using Value = Mark;
    static constexpr std::size_t kRowValues = 128;
    static constexpr std::string_view kDamage = "A row of the marks of insights is damaged.";
    static evidence::RowKey row_key(Key list, std::size_t row);
    static void write(ByteWriter& writer, const Mark& mark);
    static Mark read(ByteReader& reader);
  };
  RowLists<Marks> lists_;
  std::int64_t similarity_;
};

}  // namespace turnstream::consolidation
