#include "stages/common/language/order_endings.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "stages/common/language/commands.h"
#include "stages/common/language/instruction_key.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/permissions.h"
#include "stages/common/language/sentences.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

using enum EndingKind;

constexpr std::size_t kEndingsMax = 8;
/// What is ended has at most so many words and marks.
constexpr std::size_t kObjectWordsMax = 10;
/// Behind the lead at most so many words are read.
constexpr std::size_t kClauseWordsMax = 24;

constexpr EndingRow kRows[] = {
    {kPermits, "you can|may ?now|also|all", "", "", "You can use emojis again."},
    {kPermits, "?please feel free to", "", "", "Feel free to use emojis again."},
    {kPermits, "it is ?now fine|ok|okay|alright to", "", "", "It's fine to call me before nine again."},
    {kPermits, "i do not mind", "", "", "I don't mind emojis any more."},
    {kPermits, "", "is|are ?now|all|completely fine|ok|okay|alright|welcome", "", "Emojis are fine again."},
    {kAllows, "you are ?now|also|all allowed|permitted to", "", "", "You're allowed to push to main again."},
    {kAllows, "it is ?now allowed|permitted to", "", "", "It's now allowed to push to main."},
    {kAllows, "", "is|are ?again|now|all|also allowed|permitted", "", "Emojis are now allowed."},
    {kPermits, "du darfst|kannst", "", "", "Du darfst wieder Emojis benutzen."},
    {kPermits, "sie dürfen|können", "", "", "Sie dürfen wieder Emojis benutzen."},
    {kPermits, "an|heute|jetzt|künftig|nun|sofort|zukunft darfst|kannst du", "", "",
     "Ab jetzt darfst du Emojis benutzen."},
    {kAllows, "", "ist|sind ?ab ?heute|jetzt|nun|sofort ?wieder erlaubt", "", "Emojis sind wieder erlaubt."},
    {kAllows, "an|heute|jetzt|künftig|nun|sofort|zukunft ist|sind", "?wieder erlaubt", "",
     "Ab sofort sind Emojis erlaubt."},
    {kReleases, "you do not ?really have|need ?to", "", "anymore more longer",
     "You don't have to sign the mails any more."},
    {kReleases, "you no longer have|need to", "", "", "You no longer have to sign the mails."},
    {kReleases, "you need not", "", "anymore more longer", "You need not sign the mails any longer."},
    {kReleases, "you can|may ?now|also stop", "", "", "You can stop signing the mails."},
    {kReleases, "?there ?is no need|reason to|for", "", "anymore more longer", "No need to sign the mails any more."},
    {kReleases, "?there ?is no longer a|any need|reason to|for", "", "",
     "There's no longer any need to sign the mails."},
    {kReleases, "it is no longer necessary|needed|required to", "", "", "It is no longer necessary to sign the mails."},
    {kReleases, "i|we no longer need|want ?you ?to", "", "", "I no longer need the weekly report."},
    {kReleases, "i|we do not need ?you ?to", "", "anymore more longer", "I don't need the weekly report any more."},
    {kReleases, "du musst|brauchst", "", "mehr länger", "Du musst die Mails nicht mehr unterschreiben."},
    {kReleases, "sie müssen|brauchen", "", "mehr länger", "Sie brauchen die Mails nicht mehr zu unterschreiben."},
    {kForgets,
     "?you ?can ?please ?just forget|ignore|disregard ?all|everything what ?that i ?have said|told|wrote|written|asked ?you "
     "?before|earlier about|on|for",
     "", "", "Forget what I said about emojis."},
    {kForgets, "never mind what i said|told|wrote ?you ?before|earlier about|on", "", "",
     "Never mind what I said about emojis."},
    {kForgets,
     "?you ?can ?please ?just forget|ignore|disregard|drop|scrap|cancel|lift the|my|that|our ?old|earlier|previous "
     "rule|rules|instruction|instructions|order|ban|request|policy about|on|for|against|that|to|with",
     "", "", "Forget the rule about emojis."},
    {kForgets, "?you ?can ?please ?just forget|ignore|disregard|drop|scrap|cancel|lift the|my|that|our",
     "rule|instruction|ban|policy", "", "Drop the emoji rule."},
    {kForgets, "?the|my|our|that ?old ban|freeze|instruction|order|policy|restriction|rule about|against|for|on",
     "no longer applies|holds|counts", "", "The rule about emojis no longer applies."},
    {kForgets, "?the|my|our|that ?old ban|freeze|instruction|order|policy|restriction|rule about|against|for|on",
     "is|was ?now cancelled|gone|lifted|off|over|void", "", "The ban on emojis is lifted."},
    {kForgets, "the|my|our", "rule|instruction|ban|policy no longer applies|holds|counts", "",
     "The emoji rule no longer applies."},
    {kForgets, "vergiss was ich ?dir über|zu|zum|zur", "gesagt|geschrieben", "",
     "Vergiss, was ich über Emojis gesagt habe."},
};

