#include "recall/answers/similar.h"

#include <algorithm>
#include <set>
#include <utility>

#include "pipeline/codec/message_id.h"
#include "recall/answers/lookup.h"
#include "recall/ranking/words.h"

namespace turnstream::recall {
namespace {

/// Unless turns collapsed into it; then fewer results than the limit may be left.
constexpr std::size_t kMessagesOfItem = 2;

std::size_t count_of(const PostingList* postings) {
  return postings == nullptr ? 0 : postings->holding();
}

/// Whether `found` is the memory with the id. An item's id stands for all messages of the item.
bool is_itself(const PersonaIndex& index, const Found& found, const Found& itself, std::string_view id) {
  if (found.message.has_value() != itself.message.has_value()) {
    return false;
  }
  if (!found.message) {
    return found.document == itself.document;
  }
  const bool names_message = codec::item_of(id) != id;
  return *found.message == *itself.message ||
         (!names_message && index.message(*found.message).item == index.message(*itself.message).item);
}

}  // namespace

std::string rarest_words(const PersonaIndex& index, std::string_view text) {
  struct Word {
    std::size_t count;  ///< texts with its term
    std::size_t place;
    std::string word;
  };
  const Language& language = index.messages().language();
  std::vector<Word> words;
  std::set<std::string> known;
  for (std::string& word : words_of(text, language)) {
    const Words terms = terms_of(word, language);
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
                        "The memory of this persona has nothing with this id.", "/id");
    }
    TS_ASSIGN_OR_RETURN(text, text_of(memory, *itself));
  }
  RecallQuery asked = query.recall;
  asked.text = rarest_words(memory.index(), text);
  if (memory.index().messages().vectors().has_table()) {
    asked.compared = std::move(text);
  }
  if (asked.text.empty() && asked.compared.empty()) {
    return std::vector<Found>();
  }
  asked.limit += itself ? kMessagesOfItem : 0;
  std::vector<Found> found = searcher.search(memory.index(), asked);
  if (itself) {
    std::erase_if(found, [&](const Found& one) { return is_itself(memory.index(), one, *itself, *query.id); });
  }
  found.resize(std::min(found.size(), query.recall.limit));
  return found;
}

}  // namespace turnstream::recall
