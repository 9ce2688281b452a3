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
  sums_.compute(index, terms_of(query));
  estimates_.make(index, sums_);
  without_text_max_ = without_text_max(index);
  return rank_again(index, options);
}

std::vector<RankedMessage> Ranker::rank_again(const MessageIndex& index, const RankOptions& options) {
  std::vector<RankedMessage> found;
  const auto add = [&](MessageNumber number) {
    const RankedMessage ranked = score_of(index, number);
    if (options.every_message || ranked.part(Part::kWindow) > 0 || ranked.part(Part::kDate) > 0) {
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

void Ranker::shorten(const MessageIndex& index, const RankOptions& options) {
  shortlist_.start(options.limit);
  estimates_.for_each_in_window([&](MessageNumber number) { look_at(index, options, number); });
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
  if (estimates_.faint().has_terms()) {
    look_at_others(index, options);
  }
  shortlist_.drop_others();
}

/// Those with a date that was asked for have been looked at.
void Ranker::look_at_others(const MessageIndex& index, const RankOptions& options) {
  const auto look = [&](MessageNumber number) {
    if (!has_asked_date(index, number)) {
      look_at(index, options, number);
    }
  };
  estimates_.for_each_beyond_windows(look);
  // No other message of a session has more, but the first one may.
  const double faint = estimates_.faint().most();
  const double most = faint + estimate_error(faint) + kWeights.first_person + (asked_.speaker ? kWeights.speaker : 0) +
                      (asked_.when ? kWeights.when : 0);
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

/// Nothing happens if the message is not a result.
void Ranker::look_at(const MessageIndex& index, const RankOptions& options, MessageNumber number) {
  const double text = estimates_.of(number);
  const double most = text + estimates_.faint().most();
  const double most_with_error = most + estimate_error(most);
  if (most_with_error + without_text_max_ < shortlist_.needed()) {
    return;
  }
  const double other = without_text(index, number);
  if (most_with_error + other < shortlist_.needed() || (options.filter && !options.filter(number))) {
    return;
  }
  const FaintPart faint = estimates_.faint().of(index, number);
  if (!faint.is_in_window && !estimates_.is_in_window(number) && !has_asked_date(index, number)) {
    return;
  }
  const double score = text + faint.sum + other;
  const double error = estimate_error(text + faint.sum);
  if (score + error >= shortlist_.needed()) {
    shortlist_.add(number, score - error, score + error);
  }
}

bool Ranker::has_asked_date(const MessageIndex& index, MessageNumber number) const {
  return !asked_.date_scores.empty() && asked_.date_scores[index.message(number).date] > 0;
}

double Ranker::session_part(std::uint32_t session) const {
  return kWeights.session * sums_.of_session(session) / sums_.term_rarities();
}

double Ranker::without_text_max(const MessageIndex& index) const {
  double session_max = 0;
  for (std::uint32_t session = 0; session < index.sessions().size(); ++session) {
    session_max = std::max(session_max, sums_.of_session(session));
  }
  double date_max = 0;
  for (const double score : asked_.date_scores) {
    date_max = std::max(date_max, score);
  }
  return kWeights.session * session_max / sums_.term_rarities() + kWeights.first_person + kWeights.first +
         (asked_.speaker ? kWeights.speaker : 0) + (asked_.when ? kWeights.when : 0) + kWeights.date * date_max;
}

double Ranker::without_text(const MessageIndex& index, MessageNumber number) const {
  const IndexedMessage& message = index.message(number);
  double sum = session_part(message.session);
  sum += message.signals.question ? kWeights.question : 0;
  sum += message.signals.first_person ? kWeights.first_person : 0;
  sum += message.place == 0 ? kWeights.first : 0;
  sum += asked_.speaker == message.speaker ? kWeights.speaker : 0;
  sum += asked_.date_scores.empty() ? 0 : kWeights.date * asked_.date_scores[message.date];
  sum += asked_.when && message.signals.time ? kWeights.when : 0;
  return sum;
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
  ranked.score = sum;
  return ranked;
}

double Ranker::most_of_result(const MessageIndex& index, MessageNumber number) const {
  const FaintPart faint = estimates_.faint().of(index, number);
  if (!faint.is_in_window && !estimates_.is_in_window(number) && !has_asked_date(index, number)) {
    return 0;
  }
  const double text = estimates_.of(number) + faint.sum;
  return text + without_text(index, number) + estimate_error(text);
}

double Ranker::sum_of_question_before(const MessageIndex& index, const IndexedMessage& message) const {
  if (message.place == 0) {
    return 0;
  }
  const MessageNumber before = index.sessions()[message.session].messages[message.place - 1];
  return index.message(before).signals.question ? sums_.own_of(index, before) : 0;
}

}  // namespace turnstream::recall
