#include "stages/consolidation/speech/quote.h"

#include <algorithm>

#include "pipeline/base/utf8.h"
#include "stages/common/notes/sentences.h"
#include "stages/consolidation/speech/emptiness.h"
#include "stages/consolidation/speech/tokens.h"
#include "stages/consolidation/speech/unit_tokens.h"
#include "stages/consolidation/speech/wording.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kUnitsBefore = 2;
constexpr std::size_t kEvent = notes::place_of_feature("event");
constexpr std::size_t kTitle = notes::place_of_feature("title");
constexpr std::size_t kProper = notes::place_of_feature("proper");
constexpr std::size_t kRepeats = notes::place_of_feature("repeats");
constexpr std::size_t kQuestion = notes::place_of_feature("question");
constexpr std::size_t kAnswer = notes::place_of_feature("answer");
constexpr std::size_t kGreeting = notes::place_of_feature("greet");
constexpr std::size_t kThanks = notes::place_of_feature("thank");
constexpr std::size_t kCheer = notes::place_of_feature("cheer");

constexpr std::size_t kAnswerUnits =
    4;  ///< units of a message in which a question before it still says what they are about
constexpr std::size_t kSaidTokensMin = 4;
constexpr std::size_t kPartWordsMin = 4;
constexpr std::int64_t kWholeGain = 500'000'000;  ///< of a sentence that is the whole message
constexpr std::int64_t kUnclearQuestionLack = 2'500'000'000;
constexpr std::int64_t kUnexplainedLack = 4'000'000'000;
constexpr std::int64_t kWholeLackMax = 600'000'000;

bool has_any(const notes::ScoredUnit& unit, std::initializer_list<std::size_t> features) {
  return std::any_of(features.begin(), features.end(), [&](std::size_t place) { return unit.features[place] > 0; });
}

/// Whether a part of a unit is understood alone and says something.
bool stands_alone(const Wording& wording) {
  const bool says = wording.opening == Opening::kSelf || wording.opening == Opening::kOther;
  return says && !wording.shows && wording.words >= kPartWordsMin && wording.referents.names &&
         !wording.referents.unnamed && !wording.referents.recalls && wording.standing.unknown.empty() &&
         !wording.standing.open_end && !wording.standing.placeless &&
         (wording.about_self || wording.standing.particular || wording.relative_time);
}

/// Whether a text ends with an initial, as before "Rowling" in "J.K. Rowling".
bool ends_with_initial(std::string_view text) {
  const std::size_t end = text.find_last_not_of(' ');
  return end != std::string_view::npos && end > 0 && text[end] == '.' && text[end - 1] >= 'A' && text[end - 1] <= 'Z' &&
         (end < 2 || text[end - 2] == ' ' || text[end - 2] == '.');
}

/// Quotes the sentences of the unit without the first or the last one, if these stand alone.
void quote_part(const notes::ScoredUnit& unit, std::size_t index, const notes::Names& speakers, Reading& reading) {
  const std::vector<std::string_view> sentences = notes::sentences_of(unit.text);
  if (sentences.size() < 2) {
    return;
  }
  const auto place = [&unit](std::string_view part) {
    return static_cast<std::size_t>(part.data() - unit.text.data());
  };
  const std::string_view last = sentences[sentences.size() - 2];
  const std::string_view whole = unit.text;
  for (const auto& [from, to] :
       {std::pair(place(sentences[1]), unit.text.size()), {std::size_t{0}, place(last) + last.size()}}) {
    const Wording part = wording_of(whole.substr(from, to - from), speakers);
    if (stands_alone(part) && !ends_with_initial(whole.substr(0, from)) &&
        (to >= whole.size() || !ends_with_initial(whole.substr(0, to)))) {
      reading.first = index;
      reading.from = from;
      reading.to = to;
      reading.unnamed = false;
      reading.dangles = false;
      reading.relative_time = part.relative_time;
      reading.happened = part.happened;
      return;
    }
  }
}

/// Whether the unit before, read so, says what this one is about: it stands alone, and this one names neither a person nor a
/// title.
bool gives_context(const Reading& before, std::span<const notes::ScoredUnit> units, std::size_t index) {
  const notes::ScoredUnit& unit = units[index];
  const notes::ScoredUnit& other = units[index - 1];
  const bool stands = !before.needs_more() && !before.points_back && before.cost == 0 && before.lack == 0;
  return stands && before.first == index - 1 && before.from == 0 && !has_any(unit, {kProper, kTitle}) &&
         !has_any(other, {kQuestion}) && other.text.size() + 1 + unit.text.size() <= kQuoteBytesMax;
}

