#include "recall/ranking/estimates.h"

#include <algorithm>
#include <array>

#include "recall/ranking/bm25.h"
#include "recall/ranking/recipe.h"

namespace turnstream::recall {
namespace {

/// If more than one of so many messages hold a term, all windows are computed, which is then cheaper than those around the
/// messages that hold it.
constexpr std::size_t kCommonOneIn = 8;

/// kWindowWeights as parts of one.
constexpr auto kWeightsOfOne = [] {
  std::array<float, kWindowWeights.size()> weights{};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weights[i] = static_cast<float>(kWindowWeights[i]) / static_cast<float>(kWindowOne);
  }
  return weights;
}();

/// Whether the neighbours of the message are those with the numbers around its own.
bool is_amid_session(const std::vector<std::uint32_t>& session, MessageNumber number) {
  if (number < kNeighbours || number + kNeighbours >= session.size()) {
    return false;
  }
  const std::uint32_t* const first = session.data() + number - kNeighbours;
  std::uint32_t others = 0;
  for (std::size_t i = 0; i < kWeightsOfOne.size(); ++i) {
    others |= first[i] ^ session[number];
  }
  return others == 0;
}

}  // namespace

void Estimates::make(const MessageIndex& index, const QuerySums& sums) {
  clear(index);
  const auto curve = [](double weight, double average) {
    return Curve{static_cast<float>(weight), static_cast<float>(kMessageSaturation.k1 * (1 - kMessageSaturation.b)),
                 static_cast<float>(kMessageSaturation.k1 * kMessageSaturation.b / average)};
  };
  const AverageLengths& averages = sums.averages();
  const MessageColumns& columns = index.columns();
  for (const ReadPostings& term : sums.terms()) {
    const double rarity = term.rarity() / sums.term_rarities();
    const Curve window = curve(kWeights.window * rarity, averages.window_length);
    const bool is_common = term.all().size() * kCommonOneIn > index.size();
    is_common ? add_common_term(index, term, window) : add_rare_term(index, term, window);
    add_replies(index, term, curve(kWeights.reply * rarity, averages.length));
  }
  for (const ReadPostings& prefix : sums.prefixes()) {
    const Curve part = curve(kWeights.prefix * prefix.rarity() / sums.prefix_rarities(), averages.length);
    for (const auto& [number, count] : prefix.all()) {
      add_beyond_window(number, part.at(static_cast<float>(count), columns.length[number]));
    }
  }
  for (const ReadPostings& bigram : sums.bigrams()) {
    const Curve part = curve(kWeights.bigram * bigram.rarity() / sums.term_rarities(), averages.bigram_length);
    for (const auto& [number, count] : bigram.all()) {
      add_beyond_window(number, part.at(static_cast<float>(count), columns.bigram_length[number]));
    }
  }
}

void Estimates::clear(const MessageIndex& index) {
  if (is_dense_) {
    std::fill_n(rows_.begin(), size_, 0.F);
    std::fill_n(is_in_window_.begin(), size_, std::uint8_t{0});
  }
  for (const std::vector<MessageNumber>* used : {&in_window_, &beyond_windows_}) {
    for (const MessageNumber number : *used) {
      rows_[number] = 0;
      is_in_window_[number] = 0;
    }
  }
  in_window_.clear();
  beyond_windows_.clear();
  is_dense_ = false;
  size_ = index.numbers();
  // Rows of a larger index stay: they are 0.
  rows_.resize(std::max(rows_.size(), size_));
  is_in_window_.resize(rows_.size());
  counts_.resize(rows_.size());
}

