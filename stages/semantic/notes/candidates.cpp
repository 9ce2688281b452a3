#include "stages/semantic/notes/candidates.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/utf8.h"
#include "pipeline/codec/ids.h"
#include "stages/common/evidence/score.h"
#include "stages/common/evidence/speakers.h"
#include "stages/common/evidence/turn_sources.h"
#include "stages/common/language/user_name.h"
#include "stages/common/notes/sentences.h"
#include "stages/common/notes/summary.h"
#include "stages/common/notes/units.h"
#include "stages/semantic/notes/pointing.h"

namespace turnstream::semantic {
namespace {

constexpr std::string_view kChatPointer = "/turn_data";

bool is_agent_turn(const model::StateExport& turn) {
  return turn.domain != model::Domain::kChat || !turn.tool_executions.empty() || !turn.goal_updates.empty() ||
         !turn.action_updates.empty();
}

bool can_be_note(const notes::ScoredUnit& unit) {
  static constexpr std::size_t kSocial[] = {notes::place_of_feature("question"), notes::place_of_feature("greet"),
                                            notes::place_of_feature("thank"), notes::place_of_feature("cheer")};
  const bool social = std::any_of(std::begin(kSocial), std::end(kSocial),
                                  [&unit](std::size_t feature) { return unit.features[feature] > 0; });
  return unit.words >= 2 && !unit.stems.empty() && (!social || unit.score >= notes::kWorthKeeping) &&
         count_code_points(unit.text) <= kNoteCodePointsMax;
}

/// For each unit the sentence before it, cut, if it points back and is not the first one.
std::vector<std::optional<std::string>> sentences_before(const std::vector<notes::ReadUnit>& units) {
  std::vector<std::optional<std::string>> before(units.size());
  for (std::size_t i = 1; i < units.size(); ++i) {
    if (points_back(units[i].read)) {
      const std::vector<std::string_view> sentences = notes::sentences_of(units[i - 1].text);
      const std::string_view last = sentences.empty() ? std::string_view(units[i - 1].text) : sentences.back();
      before[i] = std::string(notes::cut_at_word(last, model::kQuotedCodePointsMax));
    }
  }
  return before;
}

/// The last question of the text, cut.
std::string last_question(std::string_view text) {
  const std::vector<std::string_view> sentences = notes::sentences_of(text);
  const auto last = std::find_if(sentences.rbegin(), sentences.rend(), notes::is_question);
  return last == sentences.rend() ? std::string() : std::string(notes::cut_at_word(*last, model::kQuotedCodePointsMax));
}

class Collector {
 public:
  Collector(const model::StateExport& turn, const SemanticSettings& settings, notes::WordStatistics& statistics)
      : turn_(turn),
        settings_(settings),
        statistics_(statistics),
        sources_(turn),
        speakers_(evidence::speakers_of(turn)),
        user_(model::user_of(turn)),
        names_(notes::names_of({speakers_.user, speakers_.agent})) {
    found_.counted.messages_before = statistics.messages();
  }

  TurnUnits collect(AskedQuestion& asked) {
    add_chat(asked);
    add_observations(turn_.observations, "/observations/");
    for (std::size_t i = 0; i < turn_.tool_executions.size(); ++i) {
      const model::ToolExecution& tool = turn_.tool_executions[i];
      const std::string base = "/tool_executions/" + std::to_string(i);
      for (std::size_t write = 0; write < tool.memory_writes.size(); ++write) {
        add(Side::kRecord, tool.memory_writes[write].content, base + "/memory_writes/" + std::to_string(write),
            settings_.memory_write_confidence, {});
      }
      add_observations(tool.observations_added, base + "/observations_added/");
    }
    return std::move(found_);
  }

 private:
  /// A side that says nothing neither answers nor asks.
  void add_chat(AskedQuestion& asked) {
    const model::TurnData& said = turn_.turn_data;
    if (said.user_input.empty() && said.assistant_response.empty()) {
      return;
    }
    AskedQuestion before = std::exchange(asked, {});
    if (said.user_input.empty() || before.user_id != user_.id) {
      before = {};  // Neither the agent nor another user answers.
    }
    for (const Side side : {Side::kUser, Side::kAgent}) {
      const std::string_view text = side == Side::kUser ? said.user_input : said.assistant_response;
      if (!text.empty()) {
        add(side, text, kChatPointer, side == Side::kUser ? settings_.user_confidence : agent_confidence(), before);
      }
      before = question_in(first_code_points(text, kHeardCodePointsMax));
    }
    asked = std::move(before);
  }

