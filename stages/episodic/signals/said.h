#pragma once
// Said: the words of a turn, read once for all signals of importance. It borrows the turn's texts. Threads: any; immutable.

#include <array>
#include <string_view>

#include "pipeline/model/state_export.h"
#include "stages/common/language/forms.h"
#include "stages/common/language/words.h"
#include "stages/episodic/signals/small_talk.h"

namespace turnstream::episodic {

class Said {
 public:
  explicit Said(const model::TurnData& turn);
  Said(const Said&) = delete;
  Said& operator=(const Said&) = delete;

  /// Whether all that both sides say is small talk, and some of it is of this kind.
  [[nodiscard]] bool is_only(Talk talk) const { return !substance_ && !question_ && is_there(talk); }
  /// Whether both sides say nothing but questions and small talk, and there is a question.
  [[nodiscard]] bool only_asks() const { return !substance_ && question_; }
  [[nodiscard]] bool has_number() const;
  /// A month, weekday, feast or year: "on Sunday", "in 2019".
  [[nodiscard]] bool has_date() const;
  /// A path, file name or address: "/etc/hosts", "config.yaml".
  [[nodiscard]] bool has_path() const;
  /// Whether the user states something about the user's own life or world that is not a taste: tastes are preferences, which
  /// the pattern stage keeps at any importance.
  [[nodiscard]] bool states_self() const;
  /// Whether the user gives an order that is important, or that the pattern stage keeps as an instruction.
  [[nodiscard]] bool instructs() const;
  [[nodiscard]] bool user_holds(language::FormKind kind) const { return user_forms_.holds(kind); }
  [[nodiscard]] bool agent_holds(language::FormKind kind) const { return agent_forms_.holds(kind); }

 private:
  void read_talk(std::string_view text, Side side);
  [[nodiscard]] bool is_there(Talk talk) const { return talk_[static_cast<std::size_t>(talk)]; }

  std::string_view user_;
  std::string_view agent_;
  language::Words user_words_;
  language::Words agent_words_;
  const language::Words&
      user_read_;  ///< user_words_; no words if the rules cannot read the text (language/text_language.h)
  const language::Words& agent_read_;  ///< the same of agent_words_
  language::FormReader user_forms_;
  language::FormReader agent_forms_;
  bool substance_ = false;  ///< a sentence says something; then no later one is read for talk_
  bool question_ = false;
  std::array<bool, static_cast<std::size_t>(Talk::kLast) + 1> talk_{};
};

}  // namespace turnstream::episodic
