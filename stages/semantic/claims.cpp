#include "stages/semantic/claims.h"

#include <chrono>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "pipeline/base/utf8.h"
#include "pipeline/model/note.h"
#include "stages/common/change/telling.h"
#include "stages/common/language/text_form.h"
#include "stages/common/language/told_statements.h"
#include "stages/common/language/user_name.h"
#include "stages/common/language/verb_rows.h"
#include "stages/common/notes/summary.h"
#include "stages/semantic/relations.h"
#include "stages/semantic/tool_calls.h"

namespace turnstream::semantic {
namespace {

using language::Register;
using language::Statement;
using language::ToldStatement;

/// The first line of a tool's error is cut to this length; the other lines are not used.
constexpr std::size_t kErrorCodePointsMax = 120;
constexpr std::size_t kSlotValuesMax = 8;
/// Most turns make fewer claims.
constexpr std::size_t kClaimsOften = 8;

std::string evidence_of(std::string_view sentence) {
  return std::string(notes::cut_at_word(sentence, model::kQuotedCodePointsMax));
}

std::size_t words_in(std::string_view text) {
  std::size_t words = 0;
  for (std::size_t at = 0; !next_word(text, at).empty();) {
    ++words;
  }
  return words;
}

/// Whether the statements contain most of what the text says: those that are not denials have together at least half as
/// many words as the text. False if there are none but denials.
bool covers(const std::vector<ToldStatement>& statements, std::string_view text) {
  std::size_t told = 0;
  for (const ToldStatement& one : statements) {
    const Statement& statement = one.statement;
    const std::size_t words = words_in(statement.subject) + words_in(statement.relation) + words_in(statement.value);
    told += statement.ended ? 0 : words;
  }
  return told > 0 && told * 2 >= words_in(text);
}

constexpr std::int64_t kDayMs = 86'400'000;

/// The number of the day since 1970-01-01 in UTC.
std::int64_t day_of(EventTime at) {
  return at.value() / kDayMs - (at.value() % kDayMs < 0 ? 1 : 0);
}

/// From the beginning of the first day to the end of the last one.
model::Validity validity_of(const language::DaySpan& days) {
  return {EventTime{days.first * kDayMs}, EventTime{(days.last + 1) * kDayMs}};
}

constexpr std::int64_t kLongAgoDays = 180;

/// Says in which year an event was that was long ago, and not in this year: "about five years ago" changes its meaning with time.
void name_year(std::string& complement, const language::DaySpan& when, std::int64_t today) {
  const auto year_of = [](std::int64_t day) {
    return static_cast<int>(std::chrono::year_month_day{std::chrono::sys_days{std::chrono::days{day}}}.year());
  };
  const std::string year = std::to_string(year_of(when.first));
  if (today - when.first >= kLongAgoDays && year_of(when.first) < year_of(today) &&
      complement.find(year) == std::string::npos) {
    complement.append(complement.empty() ? "in " : " in ").append(year);
  }
}

/// Keeps the last kSlotValuesMax claims of each slot, to limit how much one turn adds to a timeline. Claims without a
/// slot are all kept.
void drop_early_values(std::vector<Claim>& claims) {
  if (claims.size() <= kSlotValuesMax) {
    return;
  }
  std::map<std::string, std::size_t> values;
  std::vector<Claim> kept;
  for (auto claim = claims.rbegin(); claim != claims.rend(); ++claim) {
    if (!claim->slot.has_value() || ++values[*claim->slot] <= kSlotValuesMax) {
      kept.push_back(std::move(*claim));
    }
  }
  claims.assign(std::make_move_iterator(kept.rbegin()), std::make_move_iterator(kept.rend()));
}

class Collector {
 public:
  Collector(const model::StateExport& turn, const SemanticSettings& settings)
      : turn_(turn), user_(model::user_of(turn)), settings_(settings) {
    claims_.reserve(kClaimsOften);
  }

  /// The order matters: if two claims of a turn give one slot different values, the later claim holds.
  std::vector<Claim> collect() {
    add_observations(turn_.observations, "/observations/");
    for (std::size_t i = 0; i < turn_.tool_executions.size() && !full(); ++i) {
      add_tool(turn_.tool_executions[i], "/tool_executions/" + std::to_string(i));
    }
    for (change::Telling& telling : change::tellings_in(turn_.turn_data.user_input, day_of(turn_.timestamp))) {
      add_sentence(std::move(telling));
    }
    drop_early_values(claims_);
    return std::move(claims_);
  }

 private:
  [[nodiscard]] bool full() const {
    return static_cast<std::int64_t>(claims_.size() - uncounted_) >= settings_.turn_claims_max;
  }

