#pragma once
// Speech: what the two sides of a turn said, as scored units (stages/common/notes). hear() counts both messages in the
// persona's word statistics and scores them; other parts read the result and the statistics of the same call. It owns the
// rows `speech/settled` and `speech/recent` (the statistics) and `speech/question` (the last question that the agent asked,
// because the user's next message may answer it, and what both sides said best, with the turn and session). Lifetime: borrows the rows and the turn, for one call
// of the stage. Threads: the caller's.

#include <algorithm>
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

inline constexpr std::string_view kQuestionKey = "speech/question";

/// A high score of a unit. Chosen with `scripts/eval keep`: of the questions that became unanswerable, a quarter were lost by
/// units above it that pass 1 dropped for their costs.
inline constexpr std::int64_t kSaysMuch = notes::kScoreOne * 7 / 4;

/// One message of the turn. `text` and `speaker` are views of the turn.
struct Heard {
  std::string_view speaker;
  std::string_view text;
  QuotedQuestion question;               ///< of the other side in the message before; without a text: none
  bool question_tells = false;           ///< it says what is asked about (quote.h)
  std::string asked_in;                  ///< the turn that asked it; empty: the same turn
  std::string said;                      ///< what the speaker had said before that question, as in a label; empty: none
  std::string said_in;                   ///< the turn before, if `said` is of it
  std::vector<notes::ScoredUnit> units;  ///< in order; `message` is 0
  std::vector<Reading> readings;         ///< one for each unit
  bool of_user = false;                  ///< the user says it

  /// What the unit is worth as a memory of the turn, by which pass 1 judges. Pass 1 keeps a unit with a high score although it
  /// does not say all that it speaks of.
  [[nodiscard]] std::int64_t value(std::size_t unit) const {
    const std::int64_t score = units[unit].score;
    const std::int64_t value = readings[unit].value(score, question_tells && shows_question(unit));
    const bool says_much = score >= kSaysMuch && value >= notes::kScoreOne / 2;
    return says_much ? std::max(value, notes::kWorthKeeping) : value;
  }
  /// What a quote of the unit is worth.
  [[nodiscard]] std::int64_t worth(std::size_t unit) const {
    return readings[unit].worth(units[unit].score, question_tells && shows_question(unit), is_explained(unit));
  }
  /// Whether the question stands before the unit.
  [[nodiscard]] bool shows_question(std::size_t unit) const {
    return !question.text.empty() && readings[unit].opens && !readings[unit].strays &&
           (question.stands() || !readings[unit].complete);
  }
  /// Whether what the speaker had said stands before the unit: the question needs it, or the unit does and the question does not
  /// help.
  [[nodiscard]] bool shows_said(std::size_t unit) const {
    return shows_question(unit) && !said.empty() &&
           (question.told || (readings[unit].needs_more() && question.asks_who));
  }
  /// Whether what stands before the unit says what its pronouns mean.
  [[nodiscard]] bool is_explained(std::size_t unit) const {
    return shows_said(unit) || (shows_question(unit) && question.explains && !question.recalls &&
                                !readings[unit].dangles && (question.names_many || !readings[unit].unnamed_many) &&
                                (question.names_person || !readings[unit].unnamed_person));
  }
  /// The index of the unit with the highest value; of equal ones the first. Absent without units.
  [[nodiscard]] std::optional<std::size_t> best() const;
  /// The same by worth.
  [[nodiscard]] std::optional<std::size_t> best_quote() const;
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
    QuotedQuestion quoted;
    std::string turn_id;
  };
  /// The turn before, as far as the messages of this one answer it.
  struct Before {
    Asked asked;  ///< by the agent
    std::string turn_id;
    std::string user_id;  ///< of that turn; empty: it names none
    std::string user_said;
    std::string agent_said;
  };
  /// Of another user's turn without what that user said.
  Result<Before> turn_before(const model::StateExport& turn);
  void keep_turn(const model::StateExport& turn, const Before& kept);

  stage_api::StateView& rows_;
  std::optional<notes::WordStatistics> statistics_;  ///< borrows the row `speech/settled`
  bool heard_ = false;
  bool has_before_ = false;  ///< the row of the turn before exists
  std::vector<Heard> messages_;
};

}  // namespace turnstream::consolidation
