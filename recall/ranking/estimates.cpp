#include "recall/ranking/estimates.h"

#include <algorithm>

#include "recall/ranking/bm25.h"
#include "recall/ranking/recipe.h"

namespace turnstream::recall {
namespace {

/// If more than one of so many messages hold a term, all windows are computed, which is then cheaper than those around the
/// messages that hold it.
constexpr std::size_t kCommonOneIn = 8;

// A list is faint if more than one of so many messages are in it, and the faint ones have no more than this part of all rarities:
// then what they add can hardly decide which messages are the best.
constexpr std::size_t kFaintOneIn = 16;
constexpr double kFaintRarityMax = .1;

/// By place: whether the list is faint. Those with the least rarity come first. `rarities`: the sum of all.
std::vector<bool> faint_ones(std::span<const ReadPostings> lists, double rarities, std::size_t messages) {
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < lists.size(); ++place) {
    if (lists[place].all().size() * kFaintOneIn > messages) {
      places.push_back(place);
    }
  }
  std::stable_sort(places.begin(), places.end(),
                   [&](std::size_t a, std::size_t b) { return lists[a].rarity() < lists[b].rarity(); });
  std::vector<bool> is_faint(lists.size());
  double sum = 0;
  for (const std::size_t place : places) {
    sum += lists[place].rarity();
    is_faint[place] = sum <= kFaintRarityMax * rarities;
  }
  return is_faint;
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
  const std::vector<bool> faint_terms = faint_ones(sums.terms(), sums.term_rarities(), index.size());
  for (std::size_t place = 0; place < faint_terms.size(); ++place) {
    const ReadPostings& term = sums.terms()[place];
    const double rarity = term.rarity() / sums.term_rarities();
    const Curve window = curve(kWeights.window * rarity, averages.window_length);
    const Curve reply = curve(kWeights.reply * rarity, averages.length);
    if (faint_terms[place]) {
      faint_.add_term(term, size_, window, reply);
      continue;
    }
    const bool is_common = term.all().size() * kCommonOneIn > index.size();
    is_common ? add_common_term(index, term, window) : add_rare_term(index, term, window);
    add_replies(index, term, reply);
  }
  const std::vector<bool> faint_prefixes = faint_ones(sums.prefixes(), sums.prefix_rarities(), index.size());
  for (std::size_t place = 0; place < faint_prefixes.size(); ++place) {
    const ReadPostings& prefix = sums.prefixes()[place];
    const Curve part = curve(kWeights.prefix * prefix.rarity() / sums.prefix_rarities(), averages.length);
    if (faint_prefixes[place]) {
      faint_.add_prefix(prefix, size_, part);
      continue;
    }
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
  faint_.clear();
  if (is_dense_) {
    std::fill_n(rows_.begin(), size_, 0.F);
    std::fill_n(marks_.begin(), size_, std::uint8_t{0});
  }
  for (const std::vector<MessageNumber>* used : {&in_window_, &beyond_windows_}) {
    for (const MessageNumber number : *used) {
      rows_[number] = 0;
      marks_[number] = 0;
    }
  }
  in_window_.clear();
  beyond_windows_.clear();
  is_dense_ = false;
  size_ = index.numbers();
  // Rows of a larger index stay: they are 0.
  rows_.resize(std::max(rows_.size(), size_));
  marks_.resize(rows_.size());
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
    if (marks_[number] == 0) {
      marks_[number] = kInWindow;
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
  windows_.assign(size, 0.F);
  float* const counts = session_counts_.data();
  const bool is_in_a_row = session.back() - session.front() + 1 == size;
  for (std::size_t place = 0; place < size; ++place) {
    counts[kNeighbours + place] = counts_[is_in_a_row ? session.front() + place : session[place]];
  }
  float* const windows = windows_.data();
  for (std::size_t i = 0; i < kWeightsOfOne.size(); ++i) {
    const float weight = kWeightsOfOne[i];
    const float* const lent = counts + i;
    for (std::size_t place = 0; place < size; ++place) {
      windows[place] += weight * lent[place];
    }
  }
  const float* const lengths = index.columns().window_length.data();
  if (is_in_a_row) {
    float* const rows = rows_.data() + session.front();
    std::uint8_t* const marks = marks_.data() + session.front();
    const float* const own_lengths = lengths + session.front();
    for (std::size_t place = 0; place < size; ++place) {
      rows[place] += window.at(windows[place], own_lengths[place]);
    }
    for (std::size_t place = 0; place < size; ++place) {
      marks[place] |= windows[place] > 0 ? kInWindow : 0;
    }
    return;
  }
  for (std::size_t place = 0; place < size; ++place) {
    rows_[session[place]] += window.at(windows[place], lengths[session[place]]);
    marks_[session[place]] |= windows[place] > 0 ? kInWindow : 0;
  }
}

/// What the answer to a question gains.
void Estimates::add_replies(const MessageIndex& index, const ReadPostings& term, const Curve& reply) {
  const MessageColumns& columns = index.columns();
  for (const auto& [number, count] : term.all()) {
    if (!columns.has(kQuestion, number)) {
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
  if (marks_[number] == 0) {
    marks_[number] = kBeyondWindows;
    beyond_windows_.push_back(number);
  }
}

}  // namespace turnstream::recall
