#pragma once
// Worth: whether a sentence tells something lasting about the speaker, their people or their project, so that it is
// remembered as it stands even if no rule reads a statement in it: "Best email for me is nell@example.org", "Glasses
// are -2.5 both eyes". Not an event that passes, a mood, a plan, or small talk. When in doubt it is not worth. Threads:
// any; pure.

#include <span>
#include <vector>

#include "stages/common/change/topics.h"
#include "stages/common/language/sentences.h"

namespace turnstream::change {

/// `topics`: those of the sentence. `begins`: it tells what began (Cues::begins), which may stand in the past tense.
[[nodiscard]] bool is_worth(language::Sentence sentence, std::span<const Topic> topics, bool begins);

/// Whether the sentence is about the speaker, alone or with others: it has "I", "my", "me", "we", "our" or "us".
[[nodiscard]] bool is_about_self(language::Sentence sentence);

}  // namespace turnstream::change
