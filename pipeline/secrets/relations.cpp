#include "pipeline/secrets/relations.h"

#include <algorithm>

#include "pipeline/secrets/before_noun.h"
#include "pipeline/secrets/logins.h"
#include "pipeline/secrets/next_lines.h"
#include "pipeline/secrets/places.h"
#include "pipeline/secrets/plain_words.h"
#include "pipeline/secrets/side_by_side.h"
#include "pipeline/secrets/text_scan.h"
#include "pipeline/secrets/unrelated.h"
#include "pipeline/secrets/value_taker.h"
#include "pipeline/secrets/values.h"

namespace turnstream::secrets {
namespace {

constexpr std::size_t kGapWordsMax = 10;  // between a noun and "is": "the password for the wifi of my aunt is …"

constexpr std::string_view kStating = "is är was are be becomes equals it's ist war lautet est è namely nämlich c'est";
constexpr std::string_view kRelating = "to as s its es é era jest from enter type use try tried with been";
constexpr std::string_view kFillers =
    "either now still um uh er just currently simply actually probably literally called basically again le la el il "
    "der die das";
constexpr std::string_view kAmounts = "usage use limit limits count budget cost costs window length price rate rates";
constexpr std::string_view kSetting = "set change changed reset update updated switch switched rotate rotated";
/// Words before "secret" and "token" that say which credential it is.
constexpr std::string_view kQualifiers =
    "access admin api app auth authorization bearer bot client consumer cookie deploy github hmac jwt mail oauth "
    "refresh session shared "
    "signing slack totp webhook";

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
    find_in_next_lines(text_, noun, found_);
    const bool is_reference = noun.begin >= 2 && text_.substr(noun.begin - 2, 2) == "${";
    const bool code_follows = noun.kind == "pin" && window(text_, noun.end).starts_with(" code");
    if (is_reference || code_follows || is_postal(noun) || is_amount(noun)) {
      return;
    }
    const std::size_t count = found_.size();
    find_after(noun);
    if (found_.size() == count && noun.kind != "login" && !is_pass(noun)) {
      find_unrelated(text_, noun, found_);
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
    return equal_ignoring_case(name, "pass") &&
           !is_word_of("admin email guest login network root router wi-fi wifi wlan", word_before(text_, noun.begin));
  }

  [[nodiscard]] bool has_before(const Place& noun, std::string_view words) const {
    return has_word_before(text_, noun, words);
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
    skip_tag_and_note(at);
    skip_spaces(text_, at);
    if (is_pass(noun)) {
      take_after_pass(text_, noun, at, found_);
      return;
    }
    if (noun.kind == "login") {
      take_login(text_, at, found_);
      return;
    }
    const auto name = name_of(noun);
    const bool is_capitals = std::none_of(name.begin(), name.end(), is_lower);
    const bool has_parts = name.find('_') != std::string_view::npos;
    const bool is_variable = is_capitals && has_parts && has_at(text_, at, "=") && at == noun.end;  // API_KEY=…
    if (is_variable && !has_at(text_, at + 1, " =") && taker_.take(at + 1, noun.kind, Stated::kCertain)) {
      return;
    }
    const bool is_sql = is_capitals && has_at(text_, at, "'");  // PASSWORD '…'
    const auto stated = is_sql ? Stated::kYes : Stated::kNo;
    if (!taker_.take_assigned(at, noun.kind, is_certain(noun) ? Stated::kCertain : Stated::kYes) &&
        !taker_.take_value_member(at, noun.kind) && !taker_.take(at, noun.kind, stated) &&
        !take_side_by_side(text_, noun, at, found_)) {
      find_after_words(noun, at);
    }
  }

  /// Skips "</b>" and "(prod)", if a sign follows.
  void skip_tag_and_note(std::size_t& at) const {
    constexpr std::size_t kBytesMax = 24;
    std::size_t next = at;
    skip_spaces(text_, next);
    const bool is_tag = window(text_, next).starts_with("</");
    if (!is_tag && !has_at(text_, next, "(")) {
      return;
    }
    const std::size_t close = window(text_, next).substr(0, kBytesMax).find(is_tag ? '>' : ')');
    if (close != std::string_view::npos && has_at(text_, next + close + 1, ":=")) {
      at = next + close + 1;
    }
  }

  [[nodiscard]] bool begins_line(const Place& noun) const { return noun.begin == 0 || text_[noun.begin - 1] == '\n'; }

