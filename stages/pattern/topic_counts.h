#pragma once
// TopicCounts: the terms that are not a topic yet, with the turns in which they stand; the row `sketch/topic`. Like a Sketch it counts
// by the Space-Saving algorithm (sketch.h). It stores a turn once, with how many words the persona's turns had before it, and
// so knows among how many words a term was used. A term becomes a topic when it is used kTimesGeneral times as often as in
// general English, and so often as chance would have it in one of 1,000 words at most. A span of fewer than kWordsMin words counts as so many. Threads: values.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/result.h"
#include "pipeline/model/source.h"
#include "stages/pattern/sketch.h"
#include "stages/pattern/terms.h"

namespace turnstream::pattern {

struct TopicBounds {
  std::int64_t occurrences_min = 3;  ///< times kTimesInOneSitting at most TopicCounts::kTurnsMax
  std::size_t terms_max = 128;
};

/// A term that was used often enough.
struct CountedTopic {
  SketchEntry counted;  ///< with its turns
  std::string form;     ///< the one in which most of these turns have it; of several the first
};

class TopicCounts {
 public:
  static constexpr std::int64_t kTimesGeneral = 3;
  static constexpr std::int64_t kWordsMin = 10'000;
  /// A term of one session on one day needs so many times as many turns: one evening's subject is not what one often talks about.
  static constexpr std::int64_t kTimesInOneSitting = 2;
  /// A term keeps its newest turns. One that needs more of them to be used often enough never is.
  static constexpr std::size_t kTurnsMax = 32;

  /// `persona`: the sources of the turns are its items.
  explicit TopicCounts(std::string_view persona) : persona_(persona) {}

  /// Begins a turn with a term, whose texts have so many words. They count even if no term of the turn does: all may be topics already.
  void begin_turn(const Occurrence& turn, std::int64_t words);
  [[nodiscard]] bool has(std::string_view key) const;
  /// Counts a term of the turn, and removes and returns it if it was used often enough in at least occurrences_min turns. There are
  /// then at most max(terms_max, 1) terms. Precondition: begin_turn().
  std::optional<CountedTopic> count(const TermUse& use, const TopicBounds& bounds);
  /// Removes the turns whose source is forgotten, and the terms that have none left.
  void forget_if(const std::function<bool(const model::Source& source)>& forgotten);
  /// The terms, the longest uncounted first.
  [[nodiscard]] std::vector<SketchEntry> entries() const;
  [[nodiscard]] bool empty() const { return terms_.empty(); }
  /// Whether begin_turn(), count() or forget_if() changed something.
  [[nodiscard]] bool changed() const { return changed_; }

  [[nodiscard]] std::string encode() const;
  /// Errors: evidence::bad_state().
  static Result<TopicCounts> decode(std::string_view bytes, std::string_view persona);

 private:
  static constexpr std::size_t kFormsMax = 4;
  struct Turn {
    std::string id;
    std::uint32_t session = 0;  ///< index in sessions_
    EventTime at;
    std::int64_t words_before = 0;
  };
  struct Use {
    std::uint16_t turn = 0;  ///< index in turns_
    std::uint16_t form = 0;  ///< index in Term::forms
  };
  struct Term {
    std::string key;
    std::int64_t error = 0;  ///< as SketchEntry::error
    std::vector<Use> uses;   ///< oldest first
    std::vector<std::string> forms;
    [[nodiscard]] std::int64_t count() const { return error + static_cast<std::int64_t>(uses.size()); }
  };

  Term taken(std::string_view key, std::size_t terms_max);
  [[nodiscard]] std::size_t uses_enough(const Term& term, std::uint32_t per_billion,
                                        std::int64_t occurrences_min) const;
  [[nodiscard]] bool is_of_one_sitting(const Term& term, std::size_t newest) const;
  [[nodiscard]] Occurrence occurrence_of(const Turn& turn) const;
  [[nodiscard]] SketchEntry entry_of(const Term& term, std::size_t newest) const;
  bool read(ByteReader& reader);

  std::string persona_;
  std::vector<std::string> sessions_;
  std::vector<Turn> turns_;
  std::vector<Term> terms_;  ///< in order of the last count(), oldest first
  std::int64_t words_ = 0;   ///< of all turns so far
  bool changed_ = false;
};

}  // namespace turnstream::pattern
