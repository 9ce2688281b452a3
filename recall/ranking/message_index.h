#pragma once
// MessageIndex: the messages of one persona, as the ranking needs them: postings of terms, prefixes and bigrams, lengths and
// signals. The read model adds each message once, in the order of the log; Ranker reads. It keeps no texts but words of them
// and names. The statistics are whole numbers, so they do not depend on how the messages came in (one by one or at a start).
// Messages of several sessions may alternate: neighbours are those of the session.
// Threads: one that adds, or any number that read. References and views into it are valid until the next add().

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "recall/ranking/posting_list.h"
#include "recall/ranking/signals.h"
#include "recall/ranking/string_numbers.h"
#include "recall/ranking/words.h"

namespace turnstream::recall {

/// A message to add. Texts are valid UTF-8 of any length; the caller limits it. add() copies what it needs.
struct NewMessage {
  std::uint64_t position = 0;  ///< in the log, counted by the caller: greater than that of each message before
  std::string_view session;
  std::string_view speaker;
  std::string_view text;
  std::string_view caption;    ///< of images, apart from the text; empty without
  std::string_view date_text;  ///< indexed with the text: date_text() of the date
  std::chrono::year_month_day date{std::chrono::year{1970}, std::chrono::month{1}, std::chrono::day{1}};  ///< ok()
};

/// Lengths are numbers of terms.
struct IndexedMessage {
  std::uint64_t position = 0;
  std::uint32_t session = 0;        ///< its number
  std::uint32_t place = 0;          ///< in its session, from 0
  std::uint32_t speaker = 0;        ///< its number
  std::uint32_t date = 0;           ///< the place in dates()
  std::uint32_t length = 0;         ///< of date, speaker, text and caption
  std::uint32_t bigram_length = 0;  ///< terms of text and caption, and 1: the recipe counts the bigrams at the borders
  std::uint64_t window_length = 0;  ///< lengths of the message and its neighbours by kWindowWeights, so in 10⁻⁴
  Signals signals;
};

struct IndexedSession {
  std::vector<MessageNumber> messages;  ///< in the order of the log
  std::uint64_t length = 0;             ///< the sum over its messages
};

struct IndexedDate {
  std::chrono::year_month_day date{};
  std::vector<MessageNumber> messages;
};

/// Sums over all messages.
struct IndexStatistics {
  std::uint64_t length = 0;
  std::uint64_t bigram_length = 0;
  std::uint64_t window_length = 0;  ///< in 10⁻⁴

  friend bool operator==(const IndexStatistics&, const IndexStatistics&) = default;
};

class MessageIndex {
 public:
  /// Preconditions: as NewMessage says; there are fewer than 2³² messages.
  MessageNumber add(const NewMessage& message);

  /// The number of messages.
  [[nodiscard]] std::size_t size() const { return messages_.size(); }
  /// Precondition: number < size().
  [[nodiscard]] const IndexedMessage& message(MessageNumber number) const { return messages_[number]; }
  [[nodiscard]] const std::vector<IndexedSession>& sessions() const { return sessions_; }
  /// The different dates of messages, in the order of first appearance.
  [[nodiscard]] const std::vector<IndexedDate>& dates() const { return dates_; }
  [[nodiscard]] const IndexStatistics& statistics() const { return statistics_; }

  /// The numbers of the sessions and of the speakers; absent if no message has this one.
  [[nodiscard]] std::optional<std::uint32_t> find_session(std::string_view session) const;
  [[nodiscard]] std::optional<std::uint32_t> find_speaker(std::string_view speaker) const;
  /// The speaker whose name shares a word with the given ones; absent if there is none or more than one.
  [[nodiscard]] std::optional<std::uint32_t> only_speaker_named_in(const Words& words) const;

  /// The postings of a term, a prefix and two terms in a row in a text or in a caption; null if no message has them.
  [[nodiscard]] const PostingList* term_postings(std::string_view term) const;
  [[nodiscard]] const PostingList* prefix_postings(std::string_view prefix) const;
  [[nodiscard]] const PostingList* bigram_postings(std::string_view first, std::string_view second) const;

 private:
  using TermNumbers = std::vector<std::uint32_t>;
  /// Two term numbers, the first one in the upper half.
  using Bigram = std::uint64_t;

  TermNumbers numbers_of(std::string_view text);
  void post_terms(MessageNumber number, TermNumbers terms);
  void post_bigrams(MessageNumber number, const TermNumbers& text, const TermNumbers& caption);
  void join_session(MessageNumber number);
  std::uint32_t number_of_speaker(std::string_view speaker);
  std::uint32_t number_of_date(std::chrono::year_month_day date);

  std::vector<IndexedMessage> messages_;
  IndexStatistics statistics_;

  StringNumbers terms_;
  std::vector<PostingList> term_postings_;     ///< by the number of the term
  std::vector<std::uint32_t> prefix_of_term_;  ///< the same
  StringNumbers prefixes_;
  std::vector<PostingList> prefix_postings_;  ///< by the number of the prefix
  std::unordered_map<Bigram, PostingList> bigram_postings_;

  StringNumbers session_names_;
  std::vector<IndexedSession> sessions_;  ///< by the number of the session
  StringNumbers speaker_names_;
  StringNumbers name_words_;
  std::vector<std::vector<std::uint32_t>>
      speakers_of_word_;  ///< by the number of the word: speakers with it in the name
  std::map<std::chrono::year_month_day, std::uint32_t> date_numbers_;
  std::vector<IndexedDate> dates_;
};

}  // namespace turnstream::recall
