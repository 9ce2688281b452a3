#include "stages/consolidation/speech/heard.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"
#include "stages/common/evidence/rows.h"
#include "stages/common/evidence/speakers.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kSettledKey = "speech/settled";
constexpr std::string_view kRecentKey = "speech/recent";
constexpr std::uint8_t kQuestionFormat = 4;
constexpr std::uint8_t kQuestionFormatBefore = 3;  ///< with flags of one byte
constexpr std::size_t kQuestionStemsMax = 256;
constexpr std::uint8_t kAsked = 1;
constexpr std::uint8_t kWithQuestionWord = 2;
constexpr std::uint8_t kExplains = 4;
constexpr std::uint8_t kAgrees = 8;
constexpr std::uint8_t kAsksWho = 16;
constexpr std::uint8_t kClear = 32;
constexpr std::uint8_t kNamesMany = 64;
constexpr std::uint8_t kPoints = 128;
constexpr std::uint64_t kBesideOthers = 256;
constexpr std::uint64_t kNamesPerson = 512;
constexpr std::uint64_t kRecalls = 1024;
constexpr std::uint64_t kBare = 2048;
constexpr std::uint64_t kTold = 4096;
constexpr std::uint64_t kDated = 8192;
constexpr std::uint64_t kUnclear = 16384;
constexpr std::uint64_t kAsksAdvice = 32768;

/// The index with the highest value; of equal ones the first.
template <typename Value>
std::optional<std::size_t> best_of(std::size_t count, const Value& value) {
  std::optional<std::size_t> best;
  std::int64_t highest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (const std::int64_t own = value(i); !best.has_value() || own > highest) {
      best = i;
      highest = own;
    }
  }
  return best;
}

std::uint64_t flags_of(const QuotedQuestion& quoted) {
  return (quoted.explains ? kExplains : 0) | (quoted.asks_who ? kAsksWho : 0) | (quoted.agrees ? kAgrees : 0) |
         (quoted.clear ? kClear : 0) | (quoted.names_many ? kNamesMany : 0) | (quoted.points ? kPoints : 0) |
         (quoted.alone ? 0 : kBesideOthers) | (quoted.names_person ? kNamesPerson : 0) |
         (quoted.recalls ? kRecalls : 0) | (quoted.bare ? kBare : 0) | (quoted.told ? kTold : 0) |
         (quoted.dated ? kDated : 0) | (quoted.unclear ? kUnclear : 0) | (quoted.advice ? kAsksAdvice : 0);
}

/// What the message says best that can stand in a label, as it stands there.
std::string best_said(const Heard& heard) {
  std::string said;
  std::int64_t highest = notes::kScoreOne;
  for (std::size_t i = 0; i < heard.units.size(); ++i) {
    const Reading& reading = heard.readings[i];
    const bool tells = heard.question_tells && heard.shows_question(i);
    if (const std::int64_t worth = reading.worth(heard.units[i].score, tells, heard.is_explained(i)) + reading.blur;
        worth > highest) {
      if (std::string own = said_of(own_text(heard.units[i], reading), reading); !own.empty()) {
        said = std::move(own);
        highest = worth;
      }
    }
  }
  return said;
}

}  // namespace

std::optional<std::size_t> Heard::best() const {
  return best_of(units.size(), [this](std::size_t unit) { return value(unit); });
}

std::optional<std::size_t> Heard::best_quote() const {
  return best_of(units.size(), [this](std::size_t unit) { return worth(unit); });
}

Status Speech::hear(const model::StateExport& turn) {
  const model::TurnData& said = turn.turn_data;
  if (said.user_input.empty() && said.assistant_response.empty()) {
    return {};
  }
  TS_RETURN_IF_ERROR(load());
  const evidence::Speakers speakers = evidence::speakers_of(turn);
  const notes::Names names = notes::names_of({speakers.user, speakers.agent});
  TS_ASSIGN_OR_RETURN(Before before, turn_before(turn));
  Before kept;
  Asked asked = said.user_input.empty() ? Asked{} : std::move(before.asked);  // The agent does not answer itself.
  const bool same_speaker = speakers.user == speakers.agent;
  for (const bool user : {true, false}) {
    const std::string_view speaker = user ? speakers.user : speakers.agent;
    const std::string_view text = user ? said.user_input : said.assistant_response;
    if (text.empty()) {
      asked = Asked{};
      continue;
    }
    std::vector<notes::ReadUnit> units = notes::read_units(text);
    statistics_->add(notes::stems_of(units));
    Heard heard;
    heard.speaker = speaker;
    heard.of_user = user;
    heard.text = text;
    heard.question_tells = tells(asked.question.stems);
    heard.asked_in = std::move(asked.turn_id);
    heard.said = std::move(user ? before.user_said : before.agent_said);
    heard.said_in = before.turn_id;
    heard.units = notes::score_units(std::move(units), asked.question, names, *statistics_);
    heard.readings = readings_of(heard.units, names, asked.quoted);
    heard.question = std::move(asked.quoted);
    (user ? kept.user_said : kept.agent_said) = best_said(heard);
    messages_.push_back(std::move(heard));
    asked = Asked{};
    asked.question = same_speaker ? notes::Question{} : notes::question_in(text, names);
    const std::string& said_before = user ? before.agent_said : kept.user_said;  // by the side that is asked
    asked.quoted = asked.question.asked ? last_question(text, names, said_before) : QuotedQuestion{};
  }
  kept.asked = std::move(asked);
  keep_turn(turn, kept);
  heard_ = true;
  return {};
}

