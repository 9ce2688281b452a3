#include "pipeline/secrets/nouns.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "pipeline/secrets/characters.h"
#include "pipeline/secrets/find_secrets.h"
#include "pipeline/secrets/folded_text.h"

namespace turnstream::secrets {
namespace {

/// Nouns in lower case, separated by spaces. `api+key`: the noun `key`, if `api` is the part or word before it.
struct Row {
  std::string_view kind;
  std::string_view nouns;
};
constexpr std::array kRows{
    Row{"password",
        "password passwords passwd passcode pwd pw pword pass pgpassword storepass keypass requirepass rootpass "
        "adminpass userpass dbpass mailpass smtppass masterpass "
        "bindpw rootpw adminpw dbpw psk pass+code pass+word identified+by "
        "wi-fi+key wifi+key wlan+key wpa+key network+key wi-fi+code wifi+code wlan+code "
        "passwrod pasword passowrd passwort kennwort contraseña clave senha wachtwoord пароль de+passe mdp hasło "
        "lösenord lösenordet şifre şifrem parola"},
    Row{"passphrase", "passphrase pass+phrase seed+phrase recovery+phrase mnemonic+phrase"},
    Row{"pin",
        "pin puk geheimzahl combination pin+code door+code gate+code alarm+code entry+code lock+code garage+code "
        "safe+code access+code otp"},
    Row{"cvv", "cvv cvc security+code"},
    Row{"secret", "secret secret+word security+answer secret+answer"},
    Row{"token", "token authtoken accesstoken bearer"},
    Row{"key",
        "apikey accesskey secretkey api+key access+key secret+key private+key encryption+key signing+key auth+key "
        "account+key storage+key master+key client+key deploy+key openai+key "
        "license+key"},
    Row{"identity", "ssn social+number security+number insurance+number"},
    Row{"login", "login log+in sign+in credentials creds"},
    Row{"basic", "basic"},
};

constexpr std::size_t ending_of(std::string_view word) {
  const auto bits = [](char c) { return static_cast<std::size_t>(static_cast<unsigned char>(lower(c)) & 31U); };
  return bits(word[word.size() - 2]) * 32 + bits(word.back());
}

struct Noun {
  std::string_view word;
  std::string_view before;  ///< the part before it; empty: any
  std::string_view kind;
};

class Nouns {
 public:
  Nouns() {
    for (const auto& row : kRows) {
      for (std::size_t at = 0; at < row.nouns.size();) {
        const std::size_t end = std::min(row.nouns.find(' ', at), row.nouns.size());
        add(row.nouns.substr(at, end - at), row.kind);
        at = end + 1;
      }
    }
  }

  [[nodiscard]] const std::vector<Noun>& with_ending_of(std::string_view word) const {
    return by_ending_[ending_of(word)];
  }

 private:
  void add(std::string_view noun, std::string_view kind) {
    const std::size_t plus = noun.find('+');
    const bool joined = plus != std::string_view::npos;
    const auto word = joined ? noun.substr(plus + 1) : noun;
    by_ending_[ending_of(word)].push_back({word, joined ? noun.substr(0, plus) : std::string_view(), kind});
  }

  std::array<std::vector<Noun>, 1024> by_ending_;
};

const Nouns& nouns() {
  static const Nouns kNouns;
  return kNouns;
}

/// The last two parts of a name: "DB_API_KEY", "db-api-key" and "dbApiKey" have the parts api and key.
struct LastParts {
  std::string_view before;
  std::string_view last;
};

LastParts last_parts(std::string_view name) {
  const auto part_begin = [&](std::size_t end) {
    std::size_t at = end;
    while (at > 0 && is_name_letter(name[at - 1]) && !(at < end && is_upper(name[at]) && is_lower(name[at - 1]))) {
      --at;
    }
    return at;
  };
  const std::size_t last = part_begin(name.size());
  std::size_t end = last;
  while (end > 0 && !is_name_letter(name[end - 1])) {
    --end;
  }
  const std::size_t before = part_begin(end);
  return {name.substr(before, end - before), name.substr(last)};
}

/// True if the words differ by one letter, or by two neighbours that changed places. `noun` is in lower case.
bool is_nearly(std::string_view word, std::string_view noun) {
  std::size_t begin = 0;
  while (begin < word.size() && begin < noun.size() && lower(word[begin]) == noun[begin]) {
    ++begin;
  }
  std::size_t same = 0;  // at the end
  while (same < std::min(word.size(), noun.size()) - begin &&
         lower(word[word.size() - same - 1]) == noun[noun.size() - same - 1]) {
    ++same;
  }
  const auto a = word.substr(begin, word.size() - same - begin);
  const auto b = noun.substr(begin, noun.size() - same - begin);
  return (a.size() <= 1 && b.size() <= 1) ||
         (a.size() == 2 && b.size() == 2 && lower(a[0]) == b[1] && lower(a[1]) == b[0]);
}

constexpr std::size_t kMisspeltMin = 7;
constexpr std::size_t kMisspeltMax = 20;

/// The kind of "paswsord", "pas-sword" and "passphase"; empty for other words.
std::string_view kind_of_misspelt(std::string_view name) {
  if (name.size() < kMisspeltMin || name.size() > kMisspeltMax || lower(name.front()) != 'p') {
    return {};
  }
  std::string word(name);
  std::erase_if(word, [](char c) { return is_any(c, kJoining); });
  return is_nearly(word, "password") ? "password" : is_nearly(word, "passphrase") ? "passphrase" : "";
}

std::string_view without_number(std::string_view name) {
  while (name.size() > 2 && !is_any(name.back(), kLower | kUpper | kHigh)) {
    name.remove_suffix(1);
  }
  return name;
}

}  // namespace

bool may_be_noun(std::string_view name) {
  name = without_number(name);
  return name.size() >= 2 && (!nouns().with_ending_of(name).empty() || !kind_of_misspelt(name).empty());
}

std::string_view kind_of_noun(std::string_view before, std::string_view name) {
  while (!name.empty() && !is_name_letter(name.back())) {
    name.remove_suffix(1);
  }
  const auto parts = last_parts(name);
  const auto word = without_number(parts.last);
  if (word.size() < 2) {
    return {};
  }
  const auto part_before = parts.before.empty() ? before : parts.before;
  for (const auto& noun : nouns().with_ending_of(word)) {
    if (equal_ignoring_case(word, noun.word) &&
        (noun.before.empty() || equal_ignoring_case(part_before, noun.before))) {
      return noun.kind;
    }
  }
  return kind_of_misspelt(name);
}

std::string_view kind_of_field(std::string_view name) {
  const auto shown = folded(name);
  return kind_of_noun({}, shown ? shown->text : name);
}

}  // namespace turnstream::secrets
