#include "stages/consolidation/speech/heard.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"
#include "stages/common/evidence/rows.h"
#include "stages/consolidation/speech/speakers.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kSettledKey = "speech/settled";
constexpr std::string_view kRecentKey = "speech/recent";
constexpr std::string_view kQuestionKey = "speech/question";
constexpr std::uint8_t kQuestionFormat = 1;
constexpr std::size_t kQuestionStemsMax = 256;

std::int64_t best_of(const std::vector<notes::ScoredUnit>& units) {
  std::int64_t best = units.empty() ? 0 : units.front().score;
  for (const notes::ScoredUnit& unit : units) {
    best = std::max(best, unit.score);
  }
  return best;
}

}  // namespace

Status Speech::hear(const model::StateExport& turn) {
  const model::TurnData& said = turn.turn_data;
  if (said.user_input.empty() && said.assistant_response.empty()) {
    return {};
  }
  TS_RETURN_IF_ERROR(load());
  const Speakers speakers = speakers_of(turn);
  const notes::Names names = notes::names_of({speakers.user, speakers.agent});
  TS_ASSIGN_OR_RETURN(notes::Question question, question_before(turn.session_id));
  for (const auto& [speaker, text] :
       {std::pair(speakers.user, said.user_input), {speakers.agent, said.assistant_response}}) {
    if (text.empty()) {
      continue;
    }
    std::vector<notes::ReadUnit> units = notes::read_units(text);
    statistics_->add(notes::stems_of(units));
    Heard heard{speaker, text, notes::score_units(std::move(units), question, names, *statistics_), 0};
    heard.best_score = best_of(heard.units);
    messages_.push_back(std::move(heard));
    const bool same_speaker = speakers.user == speakers.agent;
    question = same_speaker ? notes::Question{} : notes::question_in(text, names);
  }
  keep_question(turn.session_id, said.assistant_response.empty() ? notes::Question{} : question);
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
    rows_.erase(kSettledKey);
    rows_.erase(kRecentKey);
    statistics_.reset();
    heard_ = false;
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

Result<notes::Question> Speech::question_before(std::string_view session_id) {
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(kQuestionKey));
  notes::Question question;
  has_question_ = row.has_value();
  if (!has_question_) {
    return question;
  }
  ByteReader reader(*row);
  const bool known_format = reader.u8() == kQuestionFormat;
  const bool same_session = reader.u64() == hash64(session_id);
  question.with_question_word = reader.u8() != 0;
  const std::size_t stems = reader.count(sizeof(std::uint64_t));
  for (std::size_t i = 0; i < stems; ++i) {
    question.stems.push_back(notes::Stem{reader.u64()});
  }
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The row of the last question is damaged.");
  }
  question.asked = true;
  return same_session ? question : notes::Question{};
}

void Speech::keep_question(std::string_view session_id, const notes::Question& question) {
  if (!question.asked) {
    if (has_question_) {
      rows_.erase(kQuestionKey);
    }
    return;
  }
  std::string row;
  ByteWriter writer(row);
  const std::size_t stems = std::min(question.stems.size(), kQuestionStemsMax);
  writer.u8(kQuestionFormat).u64(hash64(session_id)).u8(question.with_question_word ? 1 : 0).varint(stems);
  for (std::size_t i = 0; i < stems; ++i) {
    writer.u64(static_cast<std::uint64_t>(question.stems[i]));
  }
  rows_.put(kQuestionKey, row);
}

}  // namespace turnstream::consolidation
