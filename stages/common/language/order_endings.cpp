#include "stages/common/language/order_endings.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "stages/common/language/commands.h"
#include "stages/common/language/instruction_key.h"
#include "stages/common/language/lexicon.h"
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
    {kPermits, "you can|may|could ?now|also|all", "", "again", "You can use emojis again."},
    {kPermits, "?please feel free to", "", "again", "Feel free to use emojis again."},
    {kPermits, "it is ?now fine|ok|okay|alright|allowed to", "", "again", "It's fine to call me before nine again."},
    {kPermits, "i do not mind", "", "again anymore more longer", "I don't mind emojis any more."},
    {kPermits, "", "is|are ?now|all|completely fine|ok|okay|alright|allowed|permitted|welcome", "again",
     "Emojis are fine again."},
    {kPermits, "you can|may", "", "now today", "You can use emojis now."},
    {kPermits, "it is fine|ok|okay|alright|allowed to", "", "now today", "It's fine to call me before nine now."},
    {kPermits, "it is now fine|ok|okay|alright|allowed to", "", "", "It's now okay to use emojis."},
    {kPermits, "", "is|are ?all|completely fine|ok|okay|alright|allowed|permitted|welcome", "now today",
     "Using emojis is OK now."},
    {kPermits, "", "is|are now ?all|completely fine|ok|okay|alright|allowed|permitted|welcome", "",
     "Emojis are now allowed."},
    {kPermits, "du darfst|kannst", "", "wieder", "Du darfst wieder Emojis benutzen."},
    {kPermits, "sie dürfen|können", "", "wieder", "Sie dürfen wieder Emojis benutzen."},
    {kPermits, "", "ist|sind wieder erlaubt|ok|okay|willkommen", "", "Emojis sind wieder erlaubt."},
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
  return begins_clause(sentence, at) || sentence[at - 1].in(kAdverb | kTime) || sentence[at - 1].is("on");
}

/// "…, it's at five": then a fact was wrong, and no order ends.
bool says_fact(Sentence sentence, std::size_t end) {
  static const WordSet kThings("he it she that they");
  return end + 2 < sentence.size() && sentence[end].is(",") && sentence[end + 1].in(kThings) &&
         sentence[end + 2].in(kAuxiliary);
}

/// "any more", "no longer", "nicht mehr", "from today"; not "more mails", "until now".
bool is_mark(Sentence sentence, std::size_t at) {
  static const WordSet kNeedsAny("longer more");
  static const WordSet kAny("any no");
  static const WordSet kPassing("for just only right until");  // they bound what is allowed
  static const WordSet kFrom("from of");
  if (sentence[at].is("now") || sentence[at].is("today")) {
    const bool from = at > 0 && sentence[at - 1].in(kFrom);
    return sentence[at].is("today") ? from : at == 0 || !sentence[at - 1].in(kPassing);
  }
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
      "again anymore ban cancel disregard drop forget freeze ignore instruction instructions lift longer länger mehr mind more now "
      "order policy request restriction rule rules scrap stop today vergiss wieder");
  return std::any_of(words.begin(), words.end(), [](const Word& word) { return word.in(kNeeded); });
}

class Finder {
 public:
  std::vector<OrderEnding> find(const Words& words) {
    for (const SentenceCut& cut : cut_sentences(words)) {
      if (!cut.asks() && is_meant(cut.words)) {
        read_sentence(cut.words);
      }
    }
    return std::move(found_);
  }

 private:
  void read_sentence(Sentence sentence) {
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
    const std::size_t begin = behind(sentence, at, row.lead);
    if (begin == at && !row.lead.empty()) {
      return at;
    }
    const std::size_t clause_end = end_of_clause(sentence, begin);
    std::size_t end = clause_end;
    if (!row.tail.empty()) {
      end = begin + 1;
      while (end < clause_end && behind(sentence, end, row.tail) == end) {
        ++end;
      }
      if (end >= clause_end) {
        return at;
      }
    }
    const bool corrects = row.kind == kForgets && says_fact(sentence, clause_end);
    return end > begin && end - begin <= kObjectWordsMax && !corrects &&
                   has_mark(sentence, begin, clause_end, row.marks) && add(sentence, begin, end, row)
               ? clause_end
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

  bool add(Sentence sentence, std::size_t begin, std::size_t end, const ReadRow& row) {
    static const WordSet kNoObjects("about das den der die habe nicht worry zu");
    OrderEnding ending{row.kind, {}};
    for (std::size_t at = begin; at < end; ++at) {
      if (points(sentence, at, end)) {
        return false;
      }
      const bool marks = sentence[at].in(row.marks) && is_mark(sentence, at);
      if (std::string word = key_word(sentence[at], KeyForm::kNamed);
          !marks && !word.empty() && !kNoObjects.has(word)) {
        ending.words.insert(std::move(word));
      }
    }
    if (ending.words.empty()) {
      return false;
    }
    found_.push_back(std::move(ending));
    return true;
  }

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
