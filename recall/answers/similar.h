#pragma once
// Similar: the memories that say most nearly what a memory or a text says: recall, with all parts
// of its scores, with the rarest words of that text as query, and with the vector of the whole text if messages have vectors.
// Related: the newest memories of a user, room, task or session. Threads: pure.

#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "recall/answers/query.h"
#include "recall/answers/search.h"
#include "recall/read_model/persona_memory.h"

namespace turnstream::recall {

/// Of a text at most so many words are looked for.
inline constexpr std::size_t kSimilarWordsMax = 25;

/// The words of the text with the rarest terms, in their order, each term once. Terms that no message and no document has are left out.
[[nodiscard]] std::string rarest_words(const PersonaIndex& index, std::string_view text);

/// The results, the best one first, without the memory itself. Error "not_found": memory has nothing with the id of the query.
Result<std::vector<Found>> find_similar(const PersonaMemory& memory, Searcher& searcher, const SimilarQuery& query);

}  // namespace turnstream::recall