  /// Looks for "is X", "to X" and the like within the next words of the sentence.
  void find_after_words(const Place& noun, std::size_t at) {
    if (has_at(text_, at, ",")) {
      ++at;
      skip_spaces(text_, at);
    } else if (window(text_, at).starts_with("- ") && begins_line(noun)) {
      std::size_t value = at + 1;  // "password - moonlight"
      skip_spaces(text_, value);
      std::size_t end = value + word_at(text_, value).size();
      skip_spaces(text_, end);
      taker_.take(value, noun.kind, end >= text_.size() || has_at(text_, end, "\n,(") ? Stated::kYes : Stated::kNo);
      return;
    }
    bool is_described = false;  // "a good passphrase is long: …"
    bool has_object = false;    // "of the garage", "for the garage"
    bool is_remarked = false;   // "is expired, the host is …"
    bool is_other = false;      // "the password manager", "the secret to happiness"
    std::string_view before;
    for (std::size_t words = 0; words < kGapWordsMax; ++words) {
      const auto word = word_at(text_, at);
      if (word.empty()) {
        return;
      }
      at += word.size();
      has_object = has_object || (words == 0 && is_word_of("of for", word));
      is_other = is_other || (words == 0 && is_about_other(noun, word));
      const bool is_own = words == 0 && word.size() > 2 && word.ends_with("'s");
      if (is_own || is_word_of(kStating, word) || is_word_of(kRelating, word)) {
        at += has_at(text_, at, ":") ? 1U : 0U;
        skip_fillers(at);
        const bool is_set = is_word_of("to", word) && is_word_of(kSetting, before);  // "is set to …"
        const auto stated = is_set ? Stated::kCertain : how_stated(noun, word, at);
        const bool is_same = !is_remarked || is_set || is_word_of("it's", word) || is_word_of("it", before);
        before = word;
        if (taker_.take(at, noun.kind, (is_other && !is_set) || !is_same ? Stated::kNo : stated)) {
          at = found_.back().end;
          skip_to_next_value(at);
          if (!is_word_of("and but then to it's it", word_at(text_, at))) {
            return;
          }
        } else {
          is_remarked = is_remarked || is_word_of(kStating, word);
        }
        is_described = true;
        continue;
      }
      before = word;
      skip_closing(text_, at);
      skip_spaces(text_, at);
      if (has_at(text_, at, ",(")) {
        ++at;
        skip_spaces(text_, at);
        if (has_object && is_strong(noun.kind, value_at(text_, at)) && taker_.take(at, noun.kind, Stated::kNo)) {
          return;  // "the PIN of the garage, 4821, …"
        }
      }
      if (has_at(text_, at, ":=")) {
        taker_.take(at + 1, noun.kind, noun.kind == "passphrase" && !is_described ? Stated::kYes : Stated::kNo);
        return;
      }
    }
  }

  /// `word`: the word between the noun and the value at `at`.
  [[nodiscard]] Stated how_stated(const Place& noun, std::string_view word, std::size_t at) const {
    const auto name = name_of(noun);
    if (is_word_of("to", word) && is_purpose(word_at(text_, at))) {
      return Stated::kNo;
    }
    if (is_word_of("to from", word) && has_before(noun, kSetting) &&
        (noun.kind.starts_with("pass") || is_certain(noun))) {
      return Stated::kCertain;
    }
    const bool is_spanish = word == "es" && (name.starts_with("contra") || name.starts_with("clave"));
    if (is_spanish) {
      return Stated::kCertain;
    }
    if (is_word_of(kStating, word) || is_word_of("enter type", word)) {
      return is_certain(noun) ? Stated::kCertain : Stated::kYes;
    }
    return has_at(text_, at, "\"'`") ? Stated::kYes : Stated::kNo;
  }

  /// True for a secret or token of which its name says what it opens: "client secret", `client_secret`, "secret word".
  [[nodiscard]] bool is_certain(const Place& noun) const {
    const auto name = name_of(noun);
    return is_word_of("answer key word", name) || name.find('_') != std::string_view::npos ||
           is_word_of(kQualifiers, word_before(text_, noun.begin));
  }

  /// True if `word`, which follows the noun, says that the sentence is about something else: "password manager", "token
  /// rotation", "the secret to happiness".
  [[nodiscard]] bool is_about_other(const Place& noun, std::string_view word) const {
    constexpr std::string_view kForeign =
        "am auf bei da de del della der di die do du et for für im pour para por van vom von voor zum zur";
    constexpr std::string_view kGoingOn =
        "a at by for from here i in is isn't it its my of on our she he that they the this there used using was we "
        "which will with word phrase answer code value text string again now then";
    const bool is_relation = is_word_of(kGoingOn, word) || is_word_of(kStating, word) || is_word_of(kRelating, word) ||
                             is_word_of(kFillers, word) || is_word_of(kForeign, word);
    const bool is_trick = noun.kind == "secret" && is_word_of("to of behind", word) && !has_before(noun, kSetting);
    return is_trick || !is_relation;
  }

  /// After "used to be X": ", now it's Y".
  void skip_to_next_value(std::size_t& at) const {
    skip_spaces(text_, at);
    if (has_at(text_, at, ",")) {
      std::size_t next = at + 1;
      skip_fillers(next);
      if (is_word_of("it's it", word_at(text_, next))) {
        at = next;
      }
    }
  }

  void skip_fillers(std::size_t& at) const {
    skip_spaces(text_, at);
    if (std::size_t next = at + 1; has_at(text_, at, ",")) {
      skip_spaces(text_, next);
      at = is_word_of(kFillers, word_at(text_, next)) ? next : at;
    }
    for (;;) {
      skip_spaces(text_, at);
      const auto word = word_at(text_, at);
      if (!is_word_of(kFillers, word)) {
        return;
      }
      at += word.size();
      at += has_at(text_, at, ":,") ? 1U : 0U;
    }
  }

  std::string_view text_;
  std::vector<Secret>& found_;
  ValueTaker taker_;
};

}  // namespace

void find_related(std::string_view text, std::vector<Secret>& found) {
  find_after_joined_nouns(text, found);
  Scanner(text, found).run();
}

}  // namespace turnstream::secrets
