#include "stages/common/language/order_choices.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

constexpr int kNoValue = -1;
constexpr int kSeveralValues = -2;

/// Words that say nothing of the object in any row.
constexpr std::string_view kAnywhere =
    "always choose do give go keep make please set stick switch take try use want benutz benutze verwend verwende nutz nutze immer nur "
    "auf";

// Values of one row exclude each other for the same rest. A word is in the row if no other object has it: "answer" is among the
// others of length, "commit" is not, so that short commits and detailed answers both hold.
constexpr ChoiceRow kRows[] = {
    {"indent indentation indenting", "", "tab space|leerzeichen", "# code four indent indentation indenting two", false,
     "Always use tabs.", "Always use spaces."},
    {"quote", "quote", "single double", "quote string", false, "Always use single quotes.",
     "Always use double quotes."},
    {"language", "language", "",
     "answer antwort antworte chat conversation language message rede response schreib schreibe speak sprich write",
     false, "From now on answer in German.", "Always speak French."},
    {"detail length", "",
     "brief|briefer|briefly|compact|concise|concisely|crisp|short|shorter|succinct|succinctly|terse "
     "depth|detail|detailed|elaborate|exhaustive|extensive|in-depth|lengthy|long|longer|thorough|thoroughly|verbose",
     "answer explain explanation message response text write", true, "Always be brief.",
     "Be more detailed from now on."},
    {"form style tone", "",
     "formal|formally|professional|professionally|siez|sieze casual|casually|duz|duze|informal|informally",
     "address answer bitte language mich sound style tone uns voice write", true, "Keep the tone formal.",
     "Keep the tone casual."},
    {"dialect english spelling", "english language spell", "british|uk american",
     "english language spell spelling write", false, "Always use British spelling.", "Always use American spelling."},
    {"measurement unit", "", "metric imperial", "measure measurement system unit", false, "Always use metric units.",
     "Always use imperial units."},
    {"temperature", "", "celsius fahrenheit kelvin", "degree degrees show temperature", false, "Always use Celsius.",
     "Always use Fahrenheit."},
    {"distance", "", "kilometer|kilometre|km mile", "distance show", false, "Always show distances in miles.",
     "Always show distances in kilometres."},
    {"weight", "", "gram|kilo|kilogram|kg ounce|pound", "show weight", false, "Always show weights in pounds.",
     "Always show weights in kilograms."},
    {"currency price", "", "eur|euro|€ dollar|usd|$ chf|franc gbp|sterling yen", "amount currency price quote show sum",
     false, "Always show prices in euros.", "Always show prices in dollars."},
    {"timezone time zone", "", "gmt|utc local berlin|cest|cet edt|est pdt|pst bst|london",
     "date display log print show time timestamp timezone write zone", false, "Always use UTC.",
     "Always use local time."},
    {"date format", "date", "iso|iso-8601|yyyy-mm-dd american|mm/dd/yyyy|us british|dd.mm.yyyy|dd/mm/yyyy|european",
     "date format show style write", false, "Always write dates as YYYY-MM-DD.", "Always write dates as DD.MM.YYYY."},
    {"package manager", "", "npm pnpm yarn bun", "add dependency install manager package run script", false,
     "Always use npm.", "Always use yarn."},
    {"package manager", "", "pip poetry conda|mamba pipenv uv", "dependency install manager package", false,
     "Always use pip.", "Always use poetry."},
    {"framework runner test testing", "", "jest vitest mocha jasmine ava", "framework run runner test testing write",
     false, "Always use Jest.", "Always use Vitest."},
    {"framework runner test testing", "", "pytest unittest nose", "framework run runner test testing write", false,
     "Always use unittest.", "Always use pytest."},
    {"format formatting markup", "", "markdown plain|plaintext html",
     "answer format message output response text write", false, "Always answer in Markdown.",
     "Always answer in plain text."},
    {"form list layout", "", "bullet|list|listing paragraph|prose", "answer full in point response write", false,
     "Always answer in bullet points.", "Always answer in prose."},
    {"case naming", "", "camel|camelcase|camel-case snake|snake_case|snake-case kebab|kebab-case pascal|pascalcase",
     "case function name naming variable", false, "Always use camelCase.", "Always use snake_case."},
    {"mode theme", "mode theme", "dark light", "mode theme", false, "Always use the dark theme.",
     "Always use the light theme."},
    {"order sorting", "order sort", "ascending|oldest descending|newest", "first order sort", false,
     "Always sort by newest first.", "Always sort by oldest first."},
};

struct ReadRow {
  const ChoiceRow* row;
  WordSet anchors;
  std::vector<WordSet> values;
  WordSet others;
};

const std::vector<ReadRow>& read_rows() {
  static const std::vector<ReadRow> kRead = [] {
    std::vector<ReadRow> rows;
    for (const ChoiceRow& row : kRows) {
      ReadRow read{&row, WordSet(row.anchors), {}, WordSet(row.others)};
      for (const std::string_view value : words_between(row.values)) {
        read.values.emplace_back(value, '|');
      }
      rows.push_back(std::move(read));
    }
    return rows;
  }();
  return kRead;
}

int value_in(const ReadRow& row, std::string_view word) {
  const auto found =
      std::find_if(row.values.begin(), row.values.end(), [word](const WordSet& value) { return value.has(word); });
  return found == row.values.end() ? kNoValue : static_cast<int>(found - row.values.begin());
}

std::optional<OrderChoice> choice_in(const ReadRow& row, const std::vector<std::string_view>& words,
                                     std::size_t object_size) {
  static const WordSet kNoRest(kAnywhere);
  OrderChoice choice{row.row, kNoValue, {}};
  bool anchored = row.row->anchors.empty();
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string_view word = words[at];
    anchored = anchored || row.anchors.has(word);
    const int value = value_in(row, word);
    if (value != kNoValue) {
      choice.value = choice.value == kNoValue || choice.value == value ? value : kSeveralValues;
    } else if (word != "|" && (at >= object_size || !(row.others.has(word) || kNoRest.has(word)))) {
      choice.rest.emplace(word);
    }
  }
  const bool chosen = row.values.empty() || choice.value != kNoValue;
  return anchored && chosen ? std::optional(std::move(choice)) : std::nullopt;
}

}  // namespace

std::span<const ChoiceRow> choice_rows() {
  return kRows;
}

std::optional<OrderChoice> choice_of(std::string_view key) {
  const std::vector<std::string_view> words = words_between(key);
  const auto object_size = static_cast<std::size_t>(std::find(words.begin(), words.end(), "|") - words.begin());
  for (const ReadRow& row : read_rows()) {
    if (auto choice = choice_in(row, words, object_size); choice.has_value()) {
      return choice;
    }
  }
  return std::nullopt;
}

bool choices_clash(const OrderChoice& a, bool a_positive, const OrderChoice& b, bool b_positive) {
  return (a_positive && b_positive) || a.row->only_two || a.value == b.value;
}

bool names_choice(const ChoiceRow& row, const std::set<std::string>& words) {
  const WordSet names(row.names);
  return !words.empty() &&
         std::all_of(words.begin(), words.end(), [&names](const std::string& word) { return names.has(word); });
}

}  // namespace turnstream::language
