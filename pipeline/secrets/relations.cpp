#include "pipeline/secrets/relations.h"

#include <algorithm>

#include "pipeline/secrets/before_noun.h"
#include "pipeline/secrets/places.h"
#include "pipeline/secrets/text_scan.h"
#include "pipeline/secrets/value_taker.h"
#include "pipeline/secrets/values.h"

namespace turnstream::secrets {
namespace {

constexpr std::size_t kGapWordsMax = 10;  // between a noun and "is": "the password for the wifi of my aunt is …"
constexpr std::size_t kNearMax = 120;     // bytes between a noun and a value that no word relates to it

constexpr std::string_view kStating = "is was are be becomes equals it's ist war lautet est è namely nämlich c'est";
constexpr std::string_view kRelating = "to as s its es é era jest from enter type use try tried with been";
constexpr std::string_view kFillers =
    "now still just currently simply actually probably literally called basically again le la el il der die das";
constexpr std::string_view kAmounts = "usage use limit limits count budget cost costs window length price rate rates";
constexpr std::string_view kSetting = "set change changed reset update updated switch switched";
class Scanner {
 public:
  Scanner(std::string_view text, std::vector<Secret>& found) : text_(text), found_(found), taker_(text, found) {}

  void run() {
    for_each_noun(text_, [this](const Place& noun) {
      find_around(noun);
      return true;
    });
  }

 private:
  [[nodiscard]] std::string_view name_of(const Place& noun) const {
    return text_.substr(noun.begin, noun.end - noun.begin);
  }

  void find_around(const Place& noun) {
    find_before(text_, noun, taker_, found_);
    const bool is_reference = noun.begin >= 2 && text_.substr(noun.begin - 2, 2) == "${";
    const bool code_follows = noun.kind == "pin" && window(text_, noun.end).starts_with(" code");
    if (is_reference || code_follows || is_postal(noun) || is_amount(noun)) {
      return;
    }
    const std::size_t count = found_.size();
    find_after(noun);
    if (found_.size() == count && noun.kind != "login" && !is_pass(noun)) {
      find_unrelated(noun);
    }
  }

  /// "PIN code 400020": in India the PIN code of a place has six digits.
  [[nodiscard]] bool is_postal(const Place& noun) const {
    std::size_t at = noun.end;
    skip_spaces(text_, at);
    const auto value = value_at(text_, at);
    return equal_ignoring_case(name_of(noun), "code") && value.size() == 6 &&
           std::all_of(value.begin(), value.end(), is_digit);
  }

  /// "token usage went up to 183422": the tokens of a language model.
  [[nodiscard]] bool is_amount(const Place& noun) const {
    std::size_t at = noun.end;
    skip_spaces(text_, at);
    return noun.kind == "token" && is_word_of(kAmounts, word_at(text_, at));
  }

  [[nodiscard]] bool is_pass(const Place& noun) const {
    auto name = name_of(noun);
    while (!name.empty() && is_digit(name.back())) {
      name.remove_suffix(1);
    }
    return equal_ignoring_case(name, "pass");
  }

  [[nodiscard]] bool has_before(const Place& noun, std::string_view words) const {
    return has_word_before(text_, noun, words);
  }

  /// "with pass …", "use pass …"
  [[nodiscard]] bool follows_use(const Place& noun) const {
    const auto before = text_.substr(0, noun.begin);
    return before.ends_with(" with ") || before.ends_with("use ");
  }

  void find_after(const Place& noun) {
    std::size_t at = noun.end;
    if (window(text_, at).starts_with("'s")) {
      at += 2;
      skip_fillers(at);
      taker_.take(at, noun.kind, Stated::kYes);
      return;
    }
    skip_closing(text_, at);
    skip_spaces(text_, at);
    if (is_pass(noun)) {
      take_after_pass(noun, at);
      return;
    }
    if (noun.kind == "login") {
      take_login(at);
      return;
    }
    const auto name = name_of(noun);
    const bool is_capitals = std::none_of(name.begin(), name.end(), is_lower);
    const auto stated = is_capitals && has_at(text_, at, "'") ? Stated::kYes : Stated::kNo;  // SQL: PASSWORD '…'
    if (!taker_.take_assigned(at, noun.kind) && !taker_.take_value_member(at, noun.kind) &&
        !taker_.take(at, noun.kind, stated)) {
      find_after_words(noun, at);
    }
  }

  /// Looks for "is X", "to X" and the like within the next words of the sentence.
  void find_after_words(const Place& noun, std::size_t at) {
    if (has_at(text_, at, ",")) {
      ++at;
      skip_spaces(text_, at);
    }
    bool is_described = false;  // "a good passphrase is long: …"
    bool has_object = false;    // "of the garage", "for the garage"
    for (std::size_t words = 0; words < kGapWordsMax; ++words) {
      const auto word = word_at(text_, at);
      if (word.empty()) {
        return;
      }
      at += word.size();
      has_object = has_object || (words == 0 && is_word_of("of for", word));
      const bool is_own = words == 0 && word.size() > 2 && word.ends_with("'s");
      if (is_own || is_word_of(kStating, word) || is_word_of(kRelating, word)) {
        at += has_at(text_, at, ":") ? 1U : 0U;
        skip_fillers(at);
        if (taker_.take(at, noun.kind, how_stated(noun, word, at))) {
          at = found_.back().end;
          skip_spaces(text_, at);
          if (!is_word_of("and but then to", word_at(text_, at))) {
            return;
          }
        }
        is_described = true;
        continue;
      }
      skip_closing(text_, at);
      skip_spaces(text_, at);
      if (has_at(text_, at, ",(")) {
        ++at;
        skip_spaces(text_, at);
        if (has_object && is_strong(noun.kind, value_at(text_, at)) && taker_.take(at, noun.kind, Stated::kNo)) {
          return;  // "the PIN of the garage, 4821, …"
        }
      }
      if (has_at(text_, at, ":")) {
        taker_.take(at + 1, noun.kind, noun.kind == "passphrase" && !is_described ? Stated::kYes : Stated::kNo);
        return;
      }
    }
  }

