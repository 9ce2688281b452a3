#include "pipeline/secrets/mask.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pipeline/base/utf8.h"
#include "pipeline/json/document.h"
#include "pipeline/secrets/access_codes.h"
#include "pipeline/secrets/find_secrets.h"
#include "pipeline/secrets/json_values.h"
#include "pipeline/secrets/known_secrets.h"

namespace turnstream::secrets {
namespace {

/// Masks in the strings of `answer` what only the question before them shows to be a secret.
bool mask_answers(std::string_view question, Json& answer) {
  const auto asked = asked_kind(question);
  bool changed = false;
  if (asked.empty()) {
    return changed;
  }
  const Repeats none({});
  for_each_value(answer, {}, [&](Json& value, std::string_view) {
    auto text = text_of(value);
    if (mask_in_place(text, find_answers(asked, text), none)) {
      value = std::move(text);
      changed = true;
    }
  });
  return changed;
}

/// The same for a turn's messages, if all of the answer is a secret of plain words.
bool mask_plain_answer(Json& turn) {
  const auto question = turn.find("user_input");
  const auto answer = turn.find("assistant_response");
  if (question == turn.end() || answer == turn.end() || !question->is_string() || !answer->is_string()) {
    return false;
  }
  const auto kind = plainly_answered_kind(text_of(*question), text_of(*answer));
  if (!kind.empty()) {
    *answer = mask_of(kind);
  }
  return !kind.empty();
}

/// The same for members of one object, such as {"question": …, "answer": …}, down to `levels` levels: each reads all that is
/// inside it.
bool mask_answers(Json& document, int levels) {
  bool changed = false;
  for (auto& element : document) {
    changed = (levels > 0 && element.is_structured() && mask_answers(element, levels - 1)) || changed;
  }
  if (!document.is_object()) {
    return changed;
  }
  changed = mask_plain_answer(document) || changed;
  for (const char* const question : {"user_input", "question", "prompt", "inputs"}) {
    const auto asked = document.find(question);
    if (asked == document.end()) {
      continue;
    }
    const auto text = text_of(*asked);
    for (const char* const answer : {"assistant_response", "answer", "reply", "response", "outputs"}) {
      const auto answered = document.find(answer);
      changed = (answered != document.end() && mask_answers(text, *answered)) || changed;
    }
  }
  return changed;
}

bool mask_names(Json& document, const Repeats& known) {
  return rename_members(document, [&known](const std::string& name) -> std::optional<std::string> {
    std::string copy = name;
    return mask_in_place(copy, known, Masked::kNames) ? std::optional(std::move(copy)) : std::nullopt;
  });
}

void collect(Json& document, KnownSecrets& known) {
  constexpr std::size_t kCountMax = 3;
  rename_members(document, [&](const std::string& name) -> std::optional<std::string> {
    collect(name, known);
    return std::nullopt;
  });
  for_each_value(document, {}, [&](const Json& value, std::string_view kind) {
    const auto text = text_of(value);
    const bool is_count = value.is_number() && kind == "password" && text.size() <= kCountMax;  // {"pass": 12}
    if (!kind.empty() && !is_count && is_field_secret(kind, text)) {
      remember(text, kind, known);
    } else if (value.is_string()) {
      collect(text, known);
    }
  });
}

/// The kind of the secret that a number is; empty if it is none.
std::string_view kind_of_number(std::string_view number, const Repeats& known) {
  auto found = find_secrets(number);
  if (found.empty()) {
    known.find(number, found);
  }
  return found.empty() ? std::string_view() : found.front().kind;
}

bool mask_in_place(Json& document, const Repeats& known) {
  constexpr int kLevelsMax = 8;
  bool changed = mask_answers(document, kLevelsMax);
  for_each_value(document, {}, [&](Json& value, std::string_view kind) {
    auto text = text_of(value);
    if (!kind.empty() && is_field_secret(kind, text)) {
      value = mask_of(kind);
      changed = true;
    } else if (value.is_string() && mask_in_place(text, known)) {
      value = std::move(text);
      changed = true;
    } else if (value.is_number() && !kind_of_number(text, known).empty()) {
      value = mask_of(kind_of_number(text, known));
      changed = true;
    }
  });
  return mask_names(document, known) || changed;  // last: until then the names say the kinds of the values
}

/// What the rules for members find has a noun, or is found by the rules for plain text, so most JSON need not be parsed.
bool may_have_secrets(std::string_view json) {
  const auto decoded = json.find('\\') == std::string_view::npos ? std::string() : unescaped(json);
  const std::string_view text = decoded.empty() ? json : decoded;
  return names_a_secret(text) || may_list_secrets(text) || may_have_codes(text) || !find_secrets(text).empty();
}

/// `question`: the text to which the JSON text is the answer, or empty.
std::optional<std::string> masked_json(std::string_view text, const Repeats& known, std::string_view question) {
  const bool is_answer = names_a_secret(question);
  if (!is_answer && !may_have_secrets(text) && !known.may_be_in(unescaped(text))) {
    return std::nullopt;
  }
  auto document = json::parse_ordered(text);
  if (document.is_discarded()) {
    std::string copy(text);
    return mask_in_place(copy, known) ? std::optional(std::move(copy)) : std::nullopt;
  }
  const bool has_answers = is_answer && mask_answers(question, document);
  return mask_in_place(document, known) || has_answers ? std::optional(json::document_text(document)) : std::nullopt;
}

/// Calls `text(view)` for the plain texts of the turn and `json(view)` for its JSON texts. `Turn`: const or not.
template <typename Turn, typename Text, typename JsonText>
void for_each_text(Turn& turn, const Text& text, const JsonText& json) {
  const auto texts = [&](auto& views) { std::for_each(views.begin(), views.end(), text); };
  const auto observations = [&](auto& list) {
    for (auto& observation : list) {
      text(observation.content);
      text(observation.source);
      texts(observation.tags);
      texts(observation.references);
    }
  };
  text(turn.turn_data.user_input);
  text(turn.turn_data.assistant_response);
  for (auto& tool : turn.tool_executions) {
    json(tool.inputs_json);
    json(tool.outputs_json);
    if (tool.error) {
      text(*tool.error);
    }
    observations(tool.observations_added);
    for (auto& write : tool.memory_writes) {
      text(write.content);
      texts(write.tags);
    }
  }
  observations(turn.observations);
  for (auto& goal : turn.goal_updates) {
    text(goal.notes);
  }
  for (auto& action : turn.action_updates) {
    json(action.result_json);
  }
  texts(turn.errors);
  texts(turn.warnings);
}

}  // namespace

std::optional<std::string> masked_text(std::string_view text) {
  std::string copy(text);
  return mask_in_place(copy, Repeats({})) ? std::optional(std::move(copy)) : std::nullopt;
}

std::string masked_bytes(std::string_view bytes) {
  auto masked = find_utf8_fault(bytes) ? std::nullopt : masked_text(bytes);
  return masked ? *std::move(masked) : std::string(bytes);
}

std::optional<std::string> masked_json(std::string_view json) {
  if (!may_have_secrets(json)) {
    return std::nullopt;
  }
  KnownSecrets known;
  if (auto document = json::parse_ordered(json); !document.is_discarded()) {
    collect(document, known);
  }
  return masked_json(json, repeats_of(known), {});
}

const model::StateExport& TurnMask::masked(const model::StateExport& turn) {
  bool any = false;
  for_each_text(
      turn, [&](std::string_view text) { any = any || !find_secrets(text).empty(); },
      [&](std::string_view json) { any = any || may_have_secrets(json); });
  const auto answers = find_answers(asked_kind(turn.turn_data.user_input), turn.turn_data.assistant_response);
  // Masked where it stands, but not remembered: a plain word may mean something else in the other texts.
  const auto plain_kind = plainly_answered_kind(turn.turn_data.user_input, turn.turn_data.assistant_response);
  if (!any && answers.empty() && plain_kind.empty()) {
    return turn;
  }
  KnownSecrets known;
  for_each_text(
      turn, [&](std::string_view text) { collect(text, known); },
      [&](std::string_view text) {
        if (auto document = json::parse_ordered(text); !document.is_discarded()) {
          collect(document, known);
        }
      });
  for (const auto& [begin, end, kind] : answers) {
    remember(turn.turn_data.assistant_response.substr(begin, end - begin), kind, known);
  }
  const Repeats repeats = repeats_of(known);
  masked_ = turn;
  copies_.clear();
  const auto replace = [&](std::string_view& view, std::optional<std::string> text) {
    if (text) {
      view = copies_.emplace_back(std::move(*text));
    }
  };
  std::string response(turn.turn_data.assistant_response);
  auto in_response = find_secrets(response);
  in_response.insert(in_response.end(), answers.begin(), answers.end());
  if (!plain_kind.empty()) {
    in_response.push_back({0, response.size(), plain_kind});
  }
  replace(masked_.turn_data.assistant_response,
          mask_in_place(response, std::move(in_response), repeats) ? std::optional(std::move(response)) : std::nullopt);
  for_each_text(
      masked_,
      [&](std::string_view& text) {
        std::string copy(text);
        replace(text, mask_in_place(copy, repeats) ? std::optional(std::move(copy)) : std::nullopt);
      },
      [&](std::string_view& text) { replace(text, masked_json(text, repeats, {})); });
  for (auto& tool : masked_.tool_executions) {
    replace(tool.outputs_json, masked_json(tool.outputs_json, repeats, tool.inputs_json));
  }
  return masked_;
}

}  // namespace turnstream::secrets
