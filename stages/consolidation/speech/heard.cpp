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
constexpr std::uint8_t kQuestionFormat = 2;
constexpr std::size_t kQuestionStemsMax = 256;

}  // namespace

std::optional<std::size_t> Heard::best() const {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (!best.has_value() || value(i) > value(*best)) {
      best = i;
    }
  }
  return best;
}

Status Speech::hear(const model::StateExport& turn) {
  const model::TurnData& said = turn.turn_data;
  if (said.user_input.empty() && said.assistant_response.empty()) {
    return {};
  }
  TS_RETURN_IF_ERROR(load());
  const Speakers speakers = speakers_of(turn);
  const notes::Names names = notes::names_of({speakers.user, speakers.agent});
  TS_ASSIGN_OR_RETURN(Asked asked, question_before(turn.session_id));
  if (said.user_input.empty()) {
    asked = Asked{};  // The agent continues: it does not answer itself.
  }
  const bool same_speaker = speakers.user == speakers.agent;
  for (const auto& [speaker, text] :
       {std::pair(speakers.user, said.user_input), {speakers.agent, said.assistant_response}}) {
    if (text.empty()) {
      continue;
    }
    std::vector<notes::ReadUnit> units = notes::read_units(text);
    statistics_->add(notes::stems_of(units));
    Heard heard{speaker, text, std::move(asked.text), tells(asked.question.stems), std::move(asked.turn_id), {}, {}};
    heard.units = notes::score_units(std::move(units), asked.question, names, *statistics_);
    heard.readings = readings_of(heard.units, names);
    messages_.push_back(std::move(heard));
    asked = Asked{};
    asked.question = same_speaker ? notes::Question{} : notes::question_in(text, names);
    asked.text = asked.question.asked ? last_question(text) : std::string();
  }
  keep_question(turn, said.assistant_response.empty() ? Asked{} : asked);
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

Result<Speech::Asked> Speech::question_before(std::string_view session_id) {
  TS_ASSIGN_OR_RETURN(const auto row, rows_.get(kQuestionKey));
  Asked asked;
  has_question_ = row.has_value();
  if (!has_question_) {
    return asked;
  }
  ByteReader reader(*row);
  const bool known_format = reader.u8() == kQuestionFormat;
  const bool same_session = reader.u64() == hash64(session_id);
  asked.question.with_question_word = reader.u8() != 0;
  asked.text = std::string(reader.text());
  asked.turn_id = std::string(reader.text());
  const std::size_t stems = reader.count(sizeof(std::uint64_t));
  for (std::size_t i = 0; i < stems; ++i) {
    asked.question.stems.push_back(notes::Stem{reader.u64()});
  }
  if (!known_format || !reader.done()) {
    return evidence::bad_state("The row of the last question is damaged.");
  }
  asked.question.asked = true;
  return same_session ? asked : Asked{};
}

void Speech::keep_question(const model::StateExport& turn, const Asked& asked) {
  const notes::Question& question = asked.question;
  if (!question.asked) {
    if (has_question_) {
      rows_.erase(kQuestionKey);
    }
    return;
  }
  std::string row;
  ByteWriter writer(row);
  const std::size_t stems = std::min(question.stems.size(), kQuestionStemsMax);
  writer.u8(kQuestionFormat).u64(hash64(turn.session_id)).u8(question.with_question_word ? 1 : 0);
  writer.text(asked.text).text(turn.turn_id).varint(stems);
  for (std::size_t i = 0; i < stems; ++i) {
    writer.u64(static_cast<std::uint64_t>(question.stems[i]));
  }
  rows_.put(kQuestionKey, row);
}

}  // namespace turnstream::consolidation
