#include "tests/bench/hostile_texts.h"

#include <iterator>

namespace turnstream::bench {
namespace {

using app::Random;

constexpr std::size_t kLongWordBytes = 65'536;

/// Texts that are repeated up to the requested length; # stands for a value.
struct Refrain {
  std::string_view kind;
  std::string_view text;
};
constexpr Refrain kRefrains[] = {
    {"plain", "The api port is #. "},
    {"cases", "ThE API pOrT iS #. THE API PORT IS #! "},
    {"marks", "The (api), [port]: -- is... #?! "},
    {"scripts", "Thе аpi pоrt is #。 ＡＰＩ ｐｏｒｔ ｉｓ ８０８０ 😂 שלום é e\xCC\x81 \xE2\x80\x8D \xC2\xA0 "},
    {"contractions", "It's the api's port, isn't it? I don't, can't, won't've, y'all'd've # I'm I’m we’re. "},
    {"quotes", "She said \"he said 'they said “the api port is #”'\" and «the „api“ port» is '#'. "},
    {"open quotes", "\"'“«„"},
    {"one word", "port "},
    {"commas", ","},
    {"commas and spaces", ", "},
    {"is is is", "is "},
    {"sentences", "I is. # is. We are. "},
    {"dots", "."},
    {"spaced dots", ". . ! ? "},
    {"lists", "I like a and b or c, d and # or e, "},
    {"and lists", "the api port is # and "},
    {"lists of names", "I know Anna and Berta, Clara or Dora, "},
    {"denials", "The api port is not # and never was no longer # nor isn't it not # any more. "},
    {"not not", "I do not not not never no longer "},
    {"hypotheses", "If maybe the api port is #, perhaps whether unless it is # I think "},
    {"reports", "I think he said that she told me the api port is # "},
    {"code", "```\nthe api port is #\n```\n> the api port is #\n"},
    {"lines", "\n"},
    {"determiners", "the my our a the an "},
    {"prepositions", "port of the api of the port of "},
    {"subjects", "api port proxy server host gate of "},
    {"clauses", "and I and we and my port is and "},
    {"commas of names", "Anna, Berta, I, we, my "},
    {"possessives", "the api's port's server's host's "},
    {"habits", "I always never usually please run #, on Fridays every morning I just do "},
    {"rather", "I'd rather walk than drive and I'd rather # over "},
    {"likes", "I like #, I love #, I hate #, I prefer # over # for # because "},
    {"used to", "I used to live in # and I have been working for # since "},
    {"numbers", "1,1,1,8080,"},
    {"abbreviations", "e.g. i.e. A. B. U.S. mr. "},
    {"questions", "is the api port #? do you know? what is it? "},
    {"jokes", "lol the api port is # haha just kidding. "},
    {"favourites", "My favourite port is # and # is my favourite port and "},
    {"adverbs", "I really also still currently just now "},
    {"openings", "well so yeah oh ok and but hey "},
    {"to be", "I am was is are be been being have had has "},
    {"hyphens", "a-b--c---d—e–f…"},
    {"slashes", "/api/port/8080/../.~'&:"},
};

std::string refrain(Random& random, std::string_view text, std::size_t bytes) {
  std::string whole;
  while (whole.size() < bytes) {
    for (const char c : text) {
      if (c == '#') {
        whole += hostile_value(random);
      } else {
        whole.push_back(c);
      }
    }
  }
  return whole;
}

std::string long_word(Random& random, std::size_t bytes) {
  static constexpr std::string_view kParts[] = {"a", "A", "9", ".", "'", "-", "s", "é", "n't", "/", "_", "，", "&"};
  const std::string_view one = random.pick(kParts);
  const std::string_view other = random.pick(kParts);
  std::string word;
  while (word.size() < std::min(bytes, kLongWordBytes)) {
    word.append(random.percent(90) ? one : other);
  }
  return "the api port is " + word;
}

/// Parts of all the other texts, in random order.
std::string mixture(Random& random, std::size_t bytes) {
  std::string whole;
  while (whole.size() < bytes) {
    const std::string_view text = random.pick(kRefrains).text;
    const std::size_t first = text.find(' ', random.below(text.size()));
    if (first == std::string_view::npos) {
      whole += random.percent(50) ? ", " : ". ";
      continue;
    }
    const std::size_t last = text.find(' ', first + 1 + random.below(12));
    for (const char c : text.substr(first, last == std::string_view::npos ? last : last - first)) {
      whole += c == '#' ? hostile_value(random) : std::string(1, c);
    }
  }
  return whole;
}

std::string new_words(Random& random, std::size_t bytes) {
  std::string whole;
  while (whole.size() < bytes) {
    whole += "w" + std::to_string(random.next() % 1'000'000'000) + "x ";
  }
  return whole;
}

}  // namespace

std::string hostile_value(Random& random) {
  switch (random.below(8)) {
    case 0:
      return std::to_string(random.next() % 1'000'000);
    case 1:
      return "Porto";
    case 2:
      return "a very large blue port";
    case 3:
      return std::string(1 + random.below(40), 'v');
    default:
      return std::to_string(8'080 + random.below(8));
  }
}

HostileText hostile_text(Random& random, std::size_t bytes) {
  const std::size_t kind = random.below(std::size(kRefrains) + 6);
  if (kind < std::size(kRefrains)) {
    return {kRefrains[kind].kind, refrain(random, kRefrains[kind].text, bytes)};
  }
  switch (kind - std::size(kRefrains)) {
    case 0:
      return {"a long word", long_word(random, bytes)};
    case 1:
      return {"new words", new_words(random, bytes)};
    default:
      return {"a mixture", mixture(random, bytes)};
  }
}

std::string nearly_equal_text(Random& random) {
  static constexpr std::string_view kWords[] = {"deployment", "requires", "port",  "eighty",  "open", "behind",
                                                "firewall",   "of",       "every", "cluster", "node"};
  std::string text;
  const std::size_t other = random.below(std::size(kWords));
  for (std::size_t i = 0; i < std::size(kWords); ++i) {
    const bool differs = i == other || random.percent(5);
    text += std::string(kWords[i]) + (differs ? std::to_string(random.below(50)) : std::string()) + " ";
  }
  return text;
}

std::string colliding_text(Random& random) {
  std::string text;
  for (std::size_t i = 0; i < 13; ++i) {
    text += "longshared" + std::to_string(10 + i) + " ";
  }
  for (std::size_t i = 0; i < 51; ++i) {
    text += static_cast<char>('a' + random.below(26));
    text += std::to_string(random.below(100)) + " ";
  }
  return text;
}

}  // namespace turnstream::bench