/// Visits the messages that hold the term, and their neighbours.
void Estimates::add_rare_term(const MessageIndex& index, const ReadPostings& term, const Curve& window) {
  const MessageColumns& columns = index.columns();
  for (const auto& [number, count] : term.all()) {
    const auto lent = static_cast<float>(count);
    // The message lends to the neighbour, which sees it on the other side.
    if (is_amid_session(columns.session, number)) {
      auto neighbour = static_cast<MessageNumber>(number - kNeighbours);
      for (std::size_t i = kWeightsOfOne.size(); i > 0; --i) {
        lend(neighbour++, kWeightsOfOne[i - 1] * lent);
      }
      continue;
    }
    const Neighbours around = neighbours_of(index, index.message(number));
    for (std::size_t place = 0; place < around.messages.size(); ++place) {
      lend(around.messages[place], kWeightsOfOne[kNeighbours + around.self - place] * lent);
    }
  }
  for (const MessageNumber number : counted_) {
    rows_[number] += window.at(counts_[number], columns.window_length[number]);
    counts_[number] = 0;
    if (is_in_window_[number] == 0) {
      is_in_window_[number] = 1;
      in_window_.push_back(number);
    }
  }
  counted_.clear();
}

void Estimates::lend(MessageNumber number, float count) {
  if (counts_[number] == 0) {
    counted_.push_back(number);
  }
  counts_[number] += count;
}

/// Visits all messages.
void Estimates::add_common_term(const MessageIndex& index, const ReadPostings& term, const Curve& window) {
  is_dense_ = true;
  for (const auto& [number, count] : term.all()) {
    counts_[number] = static_cast<float>(count);
  }
  for (const IndexedSession& session : index.sessions()) {
    if (!session.messages.empty()) {
      add_windows_of(index, session.messages, window);
    }
  }
  for (const auto& [number, count] : term.all()) {
    counts_[number] = 0;
  }
}

void Estimates::add_windows_of(const MessageIndex& index, const std::vector<MessageNumber>& session,
                               const Curve& window) {
  const std::size_t size = session.size();
  session_counts_.assign(size + 2 * kNeighbours, 0.F);
  float* const counts = session_counts_.data();
  const bool is_in_a_row = session.back() - session.front() + 1 == size;
  for (std::size_t place = 0; place < size; ++place) {
    counts[kNeighbours + place] = counts_[is_in_a_row ? session.front() + place : session[place]];
  }
  const auto in_window = [counts](std::size_t place) {
    float sum = 0;
    for (std::size_t i = 0; i < kWeightsOfOne.size(); ++i) {
      sum += kWeightsOfOne[i] * counts[place + i];
    }
    return sum;
  };
  const float* const lengths = index.columns().window_length.data();
  if (is_in_a_row) {
    float* const rows = rows_.data() + session.front();
    std::uint8_t* const is_in_window = is_in_window_.data() + session.front();
    const float* const own_lengths = lengths + session.front();
    for (std::size_t place = 0; place < size; ++place) {
      const float count = in_window(place);
      rows[place] += window.at(count, own_lengths[place]);
      is_in_window[place] |= count > 0 ? 1 : 0;
    }
    return;
  }
  for (std::size_t place = 0; place < size; ++place) {
    const float count = in_window(place);
    rows_[session[place]] += window.at(count, lengths[session[place]]);
    is_in_window_[session[place]] |= count > 0 ? 1 : 0;
  }
}

/// What the answer to a question gains.
void Estimates::add_replies(const MessageIndex& index, const ReadPostings& term, const Curve& reply) {
  const MessageColumns& columns = index.columns();
  for (const auto& [number, count] : term.all()) {
    if (columns.is_question[number] == 0) {
      continue;
    }
    MessageNumber answer = number + 1;
    if (answer == columns.session.size() || columns.session[answer] != columns.session[number]) {
      const IndexedMessage& message = index.message(number);
      const std::vector<MessageNumber>& session = index.sessions()[message.session].messages;
      if (message.place + 1 == session.size()) {
        continue;
      }
      answer = session[message.place + 1];
    }
    rows_[answer] += reply.at(static_cast<float>(count), columns.length[number]);
  }
}

void Estimates::add_beyond_window(MessageNumber number, float part) {
  rows_[number] += part;
  if (is_in_window_[number] == 0) {
    beyond_windows_.push_back(number);
  }
}

}  // namespace turnstream::recall
