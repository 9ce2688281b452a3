#include "stages/common/change/agreement.h"

#include <algorithm>

namespace turnstream::change {
namespace {

/// What two sentences have in common.
struct Agreement {
  std::size_t specific = 0;
  std::size_t slots = 0;
  std::size_t values = 0;   ///< numbers, dates
  std::size_t persons = 0;  ///< relatives
  std::size_t names = 0;    ///< of `specific`: written as a name in one of the two
  std::size_t near = 0;     ///< of `specific` and `slots`: in the part that the change is about
  std::size_t near_specific = 0;
  std::size_t near_loose = 0;
  std::size_t own = 0;     ///< of `specific` and `slots`: in the subject or value of the statement
  bool new_value = false;  ///< the later one has a name or number that the earlier one has not
  [[nodiscard]] std::size_t things() const { return specific + slots; }
  [[nodiscard]] std::size_t all() const { return specific + slots + values + persons; }
};

const Topic* find(std::span<const Topic> topics, std::uint32_t word) {
  const auto found =
      std::find_if(topics.begin(), topics.end(), [word](const Topic& topic) { return topic.word == word; });
  return found == topics.end() ? nullptr : &*found;
}

/// Whether the word means two objects in the two sentences: "work number" and "private number". A number tells objects apart that end
/// ("box 3", "box 4"); in a replacement it is what changes ("Java 11", "Java 21").
bool is_told_apart(std::span<const Topic> known, const Reading& said, const Topic& a, const Topic& b) {
  const bool numbered = a.is(kNumbered) || b.is(kNumbered);
  return a.modifier != 0 && b.modifier != 0 && a.modifier != b.modifier && find(said.topics, a.modifier) == nullptr &&
         find(known, b.modifier) == nullptr && !(numbered && said.effect == Effect::kReplaces);
}

/// Whether both sentences have topics with these bits, and none in common.
bool differ_in(std::span<const Topic> known, std::span<const Topic> said, unsigned bits) {
  const auto has = [bits](const Topic& topic) { return topic.is(bits); };
  const bool shares = std::any_of(said.begin(), said.end(), [&](const Topic& topic) {
    return topic.is(bits) && find(known, topic.word) != nullptr;
  });
  return !shares && std::any_of(known.begin(), known.end(), has) && std::any_of(said.begin(), said.end(), has);
}

/// Whether the two are about different people: "My wife sings in the choir", "I left the choir". A relative counts where the subject
/// stands, and in what a change is about; "he" can be any person who is known.
bool differ_in_owner(std::span<const Topic> known, const Reading& said) {
  const auto of_known = [](const Topic& topic) { return topic.is(kPerson) && topic.is(kFront); };
  const auto of_said = [](const Topic& topic) { return topic.is(kPerson) && topic.is(kNear | kFront); };
  const bool shares = std::any_of(said.topics.begin(), said.topics.end(), [&](const Topic& topic) {
    return topic.is(kPerson) && find(known, topic.word) != nullptr;
  });
  const bool known_has = std::any_of(known.begin(), known.end(), of_known);
  const bool said_has = std::any_of(said.topics.begin(), said.topics.end(), of_said);
  return !shares && (said_has || (known_has && !said.of_someone));
}

/// Whether an end of another person, by name, leaves the fact alone: "Jonas has outgrown his allergy" does not end what
/// the speaker is allergic to. Of a statement, its subject or value, or a name behind it, must be that one; of a text, any of its
/// words.
bool is_of_other(std::span<const Topic> known, bool statement, const Reading& said) {
  if (said.owner == 0 || said.effect != Effect::kEnds) {
    return false;
  }
  const Topic* owner = find(known, said.owner);
  return owner == nullptr || (statement && !owner->is(kOwn | kNamed));
}

/// A move ends where a person lives, not a text that mentions a home next to its own subject: one of its first two topics but
/// persons must be living.
bool is_beside_home(std::span<const Topic> known, bool statement, const Reading& said) {
  constexpr std::size_t kSubjectTopics = 2;
  static const std::uint32_t kHome = topics_of_text(kResidence).front().word;
  std::size_t before = 0;
  for (const Topic& topic : known) {
    if (topic.word == kHome) {
      return said.moves && !statement && before >= kSubjectTopics;
    }
    before += topic.is(kPerson) ? 0 : 1;
  }
  return false;
}

Agreement agreement(std::span<const Topic> known, const Reading& said) {
  Agreement found;
  for (const Topic& topic : said.topics) {
    const Topic* other = find(known, topic.word);
    if (other == nullptr) {
      found.new_value = found.new_value || topic.is(kName | kValue);
      continue;
    }
    if (topic.is(kValue)) {
      ++found.values;
    } else if (topic.is(kPerson)) {
      ++found.persons;
    } else if (said.hands_over && other->is(kPurpose)) {
      continue;  // who looks after billing says nothing of what billing uses
    } else if (!topic.is(kScope) && !is_told_apart(known, said, *other, topic)) {
      const bool specific = topic.specific();
      ++(specific ? found.specific : found.slots);
      found.names += specific && (topic.is(kName) || other->is(kName)) ? 1 : 0;
      found.near += topic.is(kNear) ? 1 : 0;
      found.near_specific += specific && topic.is(kNear) ? 1 : 0;
      found.near_loose += topic.is(kNear) && topic.is(kLoose) ? 1 : 0;
      found.own += other->is(kOwn) ? 1 : 0;
    }
  }
  return found;
}

std::size_t count_near(const Reading& said) {
  return static_cast<std::size_t>(std::count_if(said.topics.begin(), said.topics.end(), [](const Topic& topic) {
    return topic.is(kNear) && !topic.is(kValue | kPerson | kScope);
  }));
}

std::size_t count_near_loose(const Reading& said) {
  return static_cast<std::size_t>(std::count_if(
      said.topics.begin(), said.topics.end(), [](const Topic& topic) { return topic.is(kNear) && topic.is(kLoose); }));
}

bool has_values(std::span<const Topic> topics) {
  return std::any_of(topics.begin(), topics.end(), [](const Topic& topic) { return topic.is(kValue); });
}

/// An end is certain only if most of what it names is known: "Bruno doesn't bite any more" does not end "I have a dog, Bruno". Words of
/// several meanings do not count: "the old address is dead" can be that of a mailbox.
bool ends(const Reading& said, const Agreement& common) {
  const std::size_t loose = count_near_loose(said);
  const std::size_t named = count_near(said) - loose;
  const std::size_t known = common.near - common.near_loose;
  if (named == 0) {
    return loose == 0 && common.specific >= 1;  // "I've given it up": the object is named elsewhere
  }
  return known * 2 >= named && (common.near_specific >= 1 || known == named);
}

bool replaces(std::span<const Topic> known, const Reading& said, const Agreement& common) {
  if (said.certain) {
    return common.near >= 1 || (count_near(said) == 0 && common.things() >= 1);
  }
  const bool values = has_values(known) && has_values(said.topics);
  return common.things() >= 2 || (common.things() >= 1 && (values || common.persons >= 1));
}

/// Whether what a correction calls wrong was said; of a statement, in its subject or value.
bool has_wrong(std::span<const Topic> known, bool statement, const Reading& said) {
  return std::all_of(said.wrong.begin(), said.wrong.end(), [&](std::uint32_t word) {
    const Topic* topic = find(known, word);
    return topic != nullptr && (!statement || topic->is(kOwn));
  });
}

/// Whether a correction names what was wrong by a word that tells it apart.
bool names_wrong(const Reading& said) {
  return std::any_of(said.wrong.begin(), said.wrong.end(), [&](std::uint32_t word) {
    const Topic* topic = find(said.topics, word);
    return topic != nullptr && topic->specific();
  });
}

bool is_same(std::span<const Topic> known, const Reading& said, const Agreement& common) {
  const std::size_t smaller = std::min(known.size(), said.topics.size());
  if (said.restates) {
    return common.specific + common.values >= 1 || common.all() >= 2;
  }
  return !common.new_value && common.all() >= 2 && common.all() * 5 >= smaller * 3;
}

}  // namespace

Judgement judge(std::span<const Topic> known, bool statement, const Reading& said) {
  const Agreement common = agreement(known, said);
  const std::size_t score =
      4 * common.own + 3 * common.near + 2 * common.specific + common.slots + common.values + common.persons;
  if (common.all() == 0) {
    return {};
  }
  if (said.restates || said.effect == Effect::kNone) {
    const bool apart = differ_in(known, said.topics, kPerson) || differ_in(known, said.topics, kScope);
    return !apart && is_same(known, said, common) ? Judgement{Verdict::kSame, score} : Judgement{};
  }
  const bool other = differ_in(known, said.topics, kScope) || (differ_in_owner(known, said) && common.names == 0);
  const bool touches = !statement || common.own >= 1;
  const bool spared = is_of_other(known, statement, said) || is_beside_home(known, statement, said);
  if (other || spared || !touches || said.effect == Effect::kAdds) {
    return {};
  }
  if (said.effect == Effect::kEnds) {
    return ends(said, common) ? Judgement{Verdict::kEnds, score} : Judgement{};
  }
  if (!has_wrong(known, statement, said)) {
    return {};
  }
  if (replaces(known, said, common)) {
    return {Verdict::kReplaces, score};
  }
  return names_wrong(said) ? Judgement{Verdict::kReplaces, 1, true} : Judgement{};
}

}  // namespace turnstream::change