struct Part {
  bool optional = false;
  WordSet words{""};
};
using Parts = std::vector<Part>;

Parts parts_of(std::string_view text) {
  Parts parts;
  for (const std::string_view part : words_between(text)) {
    const bool optional = part.front() == '?';
    parts.push_back({optional, WordSet(part.substr(optional ? 1 : 0), '|')});
  }
  return parts;
}

struct ReadRow {
  EndingKind kind;
  Parts lead;
  Parts tail;
  WordSet marks;
};

const std::vector<ReadRow>& read_rows() {
  static const std::vector<ReadRow> kRead = [] {
    std::vector<ReadRow> rows;
    for (const EndingRow& row : kRows) {
      rows.push_back({row.kind, parts_of(row.lead), parts_of(row.tail), WordSet(row.marks)});
    }
    return rows;
  }();
  return kRead;
}

/// The index behind the parts, which begin at `at`; `at` if they do not stand there.
std::size_t behind(Sentence sentence, std::size_t at, const Parts& parts) {
  std::size_t next = at;
  for (const Part& part : parts) {
    const std::size_t word = next < sentence.size() && next > at && sentence[next].is(",") ? next + 1 : next;
    const bool fits = word < sentence.size() && !sentence[word].quoted && sentence[word].in(part.words);
    if (!fits && !part.optional) {
      return at;
    }
    next = fits ? word + 1 : next;
  }
  return next;
}

/// "src/" has a mark at its end, which ends no clause.
std::size_t end_of_clause(Sentence sentence, std::size_t begin) {
  static const WordSet kReasons("because but cause since weil");
  std::size_t end = begin;
  const std::size_t last = std::min(sentence.size(), begin + kClauseWordsMax);
  for (; end < last && (!sentence[end].punctuation || sentence[end].is("/")); ++end) {
    const bool so = sentence[end].is("so") && end + 1 < sentence.size() && sentence[end + 1].in(kPronoun | kDeterminer);
    if (so || sentence[end].in(kReasons)) {
      break;
    }
  }
  return end;
}

/// Where a clause begins, also behind "now" and "from today on".
bool can_begin(Sentence sentence, std::size_t at) {
  return begins_clause(sentence, at) || sentence[at - 1].in(kAdverb | kTime) || leads_in(sentence[at - 1]);
}

/// "…, it's at five": then a fact was wrong, and no order ends.
bool says_fact(Sentence sentence, std::size_t end) {
  static const WordSet kThings("he it she that they");
  return end + 2 < sentence.size() && sentence[end].is(",") && sentence[end + 1].in(kThings) &&
         sentence[end + 2].in(kAuxiliary);
}

/// "any more", "no longer", "nicht mehr"; not "more mails".
bool is_mark(Sentence sentence, std::size_t at) {
  static const WordSet kNeedsAny("longer more");
  static const WordSet kAny("any no");
  return !sentence[at].in(kNeedsAny) || (at > 0 && sentence[at - 1].in(kAny));
}

/// Whether the word stands for what was said before: "you can say that again"; not "in this repo".
bool points(Sentence sentence, std::size_t at, std::size_t end) {
  static const WordSet kThings("es it");
  static const WordSet kPointers("that this");
  static const WordSet kBehind("again any anymore no wieder");
  return sentence[at].in(kThings) || (sentence[at].in(kPointers) && (at + 1 >= end || sentence[at + 1].in(kBehind)));
}

/// Whether the words can hold an ending: each has one of these. Most texts have none, so that they are not read for it.
bool can_end(const Words& words) {
  static const WordSet kNeeded(
      "again anymore ban cancel days disregard drop forget forward freeze henceforth here heute ignore instruction instructions jetzt "
      "künftig lift longer länger mehr mind more now nun order policy request restriction rule rules scrap sofort stop today vergiss "
      "wieder zukunft");
  return std::any_of(words.begin(), words.end(), [](const Word& word) { return word.in(kNeeded); });
}

