#pragma once
// MessageIndex: the messages of one persona, as the ranking needs them: postings of terms, prefixes and bigrams, lengths and
// signals. The read model adds each message once, in the order of the log, and removes it when it is forgotten; Ranker reads.
// It keeps no texts but words of them and names. The statistics are whole numbers, so they do not depend on how the messages
// came in (one by one or at a start), and after a removal they are as if the message had never come. Messages of several
// sessions may alternate: neighbours are those of the session. A message that is not removed is live.
// Threads: one that changes it, or any number that read. References and views into it are valid until the next change.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "recall/ranking/bigram_table.h"
#include "recall/ranking/posting_list.h"
#include "recall/ranking/posting_table.h"
#include "recall/ranking/signals.h"
#include "recall/ranking/speakers.h"
#include "recall/ranking/string_numbers.h"
#include "recall/ranking/term_reader.h"
#include "recall/ranking/vectors/vector_index.h"
#include "recall/ranking/words.h"

namespace turnstream::recall {

/// A message to add or to remove. Texts are valid UTF-8 of any length; the caller limits it. add() copies what it needs.
struct NewMessage {
  std::uint64_t position = 0;  ///< in the log, counted by the caller: greater than that of each message before
  std::string_view session;
  std::string_view speaker;
  std::string_view text;
  std::string_view caption;    ///< of images, apart from the text; empty without
  std::string_view date_text;  ///< indexed with the text: date_text() of the date
  std::chrono::year_month_day date{std::chrono::year{1970}, std::chrono::month{1}, std::chrono::day{1}};  ///< ok()
  std::optional<Signals> signals = {};  ///< signals_of(text), if the caller has them
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
  Signals signals{};
  bool live = true;  ///< if it is not, only the position holds
};

/// What is so or not of a message, as bits: its signals, and whether it is the first one of its session.
enum MessageFlag : std::uint8_t { kQuestion = 1, kFirstPerson = 2, kSaysTime = 4, kFirst = 8 };
inline constexpr std::size_t kMessageFlagSets = 16;

/// Some numbers of all messages, each in a column of its own by message number, for passes over many messages: such a pass reads a
/// tenth of the memory. Those of a message that is not live mean nothing, but for its session.
struct MessageColumns {
  static constexpr std::uint32_t kNoSession = 0xffff'ffff;  ///< of a message that is not live

  std::vector<std::uint32_t> session;
  std::vector<float> length;
  std::vector<float> bigram_length;
  std::vector<float> window_length;  ///< in 10⁻⁴
  std::vector<std::uint32_t> speaker;
  std::vector<std::uint8_t> flags;  ///< MessageFlag

  [[nodiscard]] bool has(MessageFlag flag, MessageNumber number) const { return (flags[number] & flag) != 0; }
};

struct IndexedSession {
  std::vector<MessageNumber> messages;  ///< the live ones, in the order of the log
  std::uint64_t length = 0;             ///< the sum over its messages
};

struct IndexedDate {
  std::chrono::year_month_day date{};
  std::vector<MessageNumber> messages;  ///< the live ones, in the order of the log; there may be none
};

/// Sums over the live messages.
struct IndexStatistics {
  std::uint64_t length = 0;
  std::uint64_t bigram_length = 0;
  std::uint64_t window_length = 0;  ///< in 10⁻⁴

  friend bool operator==(const IndexStatistics&, const IndexStatistics&) = default;
};

class MessageIndex {
 public:
  /// `vectors`: null for messages without vectors; else it outlives the index.
  explicit MessageIndex(const Language& language = {}, const VectorTable* vectors = nullptr)
      : language_(language), vectors_(vectors, is_stop_word) {}

  /// `known`: for many messages without a removal between them; may be null. Preconditions: as NewMessage says; numbers() < 2³² - 1.
  MessageNumber add(const NewMessage& message, TermNumbering* known = nullptr);
  /// Takes back what add() did. The others keep their numbers, and no later message gets this one. Time is linear in the
  /// postings of the message's terms and in the messages of its session and date.
  /// Preconditions: is_live(number); texts, caption, speaker, session and date are those with which it was added.
  void remove(MessageNumber number, const NewMessage& message);

  /// Of its texts and of queries to it.
  [[nodiscard]] const Language& language() const { return language_; }
  /// The number of live messages.
  [[nodiscard]] std::size_t size() const { return live_; }
  /// How many numbers add() has given. Rows by number have this many elements.
  [[nodiscard]] std::size_t numbers() const { return messages_.size(); }
  /// Precondition for both: number < numbers().
  [[nodiscard]] bool is_live(MessageNumber number) const { return messages_[number].live; }
  [[nodiscard]] const IndexedMessage& message(MessageNumber number) const { return messages_[number]; }
  [[nodiscard]] const MessageColumns& columns() const { return columns_; }
  /// By the number of the session. One without messages does not count; a later session may get its number.
  [[nodiscard]] const std::vector<IndexedSession>& sessions() const { return sessions_; }
  /// The number of sessions with messages.
  [[nodiscard]] std::size_t live_sessions() const { return session_names_.size(); }
  /// The different dates that messages have or had, in the order of first appearance.
  [[nodiscard]] const std::vector<IndexedDate>& dates() const { return dates_; }
  [[nodiscard]] const IndexStatistics& statistics() const { return statistics_; }
  /// Of text and caption, with those of the neighbours.
  [[nodiscard]] const VectorIndex& vectors() const { return vectors_; }
  /// An estimate of what the index holds, in constant time.
  [[nodiscard]] std::size_t memory_bytes() const;

  /// The numbers of the sessions and of the speakers; absent if no live message has this one.
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

  TermNumbers numbers_of(std::string_view text, TermNumbering* known);
  std::uint32_t number_of(const std::string& term);
  TermNumbers known_numbers_of(const Words& terms) const;
  void post_terms(MessageNumber number, TermNumbers terms);
  void unpost_terms(MessageNumber number, Words terms);
  void post_bigrams(MessageNumber number, const TermNumbers& text, const TermNumbers& caption);
  void unpost_bigrams(MessageNumber number, const TermNumbers& text, const TermNumbers& caption);
  void add_columns(const IndexedMessage& message);
  void join_session(MessageNumber number);
  void leave_session(MessageNumber number, std::string_view name);
  void update_windows(const IndexedSession& session, std::size_t begin, std::size_t end);
  [[nodiscard]] std::uint64_t window_length_at(const IndexedSession& session, std::size_t place) const;
  std::uint32_t number_of_date(std::chrono::year_month_day date);

  Language language_;
  std::vector<IndexedMessage> messages_;
  MessageColumns columns_;
  std::size_t live_ = 0;
  IndexStatistics statistics_;

  PostingTable terms_;
  std::vector<std::uint32_t> prefix_of_term_;  ///< by the number of the term; kNoPrefix if is_whole_term(prefix)
  PostingTable prefixes_;                      ///< of terms with five letters or more
  BigramTable bigrams_;

  StringNumbers session_names_;
  std::vector<IndexedSession> sessions_;  ///< by the number of the session
  Speakers speakers_;
  std::map<std::chrono::year_month_day, std::uint32_t> date_numbers_;
  std::vector<IndexedDate> dates_;
  VectorIndex vectors_;
};

}  // namespace turnstream::recall
