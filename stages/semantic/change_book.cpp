#include "stages/semantic/change_book.h"

#include <algorithm>
#include <utility>

#include "stages/common/change/opposites.h"
#include "stages/common/language/tastes.h"
#include "stages/common/language/user_name.h"
#include "stages/semantic/claim_forms.h"
#include "stages/semantic/corrected_claim.h"
#include "stages/semantic/own_facts.h"
#include "stages/semantic/relations.h"

namespace turnstream::semantic {
namespace {

/// A sentence means at most so many facts: those that one earlier sentence told.
constexpr std::size_t kMeantMax = 4;

/// What the value serves: "billing" of "Postgres 14 for billing"; empty if it names nothing.
std::string_view purpose_of(std::string_view value) {
  constexpr std::string_view kFor = " for ";
  const std::size_t at = value.find(kFor);
  return at == std::string_view::npos ? std::string_view() : value.substr(at + kFor.size());
}

/// The name behind the value and a comma: "Mrs Vance" of "We've got a cleaner, Mrs Vance, on Thursdays"; empty if there is none.
std::string_view named_behind(std::string_view value, std::string_view evidence) {
  constexpr std::string_view kComma = ", ";
  const std::size_t at = value.empty() ? std::string_view::npos : evidence.find(value);
  std::string_view rest = at == std::string_view::npos ? std::string_view() : evidence.substr(at + value.size());
  if (!rest.starts_with(kComma)) {
    return {};
  }
  rest.remove_prefix(kComma.size());
  const std::string_view name = rest.substr(0, rest.find_first_of(",.;:!?"));
  const bool capital = !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
  return capital && !name.starts_with("I ") && !name.starts_with("I'") ? name : std::string_view();
}

/// The topics of a fact. Those of a statement are the topics of its whole sentence; kOwn marks those in its subject or value.
std::vector<change::Topic> topics_of(const Claim& claim, const change::Reading& reading) {
  std::vector<change::Topic> topics = reading.topics;
  const language::Statement& statement = claim.statement;
  const std::vector<change::Topic> own =
      statement.relation.empty()
          ? std::vector<change::Topic>()
          : change::topics_of_text(statement.subject + " " + statement.relation + " " + statement.value);
  const std::vector<change::Topic> purpose = change::topics_of_text(purpose_of(statement.value));
  const std::vector<change::Topic> named = change::topics_of_text(named_behind(statement.value, claim.evidence));
  for (change::Topic& topic : topics) {
    const auto is_same = [&topic](const change::Topic& other) { return other.word == topic.word; };
    const bool is_own = std::any_of(own.begin(), own.end(), is_same);
    const bool is_named = std::any_of(named.begin(), named.end(), is_same);
    const bool is_purpose = std::any_of(purpose.begin(), purpose.end(), is_same);
    topic.bits = static_cast<std::uint16_t>(
        (topic.bits & ~unsigned{change::kNear}) | (is_own ? unsigned{change::kOwn} : 0U) |
        (is_purpose ? unsigned{change::kPurpose} : 0U) | (is_named ? unsigned{change::kNamed} : 0U));
  }
  return topics;
}

}  // namespace

Status ChangeBook::apply(std::span<const Claim> claims) {
  const Claim& sentence = claims.front();
  const change::Reading& reading = *sentence.reading;
  TS_ASSIGN_OR_RETURN(Meant meant, meant_by(sentence));
  if (meant.verdict == change::Verdict::kSame) {
    TS_ASSIGN_OR_RETURN(const bool known, states_known(claims.subspan(1)));
    TS_ASSIGN_OR_RETURN(const bool other, states_other(claims.subspan(1), meant.facts.front()));
    if (!known && !other) {
      return book_.confirm(meant.facts.front(), sentence);
    }
  }
  const bool can_replace = !reading.unclear || reading.corrects || claims.size() > 1;
  if (meant.verdict == change::Verdict::kReplaces && !can_replace) {
    meant = Meant();
  }
  const bool replaces = can_replace && reading.effect == change::Effect::kReplaces;
  if (replaces && meant.facts.empty() && (reading.certain || reading.worth || claims.size() > 1)) {
    meant.facts = std::exchange(ending_, {});
    meant.verdict = meant.facts.empty() ? change::Verdict::kOther : change::Verdict::kReplaces;
  }
  if (meant.verdict == change::Verdict::kReplaces && reading.corrects) {
    TS_ASSIGN_OR_RETURN(const std::vector<Claim> right, put_right(meant.facts, claims));
    if (!right.empty()) {
      return settle(meant, right);
    }
  }
  TS_ASSIGN_OR_RETURN(const bool own, is_of_user(meant));
  if (own && !sentence.user.known()) {
    std::vector<Claim> of_user(claims.begin(), claims.end());
    of_user.front().user = user_;
    of_user.front().text = language::with_user_name(user_.shown(), sentence.said);
    return settle(meant, of_user);
  }
  return settle(meant, claims);
}

Result<bool> ChangeBook::is_of_user(const Meant& meant) {
  for (const Uuid& id : meant.verdict == change::Verdict::kReplaces ? meant.facts : std::vector<Uuid>()) {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptFact> kept, facts_.snapshot(id));
    if (kept.has_value() && kept->fact.user.known()) {
      return true;
    }
  }
  return false;
}