  /// A sentence of the user, with its reading, and then its statements.
  void add_sentence(change::Telling telling) {
    if (full() || settings_.user_confidence == 0) {
      return;
    }
    const auto length = static_cast<std::size_t>(settings_.text_code_points_max);
    const std::string& text_said = telling.correction.has_value() ? telling.correction->text : telling.text;
    std::string said(first_code_points(text_said, length));
    model::User user = telling.reading.about_self ? user_ : model::User();
    std::string text = user.known() ? language::with_user_name(user.shown(), said) : said;
    Claim sentence{{}, std::move(text), std::nullopt, settings_.user_confidence, {}, "/turn_data", std::move(user)};
    sentence.evidence = evidence_of(telling.evidence);
    sentence.reading = std::move(telling.reading);
    sentence.correction = std::move(telling.correction);
    sentence.said = std::move(said);
    claims_.push_back(std::move(sentence));
    ++uncounted_;
    for (ToldStatement& told : telling.statements) {
      const bool event = language::is_event(told.statement.relation) && !told.statement.ended;
      const std::size_t before = claims_.size();
      add(std::move(told), settings_.user_confidence, "/turn_data");
      if (claims_.size() > before) {
        claims_.back().of_sentence = true;
        if (event && telling.when.has_value()) {
          claims_.back().when = validity_of(*telling.when);
          name_year(claims_.back().complement, *telling.when, day_of(turn_.timestamp));
        }
      }
    }
  }

  void add(ToldStatement told, std::int64_t confidence, const std::string& pointer) {
    Statement statement = in_one_form(std::move(told.statement));
    model::User user = is_of_user(statement.subject) ? user_ : model::User();
    std::optional<std::string> slot = slot_of(statement, user.id);
    Claim claim{std::move(statement),       {},      std::move(slot), confidence,
                evidence_of(told.sentence), pointer, std::move(user)};
    claim.complement = std::move(told.complement);
    claim.company = std::move(told.company);
    add(std::move(claim));
  }
  void add(Claim claim) {
    if (!full() && claim.confidence > 0) {
      claims_.push_back(std::move(claim));
    }
  }

  void add_tool(const model::ToolExecution& tool, const std::string& pointer) {
    const std::string subject = "tool " + normalise(tool.tool_id);
    const std::uint32_t call = call_of(subject, tool.inputs_json);
    if (tool.status == model::ToolStatus::kFailure) {
      const std::string_view error = tool.error.value_or(std::string_view());
      const std::string_view line = error.substr(0, error.find('\n'));
      const std::string reason = language::folded(first_code_points(line, kErrorCodePointsMax));
      if (!reason.empty()) {
        Claim claim{{subject, "fails on", reason, false},
                    {},
                    std::nullopt,
                    settings_.tool_confidence,
                    evidence_of(line),
                    pointer};
        claim.call = call;
        add(std::move(claim));
      }
    } else if (tool.status == model::ToolStatus::kSuccess) {
      Claim claim{{subject, "fails on", {}, true}, {}, std::nullopt, settings_.tool_confidence, {}, pointer};
      claim.call = call;
      claims_.push_back(std::move(claim));
      ++uncounted_;
    }
    for (std::size_t i = 0; i < tool.memory_writes.size() && !full(); ++i) {
      const model::MemoryWrite& write = tool.memory_writes[i];
      if (write.type == "fact") {
        add_record(write.content, settings_.memory_write_confidence, pointer + "/memory_writes/" + std::to_string(i));
      }
    }
    add_observations(tool.observations_added, pointer + "/observations_added/");
  }

  void add_observations(const std::vector<model::Observation>& observations, const std::string& base) {
    for (std::size_t i = 0; i < observations.size() && !full(); ++i) {
      if (!observations[i].ephemeral) {
        add_record(observations[i].content, observations[i].confidence_millionths, base + std::to_string(i));
      }
    }
  }

  /// An observation or memory write: its statements (none if it begins with a digit or is longer than
  /// text_code_points_max), and its text if the statements do not cover it.
  void add_record(std::string_view content, std::int64_t confidence, const std::string& pointer) {
    const auto length = static_cast<std::size_t>(settings_.text_code_points_max);
    const std::string_view head = first_code_points(content, length);
    std::vector<ToldStatement> statements;
    const bool log_line = !head.empty() && head.front() >= '0' && head.front() <= '9';
    if (head.size() == content.size() && !log_line) {
      statements = language::told_statements_in(content, Register::kRecord);
    }
    const bool told = covers(statements, head);
    for (ToldStatement& told_statement : statements) {
      add(std::move(told_statement), confidence, pointer);
    }
    if (told) {
      return;
    }
    if (std::string text = language::folded(head); !normalise(text).empty()) {
      model::User user = language::speaks_of_user(text) ? user_ : model::User();
      text = user.known() ? language::with_user_name(user.shown(), text) : text;
      Claim claim{{}, std::move(text), std::nullopt, confidence, {}, pointer, std::move(user)};
      claim.said = head;
      add(std::move(claim));
    }
  }

  const model::StateExport& turn_;
  const model::User user_;
  const SemanticSettings& settings_;
  std::vector<Claim> claims_;
  std::size_t uncounted_ = 0;  ///< how many of the claims are sentences or successes of tools
};

}  // namespace

std::vector<Claim> claims_of(const model::StateExport& turn, const SemanticSettings& settings) {
  return Collector(turn, settings).collect();
}

}  // namespace turnstream::semantic
