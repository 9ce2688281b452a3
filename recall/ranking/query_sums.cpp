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

AverageLengths averages_of(const MessageIndex& index) {
  const IndexStatistics& sums = index.statistics();
  const auto messages = static_cast<double>(index.size());
  return {.length = static_cast<double>(sums.length) / messages,
          .window_length = static_cast<double>(sums.window_length) / messages,
          .bigram_length = static_cast<double>(sums.bigram_length) / messages,
          .session_length = static_cast<double>(sums.length) / static_cast<double>(index.live_sessions())};
}

/// The sum over the lists that have the message, of rarity · count / (count + norm).
double sum_over(std::span<const ReadPostings> lists, MessageNumber number, double norm) {
  double sum = 0;
  for (const ReadPostings& list : lists) {
    if (const std::uint32_t count = list.count_of(number); count > 0) {
      sum += list.rarity() * count / (count + norm);
    }
  }
  return sum;
}

}  // namespace

std::optional<MessageNumber> question_before(const MessageIndex& index, const IndexedMessage& message) {
  if (message.place == 0) {
    return std::nullopt;
  }
  const MessageNumber before = index.sessions()[message.session].messages[message.place - 1];
  return index.columns().has(kQuestion, before) ? std::optional(before) : std::nullopt;
}

Neighbours neighbours_of(const MessageIndex& index, const IndexedMessage& message) {
  const std::vector<MessageNumber>& session = index.sessions()[message.session].messages;
  const std::size_t place = message.place;
  const std::size_t begin = place - std::min(place, kNeighbours);
  const std::size_t end = std::min(place + kNeighbours + 1, session.size());
  return {std::span(session).subspan(begin, end - begin), place - begin};
}

void QuerySums::compute(const MessageIndex& index, const Words& terms) {
  clear(index);
  if (index.size() == 0) {
    return;
  }
  averages_ = averages_of(index);
  const Terms in_index = read_terms(index, terms);
  read_prefixes(index, terms, in_index);
  read_bigrams(index, terms);
}

void QuerySums::clear(const MessageIndex& index) {
  for (const std::uint32_t session : used_sessions_) {
    sessions_[session] = 0;
  }
  used_sessions_.clear();
  terms_.clear();
  prefixes_.clear();
  bigrams_.clear();
  term_rarities_ = prefix_rarities_ = kRaritySumMin;
  // Rows of a larger index stay: they are 0.
  sessions_.resize(std::max(sessions_.size(), index.sessions().size()));
  session_counts_.resize(sessions_.size());
}

QuerySums::Terms QuerySums::read_terms(const MessageIndex& index, const Words& terms) {
  Terms in_index;
  double rarities = 0;
  for (const std::string_view term : different_terms(terms)) {
    if (const PostingList* postings = index.term_postings(term)) {
      const double rarity = rarity_in(index, *postings);
      rarities += rarity;
      add_sessions(index, terms_.add(*postings, rarity));
      in_index.push_back(term);
    }
  }
  term_rarities_ = std::max(kRaritySumMin, rarities);
  return in_index;
}

/// In sessions the rarity is that of the term among sessions. The factor k1 + 1 of sessions stands over that of messages.
void QuerySums::add_sessions(const MessageIndex& index, const ReadPostings& term) {
  const std::vector<MessageCount>& postings = term.all();
  const std::vector<std::uint32_t>& sessions = index.columns().session;
  for (std::size_t i = 0; i < postings.size();) {
    const std::uint32_t session = sessions[postings[i].message];
    std::uint64_t in_a_row = 0;
    for (; i < postings.size() && sessions[postings[i].message] == session; ++i) {
      in_a_row += postings[i].count;
    }
    if (session_counts_[session] == 0) {
      counted_sessions_.push_back(session);
    }
    session_counts_[session] += in_a_row;
  }
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

void QuerySums::read_prefixes(const MessageIndex& index, const Words& terms, const Terms& in_index) {
  double rarities = 0;
  for (const std::string_view prefix : different_prefixes(terms)) {
    const auto term = std::find(in_index.begin(), in_index.end(), prefix);
    if (term != in_index.end() && is_whole_term(prefix)) {
      const ReadPostings& same = terms_.all()[static_cast<std::size_t>(term - in_index.begin())];
      rarities += same.rarity();
      prefixes_.add_copy(same);
      continue;
    }
    if (const PostingList* postings = index.prefix_postings(prefix)) {
      const double rarity = rarity_in(index, *postings);
      rarities += rarity;
      prefixes_.add(*postings, rarity);
    }
  }
  prefix_rarities_ = std::max(kRaritySumMin, rarities);
}

void QuerySums::read_bigrams(const MessageIndex& index, const Words& terms) {
  for (std::size_t i = 1; i < terms.size(); ++i) {
    if (const PostingList* postings = index.bigram_postings(terms[i - 1], terms[i])) {
      bigrams_.add(*postings, rarity_in(index, *postings));
    }
  }
}

MessageSums QuerySums::of_message(const MessageIndex& index, MessageNumber number) const {
  const IndexedMessage& message = index.message(number);
  const Neighbours around = neighbours_of(index, message);
  const double norm = kMessageSaturation.norm(message.length, averages_.length);
  const double window_norm =
      kMessageSaturation.norm(static_cast<double>(message.window_length), averages_.window_length);
  MessageSums sums;
  for (const ReadPostings& term : terms()) {
    std::uint64_t in_window = 0;
    term.for_each_of(around.messages, [&](std::size_t place, std::uint32_t count) {
      in_window += kWindowWeights[kNeighbours + place - around.self] * count;
      if (place == around.self) {
        sums.own += term.rarity() * count / (count + norm);
      }
    });
    if (in_window > 0) {
      const double count = static_cast<double>(in_window) / static_cast<double>(kWindowOne);
      sums.window += term.rarity() * count / (count + window_norm);
    }
  }
  sums.prefix = sum_over(prefixes(), number, norm);
  sums.bigram = sum_over(bigrams(), number, kMessageSaturation.norm(message.bigram_length, averages_.bigram_length));
  return sums;
}

double QuerySums::own_of(const MessageIndex& index, MessageNumber number) const {
  return sum_over(terms(), number, kMessageSaturation.norm(index.message(number).length, averages_.length));
}

}  // namespace turnstream::recall
