#include "recall/ranking/message_index.h"

#include <algorithm>
#include <span>

#include "pipeline/base/check.h"
#include "recall/ranking/counted.h"
#include "recall/ranking/recipe.h"

namespace turnstream::recall {
namespace {

constexpr std::uint32_t kNoPrefix = 0xffff'ffff;

constexpr std::uint64_t bigram_of(std::uint32_t first, std::uint32_t second) {
  return std::uint64_t{first} << 32 | second;
}

/// Calls visit(bigram, count) for each different two terms in a row in the text or in the caption.
template <typename Visit>
void for_each_bigram(const std::vector<std::uint32_t>& text, const std::vector<std::uint32_t>& caption, Visit visit) {
  std::vector<std::uint64_t> bigrams;
  for (const std::vector<std::uint32_t>* terms : {&text, &caption}) {
    for (std::size_t i = 1; i < terms->size(); ++i) {
      bigrams.push_back(bigram_of((*terms)[i - 1], (*terms)[i]));
    }
  }
  for_each_counted(bigrams, visit);
}

template <typename Element>
void append(std::vector<Element>& to, const std::vector<Element>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

void remove_number(std::vector<MessageNumber>& ascending, MessageNumber number) {
  const auto found = std::lower_bound(ascending.begin(), ascending.end(), number);
  CHECK(found != ascending.end() && *found == number);
  ascending.erase(found);
}

}  // namespace

MessageNumber MessageIndex::add(const NewMessage& message, TermNumbering* known) {
  CHECK(messages_.size() < UINT32_MAX);
  CHECK(messages_.empty() || message.position > messages_.back().position);
  CHECK(message.date.ok());
  const auto number = static_cast<MessageNumber>(messages_.size());
  TermNumbers all = numbers_of(message.date_text, known);
  append(all, numbers_of(message.speaker, known));
  const TermNumbers text = numbers_of(message.text, known);
  const TermNumbers caption = numbers_of(message.caption, known);
  append(all, text);
  append(all, caption);

  IndexedMessage& added = messages_.emplace_back();
  added.position = message.position;
  added.length = static_cast<std::uint32_t>(all.size());
  added.bigram_length = static_cast<std::uint32_t>(text.size() + caption.size() + 1);
  added.signals = message.signals ? *message.signals : signals_of(message.text);
  added.speaker = speakers_.add_message(message.speaker);
  added.date = number_of_date(message.date);
  added.session = session_names_.add(message.session);
  statistics_.length += added.length;
  statistics_.bigram_length += added.bigram_length;
  ++live_;

  add_columns(added);
  dates_[added.date].messages.push_back(number);
  vectors_.add({message.text, message.caption});
  join_session(number);
  post_bigrams(number, text, caption);
  post_terms(number, std::move(all));
  return number;
}

void MessageIndex::remove(MessageNumber number, const NewMessage& message) {
  CHECK(number < messages_.size() && is_live(number));
  Words all = terms_of(message.date_text, language_);
  append(all, terms_of(message.speaker, language_));
  const Words text = terms_of(message.text, language_);
  const Words caption = terms_of(message.caption, language_);
  append(all, text);
  append(all, caption);

  IndexedMessage& removed = messages_[number];
  CHECK(removed.length == all.size());
  statistics_.length -= removed.length;
  statistics_.bigram_length -= removed.bigram_length;
  --live_;

  remove_number(dates_[removed.date].messages, number);
  leave_session(number, message.session);
  speakers_.remove_message(message.speaker);
  unpost_bigrams(number, known_numbers_of(text), known_numbers_of(caption));
  unpost_terms(number, std::move(all));
  vectors_.remove(number);
  removed = {.position = removed.position, .live = false};
  columns_.session[number] = MessageColumns::kNoSession;
}

/// Terms that are new get numbers.
MessageIndex::TermNumbers MessageIndex::numbers_of(std::string_view text, TermNumbering* known) {
  TermNumbers numbers;
  if (known != nullptr) {
    known->for_each(
        text, [this](const std::string& term) { return number_of(term); },
        [&](std::uint32_t number) { numbers.push_back(number); });
    return numbers;
  }
  for (const std::string& term : terms_of(text, language_)) {
    numbers.push_back(number_of(term));
  }
  return numbers;
}

std::uint32_t MessageIndex::number_of(const std::string& term) {
  const std::uint32_t number = terms_.number_of(term);
  prefix_of_term_.resize(std::max(prefix_of_term_.size(), std::size_t{number} + 1));
  if (terms_.list(number).empty()) {
    const std::string_view prefix = prefix_of(term);
    prefix_of_term_[number] = is_whole_term(prefix) ? kNoPrefix : prefixes_.number_of(prefix);
  }
  return number;
}

/// Precondition: messages hold the terms.
MessageIndex::TermNumbers MessageIndex::known_numbers_of(const Words& terms) const {
  TermNumbers numbers;
  for (const std::string& term : terms) {
    const std::optional<std::uint32_t> number = terms_.find_number(term);
    CHECK(number);
    numbers.push_back(*number);
  }
  return numbers;
}

void MessageIndex::post_terms(MessageNumber number, TermNumbers terms) {
  for_each_counted(terms, [&](std::uint32_t term, std::uint32_t count) { terms_.insert(term, number, count); });
  TermNumbers prefixes;
  for (const std::uint32_t term : terms) {
    if (prefix_of_term_[term] != kNoPrefix) {
      prefixes.push_back(prefix_of_term_[term]);
    }
  }
  for_each_counted(prefixes,
                   [&](std::uint32_t prefix, std::uint32_t count) { prefixes_.insert(prefix, number, count); });
}

void MessageIndex::unpost_terms(MessageNumber number, Words terms) {
  for_each_counted(terms, [&](const std::string& term, std::uint32_t) { terms_.remove(term, number); });
  Words prefixes;
  for (const std::string& term : terms) {
    if (!is_whole_term(prefix_of(term))) {
      prefixes.emplace_back(prefix_of(term));
    }
  }
  for_each_counted(prefixes, [&](const std::string& prefix, std::uint32_t) { prefixes_.remove(prefix, number); });
}

void MessageIndex::post_bigrams(MessageNumber number, const TermNumbers& text, const TermNumbers& caption) {
  for_each_bigram(text, caption,
                  [&](std::uint64_t bigram, std::uint32_t count) { bigrams_.insert(bigram, number, count); });
}

void MessageIndex::unpost_bigrams(MessageNumber number, const TermNumbers& text, const TermNumbers& caption) {
  for_each_bigram(text, caption, [&](std::uint64_t bigram, std::uint32_t) { bigrams_.remove(bigram, number); });
}

void MessageIndex::add_columns(const IndexedMessage& message) {
  columns_.session.push_back(message.session);
  columns_.length.push_back(static_cast<float>(message.length));
  columns_.bigram_length.push_back(static_cast<float>(message.bigram_length));
  columns_.window_length.push_back(0);
  columns_.speaker.push_back(message.speaker);
  columns_.flags.push_back(static_cast<std::uint8_t>((message.signals.question ? kQuestion : 0) |
                                                     (message.signals.first_person ? kFirstPerson : 0) |
                                                     (message.signals.time ? kSaysTime : 0)));
}

/// Makes the message the last one of its session, and lets it and its neighbours lend each other their lengths and vectors.
void MessageIndex::join_session(MessageNumber number) {
  IndexedMessage& added = messages_[number];
  sessions_.resize(std::max(sessions_.size(), session_names_.size()));
  IndexedSession& session = sessions_[added.session];
  const std::size_t place = session.messages.size();
  added.place = static_cast<std::uint32_t>(place);
  session.messages.push_back(number);
  session.length += added.length;
  if (place == 0) {
    columns_.flags[number] |= kFirst;
  }
  update_windows(session, place - std::min(place, kNeighbours), place + 1);
}

/// The places of later messages move up, so that some messages on each side get a new neighbour.
void MessageIndex::leave_session(MessageNumber number, std::string_view name) {
  const IndexedMessage& removed = messages_[number];
  IndexedSession& session = sessions_[removed.session];
  const std::size_t place = removed.place;
  session.messages.erase(session.messages.begin() + static_cast<std::ptrdiff_t>(place));
  for (std::size_t later = place; later < session.messages.size(); ++later) {
    --messages_[session.messages[later]].place;
  }
  if (place == 0 && !session.messages.empty()) {
    columns_.flags[session.messages.front()] |= kFirst;
  }
  session.length -= removed.length;
  statistics_.window_length -= removed.window_length;
  update_windows(session, place - std::min(place, kNeighbours), std::min(place + kNeighbours, session.messages.size()));
  if (session.messages.empty()) {
    CHECK(session_names_.remove(name) == removed.session);
    session = {};
  }
}

/// Of the messages from place `begin` to `end`.
void MessageIndex::update_windows(const IndexedSession& session, std::size_t begin, std::size_t end) {
  for (std::size_t place = begin; place < end; ++place) {
    IndexedMessage& message = messages_[session.messages[place]];
    statistics_.window_length -= message.window_length;
    message.window_length = window_length_at(session, place);
    columns_.window_length[session.messages[place]] = static_cast<float>(message.window_length);
    statistics_.window_length += message.window_length;
    const std::size_t from = place - std::min(place, kNeighbours);
    const std::size_t lenders = std::min(place + kNeighbours + 1, session.messages.size()) - from;
    vectors_.lend(session.messages[place], std::span(session.messages).subspan(from, lenders),
                  std::span(kWindowWeights).subspan(kNeighbours + from - place, lenders));
  }
}

std::uint64_t MessageIndex::window_length_at(const IndexedSession& session, std::size_t place) const {
  const std::size_t begin = place - std::min(place, kNeighbours);
  const std::size_t end = std::min(place + kNeighbours + 1, session.messages.size());
  std::uint64_t length = 0;
  for (std::size_t from = begin; from < end; ++from) {
    length += kWindowWeights[kNeighbours + from - place] * messages_[session.messages[from]].length;
  }
  return length;
}

std::uint32_t MessageIndex::number_of_date(std::chrono::year_month_day date) {
  const auto [found, added] = date_numbers_.try_emplace(date, static_cast<std::uint32_t>(dates_.size()));
  if (added) {
    dates_.push_back({date, {}});
  }
  return found->second;
}

std::size_t MessageIndex::memory_bytes() const {
  const std::size_t messages = heap_bytes(messages_.capacity() * sizeof(IndexedMessage)) +
                               5 * heap_bytes(columns_.session.capacity() * sizeof(std::uint32_t)) +
                               heap_bytes(columns_.flags.capacity());
  const std::size_t terms =
      terms_.memory_bytes() + prefixes_.memory_bytes() + heap_bytes(prefix_of_term_.capacity() * sizeof(std::uint32_t));
  const std::size_t sessions =
      session_names_.memory_bytes() + heap_bytes(sessions_.capacity() * sizeof(IndexedSession));
  const std::size_t dates =
      dates_.size() * entry_bytes<decltype(date_numbers_)>() + heap_bytes(dates_.capacity() * sizeof(IndexedDate));
  // Each message stands in a session and in a date, whose vectors have room for up to twice as many.
  const std::size_t rows = live_ * 2 * 2 * sizeof(MessageNumber);
  return messages + terms + bigrams_.memory_bytes() + sessions + speakers_.memory_bytes() + dates + rows +
         vectors_.memory_bytes();
}

std::optional<std::uint32_t> MessageIndex::find_session(std::string_view session) const {
  return session_names_.find(session);
}

std::optional<std::uint32_t> MessageIndex::find_speaker(std::string_view speaker) const {
  return speakers_.find(speaker);
}

std::optional<std::uint32_t> MessageIndex::only_speaker_named_in(const Words& words) const {
  return speakers_.only_named_in(words);
}

const PostingList* MessageIndex::term_postings(std::string_view term) const {
  return terms_.find(term);
}

const PostingList* MessageIndex::prefix_postings(std::string_view prefix) const {
  return is_whole_term(prefix) ? terms_.find(prefix) : prefixes_.find(prefix);
}

const PostingList* MessageIndex::bigram_postings(std::string_view first, std::string_view second) const {
  const auto first_number = terms_.find_number(first);
  const auto second_number = terms_.find_number(second);
  if (!first_number || !second_number) {
    return nullptr;
  }
  return bigrams_.find(bigram_of(*first_number, *second_number));
}

}  // namespace turnstream::recall