/// What the readings of a message have in common.
struct MessageView {
  std::span<const notes::ScoredUnit> units;
  const UnitTokens& tokens;
  const notes::Names& speakers;
  const QuotedQuestion& question;
};

bool can_precede(const notes::ScoredUnit& before) {
  return !has_any(before, {kQuestion, kGreeting, kThanks});
}

/// The unit before that names the event which the one at `index` does not tell from others, if both are short together; else
/// `index`.
std::size_t unit_that_tells(const MessageView& message, std::size_t index, std::string_view event) {
  std::size_t bytes = message.units[index].text.size();
  for (std::size_t i = index; i > 0 && index - i < kUnitsBefore && can_precede(message.units[i - 1]); --i) {
    bytes += message.units[i - 1].text.size() + 1;
    if (bytes > kQuoteBytesMax) {
      break;
    }
    if (message.tokens.has_word(i - 1, event)) {
      return i - 1;
    }
  }
  return index;
}

/// Whether the unit is the whole message, and no question before it is left open.
bool is_whole(const MessageView& message) {
  return message.units.size() == 1 && (message.question.text.empty() || message.question.tells_subject());
}

/// What the unit is worth less as a memory, or more. `own`: its wording, `quoted`: that of it and the units before it in its
/// quote.
void weigh(const MessageView& message, std::size_t index, const Wording& own, const Wording& quoted, Reading& reading) {
  const QuotedQuestion& question = message.question;
  const notes::ScoredUnit& unit = message.units[index];
  const bool whole = is_whole(message);
  const bool unasked =
      question.agrees || !reading.opens;  // Without its question, an answer is a sentence as others are.
  const Answering answering{.agrees = question.agrees, .answers = unit.features[kAnswer] > 0 && !unasked};
  reading.lack = lack_of(own, unit.features, unit.stems.size(), answering);
  reading.emptiness = whole ? 0 : emptiness_of(own, unit.features, unasked);
  const bool answers = reading.opens && !question.text.empty();
  reading.strays = answers && !question.alone && unit.features[kRepeats] == 0 && !own.says_yes_or_no;
  if (answers && !question.stands() && question.leaves_open() && reading.emptiness == 0) {
    reading.emptiness = needs_context(own, unit.features, reading.complete);
  }
  reading.emptiness += whole || (answers && question.stands()) ? 0 : plainness_of(own, unit.features);
  const bool shown = answers && !reading.strays && (question.stands() || !reading.complete);
  reading.emptiness += shown || question.agrees || reading.from > 0 ? 0 : agreement_lack(own, unit.features);
  const bool tells_event = shown && question.tells_subject() && has_word(question.text, quoted.unsaid.event);
  const auto parts = message.units.subspan(reading.first, index + 1 - reading.first);
  const bool dated =
      std::any_of(parts.begin(), parts.end(), [](const notes::ScoredUnit& part) { return is_dated(part.features); });
  reading.emptiness += unsaid_lack(quoted, {.group = shown, .event = tells_event || (dated && !quoted.unsaid.work)});
  if (reading.complete && reading.lack == 0 && reading.emptiness == 0) {
    reading.emptiness -= gain_of(own, unit.features);
  }
  // What was said before stands with such a question, or the unit is not explained.
  const bool takes_said = question.asks_who && !question.explains && reading.needs_more();
  reading.blur = blur_of(quoted, {.group = shown, .event = tells_event || (dated && !quoted.unsaid.work)}) +
                 (shown && question.unclear && !takes_said ? kUnclearQuestionLack : 0) +
                 (answers && question.advice ? advice_lack(own, unit.features) : 0) +
                 (shown ? 0 : indefinite_lack(quoted, unit.features));
  const bool stands = !reading.unnamed && !reading.points_back && (own.about_self || own.standing.particular);
  if (whole && stands && reading.lack <= kWholeLackMax) {
    reading.emptiness -= kWholeGain + reading.lack;
  }
}

