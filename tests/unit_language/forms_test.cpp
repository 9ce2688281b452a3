#include "stages/common/language/forms.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "stages/common/language/commands.h"
#include "stages/common/language/form_parts.h"
#include "stages/common/language/instructions.h"
#include "stages/common/language/word_bits.h"

namespace turnstream::language {
namespace {

/// Whether a form of the kind stands anywhere in the words.
bool stands_in_words(const Words& words, FormKind kind) {
  const Sentence sentence(words);
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    if (begins_clause(sentence, at) && stands_at(sentence, at, kind)) {
      return true;
    }
  }
  return false;
}

/// Where the first order begins; the number of words if there is none.
std::size_t first_command(std::string_view text, Command command) {
  const Words words = words_of(text);
  const Sentence sentence(words);
  std::size_t at = 0;
  while (at < sentence.size() && !is_command(sentence, at, command)) {
    ++at;
  }
  return at;
}

}  // namespace

TEST_CASE("each form is found in its example") {
  for (const FormRow& row : form_rows()) {
    CAPTURE(row.form);
    CAPTURE(row.example);
    const Words words = words_of(row.example);
    CHECK(Form(row.form).stands_in(words));
    CHECK(FormReader(words).holds(row.kind));
  }
}

TEST_CASE("a form is not excluded where it stands and is where a word that it needs is missing") {
  for (const auto rows : {form_rows(), instruction_rows(), instruction_exceptions()}) {
    for (const FormRow& row : rows) {
      CAPTURE(row.form);
      CHECK(Form(row.form).can_stand_among(word_bits(Sentence(words_of(row.example)))));
    }
  }
  CHECK_FALSE(Form("never ~ ?just push|merge _").can_stand_among(word_bits(Sentence(words_of("never say this")))));
  CHECK(Form("#order ?it").can_stand_among(word_bits(Sentence(words_of("stop")))));
}

TEST_CASE("a form costs a bounded number of looks at a word") {
  for (const FormRow& row : form_rows()) {
    CAPTURE(row.form);
    CHECK(Form(row.form).looks_max() <= 80);
  }
  for (const auto rows : {instruction_rows(), instruction_exceptions(), german_instruction_rows()}) {
    for (const FormRow& row : rows) {
      CAPTURE(row.form);
      CHECK(Form(row.form).looks_max() <= 300);
    }
  }
  CHECK(Form("a ~ ?b c").looks_max() == 10);
  CHECK(Form("a * ?_ c").looks_max() == 30);
}

TEST_CASE("each form of an instruction gives one in its example and each exception none") {
  for (const auto rows : {instruction_rows(), instruction_exceptions(), german_instruction_rows()}) {
    for (const FormRow& row : rows) {
      CAPTURE(row.form);
      CAPTURE(row.example);
      CHECK(stands_in_words(words_of(row.example), row.kind));
      CHECK(instructions_in(row.example).empty() == (row.kind == FormKind::kNoInstruction));
    }
  }
}

TEST_CASE("an order begins behind a condition and not at a verb with a subject") {
  CHECK(first_command("when you book trains for me always take the coach", Command::kMain) == 6);
  CHECK(first_command("if the tests run that is great", Command::kMain) == 7);
  CHECK(first_command("in the attic never store paint", Command::kLasting) == 3);
  CHECK(first_command("my sister and I write letters", Command::kVerb) == 6);
}

}  // namespace turnstream::language
