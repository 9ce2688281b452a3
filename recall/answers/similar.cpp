#include "recall/answers/similar.h"

#include <algorithm>
#include <set>
#include <utility>

#include "recall/answers/lookup.h"
#include "recall/ranking/words.h"

namespace turnstream::recall {
namespace {

std::size_t count_of(const PostingList* postings) {
  return postings == nullptr ? 0 : postings->holding();
}

bool is_same(const Found& a, const Found& b) {
  return a.message == b.message && (a.message || a.document == b.document);
}

}  // namespace

std::string rarest_words(const PersonaIndex& index, std::string_view text) {
  struct Word {
    std::size_t count;  ///< texts with its term
    std::size_t place;
    std::string word;
  };
  std::vector<Word> words;
  std::set<std::string> known;
  for (std::string& word : words_of(text)) {
    const Words terms = terms_of(word);
    if (terms.empty() || !known.insert(terms.front()).second) {
      continue;
    }
    const std::size_t count =
        count_of(index.messages().term_postings(terms.front())) + count_of(index.texts().postings(terms.front()));
    if (count > 0) {
      words.push_back({count, words.size(), std::move(word)});
    }
  }
  const std::size_t kept = std::min(words.size(), kSimilarWordsMax);
  std::sort(words.begin(), words.end(),
            [](const Word& a, const Word& b) { return std::pair(a.count, a.place) < std::pair(b.count, b.place); });
  words.resize(kept);
  std::sort(words.begin(), words.end(), [](const Word& a, const Word& b) { return a.place < b.place; });
  std::string joined;
  for (const Word& word : words) {
    joined += joined.empty() ? word.word : " " + word.word;
  }
  return joined;
}

Result<std::vector<Found>> find_similar(const PersonaMemory& memory, Searcher& searcher, const SimilarQuery& query) {
  std::string text = query.recall.text;
  std::optional<Found> itself;
  if (query.id) {
    TS_ASSIGN_OR_RETURN(itself, find_memory(memory, *query.id));
    if (!itself) {
      return make_error(error_codes::kNotFound, Reaction::kDeadLetter,
                        "The memory of this persona has nothing with the id " + *query.id + ".", "/id");
    }
    TS_ASSIGN_OR_RETURN(text, text_of(memory, *itself));
  }
  RecallQuery asked = query.recall;
  asked.text = rarest_words(memory.index(), text);
  if (asked.text.empty()) {
    return std::vector<Found>();
  }
  asked.limit += itself ? 1 : 0;
  std::vector<Found> found = searcher.search(memory.index(), asked);
  if (itself) {
    found.erase(std::remove_if(found.begin(), found.end(), [&](const Found& one) { return is_same(one, *itself); }),
                found.end());
  }
  found.resize(std::min(found.size(), query.recall.limit));
  return found;
}

}  // namespace turnstream::recall
