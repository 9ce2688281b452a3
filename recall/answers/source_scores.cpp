#include "recall/answers/source_scores.h"

#include <algorithm>
#include <span>

namespace turnstream::recall {
namespace {

/// Whether one of the messages that the document rests on is so.
template <typename IsSo>
bool any_message(const PersonaIndex& index, const DocumentEntry& document, IsSo is_so) {
  return std::any_of(document.sources.begin(), document.sources.end(), [&](const SourceNumbers& source) {
    const auto lists = index.messages_of(source);
    return std::any_of(lists.begin(), lists.end(), [&](const std::span<const MessageNumber>& messages) {
      return std::any_of(messages.begin(), messages.end(), is_so);
    });
  });
}

}  // namespace

void SourceScores::start(const PersonaIndex& index) {
  for (const MessageNumber number : known_) {
    most_[number] = scores_[number] = kUnknown;
  }
  known_.clear();
  most_.resize(std::max<std::size_t>(most_.size(), index.messages().numbers()), kUnknown);
  scores_.resize(most_.size(), kUnknown);
}

bool SourceScores::may_reach(const Ranker& ranker, const PersonaIndex& index, const DocumentEntry& document,
                             double score) {
  if (score <= 0) {
    return true;
  }
  return any_message(index, document, [&](MessageNumber number) {
    return ranker.may_reach(index.messages(), number, score) && most_of(ranker, index, number) >= score;
  });
}

double SourceScores::best(const Ranker& ranker, const PersonaIndex& index, const DocumentEntry& document) {
  double best = 0;
  for (const SourceNumbers& source : document.sources) {
    for (const std::span<const MessageNumber>& messages : index.messages_of(source)) {
      for (const MessageNumber number : messages) {
        if (ranker.may_reach(index.messages(), number, best) && most_of(ranker, index, number) > best) {
          best = std::max(best, score_of(ranker, index, number));
        }
      }
    }
  }
  return best;
}

double SourceScores::most_of(const Ranker& ranker, const PersonaIndex& index, MessageNumber number) {
  double& most = most_[number];
  if (most == kUnknown) {
    most = std::max(0., ranker.most_of_result(index.messages(), number));
    known_.push_back(number);
  }
  return most;
}

double SourceScores::score_of(const Ranker& ranker, const PersonaIndex& index, MessageNumber number) {
  double& score = scores_[number];
  if (score == kUnknown) {
    score = std::max(0., ranker.score_of(index.messages(), number).score);
  }
  return score;
}

}  // namespace turnstream::recall
