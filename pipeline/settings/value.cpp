#include "pipeline/settings/value.h"

#include <algorithm>

#include "pipeline/base/number_text.h"

namespace turnstream::settings {
namespace {

bool in_range(const Row& row, double number) {
  return number >= row.min && number <= row.max;
}

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string::npos ? std::string{} : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// The words of a list setting. A text that was not written as a YAML list is split at its commas: `a,b` or `[a, b]`.
Words words_of(const Assignment& assignment) {
  if (assignment.is_list) {
    return assignment.words;
  }
  std::string text = trimmed(assignment.words.front());
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
    text = trimmed(text.substr(1, text.size() - 2));
  }
  Words words;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    words.push_back(trimmed(text.substr(0, comma)));
    text = comma == std::string::npos ? std::string{} : text.substr(comma + 1);
  }
  return words;
}

bool is_accepted(const Row& row, const std::string& word) {
  if (!row.choices.empty()) {
    return std::find(row.choices.begin(), row.choices.end(), word) != row.choices.end();
  }
  return row.accepts == nullptr || row.accepts(word);
}

/// Parses the text as the type of the row's default; absent if the text is not allowed.
struct ValueReader {
  const Row& row;
  const Assignment& assignment;

  [[nodiscard]] std::optional<std::string> only_word() const {
    return assignment.is_list ? std::nullopt : std::optional<std::string>{assignment.words.front()};
  }

  std::optional<Value> operator()(bool) const {
    const auto word = only_word();
    if (word == "true" || word == "false") {
      return Value{word == "true"};
    }
    return std::nullopt;
  }

  template <typename Number>
  [[nodiscard]] std::optional<Value> number() const {
    const auto word = only_word();
    const auto number = word ? read_number<Number>(*word) : std::nullopt;
    if (!number || !in_range(row, static_cast<double>(*number))) {
      return std::nullopt;
    }
    return Value{*number};
  }
  std::optional<Value> operator()(std::int64_t) const { return number<std::int64_t>(); }
  std::optional<Value> operator()(double) const { return number<double>(); }

  std::optional<Value> operator()(const std::string&) const {
    const auto word = only_word();
    return word && is_accepted(row, *word) ? std::optional<Value>{*word} : std::nullopt;
  }

  std::optional<Value> operator()(const Words&) const {
    Words words = words_of(assignment);
    const bool all = std::all_of(words.begin(), words.end(), [&](const auto& word) { return is_accepted(row, word); });
    return all ? std::optional<Value>{std::move(words)} : std::nullopt;
  }

  std::optional<Value> operator()(const Numbers&) const {
    Numbers numbers;
    for (const std::string& word : words_of(assignment)) {
      const auto number = read_number(word);
      if (!number || !in_range(row, static_cast<double>(*number))) {
        return std::nullopt;
      }
      numbers.push_back(*number);
    }
    return Value{std::move(numbers)};
  }

  std::optional<Value> operator()(const Properties&) const {
    const std::string property = assignment.name.substr(row.name.size() - 1);
    const auto word = only_word();
    if (!word || property.empty()) {
      return std::nullopt;
    }
    return Value{Properties{{property, *word}}};
  }
};

std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    row[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

Result<Value> parse_value(const Row& row, const Assignment& assignment) {
  std::optional<Value> value = std::visit(ValueReader{row, assignment}, row.default_value);
  if (value) {
    return *std::move(value);
  }
  const std::string given = is_secret(assignment.name) ? "***"
                            : assignment.is_list       ? text_of(Value{assignment.words})
                                                       : assignment.words.front();
  return make_error(
      error_codes::kSettings, Reaction::kStopProcess,
      assignment.name + " = " + given + " (" + assignment.place + ") is refused; allowed: " + allowed_of(row));
}

std::string nearest(const std::string& name, const std::vector<std::string>& names) {
  return *std::min_element(names.begin(), names.end(),
                           [&](const auto& a, const auto& b) { return distance(name, a) < distance(name, b); });
}

bool is_secret(const std::string& name) {
  constexpr std::string_view kMarks[] = {"password", "secret", "token", ".key", "credential", "jaas", ".pem"};
  return std::any_of(std::begin(kMarks), std::end(kMarks),
                     [&](std::string_view mark) { return name.find(mark) != std::string::npos; });
}

}  // namespace turnstream::settings
