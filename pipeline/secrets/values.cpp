#include "pipeline/secrets/values.h"

#include <algorithm>

#include "pipeline/secrets/find_secrets.h"
#include "pipeline/secrets/repeats.h"
#include "pipeline/secrets/text_scan.h"

namespace turnstream::secrets {
namespace {

/// Words that follow "the password is" and are not the password.
constexpr std::string_view kRemarks =
    "a about above absent accepted actually again all already also always an and another any are as at available bad "
    "based because being below between blank boolean both bool by case confidential correct defined different easy "
    "either empty encrypted enough exactly expired expiring false field fine first for forgotten from generated given "
    "going gone good hard hash hashed here hidden how if in inside int integer invalid it its just kept known leaked "
    "less likely listed locked long lost made mandatory missing more much my necessary needed never new no none not "
    "now "
    "null number of off ok okay old on one only optional or our out over printed private probably protected public "
    "random ready really redacted required reset right safe same saved secret secure secured sent set shared short "
    "shown simple so some something still stored str string strong stuff such text that the their then there this to "
    "too true type under undefined unique unknown unset up updated used valid very via visible was weak well what when "
    "where which with within without working written wrong yes yet your";

/// More such words, which can be a password where the name of a field says that a value is one.
constexpr std::string_view kAdjectives =
    "acceptable alphanumeric anywhere awful common complex complicated compromised confusing crucial dead elsewhere "
    "essential everywhere fake foreign funny great guessable hers his identical important inaccurate inactive "
    "incomplete inconsistent incorrect infinite inherited insecure instant insufficient irrelevant irritating "
    "memorable memorised memorized mine nowhere downstairs inside offline online numeric numerical obsolete ours "
    "outdated outside pending permanent "
    "personal plain predictable resettable reused sensitive similar somewhere stale strict temporary terrible "
    "theirs today tomorrow tough trivial unchanged unclear uncommon unsafe upstairs unusable unusual usable useless "
    "weird "
    "yesterday yours";

constexpr std::string_view kFunctionWords =
    "a an anything as at by for from in my no not of on only our so something that the their this to too very what "
    "with "
    "your";

/// Words that a template gives in place of a value.
constexpr std::string_view kTemplates = "changeit dummy example fixme insert replaceme tba tbd todo";

constexpr std::string_view kUnits =
    "attempts bit bits byte bytes char character characters chars day days digit digits entries hours keys letter "
    "letters limit minutes months passwords per percent seconds symbols times tokens tries users weeks words years";

/// Names of methods and formats that look like a value: "SHA-256", "OAuth2".
constexpr std::string_view kMethods =
    "2fa aes aes-128 aes-256 argon2 argon2id base32 base58 base64 bcrypt ed25519 hs256 md5 mfa oauth1 oauth2 oauth2.0 "
    "pbkdf2 pkcs8 rs256 rsa-2048 rsa-4096 scrypt sha-1 sha-256 sha-512 sha1 sha256 sha512 utf-8 utf8 x509";

constexpr std::string_view kSymbols = "!@#$%^&*~?+";

bool contains_any(std::string_view value, std::string_view characters) {
  return value.find_first_of(characters) != std::string_view::npos;
}

/// Base64 that ends with its padding, as Kubernetes shows secrets; false for code such as "user.password=".
bool is_padded_base64(std::string_view value) {
  constexpr std::size_t kBytesMin = 12;
  const auto digits = value.substr(0, value.find('='));
  return value.size() >= kBytesMin && value.size() % 4 == 0 && value.size() - digits.size() <= 2 &&
         std::all_of(digits.begin(), digits.end(),
                     [](char c) { return is_letter_or_digit(c) || is_any(c, kBase64); }) &&
         std::any_of(digits.begin(), digits.end(), is_upper) && std::any_of(digits.begin(), digits.end(), is_lower);
}

/// "3.2.1", "v2", "12-character", "1.5", "50%"
bool is_version_or_amount(std::string_view value) {
  const bool is_named = value.size() > 1 && lower(value.front()) == 'v';
  const auto number = is_named ? value.substr(1) : value;
  const auto digits = number.substr(0, number.find_first_not_of("0123456789."));
  const auto rest = number.substr(digits.size());
  if (digits.empty()) {
    return false;
  }
  if (rest.empty()) {
    return is_named || contains_any(digits, ".");
  }
  return rest == "%" || rest == "+" || (rest.front() == '-' && is_unit(rest.substr(1)));
}

bool is_mail_address(std::string_view value) {
  const auto sign = value.find('@');
  return sign != std::string_view::npos && sign > 0 && value.find('.', sign) != std::string_view::npos &&
         !contains_any(value, "!#$%^&*~?");
}

/// A URL, a path, a call or a variable of the environment, from which a program takes the secret.
bool is_reference(std::string_view value) {
  const auto has = [&](std::string_view part) { return value.find(part) != std::string_view::npos; };
  return value.starts_with('/') || value.starts_with("./") || value.starts_with("~/") || has("://") || has("()") ||
         has("process.env") || has("environ") || has("getenv");
}

struct Counts {
  std::size_t letters = 0;
  std::size_t digits = 0;
  std::size_t symbols = 0;
  bool inner_upper = false;  ///< an upper-case letter follows a lower-case one
};

Counts count(std::string_view value) {
  Counts counts;
  for (std::size_t i = 0; i < value.size(); ++i) {
    counts.letters += is_any(value[i], kLower | kUpper | kHigh) ? 1U : 0U;
    counts.digits += is_digit(value[i]) ? 1U : 0U;
    counts.symbols += is_in(value[i], kSymbols) ? 1U : 0U;
    counts.inner_upper = counts.inner_upper || (i > 0 && is_upper(value[i]) && is_lower(value[i - 1]));
  }
  return counts;
}

}  // namespace

bool is_remark(std::string_view word) {
  return is_word_of(kRemarks, word);
}

bool is_description(std::string_view word) {
  return is_remark(word) || is_word_of(kAdjectives, word);
}

bool is_function_word(std::string_view word) {
  return is_word_of(kFunctionWords, word);
}

bool is_unit(std::string_view word) {
  return is_word_of(kUnits, word);
}

bool is_placeholder(std::string_view value) {
  if (value.empty() || is_in(value.front(), "$<{%") || value.starts_with("[masked:")) {
    return true;
  }
  const char first = value.front();
  const bool is_repeated = std::all_of(value.begin(), value.end(), [first](char c) { return c == first; });
  const bool is_own_name = std::none_of(value.begin(), value.end(), is_digit) && !kind_of_field(value).empty();
  const auto begins_with = [&](std::string_view begin) {
    return value.size() >= begin.size() && equal_ignoring_case(value.substr(0, begin.size()), begin);
  };
  const bool is_template = begins_with("changeme") || begins_with("change-me") || begins_with("change_me") ||
                           begins_with("your-") || begins_with("your_") || begins_with("replace-") ||
                           begins_with("replace_");
  return (is_repeated && !is_digit(first)) || is_own_name || is_template || is_word_of(kTemplates, value) ||
         equal_ignoring_case(value, "[redacted]");
}

bool is_strong(std::string_view kind, std::string_view value) {
  if (is_placeholder(value) || is_reference(value) || is_mail_address(value) || is_version_or_amount(value) ||
      is_word_of(kMethods, value) || (value.back() == '=' && kind == "password" && !is_padded_base64(value))) {
    return false;
  }
  const auto [letters, digits, symbols, inner_upper] = count(value);
  const bool is_number = digits == value.size();
  if (kind == "cvv") {
    return is_number && (digits == 3 || digits == 4);
  }
  if (kind == "pin") {
    return digits >= 4 && digits <= 12 && letters + symbols == 0;
  }
  if (kind == "basic") {
    return value.size() >= 12 && (digits > 0 || inner_upper) && letters > 0;
  }
  if (kind == "password" || kind == "passphrase" || kind == "login") {
    return (digits > 0 && letters + symbols > 0 && value.size() >= 4) || (is_number && digits >= 4) ||
           (symbols > 0 && letters > 0 && value.size() >= 5) || (inner_upper && value.size() >= 8);
  }
  return (digits > 0 && letters > 0 && value.size() >= 6) || (inner_upper && value.size() >= 16) ||
         (is_number && digits >= 6);
}

bool is_unrelated_secret(std::string_view kind, std::string_view value, std::size_t words, bool is_quoted) {
  if (kind == "passphrase" && is_quoted && words <= 2 && std::count(value.begin(), value.end(), ' ') >= 2) {
    return true;
  }
  if (value.empty() || !is_strong(kind, value)) {
    return false;
  }
  if (kind == "pin" || kind == "cvv") {
    return words <= 1;
  }
  const bool is_hexadecimal = std::all_of(value.begin(), value.end(),
                                          [](char c) { return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'f'); });
  if (is_hexadecimal) {
    return words <= 8 && value.size() >= 24 && kind != "password";
  }
  const bool is_mixed =
      std::any_of(value.begin(), value.end(), is_upper) && std::any_of(value.begin(), value.end(), is_lower);
  const bool has_symbol = contains_any(value, kSymbols) || contains_any(value, "_:");
  return std::any_of(value.begin(), value.end(), is_digit) && (is_mixed || has_symbol) &&
         value.size() >= (is_quoted ? 8U : 10U) && !contains_any(value, " /.=");
}