Status ChangeBook::settle(const Meant& meant, std::span<const Claim> claims) {
  const change::Reading& reading = *claims.front().reading;
  const bool same = meant.verdict == change::Verdict::kSame;
  const bool takes_place = meant.verdict == change::Verdict::kReplaces;
  const bool denies =
      std::any_of(claims.begin(), claims.end(), [](const Claim& claim) { return claim.statement.ended; });
  const bool ends = meant.verdict == change::Verdict::kEnds;
  TS_ASSIGN_OR_RETURN(const std::optional<Uuid> said,
                      tell(claims, takes_place || reading.corrects || (reading.worth && !denies && !ends && !same)));
  if (ends) {
    ending_.insert(ending_.end(), meant.facts.begin(), meant.facts.end());
  }
  return takes_place ? replace(meant.facts, said, claims.subspan(1)) : Status();
}

Result<std::vector<Claim>> ChangeBook::put_right(const std::vector<Uuid>& facts, std::span<const Claim> claims) {
  std::vector<Claim> right;
  const auto states = [](const Claim& claim) { return !claim.statement.relation.empty() && !claim.statement.ended; };
  if (!claims.front().correction.has_value() || std::any_of(claims.begin(), claims.end(), states)) {
    return right;
  }
  for (const Uuid& id : facts) {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptFact> kept, facts_.snapshot(id));
    std::optional<Claim> claim = kept.has_value() ? corrected_claim(id, *kept, claims.front()) : std::optional<Claim>();
    if (claim.has_value()) {
      right.push_back(*std::move(claim));
    }
  }
  if (!right.empty()) {
    right.insert(right.begin(), claims.front());
  }
  return right;
}

/// A fact in whose timeline one of the statements stands was replaced by it.
Status ChangeBook::replace(const std::vector<Uuid>& facts, const std::optional<Uuid>& by,
                           std::span<const Claim> statements) {
  for (const Uuid& before : facts) {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptFact> kept, facts_.snapshot(before));
    if (!kept.has_value() || by == before) {
      continue;
    }
    TS_ASSIGN_OR_RETURN(const std::optional<std::string> slot, book_.ends().slot_in_use(before, kept->fact));
    const bool filled = slot.has_value() && std::any_of(statements.begin(), statements.end(), [&](const Claim& claim) {
                          return !claim.statement.ended && claim.slot == slot;
                        });
    TS_RETURN_IF_ERROR(filled ? Status() : book_.close(before, by));
  }
  return {};
}

Result<bool> ChangeBook::states_known(std::span<const Claim> statements) {
  for (const Claim& claim : statements) {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptFact> kept, facts_.snapshot(id_of(persona_, claim)));
    if (kept.has_value()) {
      return true;
    }
  }
  return false;
}

Result<bool> ChangeBook::states_other(std::span<const Claim> statements, const Uuid& id) {
  TS_ASSIGN_OR_RETURN(const std::optional<Told> told, book_.told().find(id));
  TS_ASSIGN_OR_RETURN(const std::optional<KeptFact> kept, facts_.snapshot(id));
  const bool has_relation = kept.has_value() && !kept->fact.relation.empty();
  const auto slot = has_relation ? slot_of(statement_of(kept->fact), kept->fact.user.id) : std::nullopt;
  const auto is_new = [&told](const change::Topic& topic) {
    return told.has_value() && std::none_of(told->topics.begin(), told->topics.end(),
                                            [&topic](const change::Topic& known) { return known.word == topic.word; });
  };
  const auto taste = has_relation ? language::told_taste(statement_of(kept->fact)) : std::nullopt;
  const auto is_other = [&](const Claim& claim) {
    const auto said = taste.has_value() ? language::told_taste(claim.statement) : std::nullopt;
    if (said.has_value() && taste->key != said->key) {
      return !claim.statement.ended;  // "I prefer planes to trains" has the words of "I prefer trains to planes"
    }
    const std::vector<change::Topic> value = change::topics_of_text(claim.statement.value);
    return !claim.statement.ended && ((slot.has_value() && claim.slot == slot) ||  // another value of one timeline
                                      std::any_of(value.begin(), value.end(), is_new));
  };
  return std::any_of(statements.begin(), statements.end(), is_other);
}

