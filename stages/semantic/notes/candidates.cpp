#include "stages/semantic/notes/candidates.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/utf8.h"
#include "pipeline/codec/ids.h"
#include "stages/common/evidence/score.h"
#include "stages/common/evidence/speakers.h"
#include "stages/common/language/user_name.h"
#include "stages/common/notes/units.h"
#include "stages/semantic/notes/context.h"
#include "stages/semantic/notes/pointing.h"
#include "stages/semantic/notes/poverty.h"
#include "stages/semantic/notes/unit_words.h"

namespace turnstream::semantic {
namespace {

constexpr std::string_view kChatPointer = "/turn_data";
/// Most turns have fewer candidates.
constexpr std::size_t kCandidatesOften = 16;

bool is_agent_turn(const model::StateExport& turn) {
  return turn.domain != model::Domain::kChat || !turn.tool_executions.empty() || !turn.goal_updates.empty() ||
         !turn.action_updates.empty();
}

/// Whether the question says what an answer that points back speaks of: "Where did you buy the boat?"
bool names_subject(std::string_view question) {
  if (question.empty()) {
    return false;
  }
  const notes::ReadText read(question);
  const UnitWords words(read);
  return names_something(words) && !points_back(words);
}

bool can_be_note(const notes::ScoredUnit& unit) {
  return unit.words >= 2 && !unit.stems.empty() && !is_social(unit) &&
         (unit.text.size() <= kNoteCodePointsMax || count_code_points(unit.text) <= kNoteCodePointsMax);
}

class Collector {
 public:
  Collector(evidence::TurnSources& sources, const SemanticSettings& settings, notes::WordStatistics& statistics)
      : turn_(sources.turn()),
        sources_(sources),
        settings_(settings),
        statistics_(statistics),
        speakers_(evidence::speakers_of(turn_)),
        user_(model::user_of(turn_)),
        names_(notes::names_of({speakers_.user, speakers_.agent})) {
    found_.counted.messages_before = statistics.messages();
    found_.candidates.reserve(kCandidatesOften);
  }

  TurnUnits collect(Talk& talk) {
    add_chat(talk);
    add_observations(turn_.observations, "/observations/");
    for (std::size_t i = 0; i < turn_.tool_executions.size(); ++i) {
      const model::ToolExecution& tool = turn_.tool_executions[i];
      const std::string base = "/tool_executions/" + std::to_string(i);
      for (std::size_t write = 0; write < tool.memory_writes.size(); ++write) {
        add(Side::kRecord, tool.memory_writes[write].content, base + "/memory_writes/" + std::to_string(write),
            settings_.memory_write_confidence);
      }
      add_observations(tool.observations_added, base + "/observations_added/");
    }
    return std::move(found_);
  }

 private:
  /// A side that says nothing neither answers nor asks.
  void add_chat(Talk& talk) {
    const model::TurnData& said = turn_.turn_data;
    if (said.user_input.empty() && said.assistant_response.empty()) {
      return;
    }
    AskedQuestion before = std::exchange(talk.asked, {});
    if (said.user_input.empty() || before.user.id != user_.id) {
      before = {};  // Neither the agent nor another user answers.
    }
    for (const Side side : {Side::kUser, Side::kAgent}) {
      const std::string_view text = side == Side::kUser ? said.user_input : said.assistant_response;
      LastSaid& last = side == Side::kUser ? talk.user : talk.agent;
      if (last.user.id != user_.id) {
        last = {};  // It was said to or by another user.
      }
      if (!text.empty()) {
        const std::int64_t confidence = side == Side::kUser ? settings_.user_confidence : agent_confidence();
        take_last(last, add(side, text, kChatPointer, confidence, before, last), side);
      }
      before = question_in(first_code_points(text, kHeardCodePointsMax), side);
    }
    talk.asked = std::move(before);
  }

  /// `best`: what the side said best now; empty: nothing that is understood alone.
  void take_last(LastSaid& last, std::string best, Side side) const {
    if (best.empty() && !last.text.empty() && !last.older) {
      last.older = true;
    } else if (best.empty()) {
      last = {};
    } else {
      last = {said_here(std::move(best), side), false};
    }
  }

  [[nodiscard]] Said said_here(std::string text, Side side) const {
    return {std::move(text), speaker_of(side), std::string(turn_.turn_id), std::string(turn_.session_id), user_};
  }

  [[nodiscard]] std::string speaker_of(Side side) const {
    return std::string(side == Side::kUser ? speakers_.user : speakers_.agent);
  }

  [[nodiscard]] std::int64_t agent_confidence() const {
    const bool guarded = !turn_.metadata.memories_recalled.empty();
    return guarded ? 0 : is_agent_turn(turn_) ? kAgentConfidence : settings_.user_confidence;
  }

  [[nodiscard]] bool is_full() const { return found_.candidates.size() >= kCandidatesMax; }