Result<const notes::WordStatistics*> Speech::statistics() {
  TS_RETURN_IF_ERROR(load());
  return &*statistics_;
}

Result<std::vector<notes::ScoredUnit>> Speech::score(std::vector<notes::ReadUnit> units) {
  TS_RETURN_IF_ERROR(load());
  return notes::score_units(std::move(units), {}, {}, *statistics_);
}

Status Speech::forget(bool all) {
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(kQuestionKey));
  if (row.has_value()) {
    rows_.erase(kQuestionKey);
  }
  if (all) {
    statistics_.reset();
    heard_ = false;
    rows_.erase(kSettledKey);
    rows_.erase(kRecentKey);
  }
  return {};
}

Status Speech::finish() {
  if (!heard_) {
    return {};
  }
  if (statistics_->settled_changed()) {
    rows_.put(kSettledKey, statistics_->settled_row());
  }
  rows_.put(kRecentKey, statistics_->recent_row());
  return {};
}

Status Speech::load() {
  if (statistics_.has_value()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const auto settled, rows_.get(kSettledKey));
  TS_ASSIGN_OR_RETURN(const auto recent, rows_.get(kRecentKey));
  TS_ASSIGN_OR_RETURN(statistics_, notes::WordStatistics::parse(settled.value_or(""), recent.value_or("")));
  return {};
}

Result<Speech::Before> Speech::turn_before(const model::StateExport& turn) {
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(kQuestionKey));
  Before before;
  has_before_ = row.has_value();
  if (!has_before_) {
    return before;
  }
  ByteReader reader(*row);
  const std::uint8_t format = reader.u8();
  const bool same_session = reader.u64() == hash64(turn.session_id);
  const std::uint64_t flags = format == kQuestionFormatBefore ? reader.u8() : reader.varint();
  before.turn_id = std::string(reader.text());
  before.user_said = std::string(reader.text());
  before.agent_said = std::string(reader.text());
  before.asked.question.asked = (flags & kAsked) != 0;
  before.asked.question.with_question_word = (flags & kWithQuestionWord) != 0;
  before.asked.quoted = {.text = std::string(reader.text()),
                         .explains = (flags & kExplains) != 0,
                         .clear = (flags & kClear) != 0,
                         .names_many = (flags & kNamesMany) != 0,
                         .names_person = (flags & kNamesPerson) != 0,
                         .asks_who = (flags & kAsksWho) != 0,
                         .points = (flags & kPoints) != 0,
                         .alone = (flags & kBesideOthers) == 0,
                         .recalls = (flags & kRecalls) != 0,
                         .agrees = (flags & kAgrees) != 0,
                         .bare = (flags & kBare) != 0,
                         .told = (flags & kTold) != 0,
                         .unclear = (flags & kUnclear) != 0,
                         .advice = (flags & kAsksAdvice) != 0,
                         .dated = (flags & kDated) != 0};
  const std::size_t stems = reader.count(sizeof(std::uint64_t));
  for (std::size_t i = 0; i < stems; ++i) {
    before.asked.question.stems.push_back(notes::Stem{reader.u64()});
  }
  before.user_id = reader.at_end() ? std::string() : std::string(reader.text());
  if ((format != kQuestionFormat && format != kQuestionFormatBefore) || !reader.done()) {
    return evidence::bad_state("The row of the turn before is damaged.");
  }
  before.asked.turn_id = before.asked.question.asked ? before.turn_id : std::string();
  if (before.user_id != turn.user_id.value_or(std::string_view())) {
    before.user_said.clear();
    before.asked.quoted.told = false;
  }
  return same_session ? before : Before{};
}

void Speech::keep_turn(const model::StateExport& turn, const Before& kept) {
  const notes::Question& question = kept.asked.question;
  if (!question.asked && kept.user_said.empty() && kept.agent_said.empty()) {
    if (has_before_) {
      rows_.erase(kQuestionKey);
    }
    return;
  }
  const QuotedQuestion& quoted = kept.asked.quoted;
  const std::uint64_t flags = (question.asked ? kAsked : 0) | (question.with_question_word ? kWithQuestionWord : 0) |
                              flags_of(kept.asked.quoted);
  std::string row;
  ByteWriter writer(row);
  writer.u8(kQuestionFormat).u64(hash64(turn.session_id)).varint(flags);
  writer.text(turn.turn_id).text(kept.user_said).text(kept.agent_said).text(quoted.text);
  const std::size_t stems = std::min(question.stems.size(), kQuestionStemsMax);
  writer.varint(stems);
  for (std::size_t i = 0; i < stems; ++i) {
    writer.u64(static_cast<std::uint64_t>(question.stems[i]));
  }
  if (const std::string_view user = turn.user_id.value_or(std::string_view()); !user.empty()) {
    writer.text(user);
  }
  rows_.put(kQuestionKey, row);
}

}  // namespace turnstream::consolidation