/// `previous`: the reading of the unit before; null for the first one.
Reading reading_of(const MessageView& message, std::size_t index, const Reading* previous) {
  const auto& [units, tokens, speakers, question] = message;
  const notes::ScoredUnit& unit = units[index];
  Wording wording = tokens.wording(index, index, speakers);
  Reading reading{.first = index};
  reading.cost = cost_of(wording, unit.features);
  std::size_t bytes = unit.text.size();
  const Wording own = wording;
  while ((wording.points_back || wording.dangles()) && reading.first > 0 && index - reading.first < kUnitsBefore) {
    const notes::ScoredUnit& before = units[reading.first - 1];
    bytes += before.text.size() + 1;
    if (bytes > kQuoteBytesMax || !can_precede(before)) {
      break;
    }
    --reading.first;
    wording = tokens.wording(reading.first, index, speakers);
  }
  if (reading.first == index && !wording.unsaid.event.empty()) {
    reading.first = unit_that_tells(message, index, wording.unsaid.event);
    wording = reading.first < index ? tokens.wording(reading.first, index, speakers) : wording;
  }
  reading.points_back = wording.points_back;
  reading.unnamed =
      wording.referents.unnamed || wording.referents.recalls ||
      !(wording.referents.names || has_any(unit, {kTitle}) || (!wording.vague && has_any(unit, {kEvent})));
  reading.unnamed_many = wording.referents.unnamed_many;
  reading.unnamed_person = wording.referents.unnamed_person;
  reading.relative_time = wording.relative_time;
  reading.happened = wording.happened;
  if (previous != nullptr && reading.first == index && gives_context(*previous, units, index)) {
    --reading.first;
    reading.relative_time = reading.relative_time || previous->relative_time;
    reading.happened = reading.happened || previous->happened;
  }
  const auto before = units.first(reading.first);
  const auto says_nothing = [](const notes::ScoredUnit& other) { return has_any(other, {kGreeting, kThanks, kCheer}); };
  const bool belongs = question.tells_subject() && !question.agrees && index < kAnswerUnits &&
                       (unit.features[kRepeats] > 0 || !has_any(unit, {kProper, kTitle}));
  reading.opens = belongs || std::all_of(before.begin(), before.end(), says_nothing);
  // A question about "this picture" does not say what it shows either.
  const bool asked = reading.opens && !question.recalls && has_noun(question.text, wording.standing.unknown);
  reading.dangles =
      wording.standing.open_end || (reading.unnamed && own.referents.remarks) ||
      (!is_whole(message) && (wording.standing.placeless || (!wording.standing.unknown.empty() && !asked)));
  if (reading.unnamed || reading.dangles) {
    quote_part(unit, index, speakers, reading);
    reading.opens = reading.opens && reading.from == 0;
  }
  reading.complete = !wording.says_yes_or_no && !reading.unnamed && !reading.dangles && !reading.points_back &&
                     wording.opens_self && (wording.opening == Opening::kSelf || wording.opening == Opening::kOther);
  weigh(message, index, own, wording, reading);
  return reading;
}

}  // namespace

std::int64_t Reading::value(std::int64_t score, bool asked) const {
  return score - cost - (points_back && !asked ? kPointsBackCost : 0);
}

std::int64_t Reading::worth(std::int64_t score, bool asked, bool explained) const {
  return value(score, asked) - lack - emptiness - blur - (needs_more() && !explained ? kUnexplainedLack : 0);
}

std::vector<Reading> readings_of(std::span<const notes::ScoredUnit> units, const notes::Names& speakers,
                                 const QuotedQuestion& question) {
  const UnitTokens tokens(units);
  std::vector<Reading> readings;
  readings.reserve(units.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    readings.push_back(reading_of({units, tokens, speakers, question}, i, i == 0 ? nullptr : &readings[i - 1]));
  }
  return readings;
}

std::string joined(std::span<const notes::ScoredUnit> units, std::size_t first, std::size_t last) {
  std::string text = units[first].text;
  for (std::size_t i = first + 1; i <= last; ++i) {
    text.append(" ").append(units[i].text);
  }
  return text;
}

std::string_view own_text(const notes::ScoredUnit& unit, const Reading& reading) {
  return std::string_view(unit.text).substr(reading.from, reading.to - reading.from);
}

std::string said_of(std::string_view unit, const Reading& reading) {
  if (reading.needs_more()) {
    return {};
  }
  std::string_view said = unit;
  if (count_code_points(said) > kSaidCodePointsMax) {
    said = notes::sentences_of(unit).front();
  }
  const bool can = said.find('[') == std::string_view::npos && can_stand_in_label(said, kSaidCodePointsMax) &&
                   !notes::is_question(said) && TokenList(said, kSaidTokensMin).all().size() >= kSaidTokensMin;
  return can ? in_label(said) : std::string();
}

}  // namespace turnstream::consolidation
