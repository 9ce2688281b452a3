#include "pipeline/secrets/plain_words.h"

#include <algorithm>
#include <array>

#include "pipeline/secrets/find_secrets.h"
#include "pipeline/secrets/text_scan.h"
#include "pipeline/secrets/values.h"

namespace turnstream::secrets {
namespace {

constexpr std::size_t kWordsMax = 8;
constexpr std::size_t kNone = std::string_view::npos;

/// Words that end the value and begin another part of the sentence, if they stand after at least one word of it.
constexpr std::string_view kAfter =
    "after again also although always anyway as at because before btw but by cause currently during everywhere except "
    "for forever from haha here if in instead is just lmao lol not now ok okay on once only please pls plz right "
    "since so thank "
    "thanks then there though thx till to today tomorrow tonight too ty unless until was when where whereas which "
    "while "
    "who with without yesterday yet";

/// Words that stand between the value and another part of the sentence, or join two words of the value.
constexpr std::string_view kConjunctions = "and e et or ou und y";

/// Words that begin a clause of their own after "and".
constexpr std::string_view kClause =
    "a an das der die he her his i i'd la le i'll i'm i've it it's its let my no our please she that that's the "
    "their then there these "
    "they they're this those to u use used username user we we'll we're what when where you you'll you're your";

/// Verbs that show that a clause follows "and".
constexpr std::string_view kVerbs =
    "am are can could did do does had has have is isn't knows lives may might must needs should was were will won't "
    "works would";

/// Adjectives that say something about a secret if they stand alone, and can begin a value if another word follows:
/// "correct horse", but "is correct".
constexpr std::string_view kAttributes =
    "bad better common correct dead different dirty easier easy empty fake foreign funny good great hard harder "
    "hidden infinite instant "
    "invalid less long longer lost more new newer old older personal plain printed private public random right safe "
    "safer same secret secure "
    "short shorter simple simpler strong stronger sweet temporary terrible tough true weak weaker weird worse wrong";

/// Last words of a remark: "is case sensitive", "is public knowledge", "is eight characters".
constexpr std::string_view kAbout =
    "access account admin advice aware basis bits change characters choice combination data date default dependent "
    "digits disclosure env "
    "environment expiry field file format free headed header history idea information input issue itself job keeper "
    "knowledge length letters lowercase level long manager matter mess minimum name names news nonsense number only "
    "parameter "
    "part people place policy practice problem property protected proof pun question questions reason recovery "
    "requirement reset reuse risk rotation rule rules safe security sensitive sharing side specific stage step stuff "
    "symbols term text time topic type value values variable way wide words work";

/// First words of a remark: participles that do not end with "ed", and adjectives that no other word follows.
constexpr std::string_view kParticiples =
    "aware begun bound broken brought built caught chosen cut default due eaten expire expires fed forgot found gotten "
    "grown held kept left lent limited lowercase meant mentioned met paid plaintext put read run scratch seen sold "
    "spent "
    "split spread stolen stuck taken taught thrown tied told typed unaware understood unlike uppercase upset usually "
    "worth";

/// First words of a remark about the place, or about what a person or a program does: "is behind the router", "raise …".
constexpr std::string_view kPlaces =
    "above across against around ask behind beneath between beyond contact down near nearby next opposite outside "
    "past per please print raise return see through throw toward via within";

/// What follows "change the password to …" if it is a purpose.
constexpr std::string_view kPurposes =
    "access avoid begin check complete confirm continue create enable enter expire finish fix gain get give help "
    "improve "
    "keep learn log login make match meet open prevent proceed protect prove reach receive recover regain register "
    "restore "
    "save send sign start stay stop test try unlock update use verify view";

/// First words of remarks in other languages: German, then Spanish, Portuguese and Italian, French, Dutch, Russian.
constexpr std::string_view kForeign =
    "abgelaufen auf bei bitte beim falsch geheim gesperrt gleich im korrekt lang leer mir dir neu nicht noch richtig "
    "schon schwach "
    "sicher stark unsicher vergessen wieder zu ungültig gültig "
    "bajo caducada con correcta correcto corta débil demasiado en errada errata esquecida fraca incorrecta "
    "incorrecto incorreta larga "
    "muy nueva olvidada olvidado scaduta segura sbagliata troppo válida inválida "
    "avec chez correct dans expiré expirée faible incorrect mon oublié oubliée pas sous sur trop votre "
    "onjuist te vergeten verkeerd verlopen "
    "забыл забыла неверный неправильный слабый";

constexpr std::string_view kOfRemark = "date kind line matter name one out part piece result sort source subject type";

constexpr std::string_view kDigits =
    "zero oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred";

constexpr auto kRemarkEndings =
    std::to_array<std::string_view>({"ed", "ing", "ly", "able", "ible", "less", "ful", "ous", "ive"});

bool ends_with_any(std::string_view word) {
  return std::any_of(kRemarkEndings.begin(), kRemarkEndings.end(),
                     [&](std::string_view end) { return word.size() > end.size() + 2 && word.ends_with(end); });
}

/// A word of a sentence and where the next one begins.
struct Word {
  std::string_view text;
  std::size_t next = 0;
};

/// The word at `at`: letters, digits, `-`, `_` and `'`. Empty at the end of the clause, and before other characters.
Word next_word(std::string_view text, std::size_t at) {
  const auto rest = window(text, at);
  std::size_t end = 0;
  while (end < rest.size() && (is_name_character(rest[end]) || rest[end] == '\'')) {
    ++end;
  }
  auto word = rest.substr(0, end);
  if (word == "-" || word == "--" || word == "—" || word == "–") {
    word = {};  // a dash ends the clause
  }
  while (!word.empty() && word.back() == '\'') {
    word.remove_suffix(1);
  }
  std::size_t next = at + word.size();
  skip_spaces(text, next);
  return {word, next};
}

/// True if nothing that belongs to a word, a path or code stands at `at`.
bool is_clause_end(std::string_view text, std::size_t at) {
  if (has_at(text, at, "(")) {
    return at > 0 && text[at - 1] == ' ';
  }
  if (at >= text.size() || has_at(text, at, ",;!?\n\r)\"'-*`") || window(text, at).starts_with("—") ||
      window(text, at).starts_with("–") || window(text, at).starts_with("…")) {
    return true;
  }
  return has_at(text, at, ".") && (at + 1 == text.size() || !is_name_letter(text[at + 1]));
}

/// True if the words after "and" at `at` belong to the value: "blue and green", not "and I live in Berlin".
bool continues_value(std::string_view text, std::size_t at) {
  constexpr std::size_t kReach = 2;
  Word word = next_word(text, at);
  if (word.text.empty()) {
    return false;
  }
  for (std::size_t words = 0; words < kReach && !word.text.empty(); ++words) {
    if (is_word_of(kVerbs, word.text) || is_word_of(kClause, word.text)) {
      return false;
    }
    at = word.next;
    word = next_word(text, at);
  }
  return (word.text.empty() && is_clause_end(text, at)) || is_word_of(kAfter, word.text);
}

/// True if the first word of what follows "is" shows that it is a remark.
bool begins_remark(std::string_view first, std::string_view second) {
  if (is_word_of(kAttributes, first)) {
    return second.empty() || is_word_of(kAfter, second) || is_word_of(kConjunctions, second) ||
           is_description(second) || is_function_word(second) || is_word_of(kPlaces, second) ||
           is_word_of(kParticiples, second);
  }
  const bool is_owned = first.ends_with("'s");  // "Anna's birthday"
  return is_owned || is_word_of(kPlaces, first) || is_word_of(kForeign, first) || is_description(first) ||
         is_function_word(first) || is_word_of(kVerbs, first) || is_word_of(kClause, first) ||
         is_word_of(kParticiples, first) || ends_with_any(first);
}

}  // namespace

std::size_t end_of_plain_words(std::string_view text, std::size_t at) {
  std::array<std::string_view, kWordsMax> words;
  std::size_t count = 0;
  std::size_t end = kNone;
  bool is_cut = false;  // the sentence continues after the value
  for (;;) {
    const Word word = next_word(text, at);
    if (word.text.empty()) {
      if (!is_clause_end(text, at)) {
        return kNone;
      }
      break;
    }
    if (is_word_of("than", word.text)) {
      return kNone;
    }
    const bool may_end = count > 0;
    if (may_end && (is_word_of(kAfter, word.text) || is_word_of(kClause, word.text))) {
      is_cut = true;
      break;
    }
    if (may_end && is_word_of(kConjunctions, word.text) && !continues_value(text, word.next)) {
      is_cut = true;
      break;
    }
    if (count == kWordsMax) {
      return kNone;
    }
    words[count++] = word.text;
    end = at + word.text.size();
    at = word.next;
  }
  if (count == 0) {
    return kNone;
  }
  const auto first = words[0];
  const auto last = words[count - 1];
  if (first.size() < 2 || first.front() == '-' || begins_remark(first, count > 1 ? words[1] : std::string_view()) ||
      (count > 1 && words[1] == "of" && is_word_of(kOfRemark, first))) {
    return kNone;
  }
  constexpr std::size_t kAcronymMax = 4;  // "SSO"
  const bool is_acronym = first.size() <= kAcronymMax && std::all_of(first.begin(), first.end(), is_upper);
  if (count == 1) {
    return first.size() < 3 || is_acronym || is_placeholder(first) || is_strong("key", first) ||
                   (is_cut && is_word_of(kAbout, first))
               ? kNone
               : end;
  }
  const bool is_remark_at_end = !kind_of_field(last).empty() || is_word_of(kAbout, last) || is_description(last) ||
                                (count == 2 && ends_with_any(last));
  const bool is_amount = is_word_of(kDigits, first) && (is_unit(words[1]) || is_unit(last));
  return is_remark_at_end || is_amount ? kNone : end;
}

std::size_t end_of_digit_words(std::string_view text, std::size_t at) {
  constexpr std::size_t kDigitsMin = 3;
  std::size_t count = 0;
  std::size_t end = kNone;
  for (;; ++count) {
    const auto word = next_word(text, at).text;
    if (!is_word_of(kDigits, word)) {
      const bool ends =
          end != kNone && (is_clause_end(text, end) || is_word_of(kAfter, word) || is_word_of(kConjunctions, word));
      return count >= kDigitsMin && ends ? end : kNone;
    }
    at += word.size();
    end = at;
    while (has_at(text, at, " ,-")) {
      ++at;
    }
  }
}

bool is_purpose(std::string_view word) {
  return is_word_of(kPurposes, word);
}

bool is_plain_value(std::string_view text) {
  return end_of_plain_words(text, 0) == text.size() && !is_word_of(kAbout, text);
}

}  // namespace turnstream::secrets
