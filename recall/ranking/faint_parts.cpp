#include "recall/ranking/faint_parts.h"

#include <optional>

#include "recall/ranking/query_sums.h"

namespace turnstream::recall {

void FaintParts::clear() {
  terms_.clear();
  prefixes_.clear();
  most_ = 0;
  used_ = 0;
}

std::size_t FaintParts::fill_row(const ReadPostings& list, std::size_t messages) {
  if (used_ == rows_.size()) {
    rows_.emplace_back();
  }
  std::vector<float>& row = rows_[used_];
  row.assign(messages, 0.F);
  for (const auto& [number, count] : list.all()) {
    row[number] = static_cast<float>(count);
  }
  return used_++;
}

void FaintParts::add_term(const ReadPostings& term, std::size_t messages, const Curve& window, const Curve& reply) {
  terms_.push_back({fill_row(term, messages), window, reply});
  most_ += static_cast<double>(window.factor) + static_cast<double>(reply.factor);
}

void FaintParts::add_prefix(const ReadPostings& prefix, std::size_t messages, const Curve& part) {
  prefixes_.push_back({fill_row(prefix, messages), part});
  most_ += static_cast<double>(part.factor);
}

FaintPart FaintParts::of(const MessageIndex& index, MessageNumber number) const {
  if (most_ == 0) {
    return {};
  }
  const MessageColumns& columns = index.columns();
  const bool is_amid = is_amid_session(columns.session, number);
  const Neighbours around = is_amid ? Neighbours{} : neighbours_of(index, index.message(number));
  const std::optional<MessageNumber> question = question_before(index, index.message(number));
  float sum = 0;
  bool is_in_window = false;
  for (const Term& term : terms_) {
    const float* const counts = rows_[term.row].data();
    float in_window = 0;
    if (is_amid) {
      const float* const first = counts + number - kNeighbours;
      for (std::size_t i = 0; i < kWeightsOfOne.size(); ++i) {
        in_window += kWeightsOfOne[i] * first[i];
      }
    }
    for (std::size_t place = 0; place < around.messages.size(); ++place) {
      in_window += kWeightsOfOne[kNeighbours + place - around.self] * counts[around.messages[place]];
    }
    is_in_window = is_in_window || in_window > 0;
    sum += term.window.at(in_window, columns.window_length[number]);
    sum += question ? term.reply.at(counts[*question], columns.length[*question]) : 0;
  }
  for (const Prefix& prefix : prefixes_) {
    sum += prefix.part.at(rows_[prefix.row][number], columns.length[number]);
  }
  return {static_cast<double>(sum), is_in_window};
}

}  // namespace turnstream::recall