  void add_observations(const std::vector<model::Observation>& observations, const std::string& base) {
    for (std::size_t i = 0; i < observations.size(); ++i) {
      if (!observations[i].ephemeral) {
        add(Side::kRecord, observations[i].content, base + std::to_string(i), observations[i].confidence_millionths);
      }
    }
  }

  /// Returns the best of its units that is understood alone; empty if there is none.
  std::string add(Side side, std::string_view whole, std::string_view pointer, std::int64_t confidence,
                  const AskedQuestion& asked = {}, const LastSaid& last = {}) {
    if (is_full()) {
      return {};
    }
    std::vector<notes::ReadUnit> units = notes::read_units(first_code_points(whole, kHeardCodePointsMax));
    count(notes::stems_of(units));
    if (confidence <= 0 || confidence < settings_.retire_confidence) {
      return {};
    }
    const std::vector<UnitPlace> places = places_of(units);
    const KeptNote common = draft_of(side, asked, std::min(confidence, evidence::kConfidenceMax), pointer);
    std::vector<notes::ScoredUnit> scored = notes::score_units(std::move(units), asked.question, names_, statistics_);
    std::string best = side == Side::kRecord ? std::string() : best_alone(scored, places);
    const bool told = names_subject(asked.text);
    const bool advised = asks_for_advice(asked.text);
    std::vector<std::optional<Context>> contexts(
        scored.size());  // All before a text is moved; absent: it cannot be a note.
    for (std::size_t i = 0; i < scored.size(); ++i) {
      if (can_be_note(scored[i])) {
        contexts[i] = context_of(scored, places, i, last, told);
      }
    }
    bool taken = false;  // The unit stands in the note of the one before.
    for (std::size_t i = 0; i < scored.size() && !is_full(); ++i) {
      if (!contexts[i].has_value() || std::exchange(taken, false)) {
        continue;
      }
      Candidate& candidate = found_.candidates.emplace_back();
      KeptNote& draft = candidate.draft;
      draft = common;
      const bool open = contexts[i]->open;
      set_before(draft, *std::move(contexts[i]), last);
      draft.note.about = about_of(scored[i], side);
      if (side != Side::kRecord || language::speaks_of_user(scored[i].text)) {
        draft.note.user = user_;
      }
      candidate.poverty = side == Side::kRecord ? 0 : poverty_of(scored[i], places[i].poor, {open, advised});
      taken = takes_next(scored, places, i);
      draft.note.text = std::move(scored[i].text);
      if (taken) {
        draft.note.text.append(" ").append(scored[i + 1].text);
      }
      candidate.side = side;
      candidate.pointer = pointer;
      candidate.unit = std::move(scored[i]);
    }
    return best;
  }

  void set_before(KeptNote& draft, Context context, const LastSaid& last) const {
    if (!context.text.empty()) {
      draft.note.before = std::move(context.text);
      draft.before_in = context.of_last ? std::optional(source_of(turn_.agent_id, last)) : std::nullopt;
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
    note.speaker = speaker_of(side);
    if (asked.question.asked) {
      note.reply_to = asked.text;
      draft.asked = source_of(turn_.agent_id, asked);
      draft.asked_by = asked.speaker;
    }
    note.session_id = std::string(turn_.session_id);
    note.timestamp = turn_.timestamp;
    note.span = {turn_.timestamp, turn_.timestamp};
    note.sources.push_back(sources_.at(pointer));
    return draft;
  }

  [[nodiscard]] AskedQuestion question_in(std::string_view text, Side side) const {
    AskedQuestion asked;
    if (speakers_.user != speakers_.agent) {
      asked.question = notes::question_in(text, names_);
    }
    if (asked.question.asked) {
      static_cast<Said&>(asked) = said_here(quoted_question(text), side);
    }
    return asked;
  }

  const model::StateExport& turn_;
  evidence::TurnSources& sources_;
  const SemanticSettings& settings_;
  notes::WordStatistics& statistics_;
  evidence::Speakers speakers_;
  model::User user_;
  notes::Names names_;
  TurnUnits found_;
};

}  // namespace

TurnUnits units_of(evidence::TurnSources& sources, const SemanticSettings& settings, notes::WordStatistics& statistics,
                   Talk& talk) {
  return Collector(sources, settings, statistics).collect(talk);
}

bool says_something(const model::StateExport& turn) {
  return !turn.turn_data.user_input.empty() || !turn.turn_data.assistant_response.empty() ||
         !turn.observations.empty() ||
         std::any_of(turn.tool_executions.begin(), turn.tool_executions.end(), [](const model::ToolExecution& tool) {
           return !tool.memory_writes.empty() || !tool.observations_added.empty();
         });
}

model::Source source_of(std::string_view persona, const Said& said) {
  return {to_string(codec::memory_id(persona, said.turn_id, kChatPointer)), said.turn_id, said.session_id};
}

}  // namespace turnstream::semantic
