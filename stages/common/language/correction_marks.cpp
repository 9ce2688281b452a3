#include "stages/common/language/correction_marks.h"

#include <algorithm>
#include <array>
#include <vector>

#include "stages/common/language/form_parts.h"
#include "stages/common/language/word_bits.h"

namespace turnstream::language {
namespace {

using enum CorrectionMark;

constexpr CorrectionMarkRow kRows[] = {
    {kError, "^ wrong|incorrect|falsch|quatsch ?_ ?_ $", "Wrong drawer! The keys are in the kitchen."},
    {kError,
     "that|this|it|you|i|we|those|these|they|date|day|name|number|time|price|address|amount|spelling|month|year|answer|title "
     "is|are|am|was|were ?all|also|just|still|simply|completely|totally wrong|incorrect|mistaken|outdated|inaccurate ?!of|to|with",
     "That's wrong: the port is 9090."},
    {kError,
     "that|this|it|those|these is|are|was|were not ?quite|entirely|really right|correct|true|accurate "
     "?!for|here|now|of|there|to|away",
     "That's not right, the room is B4."},
    {kError, "^ not ?quite|entirely right|correct|true|accurate $", "Not quite right. The room is B4."},
    {kError, "^ close|almost|nearly $", "Close! It's Rebekka."},
    {kError,
     "i|we|you|they ?have|had|must|also|just ?have|just "
     "misread|misheard|misspelled|misspelt|misunderstood|mistyped|misspoke|misremembered|misquoted|miscounted|mistook",
     "You misread the label, the dose is 20 mg."},
    {kError, "^ ?oh|oops|sorry|ah ?sorry typo ?!in", "Sorry, typo: the firm is called Nordwall."},
    {kError, "that|it is|was ?just a typo ?!in|of", "That was a typo, the firm is called Nordwall."},
    {kError, "my bad|mistake $", "My mistake: the room is B4."},
    {kError, "scratch|strike|ignore that $", "Scratch that, it's on the 6th."},
    {kError, "i take that back $", "I take that back, the fair is on the 6th."},
    {kError, "^ correction :|,", "Correction: the room is B4."},
    {kError, "let me correct|rephrase that|this|myself", "Let me correct that: the room is B4."},
    {kError, "i|we|you|they ?have|had|must ?have|just got ~ wrong $",
     "You've got the date wrong, the fair is on the 6th."},
    {kError, "i|we|you|they ?have|had|must ?have|just mixed|muddled|confused ~ up ?!with",
     "I mixed them up: the blue key is for the cellar."},
    {kError, "you ?have|had ?just got|had|have|put|used|wrote|sent|gave|booked|picked ?me|him|her|us the|a wrong",
     "You have the wrong floor, the office is on the 4th."},
    {kError, "i|we ?have|had ?just told|gave|given|sent|said ?you ?the|a wrong",
     "I told you wrong, the space is number 67."},
    {kError, "is|are|was|were ?all messed|mixed|muddled|jumbled up", "The dates are mixed up. The fair is on the 6th."},
    {kError,
     "that|it is|was my|our|his|her|their|the|its ?very old|previous|former|wrong ~~ "
     "address|amount|code|date|email|figure|mail|name|number|plan|price|room|spelling|surname|time|title|version $",
     "That's the old price, it's 34.50 now."},
    {kError,
     "that|this|it is|was not my|our|his|her|their|the|its ~~ "
     "address|age|birthday|code|date|email|name|number|price|room|size|spelling|surname|title",
     "That's not his surname, he's Mr Lund."},
    {kError, "that|this is|was not what|who|where|when|which i|we ?have said|meant|ordered|asked|wrote|booked|told",
     "That's not what I said, the room is B4."},
    {kError, "i never said|wrote|told ?you that|so|it $", "I never said that, the room is B4."},
    {kError, "you must|may|might|could be thinking|confusing",
     "My sister is called Ines, you must be thinking of Iris."},
    {kError, "you are ?probably|maybe thinking|confusing of|about|me|him|her|it|them",
     "My sister is called Ines, you're thinking of Iris."},
    {kError, "not know|see where|how you got|get|took|found",
     "The vet is Dr. Orlov, I don't know where you got Oslo from."},
    {kError, "hast|habt ~ falsch|verwechselt|vertauscht", "Der Termin ist am Montag, das hast du falsch notiert."},
    {kError, "das|es stimmt ?so nicht", "Das stimmt nicht, der Termin ist am Montag."},
    {kError, "das|es ist|war ?leider falsch", "Das war falsch, der Termin ist am Montag."},

    {kClaim,
     "you ?have|had ?also|just|then|already|even "
     "wrote|put|said|told|spelled|spelt|called|typed|listed|noted|entered|recorded|saved|booked|charged|billed|quoted|assumed|"
     "claimed|answered|written",
     "You wrote Bern again. It's Brig."},
    {kClaim, "you keep|kept saying|writing|putting|calling|telling|spelling|typing|using",
     "You keep saying we have two boats. We have three."},
    {kClaim, "your _ ?_ says|shows|reads|has|lists", "Your list says Tuesday, the talk is on Thursday."},
    {kClaim,
     "i|we ?have|had ?just|also|earlier|already said|wrote|told|typed|put|spelled|spelt|mentioned|noted|gave|written",
     "I said the 5th but it is the 6th."},
    {kClaim, "^ not ?the #given ?#given $", "Not Brenda! My boss is Bente."},

    {kRepair, "^ sorry|oops|whoops|ups|wait|argh", "Sorry, it's the 6th."},
    {kRepair, "^ no wait|sorry|no", "No wait, it's on Tuesday."},
    {kRepair, "^ hang|hold on", "Hold on, it's on Tuesday."},
    {kRepair, "^ ?no actually", "Actually it's on Thursday."},
    {kRepair, "^ on second thought|thoughts", "On second thought, it's on Thursday."},
};

}  // namespace

std::span<const CorrectionMarkRow> correction_marks() {
  return kRows;
}

namespace {

/// `bits`: word_bits() of the words. Most forms are excluded by them.
bool holds_mark(Sentence words, std::uint64_t bits, CorrectionMark mark) {
  using Forms = std::array<std::vector<Form>, static_cast<std::size_t>(kLast) + 1>;
  static const Forms kForms = [] {
    Forms forms;
    for (const CorrectionMarkRow& row : kRows) {
      forms[static_cast<std::size_t>(row.mark)].emplace_back(row.form);
    }
    return forms;
  }();
  const std::vector<Form>& forms = kForms[static_cast<std::size_t>(mark)];
  return std::any_of(forms.begin(), forms.end(),
                     [&](const Form& form) { return form.can_stand_among(bits) && form.stands_in(words); });
}

}  // namespace

bool holds_mark(Sentence words, CorrectionMark mark) {
  return holds_mark(words, word_bits(words), mark);
}

CorrectionMarks marks_in(Sentence sentence) {
  const std::uint64_t bits = word_bits(sentence);
  CorrectionMarks marks;
  for (std::size_t mark = 0; mark < marks.found.size(); ++mark) {
    marks.found[mark] = holds_mark(sentence, bits, static_cast<CorrectionMark>(mark));
  }
  return marks;
}

}  // namespace turnstream::language
