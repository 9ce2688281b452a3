#pragma once
// The facts of one topic, without a model: what its items say, word for word. Texts that are equal or similar and of
// one user, or of none, are one fact in the newest wording. Threads: any; pure.

#include <span>
#include <string>
#include <vector>

#include "pipeline/model/topic.h"
#include "stages/consolidation/topics/topic_event.h"

namespace turnstream::consolidation {

/// Texts without a letter or a digit are left out.
/// What was said of less than .75 of the highest value among them is left out: it says little in comparison. Of the rest
/// at most `facts_max` facts: first those with the highest product of occurrences and importance, then the newer ones.
/// `similarity`: the Jaccard index of words from which two texts are one fact, in millionths. `events`: in order of arrival.
[[nodiscard]] std::vector<model::TopicFact> facts_of(std::span<const TopicEvent> events, std::size_t facts_max,
                                                     std::int64_t similarity);

}  // namespace turnstream::consolidation
