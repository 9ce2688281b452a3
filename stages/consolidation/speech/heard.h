#pragma once
// Speech: what the two sides of a turn said, as scored units (stages/common/notes). hear() counts both messages in the
// persona's word statistics and scores them; other parts read the result and the statistics of the same call. It owns the
// rows `speech/settled` and `speech/recent` (the statistics) and `speech/question` (the last question that the agent asked,
// with its turn and session, because the user's next message may answer it). Lifetime: borrows the rows and the turn, for one call
// of the stage. Threads: the caller's.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/model/state_export.h"
#include "pipeline/stage_api/stage.h"
#include "stages/common/notes/score.h"
#include "stages/common/notes/word_statistics.h"
#include "stages/consolidation/speech/quote.h"

namespace turnstream::consolidation {

/// One message of the turn. `text` and `speaker` are views of the turn.
struct Heard {
  std::string_view speaker;
  std::string_view text;
  std::string question;                  ///< of the other side in the message before; empty: none
  bool question_tells = false;           ///< it says what is asked about (quote.h)
  std::string asked_in;                  ///< the turn that asked it; empty: the same turn
  std::vector<notes::ScoredUnit> units;  ///< in order; `message` is 0
  std::vector<Reading> readings;         ///< one for each unit

  /// What the unit is worth as a memory of the turn.
  [[nodiscard]] std::int64_t value(std::size_t unit) const {
    return readings[unit].value(units[unit].score, question_tells && shows_question(unit));
  }
  /// Whether the question stands before the unit.
  [[nodiscard]] bool shows_question(std::size_t unit) const { return !question.empty() && readings[unit].opens; }
  /// The index of the unit with the highest value; of equal ones the first. Absent without units.
  [[nodiscard]] std::optional<std::size_t> best() const;
};

class Speech {
 public:
  explicit Speech(stage_api::StateView& rows) : rows_(rows) {}
  Speech(const Speech&) = delete;
  Speech& operator=(const Speech&) = delete;

  /// Hears the turn's two messages, the user's first; an empty one is skipped. Call it once a turn.
  Status hear(const model::StateExport& turn);
  /// The messages that hear() heard, in order: none, one or two.
  [[nodiscard]] const std::vector<Heard>& messages() const { return messages_; }

  /// The number of messages that the statistics count. Precondition: hear() or statistics() was called.
  [[nodiscard]] std::uint64_t messages_counted() const { return statistics_->messages(); }

  /// The statistics with all messages so far, this turn's included. Valid for the call of the stage.
  Result<const notes::WordStatistics*> statistics();
  /// Scores the units of a text that is not a message, with the statistics as they are. It is not counted.
  Result<std::vector<notes::ScoredUnit>> score(std::vector<notes::ReadUnit> units);

  /// Forgets the last question, and everything if `all`. Otherwise the counts of words stay: they hold the first five letters
  /// of words, no sentence.
  Status forget(bool all);
  /// Writes the rows that changed.
  Status finish();

 private:
  Status load();
  /// A question, as scores and labels need it.
  struct Asked {
    notes::Question question;
    std::string text;  ///< empty: it cannot stand in a label
    std::string turn_id;
  };
  Result<Asked> question_before(std::string_view session_id);
  void keep_question(const model::StateExport& turn, const Asked& asked);

  stage_api::StateView& rows_;
  std::optional<notes::WordStatistics> statistics_;
  bool heard_ = false;
  bool has_question_ = false;  ///< the row of the question exists
  std::vector<Heard> messages_;
};

}  // namespace turnstream::consolidation
