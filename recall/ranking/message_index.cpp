#include "recall/ranking/message_index.h"

#include <algorithm>

#include "recall/ranking/recipe.h"

namespace turnstream::recall {
namespace {

/// Calls visit(number, count) for each different number, in ascending order.
template <typename Number, typename Visit>
void for_each_counted(std::vector<Number>& numbers, Visit visit) {
  std::sort(numbers.begin(), numbers.end());
  for (auto run = numbers.begin(); run != numbers.end();) {
    const auto end = std::upper_bound(run, numbers.end(), *run);
    visit(*run, static_cast<std::uint32_t>(end - run));
    run = end;
  }
}

constexpr std::uint64_t bigram_of(std::uint32_t first, std::uint32_t second) {
  return std::uint64_t{first} << 32 | second;
}

}  // namespace

MessageNumber MessageIndex::add(const NewMessage& message) {
  TS_CHECK(messages_.size() < UINT32_MAX);
  TS_CHECK(messages_.empty() || message.position > messages_.back().position);
  TS_CHECK(message.date.ok());
  const auto number = static_cast<MessageNumber>(messages_.size());
  TermNumbers all = numbers_of(message.date_text);
  const TermNumbers speaker = numbers_of(message.speaker);
  const TermNumbers text = numbers_of(message.text);
  const TermNumbers caption = numbers_of(message.caption);
  for (const TermNumbers* more : {&speaker, &text, &caption}) {
    all.insert(all.end(), more->begin(), more->end());
  }

  IndexedMessage& added = messages_.emplace_back();
  added.position = message.position;
  added.length = static_cast<std::uint32_t>(all.size());
  added.bigram_length = static_cast<std::uint32_t>(text.size() + caption.size() + 1);
  added.signals = signals_of(message.text);
  added.speaker = number_of_speaker(message.speaker);
  added.date = number_of_date(message.date);
  added.session = session_names_.add(message.session);
  statistics_.length += added.length;
  statistics_.bigram_length += added.bigram_length;

  dates_[added.date].messages.push_back(number);
  join_session(number);
  post_bigrams(number, text, caption);
  post_terms(number, std::move(all));
  return number;
}

MessageIndex::TermNumbers MessageIndex::numbers_of(std::string_view text) {
  TermNumbers numbers;
  for (const std::string& term : terms_of(text)) {
    const std::uint32_t number = terms_.add(term);
    if (number == term_postings_.size()) {
      term_postings_.emplace_back();
      const std::uint32_t prefix = prefixes_.add(prefix_of(term));
      prefix_of_term_.push_back(prefix);
      prefix_postings_.resize(prefixes_.size());
    }
    numbers.push_back(number);
  }
  return numbers;
}

void MessageIndex::post_terms(MessageNumber number, TermNumbers terms) {
  for_each_counted(terms, [&](std::uint32_t term, std::uint32_t count) { term_postings_[term].append(number, count); });
  for (std::uint32_t& term : terms) {
    term = prefix_of_term_[term];
  }
  for_each_counted(terms,
                   [&](std::uint32_t prefix, std::uint32_t count) { prefix_postings_[prefix].append(number, count); });
}

void MessageIndex::post_bigrams(MessageNumber number, const TermNumbers& text, const TermNumbers& caption) {
  std::vector<Bigram> bigrams;
  for (const TermNumbers* terms : {&text, &caption}) {
    for (std::size_t i = 1; i < terms->size(); ++i) {
      bigrams.push_back(bigram_of((*terms)[i - 1], (*terms)[i]));
    }
  }
  for_each_counted(bigrams,
                   [&](Bigram bigram, std::uint32_t count) { bigram_postings_[bigram].append(number, count); });
}

/// Makes the message the last one of its session, and lets it and its neighbours lend each other their lengths.
void MessageIndex::join_session(MessageNumber number) {
  IndexedMessage& added = messages_[number];
  sessions_.resize(session_names_.size());
  IndexedSession& session = sessions_[added.session];
  added.place = static_cast<std::uint32_t>(session.messages.size());
  session.messages.push_back(number);
  session.length += added.length;

  const auto before = static_cast<std::size_t>(added.place);
  std::uint64_t grown = 0;
  const auto lend = [&](const IndexedMessage& from, IndexedMessage& to, std::size_t weight) {
    const std::uint64_t length = kWindowWeights[weight] * from.length;
    to.window_length += length;
    grown += length;
  };
  lend(added, added, kNeighbours);
  for (std::size_t distance = 1; distance <= std::min(before, kNeighbours); ++distance) {
    IndexedMessage& earlier = messages_[session.messages[before - distance]];
    lend(earlier, added, kNeighbours - distance);
    lend(added, earlier, kNeighbours + distance);
  }
  statistics_.window_length += grown;
}

std::uint32_t MessageIndex::number_of_speaker(std::string_view speaker) {
  const std::size_t known = speaker_names_.size();
  const std::uint32_t number = speaker_names_.add(speaker);
  if (number < known) {
    return number;
  }
  for (const std::string& word : words_of(speaker)) {
    const std::uint32_t word_number = name_words_.add(word);
    speakers_of_word_.resize(name_words_.size());
    speakers_of_word_[word_number].push_back(number);
  }
  return number;
}

std::uint32_t MessageIndex::number_of_date(std::chrono::year_month_day date) {
  const auto [found, added] = date_numbers_.try_emplace(date, static_cast<std::uint32_t>(dates_.size()));
  if (added) {
    dates_.push_back({date, {}});
  }
  return found->second;
}

std::optional<std::uint32_t> MessageIndex::find_session(std::string_view session) const {
  return session_names_.find(session);
}

std::optional<std::uint32_t> MessageIndex::find_speaker(std::string_view speaker) const {
  return speaker_names_.find(speaker);
}

std::optional<std::uint32_t> MessageIndex::only_speaker_named_in(const Words& words) const {
  std::optional<std::uint32_t> only;
  for (const std::string& word : words) {
    const auto number = name_words_.find(word);
    if (!number) {
      continue;
    }
    for (const std::uint32_t speaker : speakers_of_word_[*number]) {
      if (only && *only != speaker) {
        return std::nullopt;
      }
      only = speaker;
    }
  }
  return only;
}

const PostingList* MessageIndex::term_postings(std::string_view term) const {
  const auto number = terms_.find(term);
  return number ? &term_postings_[*number] : nullptr;
}

const PostingList* MessageIndex::prefix_postings(std::string_view prefix) const {
  const auto number = prefixes_.find(prefix);
  return number ? &prefix_postings_[*number] : nullptr;
}

const PostingList* MessageIndex::bigram_postings(std::string_view first, std::string_view second) const {
  const auto first_number = terms_.find(first);
  const auto second_number = terms_.find(second);
  if (!first_number || !second_number) {
    return nullptr;
  }
  const auto found = bigram_postings_.find(bigram_of(*first_number, *second_number));
  return found == bigram_postings_.end() ? nullptr : &found->second;
}

}  // namespace turnstream::recall