Status ChangeBook::finish() {
  for (const Uuid& id : std::exchange(ending_, {})) {
    TS_RETURN_IF_ERROR(book_.close(id, std::nullopt));
  }
  return {};
}

Result<ChangeBook::Meant> ChangeBook::meant_by(const Claim& sentence) {
  const change::Reading& reading = *sentence.reading;
  Meant meant;
  if (facts_.head.facts == 0) {
    return meant;
  }
  const bool may_say_again = reading.worth || reading.restates;
  if (reading.effect == change::Effect::kAdds || (reading.effect == change::Effect::kNone && !may_say_again)) {
    return meant;
  }
  std::size_t score = 0;
  // "Left the rowing club", said by one of several users, tells nothing of the others.
  const bool own = user_.known() && reading.elided && reading.effect != change::Effect::kReplaces;
  if (!own) {
    TS_ASSIGN_OR_RETURN(const std::vector<Uuid> of_all, book_.told().candidates({}, reading.topics));
    TS_RETURN_IF_ERROR(consider(of_all, sentence, meant, score));
  }
  if (user_.known()) {
    TS_ASSIGN_OR_RETURN(const std::vector<Uuid> of_user, book_.told().candidates(user_.id, reading.topics));
    TS_RETURN_IF_ERROR(consider(of_user, sentence, meant, score));
  }
  return meant.by_word && meant.facts.size() > 1 ? Meant() : meant;
}

Status ChangeBook::consider(const std::vector<Uuid>& candidates, const Claim& sentence, Meant& meant,
                            std::size_t& score) {
  const change::Reading& reading = *sentence.reading;
  for (const Uuid& id : candidates) {
    TS_ASSIGN_OR_RETURN(const std::optional<Told> told, book_.told().find(id));
    if (!told.has_value()) {
      continue;
    }
    change::Judgement judgement = change::judge(told->topics, false, reading);
    if (judgement.verdict == change::Verdict::kOther || judgement.score < score) {
      continue;  // A statement is compared more strictly, so that the fact need not be read.
    }
    TS_ASSIGN_OR_RETURN(const std::optional<KeptFact> kept, facts_.snapshot(id));
    if (!kept.has_value() || !kept->fact.current) {
      continue;
    }
    if (!kept->fact.relation.empty()) {
      judgement = change::judge(told->topics, true, reading);
    }
    if (judgement.verdict == change::Verdict::kOther || judgement.score < score) {
      continue;
    }
    if (judgement.verdict == change::Verdict::kSame &&
        (change::denies(kept->fact.text) != reading.denies || change::are_opposite(kept->fact.text, sentence.said))) {
      continue;
    }
    if (judgement.verdict != change::Verdict::kSame && !can_mean(*kept, *told, sentence)) {
      continue;
    }
    if (judgement.by_word && kept->last_session != session_) {
      continue;
    }
    if (judgement.score > score) {
      meant = {judgement.verdict, {}, judgement.by_word};
      score = judgement.score;
    }
    if (meant.verdict == judgement.verdict && meant.facts.size() < kMeantMax) {
      meant.facts.push_back(id);
    }
  }
  return {};
}

Result<std::optional<Uuid>> ChangeBook::tell(std::span<const Claim> claims, bool as_text) {
  const change::Reading& reading = *claims.front().reading;
  std::optional<Uuid> said;
  for (const Claim& claim : claims.subspan(1)) {
    as_text = as_text && claim.statement.ended;  // a statement that was forgotten does not come back as a text
    const Uuid id = id_of(persona_, claim);
    TS_RETURN_IF_ERROR(book_.apply_statement(id, claim));
    TS_ASSIGN_OR_RETURN(const KeptFact* kept, facts_.find(id));
    if (claim.statement.ended || kept == nullptr) {
      continue;
    }
    TS_RETURN_IF_ERROR(list(id, claim, reading));
    said = said.has_value() ? said : std::optional(id);
  }
  if (!said.has_value() && as_text) {
    TS_ASSIGN_OR_RETURN(said, book_.apply_text(claims.front()));
    if (said.has_value()) {
      TS_RETURN_IF_ERROR(list(*said, claims.front(), reading));
    }
  }
  return said;
}

Status ChangeBook::list(const Uuid& id, const Claim& claim, const change::Reading& reading) {
  return book_.told().add(id, claim.user.id, topics_of(claim, reading));
}

}  // namespace turnstream::semantic
