#pragma once
// Ranker: the messages of an index that fit a query best, by recipe L11. A score is the weighted sum of its parts
// (RecipeWeights); those of text are sums of BM25 (bm25.h) divided by the sum of the rarities of the query's terms, so that
// queries of any length have one scale, about -1 to 25. The recall process keeps one ranker for each of its threads and uses
// it for all personas. It owns rows of memory as long as the largest index that it has ranked, and what the last query asked
// for; it borrows nothing between calls. Exact scores are made for those messages alone whose estimate (estimates.h) allows that
// they are among the best.
// Threads: one at a time; rankers of several threads may read one index.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "recall/ranking/dates.h"
#include "recall/ranking/estimates.h"
#include "recall/ranking/message_index.h"
#include "recall/ranking/query_sums.h"
#include "recall/ranking/recipe.h"
#include "recall/ranking/shortlist.h"
#include "recall/ranking/vectors/cosines.h"
#include "recall/ranking/words.h"

namespace turnstream::recall {

enum class Part : std::uint8_t {
  kWindow,       ///< terms of the query in the message and its neighbours
  kBigram,       ///< two terms of the query in a row
  kSession,      ///< terms of the query in the session
  kPrefix,       ///< terms with the first letters of the query's terms
  kQuestion,     ///< below 0: the message is a question
  kFirstPerson,  ///< the speaker speaks of themself
  kFirst,        ///< the first message of a session
  kSpeaker,      ///< the query names this speaker and no other
  kDate,         ///< the date of the message is the one that the query asks for, or near it
  kWhen,         ///< the query asks for a time and the message says one
  kReply,        ///< terms of the query in the question before the message
  kVector,       ///< the message is like the query, if the index has vectors; below 0 if it is unlike
};
/// By Part.
inline constexpr std::array<std::string_view, 12> kPartNames{"window",   "bigram",       "session", "prefix",
                                                             "question", "first_person", "first",   "speaker",
                                                             "date",     "when",         "reply",   "vector"};

/// By Part. They add up to the score, but for the last bits.
using PartValues = std::array<double, kPartNames.size()>;

struct RankedMessage {
  MessageNumber message = 0;
  double score = 0;
  PartValues parts{};

  [[nodiscard]] double part(Part part) const { return parts[static_cast<std::size_t>(part)]; }
};

/// Rounds a score to whole numbers of 10⁻⁹, half away from zero: scores are compared in this form.
[[nodiscard]] std::int64_t rounded_score(double score);

struct RankOptions {
  std::size_t limit = 10;  ///< the highest number of results
  /// Says whether a message may be a result; empty: all may. A message that may not still lends its score to its
  /// neighbours and counts in all statistics.
  std::function<bool(MessageNumber)> filter = {};
  /// For rank(): the text with whose vector messages are compared, if it is not the query. Valid UTF-8, empty: the query.
  std::string_view compared = {};
  /// Also messages that the query leads to in no way. Their scores come from their signals and vectors.
  bool every_message = false;
};

class Ranker {
 public:
  /// The best messages, the best one first; of equal rounded scores the earlier message. A message is a result only if a term
  /// of the query stands in it or a neighbour, if its date fits, or if it is near (Cosines): without vectors, and without terms and
  /// dates in the query, there is none.
  /// `query`: valid UTF-8; the caller limits its length.
  [[nodiscard]] std::vector<RankedMessage> rank(const MessageIndex& index, std::string_view query,
                                                const RankOptions& options = {});

  /// Another ranking for the query of the last rank(). Precondition: that rank() had this index, which has not changed since.
  [[nodiscard]] std::vector<RankedMessage> rank_again(const MessageIndex& index, const RankOptions& options);

  /// The score of any live message for the query of the last rank(), also of one that was no result. Time: a search in
  /// the postings of each term.
  /// Preconditions: that rank() had this index, which has not changed since; the message is live.
  [[nodiscard]] RankedMessage score_of(const MessageIndex& index, MessageNumber number) const;
  /// What that score is at most if the message may be a result without a filter, else 0. Time is linear in the number of terms of which
  /// many messages have some. The same preconditions, also for may_reach().
  [[nodiscard]] double most_of_result(const MessageIndex& index, MessageNumber number) const;
  /// False if the message certainly has a lower score than that; a quick first look.
  [[nodiscard]] bool may_reach(const MessageIndex& index, MessageNumber number, double score) const;

 private:
  /// What a query asks for besides its terms.
  struct Asked {
    std::vector<double> date_scores;  ///< by the index's date; empty if the query has no date
    std::optional<std::uint32_t> speaker;
    bool when = false;
  };

  /// A message that may be one of the best.
  struct Candidate {
    MessageNumber message = 0;
    double other = 0;  ///< all but its text adds to its score
    double most = 0;   ///< that its score can be
  };

  [[nodiscard]] static Asked read(const MessageIndex& index, std::string_view query);
  /// Fills the shortlist.
  void shorten(const MessageIndex& index, const RankOptions& options);
  void look_at(const MessageIndex& index, const RankOptions& options, MessageNumber number);
  void add(const MessageIndex& index, const Candidate& candidate);
  /// At the messages to which faint terms alone lead.
  void look_at_others(const MessageIndex& index, const RankOptions& options);
  [[nodiscard]] bool has_asked_date(const MessageIndex& index, MessageNumber number) const;
  /// Whether it is a result even if no term of the query leads to it.
  [[nodiscard]] bool is_certain(const MessageIndex& index, MessageNumber number) const {
    return has_asked_date(index, number) || cosines_.is_near(number);
  }
  [[nodiscard]] double vector_part(MessageNumber number) const { return kWeights.vector * cosines_.of(number); }
  /// Whether a term, a date or the vector of the query leads to the message.
  [[nodiscard]] bool is_result(const MessageIndex& index, MessageNumber number, const FaintPart& faint) const;
  /// What all but the text of a message adds to its score.
  [[nodiscard]] double without_text(const MessageIndex& index, MessageNumber number) const;
  /// Makes of_flags_ and signals_max_.
  void weigh_signals();
  [[nodiscard]] double session_part(std::uint32_t session) const;
  [[nodiscard]] double session_part_max(const MessageIndex& index) const;
  /// The sum of the message before it in its session if that is a question, else 0.
  [[nodiscard]] double sum_of_question_before(const MessageIndex& index, const IndexedMessage& message) const;

  QuerySums sums_;
  Cosines cosines_;
  Asked asked_;
  Estimates estimates_;
  std::vector<Candidate> candidates_;
  Shortlist shortlist_;
  std::array<double, kMessageFlagSets> of_flags_{};  ///< what MessageFlag adds to a score
  double signals_max_ = 0;                           ///< of the query of the last rank()
};

}  // namespace turnstream::recall
