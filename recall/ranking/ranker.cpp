#include "recall/ranking/ranker.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "pipeline/base/utf8.h"
#include "recall/ranking/recipe.h"
#include "recall/ranking/signals.h"

namespace turnstream::recall {
namespace {

constexpr double kScoreOne = 1e9;

bool is_before(const RankedMessage& a, const RankedMessage& b) {
  const std::int64_t first = rounded_score(a.score);
  const std::int64_t second = rounded_score(b.score);
  return first != second ? first > second : a.message < b.message;
}

}  // namespace

std::int64_t rounded_score(double score) {
  return std::llround(score * kScoreOne);
}

std::vector<RankedMessage> Ranker::rank(const MessageIndex& index, std::string_view query, const RankOptions& options) {
  asked_ = read(index, query);
  sums_.compute(index, terms_of(query, index.language()));
  cosines_.make(index.vectors(), options.compared.empty() ? query : options.compared);
  estimates_.make(index, sums_);
  weigh_signals();
  return rank_again(index, options);
}

std::vector<RankedMessage> Ranker::rank_again(const MessageIndex& index, const RankOptions& options) {
  std::vector<RankedMessage> found;
  const auto add = [&](MessageNumber number) {
    const RankedMessage ranked = score_of(index, number);
    if (options.every_message || ranked.part(Part::kWindow) > 0 || ranked.part(Part::kDate) > 0 ||
        cosines_.is_near(number)) {
      found.push_back(ranked);
    }
  };
  if (options.every_message) {
    for (MessageNumber number = 0; number < index.numbers(); ++number) {
      if (index.is_live(number) && (!options.filter || options.filter(number))) {
        add(number);
      }
    }
  } else if (options.limit > 0) {
    shorten(index, options);
    shortlist_.for_each(add);
  }
  const std::size_t results = std::min(options.limit, found.size());
  std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(results), found.end(), is_before);
  found.resize(results);
  return found;
}

/// Bounds without the faint parts first, which leave few messages that need these; the best of those next, so that it soon shows
/// that the others are too far away.
void Ranker::shorten(const MessageIndex& index, const RankOptions& options) {
  candidates_.clear();
  shortlist_.start(options.limit);
  const double others_max = session_part_max(index) + signals_max_;
  double needed = shortlist_.needed();
  double least = estimates_.least_for(needed - others_max);
  estimates_.for_each_in_window([&](MessageNumber number) {
    if (estimates_.of(number) + std::max(0., vector_part(number)) < least) {
      return;
    }
    look_at(index, options, number);
    if (shortlist_.needed() != needed) {
      needed = shortlist_.needed();
      least = estimates_.least_for(needed - others_max);
    }
  });
  // A date alone makes a result.
  for (std::size_t date = 0; date < asked_.date_scores.size(); ++date) {
    if (asked_.date_scores[date] > 0) {
      for (const MessageNumber number : index.dates()[date].messages) {
        if (!estimates_.is_in_window(number)) {
          look_at(index, options, number);
        }
      }
    }
  }
  // So does a vector.
  for (const MessageNumber number : cosines_.near()) {
    if (!estimates_.is_in_window(number) && !has_asked_date(index, number)) {
      look_at(index, options, number);
    }
  }
  if (estimates_.faint().has_terms()) {
    look_at_others(index, options);
  }
  shortlist_.start(options.limit, shortlist_.needed());
  const auto is_other = [&](const Candidate& candidate) { return candidate.most < shortlist_.needed(); };
  candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(), is_other), candidates_.end());
  std::sort(candidates_.begin(), candidates_.end(),
            [](const Candidate& a, const Candidate& b) { return a.most > b.most; });
  for (const Candidate& candidate : candidates_) {
    if (candidate.most < shortlist_.needed()) {
      break;  // The others have less.
    }
    add(index, candidate);
  }
  shortlist_.drop_others();
}

/// Those with a date that was asked for, and those that are near, have been looked at.
void Ranker::look_at_others(const MessageIndex& index, const RankOptions& options) {
  const auto look = [&](MessageNumber number) {
    if (!is_certain(index, number)) {
      look_at(index, options, number);
    }
  };
  estimates_.for_each_beyond_windows(look);
  // No other message of a session has more, but the first one may.
  const double faint = estimates_.faint().most();
  const double most = faint + estimate_error(faint) + kWeights.first_person + (asked_.speaker ? kWeights.speaker : 0) +
                      (asked_.when ? kWeights.when : 0) + kWeights.vector * cosines_.of_others_max();
  for (std::uint32_t number = 0; number < index.sessions().size(); ++number) {
    const std::vector<MessageNumber>& messages = index.sessions()[number].messages;
    for (std::size_t place = 0; place < messages.size(); ++place) {
      if (place == 1 && most + session_part(number) < shortlist_.needed()) {
        break;
      }
      if (!estimates_.has_part(messages[place])) {
        look(messages[place]);
      }
    }
  }
}

/// Makes a candidate of the message if its score may be one of the best.
void Ranker::look_at(const MessageIndex& index, const RankOptions& options, MessageNumber number) {
  const double other = without_text(index, number);
  const double most = estimates_.most_of(number) + other;
  if (most < shortlist_.needed() || (options.filter && !options.filter(number))) {
    return;
  }
  candidates_.push_back({number, other, most});
  if (estimates_.is_in_window(number) || is_certain(index, number)) {
    const double text = estimates_.of(number);
    shortlist_.raise(text - estimate_error(text) + other);
  }
}