  /// `word`: the word between the noun and the value at `at`.
  [[nodiscard]] Stated how_stated(const Place& noun, std::string_view word, std::size_t at) const {
    const auto name = name_of(noun);
    const bool is_spanish = word == "es" && (name.starts_with("contra") || name.starts_with("clave"));
    if (is_spanish || (is_word_of("to", word) && has_before(noun, kSetting))) {
      return Stated::kAndMore;
    }
    return is_word_of(kStating, word) || has_at(text_, at, "\"'`") ? Stated::kYes : Stated::kNo;
  }

  void skip_fillers(std::size_t& at) const {
    for (;;) {
      skip_spaces(text_, at);
      const auto word = word_at(text_, at);
      if (!is_word_of(kFillers, word)) {
        return;
      }
      at += word.size();
      at += has_at(text_, at, ":") ? 1U : 0U;
    }
  }

  /// "log in with anna / hunter2", "credentials anna:hunter2"
  void take_login(std::size_t at) {
    const auto is_user = [](char c) { return is_letter(c) || is_in(c, ".@_-"); };
    for (std::size_t words = 0; words < 4; ++words) {
      const auto value = value_at(text_, at);
      if (value.empty()) {
        return;
      }
      const auto name = value.substr(0, value.find(':'));
      const auto password = value.substr(std::min(name.size() + 1, value.size()));
      if (!name.empty() && std::all_of(name.begin(), name.end(), is_user) &&
          std::any_of(password.begin(), password.end(), is_letter) && is_strong("password", password)) {
        found_.push_back({at + name.size() + 1, at + value.size(), "password"});
        return;
      }
      at += value.size();
      skip_spaces(text_, at);
      if (window(text_, at).starts_with("/ ") || window(text_, at).starts_with("and ")) {
        taker_.take(at + value_at(text_, at).size(), "password", Stated::kNo);
        return;
      }
    }
  }

  /// After the word "pass", which means much else: `: value`, `= value` and "is value" if it can be nothing else, or if
  /// a user's name stands just before ("user gwen, pass: walnut").
  void take_after_pass(const Place& noun, std::size_t at) {
    if (has_at(text_, at, ":=")) {
      taker_.take(at + 1, "password", has_before(noun, "user username login") ? Stated::kYes : Stated::kNo);
      return;
    }
    if (const auto value = value_at(text_, at);
        (has_before(noun, "user username login account") || follows_use(noun)) &&
        is_unrelated_secret("password", value, 0, false)) {
      found_.push_back({at, at + value.size(), "password"});
      return;
    }
    for (int words = 0; words < 2; ++words) {
      const auto word = word_at(text_, at);
      at += word.size();
      skip_spaces(text_, at);
      const auto value = value_at(text_, at);
      const bool has_digit = std::any_of(value.begin(), value.end(), is_digit);
      const bool is_name = std::all_of(value.begin(), value.end(), is_name_character) &&
                           std::none_of(value.begin(), value.end(), is_upper);
      if (is_word_of("is be", word) && has_digit && !is_name) {
        taker_.take(at, "password", Stated::kNo);
        return;
      }
    }
  }

  /// A value that can be nothing else, a little after the noun, perhaps in the next sentence: "which PIN? 3958".
  void find_unrelated(const Place& noun) {
    std::size_t words = 0;
    for (std::size_t at = noun.end; at < std::min(text_.size(), noun.end + kNearMax);) {
      const bool is_quoted = has_at(text_, at, "\"`'") && is_space(text_[at - 1]);
      const std::size_t close = is_quoted ? find_near(text_, text_[at], at + 1) : std::string_view::npos;
      if (close != std::string_view::npos &&
          is_unrelated_secret(noun.kind, text_.substr(at + 1, close - at - 1), words, true)) {
        found_.push_back({at + 1, close, noun.kind});
        return;
      }
      const auto value = is_name_character(text_[at]) ? value_at(text_, at) : std::string_view();
      if (is_unrelated_secret(noun.kind, value, words, false)) {
        std::size_t next = at + value.size();
        skip_spaces(text_, next);
        if (!is_unit(word_at(text_, next))) {
          found_.push_back({at, at + value.size(), noun.kind});
        }
        return;
      }
      words += value.empty() ? 0U : 1U;
      at += std::max<std::size_t>(value.size(), 1);
    }
  }

  std::string_view text_;
  std::vector<Secret>& found_;
  ValueTaker taker_;
};

}  // namespace

void find_related(std::string_view text, std::vector<Secret>& found) {
  Scanner(text, found).run();
}

}  // namespace turnstream::secrets
