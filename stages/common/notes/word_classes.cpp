#include "stages/common/notes/word_classes.h"

#include "stages/common/notes/class_table.h"

namespace turnstream::notes {
namespace {

// "may" is left out of the months, because it is nearly always the verb.
constexpr ClassRow kRows[] = {
    {kStop,
     "a an the and or of to in on at for with by from as is was are were be been his her their its it he she they them "
     "him that this these those not no yes do does did has have had will would can could about into than then so very "
     "more most some any all one i you we my your our me us what which who how when where why just too also am if but s "
     "t m re ve ll d don im"},
    {kFirstPerson, "i im ive"},
    {kOwn, "my mine me myself"},
    {kAddressed, "you your yours u ur"},
    {kOpensSelf, "i we my our"},
    {kPast, "yesterday ago recently since today just finally first once"},
    {kAfterLast,
     "night week weekend month year summer winter spring fall january february march april june july august september "
     "october november december monday tuesday wednesday thursday friday saturday sunday fri sat sun mon"},
    {kAfterThis, "morning past week weekend month year"},
    {kSpan, "years months weeks days"},
    {kCalendar,
     "january february march april june july august september october november december monday tuesday wednesday "
     "thursday friday saturday sunday weekend christmas thanksgiving halloween birthday anniversary"},
    {kNumber, "one two three four five six seven eight nine ten dozen hundred thousand million few"},
    {kFluff,
     "reminder journey moment moments positive amazing awesome inspiring proud grateful incredible special powerful "
     "rewarding"},
    {kEvent,
     "joined joining started starting began finished finishing bought got adopted adopting moved moving lost found won "
     "went visited visiting attended attending took met made signed married engaged died passed born broke hired fired "
     "quit left retired sold hurt accident pregnant launched opened organised organized performed competed painted "
     "wrote read watched saw played learned learnt taught built created received gave donated ran hiked camped drove "
     "flew spent celebrated hosted planned came decided applied accepted offered promoted helped worked tried cooked "
     "baked said told called named grew held raised designed published recorded submitted failed had"},
    {kKin,
     "mom mum mother dad father parent parents son daughter kid kids child children baby brother sister sibling "
     "siblings wife husband partner girlfriend boyfriend aunt uncle cousin cousins niece nephew family dog dogs cat cats "
     "puppy puppies pet pets kitten friend friends neighbor neighbors neighbour neighbours colleague colleagues coworker "
     "coworkers boss teacher coach mentor team"},
    {kAsking, "what which who where when how why any"},
    {kOpensPhrase, "last the used when as growing this for couple may worth means"},
};

/// All words that begin so, and are longer by at least so many letters, are in the class: "graduated".
struct PrefixRow {
  std::string_view prefix;
  std::size_t more_min;
  std::uint32_t word_class;
};

constexpr PrefixRow kPrefixes[] = {
    {"graduat", 1, kEvent},   {"injur", 1, kEvent},      {"diagnos", 1, kEvent},
    {"volunteer", 0, kEvent}, {"participat", 1, kEvent}, {"travel", 1, kEvent},
    {"interview", 0, kEvent}, {"fianc", 1, kKin},        {"grand", 1, kKin},
};

/// Bit n stands for the n-th letter: a row of kPrefixes begins with it.
constexpr std::uint32_t first_letters_of_prefixes() {
  std::uint32_t letters = 0;
  for (const PrefixRow& row : kPrefixes) {
    letters |= 1U << (row.prefix.front() - 'a');
  }
  return letters;
}

bool can_have_prefix(std::string_view word) {
  constexpr std::uint32_t kLetters = first_letters_of_prefixes();
  return word.front() >= 'a' && word.front() <= 'z' && (kLetters >> (word.front() - 'a') & 1) != 0;
}

std::uint32_t classes_by_prefix(std::string_view word) {
  std::uint32_t classes = 0;
  for (const PrefixRow& row : kPrefixes) {
    if (word.front() == row.prefix.front() && word.starts_with(row.prefix) &&
        word.size() >= row.prefix.size() + row.more_min) {
      classes |= row.word_class;
    }
  }
  return classes;
}

}  // namespace

std::uint32_t classes_of(std::string_view lower_word) {
  static const ClassTable kTable{kRows};
  if (lower_word.empty()) {
    return 0;
  }
  const std::uint32_t classes = kTable.classes_of(lower_word);
  return classes != 0 || !can_have_prefix(lower_word) ? classes : classes_by_prefix(lower_word);
}

}  // namespace turnstream::notes
