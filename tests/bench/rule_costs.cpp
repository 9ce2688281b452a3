#include "tests/bench/rule_costs.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <limits>

#include "stages/common/evidence/tool_steps.h"
#include "stages/common/language/sentences.h"
#include "stages/common/language/stated_patterns.h"
#include "stages/common/language/statements.h"
#include "stages/common/notes/score.h"
#include "stages/episodic/items_of_turn.h"
#include "stages/episodic/links.h"
#include "stages/pattern/signals.h"
#include "stages/semantic/claims.h"
#include "stages/skill/settings.h"
#include "tests/bench/stage_costs.h"

namespace turnstream::bench {
namespace {

constexpr std::size_t kTurns = 1'000;
constexpr int kRounds = 5;
constexpr std::size_t kLinkRows = 8;

/// Parsed turns that are all valid at the same time.
class Turns {
 public:
  Turns() {
    app::TurnGenerator generator({.personas = 100});
    for (std::size_t i = 0; i < kTurns; ++i) {
      std::string text;
      generator.append_next(text);
      turns_.push_back(*parsers_.emplace_back().parse(text));
    }
  }
  [[nodiscard]] const std::vector<const model::StateExport*>& all() const { return turns_; }

 private:
  std::deque<codec::TurnParser> parsers_;
  std::vector<const model::StateExport*> turns_;
};

/// The texts of a turn that the language rules read: those that the semantic stage passes to them.
std::vector<std::pair<std::string_view, language::Register>> texts_of(const model::StateExport& turn) {
  std::vector<std::pair<std::string_view, language::Register>> texts{
      {turn.turn_data.user_input, language::Register::kTalk}};
  const auto add = [&texts](const std::vector<model::Observation>& observations) {
    for (const model::Observation& observation : observations) {
      if (!observation.ephemeral) {
        texts.emplace_back(observation.content, language::Register::kRecord);
      }
    }
  };
  for (const model::ToolExecution& tool : turn.tool_executions) {
    for (const model::MemoryWrite& write : tool.memory_writes) {
      texts.emplace_back(write.content, language::Register::kRecord);
    }
    add(tool.observations_added);
  }
  add(turn.observations);
  return texts;
}

/// The link rows of the last items of a persona.
class LinkRows {
 public:
  void link(const std::vector<episodic::NewItem>& items, const episodic::EpisodicSettings& settings) {
    episodic::LinkTable table;
    for (const std::string& row : rows_) {
      found_ += table.add_row(row) ? 1 : 0;
    }
    for (const episodic::NewItem& item : items) {
      const episodic::LinkEntry entry = episodic::link_entry_of(item);
      found_ += table.related(entry, 0, settings).size();
      table.add(entry);
      if (entries_++ % episodic::kLinkRowEntries == 0) {
        rows_.emplace_back();
      }
      episodic::append_link_entry(rows_.back(), entry);
      if (rows_.size() > kLinkRows) {
        rows_.pop_front();
      }
    }
  }

 private:
  std::deque<std::string> rows_;
  std::uint64_t entries_ = 0;
  std::size_t found_ = 0;
};

/// The time for a turn: the shortest of several rounds over all turns, divided by the number of turns.
double least_us(const Turns& turns, const std::function<void(std::size_t index, const model::StateExport&)>& rules) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (int round = 0; round < kRounds; ++round) {
    const std::int64_t before = thread_cpu_ns();
    for (std::size_t i = 0; i < turns.all().size(); ++i) {
      rules(i, *turns.all()[i]);
    }
    least = std::min(least, thread_cpu_ns() - before);
  }
  return static_cast<double>(least) / 1e3 / static_cast<double>(kTurns);
}

/// The time to parse the settings, which a stage does once a call.
void add_settings(const Turns& turns, std::vector<RuleCost>& costs) {
  using stage_api::settings_from;
  const StageSet stages;
  const nlohmann::json& memory = stages.settings();
  const auto add = [&](const std::string& stage, const std::function<void()>& read) {
    costs.push_back({stage, "settings", least_us(turns, [&](std::size_t, const auto&) { read(); })});
  };
  add("episodic", [&] { (void)settings_from(episodic::kSettingFields, memory); });
  add("skill", [&] { (void)settings_from(skill::kSettingFields, memory); });
  add("semantic", [&] { (void)settings_from(semantic::kSettingFields, memory); });
  add("pattern", [&] { (void)settings_from(pattern::kSettingFields, memory); });
}

void add_language(const Turns& turns, std::vector<RuleCost>& costs) {
  std::vector<std::vector<std::pair<language::Words, language::Register>>> words(kTurns);
  costs.push_back({"language", "words", least_us(turns, [&](std::size_t i, const auto& turn) {
                     words[i].clear();
                     for (const auto& [text, reg] : texts_of(turn)) {
                       words[i].emplace_back(language::words_of(text), reg);
                     }
                   })});
  costs.push_back({"language", "sentences, statements", least_us(turns, [&](std::size_t i, const auto&) {
                     for (const auto& [cut, reg] : words[i]) {
                       std::vector<language::Statement> found;
                       for (const language::Sentence& sentence : language::asserted_sentences(cut)) {
                         language::add_statements(sentence, reg, found);
                       }
                     }
                   })});
  costs.push_back({"language", "stated patterns (with words)", least_us(turns, [](std::size_t, const auto& turn) {
                     (void)language::stated_patterns_in(turn.turn_data.user_input);
                   })});
}

/// Each text is counted for its persona and then scored. The turns tell nothing of the words of real conversations.
void add_notes(const Turns& turns, std::vector<RuleCost>& costs) {
  notes::WordStatistics statistics;
  costs.push_back(
      {"notes", "words counted, units scored", least_us(turns, [&](std::size_t, const auto& turn) {
         for (const std::string_view text : {turn.turn_data.user_input, turn.turn_data.assistant_response}) {
           statistics.add(notes::stems_of(text));
           (void)notes::score_message(text, {}, {}, statistics);
         }
       })});
}

}  // namespace

std::vector<RuleCost> measure_rules() {
  const Turns turns;
  std::vector<RuleCost> costs;
  add_language(turns, costs);
  add_notes(turns, costs);
  const episodic::EpisodicSettings episodic_settings;
  std::vector<std::vector<episodic::NewItem>> items(kTurns);
  costs.push_back({"episodic", "items", least_us(turns, [&](std::size_t i, const auto& turn) {
                     stage_api::Input input;
                     input.persona = turn.agent_id;
                     input.turn = &turn;
                     items[i] = episodic::items_of_turn(input, episodic_settings);
                   })});
  LinkRows links;
  costs.push_back({"episodic", "links",
                   least_us(turns, [&](std::size_t i, const auto&) { links.link(items[i], episodic_settings); })});
  costs.push_back({"skill", "steps, sequences", least_us(turns, [](std::size_t, const auto& turn) {
                     (void)evidence::sequences_of(evidence::tool_steps(turn.tool_executions), {});
                   })});
  const semantic::SemanticSettings semantic_settings;
  costs.push_back({"semantic", "claims (with language)", least_us(turns, [&](std::size_t, const auto& turn) {
                     (void)semantic::claims_of(turn, semantic_settings);
                   })});
  const pattern::PatternSettings pattern_settings;
  costs.push_back({"pattern", "signals (with stated patterns)", least_us(turns, [&](std::size_t, const auto& turn) {
                     (void)pattern::signals_of(turn, pattern_settings);
                   })});
  add_settings(turns, costs);
  return costs;
}

}  // namespace turnstream::bench