class Finder {
 public:
  std::vector<OrderEnding> find(const Words& words) {
    const std::vector<SentenceCut> cuts = cut_sentences(words);
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      taken_back_ = i + 1 < cuts.size() && takes_back(cuts[i + 1].words);
      if (!cuts[i].asks() && is_meant(cuts[i].words)) {
        read_sentence(cuts[i].words);
      }
    }
    return std::move(found_);
  }

 private:
  void read_sentence(Sentence sentence) {
    if (sentence.size() > 1 && sentence[0].capital && sentence[1].is(":") && !sentence[0].in(kOpening)) {
      return;  // "Tom: …" quotes Tom
    }
    for (std::size_t at = 0; at < sentence.size() && found_.size() < kEndingsMax; ++at) {
      if (sentence[at].in(kReport) && at > 0 && !sentence[at - 1].is("i")) {
        return;  // "Ann says you can use emojis again"
      }
      if (sentence[at].punctuation || sentence[at].quoted || !can_begin(sentence, at)) {
        continue;
      }
      for (const ReadRow& row : read_rows()) {
        if (const std::size_t end = read_row(sentence, at, row); end > at) {
          at = end - 1;
          break;
        }
      }
    }
  }

  /// The end of the ending that begins at `at`; `at` if none does.
  std::size_t read_row(Sentence sentence, std::size_t at, const ReadRow& row) {
    Permission clause{.lead = at, .begin = behind(sentence, at, row.lead), .rule = row.kind == kAllows};
    if (clause.begin == at && !row.lead.empty()) {
      return at;
    }
    clause.clause_end = end_of_clause(sentence, clause.begin);
    clause.end = clause.behind = clause.clause_end;
    if (!row.tail.empty()) {
      clause.end = clause.begin + 1;
      while (clause.end < clause.clause_end && behind(sentence, clause.end, row.tail) == clause.end) {
        ++clause.end;
      }
      if (clause.end >= clause.clause_end) {
        return at;
      }
      clause.behind = behind(sentence, clause.end, row.tail);
    }
    const bool named = clause.end > clause.begin && clause.end - clause.begin <= kObjectWordsMax;
    const bool permits = row.kind == kPermits || row.kind == kAllows;
    return named && (permits ? add_permitted(sentence, clause, row.kind) : add(sentence, clause, row))
               ? clause.clause_end
               : at;
  }

  static bool has_mark(Sentence sentence, std::size_t begin, std::size_t end, const WordSet& marks) {
    for (std::size_t at = begin; at < end; ++at) {
      if (sentence[at].in(marks) && is_mark(sentence, at)) {
        return true;
      }
    }
    return marks.words().empty();
  }

  bool add(Sentence sentence, const Permission& clause, const ReadRow& row) {
    static const WordSet kNoObjects("about das den der die habe nicht worry zu");
    if (!has_mark(sentence, clause.begin, clause.clause_end, row.marks) ||
        (row.kind == kForgets && says_fact(sentence, clause.clause_end))) {
      return false;
    }
    OrderEnding ending{row.kind, {}};
    for (std::size_t at = clause.begin; at < clause.end; ++at) {
      if (points(sentence, at, clause.end)) {
        return false;
      }
      const bool marks = sentence[at].in(row.marks) && is_mark(sentence, at);
      if (std::string word = key_word(sentence[at], KeyForm::kNamed);
          !marks && !word.empty() && !kNoObjects.has(word)) {
        ending.words.insert(std::move(word));
      }
    }
    return add(std::move(ending));
  }

  /// Also with what stands behind "is allowed": "in the chat".
  bool add_permitted(Sentence sentence, const Permission& clause, EndingKind kind) {
    if (taken_back_ || !lifts_rule(sentence, clause)) {
      return false;
    }
    OrderEnding ending{kind, {}};
    for (std::size_t at = clause.begin; at < clause.clause_end; at = at + 1 == clause.end ? clause.behind : at + 1) {
      if (points(sentence, at, clause.end)) {
        return false;
      }
      ending.words.insert(permitted_word(sentence, at));
    }
    ending.words.erase("");
    return add(std::move(ending));
  }

  bool add(OrderEnding ending) {
    if (ending.words.empty()) {
      return false;
    }
    found_.push_back(std::move(ending));
    return true;
  }

  bool taken_back_ = false;  ///< by the next sentence
  std::vector<OrderEnding> found_;
};

}  // namespace

std::span<const EndingRow> ending_rows() {
  return kRows;
}

std::vector<OrderEnding> order_endings_in(const Words& words) {
  return can_end(words) ? Finder().find(words) : std::vector<OrderEnding>();
}

}  // namespace turnstream::language