  [[nodiscard]] std::int64_t agent_confidence() const {
    const bool guarded = !turn_.metadata.memories_recalled.empty();
    return guarded ? 0 : is_agent_turn(turn_) ? kAgentConfidence : settings_.user_confidence;
  }

  [[nodiscard]] bool is_full() const { return found_.candidates.size() >= kCandidatesMax; }

  void add_observations(const std::vector<model::Observation>& observations, const std::string& base) {
    for (std::size_t i = 0; i < observations.size(); ++i) {
      if (!observations[i].ephemeral) {
        add(Side::kRecord, observations[i].content, base + std::to_string(i), observations[i].confidence_millionths,
            {});
      }
    }
  }

  void add(Side side, std::string_view whole, std::string_view pointer, std::int64_t confidence,
           const AskedQuestion& asked) {
    if (is_full()) {
      return;
    }
    std::vector<notes::ReadUnit> units = notes::read_units(first_code_points(whole, kHeardCodePointsMax));
    count(notes::stems_of(units));
    if (confidence <= 0 || confidence < settings_.retire_confidence) {
      return;
    }
    std::vector<std::optional<std::string>> before = sentences_before(units);
    const KeptNote common = draft_of(side, asked, std::min(confidence, evidence::kConfidenceMax), pointer);
    found_.candidates.reserve(found_.candidates.size() + units.size());
    std::vector<notes::ScoredUnit> scored = notes::score_units(std::move(units), asked.question, names_, statistics_);
    for (std::size_t i = 0; i < scored.size(); ++i) {
      notes::ScoredUnit& unit = scored[i];
      if (can_be_note(unit) && !is_full()) {
        KeptNote draft = common;
        draft.note.before = std::move(before[i]);
        draft.note.about = about_of(unit, side);
        if (side != Side::kRecord || language::begins_with_user(unit.text)) {
          draft.note.user = user_;
        }
        draft.note.text = std::move(unit.text);
        found_.candidates.push_back({side, std::string(pointer), std::move(draft), std::move(unit)});
      }
    }
  }

  void count(const notes::Stems& stems) {
    statistics_.add(stems);
    found_.counted.stems.insert(found_.counted.stems.end(), stems.begin(), stems.end());
  }

  /// What the notes of a text have in common.
  [[nodiscard]] KeptNote draft_of(Side side, const AskedQuestion& asked, std::int64_t confidence,
                                  std::string_view pointer) {
    KeptNote draft;
    model::Note& note = draft.note;
    note.confidence = confidence;
    note.speaker = std::string(side == Side::kUser ? speakers_.user : speakers_.agent);
    if (asked.question.asked) {
      note.reply_to = asked.text;
      draft.asked = source_of(turn_.agent_id, asked);
    }
    note.session_id = std::string(turn_.session_id);
    note.timestamp = turn_.timestamp;
    note.span = {turn_.timestamp, turn_.timestamp};
    note.sources.push_back(sources_.at(pointer));
    return draft;
  }

  [[nodiscard]] AskedQuestion question_in(std::string_view text) const {
    AskedQuestion asked;
    if (speakers_.user != speakers_.agent) {
      asked.question = notes::question_in(text, names_);
    }
    if (asked.question.asked) {
      asked.text = last_question(text);
      asked.turn_id = std::string(turn_.turn_id);
      asked.session_id = std::string(turn_.session_id);
      asked.user_id = user_.id;
    }
    return asked;
  }

  const model::StateExport& turn_;
  const SemanticSettings& settings_;
  notes::WordStatistics& statistics_;
  evidence::TurnSources sources_;
  evidence::Speakers speakers_;
  model::User user_;
  notes::Names names_;
  TurnUnits found_;
};

}  // namespace

TurnUnits units_of(const model::StateExport& turn, const SemanticSettings& settings, notes::WordStatistics& statistics,
                   AskedQuestion& asked) {
  return Collector(turn, settings, statistics).collect(asked);
}

bool says_something(const model::StateExport& turn) {
  return !turn.turn_data.user_input.empty() || !turn.turn_data.assistant_response.empty() ||
         !turn.observations.empty() ||
         std::any_of(turn.tool_executions.begin(), turn.tool_executions.end(), [](const model::ToolExecution& tool) {
           return !tool.memory_writes.empty() || !tool.observations_added.empty();
         });
}

model::Source source_of(std::string_view persona, const AskedQuestion& asked) {
  return {to_string(codec::memory_id(persona, asked.turn_id, kChatPointer)), asked.turn_id, asked.session_id};
}

}  // namespace turnstream::semantic