/// Adds the candidate to the shortlist if it is a result.
void Ranker::add(const MessageIndex& index, const Candidate& candidate) {
  const FaintPart faint = estimates_.faint().of(index, candidate.message);
  if (!is_result(index, candidate.message, faint)) {
    return;
  }
  const double text = estimates_.of(candidate.message) + faint.sum;
  const double error = estimate_error(text);
  if (text + error + candidate.other >= shortlist_.needed()) {
    shortlist_.add(candidate.message, text - error + candidate.other, text + error + candidate.other);
  }
}

bool Ranker::may_reach(const MessageIndex& index, MessageNumber number, double score) const {
  const double others = session_part(index.columns().session[number]) + signals_max_ + vector_part(number);
  return estimates_.most_of(number) + others >= score;
}

bool Ranker::has_asked_date(const MessageIndex& index, MessageNumber number) const {
  return !asked_.date_scores.empty() && asked_.date_scores[index.message(number).date] > 0;
}

bool Ranker::is_result(const MessageIndex& index, MessageNumber number, const FaintPart& faint) const {
  return faint.is_in_window || estimates_.is_in_window(number) || is_certain(index, number);
}

double Ranker::session_part(std::uint32_t session) const {
  return kWeights.session * sums_.of_session(session) / sums_.term_rarities();
}

double Ranker::session_part_max(const MessageIndex& index) const {
  double most = 0;
  for (std::uint32_t session = 0; session < index.sessions().size(); ++session) {
    most = std::max(most, session_part(session));
  }
  return most;
}

void Ranker::weigh_signals() {
  for (std::size_t flags = 0; flags < of_flags_.size(); ++flags) {
    double& sum = of_flags_[flags];
    sum = (flags & kQuestion) != 0 ? kWeights.question : 0;
    sum += (flags & kFirstPerson) != 0 ? kWeights.first_person : 0;
    sum += (flags & kFirst) != 0 ? kWeights.first : 0;
    sum += asked_.when && (flags & kSaysTime) != 0 ? kWeights.when : 0;
  }
  double date_max = 0;
  for (const double score : asked_.date_scores) {
    date_max = std::max(date_max, score);
  }
  signals_max_ = *std::max_element(of_flags_.begin(), of_flags_.end()) + (asked_.speaker ? kWeights.speaker : 0) +
                 kWeights.date * date_max;
}

double Ranker::without_text(const MessageIndex& index, MessageNumber number) const {
  const MessageColumns& columns = index.columns();
  double sum = session_part(columns.session[number]) + of_flags_[columns.flags[number]];
  sum += asked_.speaker == columns.speaker[number] ? kWeights.speaker : 0;
  sum += asked_.date_scores.empty() ? 0 : kWeights.date * asked_.date_scores[index.message(number).date];
  return sum + vector_part(number);
}

Ranker::Asked Ranker::read(const MessageIndex& index, std::string_view query) {
  const std::string lower = to_lower(query);
  Asked asked;
  asked.when = asks_when(lower);
  asked.speaker = index.only_speaker_named_in(words_of(query));
  if (const std::vector<AskedDate> dates = asked_dates(lower); !dates.empty()) {
    asked.date_scores.reserve(index.dates().size());
    for (const IndexedDate& indexed : index.dates()) {
      asked.date_scores.push_back(date_score(dates, indexed.date));
    }
  }
  return asked;
}

RankedMessage Ranker::score_of(const MessageIndex& index, MessageNumber number) const {
  const IndexedMessage& message = index.message(number);
  const MessageSums sums = sums_.of_message(index, number);
  const double rarities = sums_.term_rarities();
  RankedMessage ranked{.message = number};
  const auto set = [&](Part part, double value) { return ranked.parts[static_cast<std::size_t>(part)] = value; };
  const double window = kWeights.window * sums.window;
  const double bigram = kWeights.bigram * sums.bigram;
  const double session = kWeights.session * sums_.of_session(message.session);
  set(Part::kWindow, window / rarities);
  set(Part::kBigram, bigram / rarities);
  set(Part::kSession, session / rarities);
  // The recipe divides the sum of the three once. The order of all additions is the recipe's.
  double sum = (window + bigram + session) / rarities;
  sum += set(Part::kPrefix, kWeights.prefix * sums.prefix / sums_.prefix_rarities());
  sum += set(Part::kQuestion, message.signals.question ? kWeights.question : 0);
  sum += set(Part::kFirstPerson, message.signals.first_person ? kWeights.first_person : 0);
  sum += set(Part::kFirst, message.place == 0 ? kWeights.first : 0);
  sum += set(Part::kSpeaker, asked_.speaker == message.speaker ? kWeights.speaker : 0);
  sum += set(Part::kDate, asked_.date_scores.empty() ? 0 : kWeights.date * asked_.date_scores[message.date]);
  sum += set(Part::kWhen, asked_.when && message.signals.time ? kWeights.when : 0);
  sum += set(Part::kReply, kWeights.reply * sum_of_question_before(index, message) / rarities);
  sum += set(Part::kVector, vector_part(number));
  ranked.score = sum;
  return ranked;
}

double Ranker::most_of_result(const MessageIndex& index, MessageNumber number) const {
  const FaintPart faint = estimates_.faint().of(index, number);
  if (!is_result(index, number, faint)) {
    return 0;
  }
  const double text = estimates_.of(number) + faint.sum;
  return text + without_text(index, number) + estimate_error(text);
}

double Ranker::sum_of_question_before(const MessageIndex& index, const IndexedMessage& message) const {
  const std::optional<MessageNumber> question = question_before(index, message);
  return question ? sums_.own_of(index, *question) : 0;
}

}  // namespace turnstream::recall