bool is_memorable(std::string_view value) {
  constexpr std::size_t kShortMax = 5;
  constexpr std::string_view kCommon =
      "are but can did does find from get got had has have help he her him how i let like made make may name open please "
      "said say she take tell than them these they think this time user want way were who why will word would you";
  const bool is_common = value.size() <= kShortMax && (is_description(value) || is_word_of(kCommon, value));
  return value.size() >= kRepeatedMin && kind_of_field(value).empty() && !is_common;
}

bool is_plain_field(std::string_view kind, std::string_view value) {
  constexpr std::string_view kAbout =
      "access api app bearer client config configuration default description field goes header here identifier key "
      "name "
      "oauth parameter path query reference secret secrets server service session string text token url user value "
      "vault";
  constexpr std::size_t kSpacesMax = 5;
  const auto spaces = static_cast<std::size_t>(std::count(value.begin(), value.end(), ' '));
  const bool is_words =
      std::all_of(value.begin(), value.end(), [](char c) { return is_name_letter(c) || is_space(c); });
  bool is_about = false;
  for (std::size_t at = 0; at < value.size(); ++at) {
    const auto word = word_at(value, at);
    is_about = is_about || is_word_of(kAbout, word) || (at == 0 && is_description(word));
    at += word.size();
  }
  return is_words && spaces > 0 && spaces <= kSpacesMax && !is_about &&
         (kind == "key" || kind == "secret" || kind == "token") && !is_placeholder(value);
}

bool is_field_secret(std::string_view kind, std::string_view value) {
  if (is_placeholder(value)) {
    return false;
  }
  if (kind == "password" || kind == "passphrase") {
    return value.size() >= 3 && !is_remark(value);
  }
  return is_strong(kind, value) || is_plain_field(kind, value);
}

}  // namespace turnstream::secrets
