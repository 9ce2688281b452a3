#include "pipeline/secrets/access_codes.h"

#include <algorithm>

#include "pipeline/secrets/opening_codes.h"
#include "pipeline/secrets/text_scan.h"
#include "pipeline/secrets/values.h"

namespace turnstream::secrets {
namespace {

constexpr std::size_t kReach = 120;      // bytes around a code that say what it is of
constexpr std::size_t kGapWordsMax = 8;  // between the code and "is"
constexpr std::string_view kNoun = "code";

/// Words before "code" that say nothing of its use.
constexpr std::string_view kOwners =
    "a current dial enter first four-digit her his my new old our press second secret six-digit temporary that the their this "
    "type use using with your";
constexpr std::string_view kStating = "is was are becomes equals it's ist war lautet changed set to be";
constexpr std::string_view kAdverbs = "now currently again still just simply actually there here always";
/// Words that may follow the number in a sentence: no noun of which it is an amount.
constexpr std::string_view kAfter =
    "again and at but by for from if in it now on opens or please since so thanks then till to today tomorrow tonight unlocks "
    "until when which with works";
/// Words near a number that make it the code of what a program did.
constexpr std::string_view kFailing =
    "bug compile compiler crash crashed error errors exception exit exited fail failed fails failure fault http https install "
    "installer request response return returned returns signal socket status warning websocket";
/// Words near a number that make it a code of places, goods, persons or programs.
constexpr std::string_view kOther =
    "address airport api app area article bank bar barcode black booking branch build city class closed color colour commit "
    "connection cost country coupon course currency customer debug department diagnosis dialing dialling discount dress "
    "function invoice item job language legacy line lines model morse order parcel part plant port post postal postcode "
    "process product program project promo qr rate referral repo repository reservation script server sic sort source stock "
    "street swift task tax team test tests ticket town tracking trip version voucher work zip";

/// "code" as a word of a text.
struct Code {
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool is_end_of_sentence(std::string_view text, std::size_t at) {
  return has_at(text, at, "!?\n") || (has_at(text, at, ".") && (at + 1 == text.size() || is_space(text[at + 1])));
}

/// The bytes before `end`, at most kReach, from the beginning of a word on.
std::string_view before(std::string_view text, std::size_t end) {
  std::size_t begin = end - std::min(end, kReach);
  while (begin > 0 && begin < end && is_name_character(text[begin - 1])) {
    ++begin;
  }
  return text.substr(begin, end - begin);
}

/// The sentence from `begin` on, at most kReach bytes.
std::string_view sentence_after(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < std::min(text.size(), begin + kReach) && !is_end_of_sentence(text, end)) {
    ++end;
  }
  return text.substr(begin, end - begin);
}

/// The part of the sentence before `end`, at most kReach bytes.
std::string_view sentence_before(std::string_view text, std::size_t end) {
  const auto reach = before(text, end);
  return reach.substr(reach.find_last_of(".!?\n") + 1);
}

bool begins_clause(std::string_view text, const Code& code) {
  std::size_t at = code.begin;
  while (at > 0 && text[at - 1] == ' ') {
    --at;
  }
  return at == 0 || is_in(text[at - 1], ".!?\n,;(-");
}

/// The offset of the number that the words after the code give; npos if they give none. `is_named`: the sentence says what the
/// code opens.
std::size_t number_after(std::string_view text, const Code& code, bool is_named) {
  std::size_t at = code.end;
  skip_closing(text, at);
  skip_spaces(text, at);
  if (has_at(text, at, is_named ? ":=" : ":")) {
    ++at;
    skip_spaces(text, at);
    return at;
  }
  if (has_at(text, at, "0123456789#*")) {
    return is_named ? at : std::string_view::npos;
  }
  bool is_stated = false;
  for (std::size_t words = 0; words < kGapWordsMax && !has_at(text, at, "0123456789#*"); ++words) {
    const auto word = word_at(text, at);
    const bool states = is_word_of(kStating, word);
    if (word.empty() || !(is_named || states || is_word_of(kAdverbs, word))) {
      return std::string_view::npos;
    }
    is_stated = is_stated || states;
    at += word.size();
    at += has_at(text, at, is_stated ? ":," : "") ? 1U : 0U;
    skip_spaces(text, at);
  }
  return is_stated ? at : std::string_view::npos;
}

/// The end of the number at `at`, if it may be a code and no noun follows of which it is an amount; else `at`.
std::size_t end_of_number(std::string_view text, std::size_t at, bool is_named) {
  const auto value = value_at(text, at);
  const auto digits = static_cast<std::size_t>(std::count_if(value.begin(), value.end(), is_digit));
  const auto others =
      std::count_if(value.begin(), value.end(), [](char c) { return !is_digit(c) && !is_in(c, "-#*"); });
  std::size_t next = at + value.size();
  const bool is_closed = next == text.size() || is_end_of_sentence(text, next) || has_at(text, next, ",;)\"'`");
  skip_spaces(text, next);
  const auto word = word_at(text, next);
  const bool goes_on = word.empty() ? has_at(text, next, "(-") : is_word_of(kAfter, word);
  const bool is_long = digits >= (is_named ? 3U : 4U) && digits <= (is_named ? 10U : 8U);
  return others == 0 && is_long && (is_closed || goes_on) ? at + value.size() : at;
}

void find_at(std::string_view text, const Code& code, std::vector<Secret>& found) {
  auto owner = word_before(text, code.begin);
  owner.remove_suffix(owner.ends_with("'s") ? 2 : 0);
  const bool has_owner = is_word_of(kOwners, owner);
  const bool is_of_lock = is_word_of(kLocked, owner) && !is_word_of("case phone", owner);
  if (!has_owner && !is_of_lock &&
      (is_word_of(kOther, owner) || is_word_of(kFailing, owner) || !begins_clause(text, code))) {
    return;
  }
  const bool is_named = is_of_lock || has_word_of(kLocked, sentence_before(text, code.begin)) ||
                        has_word_of(kLocked, sentence_after(text, code.end));
  const std::size_t at = number_after(text, code, is_named);
  const std::size_t end = at < text.size() ? end_of_number(text, at, is_named) : at;
  if (at >= text.size() || end == at) {
    return;
  }
  const auto is_of = [&](std::string_view words, std::string_view text_before) {
    return has_word_of(words, text_before) || has_word_of(words, sentence_after(text, code.end));
  };
  const auto near = before(text, code.begin);
  const bool is_line = !has_owner && (near.find('\n') != std::string_view::npos ||
                                      window(text, end).substr(0, kReach).find('\n') != std::string_view::npos);
  const bool is_other = is_named ? is_of(kFailing, sentence_before(text, code.begin))
                                 : is_line || is_of(kFailing, near) || is_of(kOther, near);
  if (!is_other) {
    found.push_back({at, end, "pin"});
  }
}

/// Calls visit(code) for each word "code" until it returns true; true if it did.
template <typename Visit>
bool any_code(std::string_view text, const Visit& visit) {
  for (std::size_t at = text.find("ode"); at != std::string_view::npos; at = text.find("ode", at + 1)) {
    const Code code{at - std::min<std::size_t>(at, 1), at + 3};
    if (at > 0 && equal_ignoring_case(text.substr(code.begin, kNoun.size()), kNoun) &&
        (code.begin == 0 || !is_name_character(text[code.begin - 1])) &&
        (code.end == text.size() || !is_name_character(text[code.end])) && visit(code)) {
      return true;
    }
  }
  return false;
}

}  // namespace

void find_access_codes(std::string_view text, std::vector<Secret>& found) {
  any_code(text, [&](const Code& code) {
    find_at(text, code, found);
    return false;
  });
}

bool may_have_codes(std::string_view text) {
  return any_code(text, [&](const Code& code) {
    const auto rest = window(text, code.end).substr(0, kReach);
    return std::any_of(rest.begin(), rest.end(), is_digit);
  });
}

bool asks_for_code(std::string_view question) {
  constexpr std::string_view kAsking = "what what's whats which tell remind give send remember know";
  return any_code(question, [&](const Code& code) {
    const auto rest = sentence_after(question, code.end);
    const auto owner = word_before(question, code.begin);
    const bool is_question = has_at(question, code.end + rest.size(), "?");
    const bool is_bare = rest.empty() || rest == " again" || rest == " please";
    return is_question && has_word_of(kAsking, sentence_before(question, code.begin)) &&
           (is_word_of(kLocked, owner) ||
            (is_word_of(kOwners, owner) && (is_bare || has_word_of(kLocked, rest)) && !has_word_of(kOther, rest)));
  });
}

}  // namespace turnstream::secrets
