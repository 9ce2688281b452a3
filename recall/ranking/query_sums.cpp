#include "recall/ranking/query_sums.h"

#include <algorithm>
#include <string_view>

#include "pipeline/base/document_frequency.h"
#include "recall/ranking/bm25.h"
#include "recall/ranking/recipe.h"

namespace turnstream::recall {
namespace {

double rarity_in(const MessageIndex& index, const PostingList& postings) {
  return inverse_document_frequency(index.size(), postings.holding());
}

/// Calls add(message, part) for each message of the list, where part is rarity · count / (count + norm) and the norm comes
/// from the message's length.
template <typename LengthOf, typename Add>
void for_each_part(const MessageIndex& index, const PostingList& postings, double average, LengthOf length_of,
                   Add add) {
  const double rarity = rarity_in(index, postings);
  postings.for_each([&](MessageNumber message, std::uint32_t count) {
    const double norm = kMessageSaturation.norm(length_of(index.message(message)), average);
    add(message, rarity * count / (count + norm));
  });
}

}  // namespace

void QuerySums::compute(const MessageIndex& index, const Words& terms) {
  clear(index);
  if (index.size() == 0) {
    return;
  }
  averages_ = averages_of(index);
  add_terms(index, terms);
  add_prefixes(index, terms);
  add_bigrams(index, terms);
}

QuerySums::Averages QuerySums::averages_of(const MessageIndex& index) {
  const IndexStatistics& sums = index.statistics();
  const auto messages = static_cast<double>(index.size());
  return {.length = static_cast<double>(sums.length) / messages,
          .window_length = static_cast<double>(sums.window_length) / messages,
          .bigram_length = static_cast<double>(sums.bigram_length) / messages,
          .session_length = static_cast<double>(sums.length) / static_cast<double>(index.live_sessions())};
}

void QuerySums::clear(const MessageIndex& index) {
  for (const MessageNumber message : used_messages_) {
    messages_[message] = {};
  }
  for (const std::uint32_t session : used_sessions_) {
    sessions_[session] = 0;
  }
  used_messages_.clear();
  used_sessions_.clear();
  in_window_.clear();
  term_rarities_ = prefix_rarities_ = kRaritySumMin;
  // Rows of a larger index stay: they are 0.
  messages_.resize(std::max(messages_.size(), index.numbers()));
  window_counts_.resize(messages_.size());
  sessions_.resize(std::max(sessions_.size(), index.sessions().size()));
  session_counts_.resize(sessions_.size());
}

void QuerySums::add_terms(const MessageIndex& index, const Words& terms) {
  double rarities = 0;
  for (const std::string_view term : different_terms(terms)) {
    if (const PostingList* postings = index.term_postings(term)) {
      const double rarity = rarity_in(index, *postings);
      rarities += rarity;
      count_term(index, *postings, rarity);
      add_windows(index, rarity);
      add_sessions(index);
    }
  }
  term_rarities_ = std::max(kRaritySumMin, rarities);
}

/// Adds to the messages' own sums, and counts the term in windows and sessions.
void QuerySums::count_term(const MessageIndex& index, const PostingList& postings, double rarity) {
  postings.for_each([&](MessageNumber number, std::uint32_t count) {
    const IndexedMessage& message = index.message(number);
    messages_[number].own += rarity * count / (count + kMessageSaturation.norm(message.length, averages_.length));
    if (session_counts_[message.session] == 0) {
      counted_sessions_.push_back(message.session);
    }
    session_counts_[message.session] += count;

    const std::vector<MessageNumber>& neighbours = index.sessions()[message.session].messages;
    const std::size_t place = message.place;
    const std::size_t begin = place - std::min(place, kNeighbours);
    const std::size_t end = std::min(place + kNeighbours + 1, neighbours.size());
    for (std::size_t target = begin; target < end; ++target) {
      std::uint64_t& counts = window_counts_[neighbours[target]];
      if (counts == 0) {
        counted_messages_.push_back(neighbours[target]);
      }
      counts += kWindowWeights[kNeighbours + place - target] * count;
    }
  });
}

void QuerySums::add_windows(const MessageIndex& index, double rarity) {
  for (const MessageNumber number : counted_messages_) {
    const double count = static_cast<double>(window_counts_[number]) / static_cast<double>(kWindowOne);
    const auto length = static_cast<double>(index.message(number).window_length);
    MessageSums& sums = messages_[number];
    if (sums.window == 0) {
      in_window_.push_back(number);
      used_messages_.push_back(number);
    }
    sums.window += rarity * count / (count + kMessageSaturation.norm(length, averages_.window_length));
    window_counts_[number] = 0;
  }
  counted_messages_.clear();
}

/// In sessions the rarity is that of the term among sessions. The factor k1 + 1 of sessions stands over that of messages.
void QuerySums::add_sessions(const MessageIndex& index) {
  const double rarity = inverse_document_frequency(index.live_sessions(), counted_sessions_.size());
  for (const std::uint32_t session : counted_sessions_) {
    const auto count = static_cast<double>(session_counts_[session]);
    const auto length = static_cast<double>(index.sessions()[session].length);
    const double norm = kSessionSaturation.norm(length, averages_.session_length);
    if (sessions_[session] == 0) {
      used_sessions_.push_back(session);
    }
    sessions_[session] += rarity * count * (kSessionSaturation.k1 + 1) / (count + norm) / (kMessageSaturation.k1 + 1);
    session_counts_[session] = 0;
  }
  counted_sessions_.clear();
}

void QuerySums::add_prefixes(const MessageIndex& index, const Words& terms) {
  double rarities = 0;
  for (const std::string_view prefix : different_prefixes(terms)) {
    if (const PostingList* postings = index.prefix_postings(prefix)) {
      rarities += rarity_in(index, *postings);
      for_each_part(
          index, *postings, averages_.length, [](const IndexedMessage& message) { return message.length; },
          [&](MessageNumber message, double part) {
            messages_[message].prefix += part;
            used_messages_.push_back(message);
          });
    }
  }
  prefix_rarities_ = std::max(kRaritySumMin, rarities);
}

void QuerySums::add_bigrams(const MessageIndex& index, const Words& terms) {
  for (std::size_t i = 1; i < terms.size(); ++i) {
    if (const PostingList* postings = index.bigram_postings(terms[i - 1], terms[i])) {
      // A message with the bigram has its terms: it is among used_messages_ already.
      for_each_part(
          index, *postings, averages_.bigram_length,
          [](const IndexedMessage& message) { return message.bigram_length; },
          [&](MessageNumber message, double part) { messages_[message].bigram += part; });
    }
  }
}

}  // namespace turnstream::recall
