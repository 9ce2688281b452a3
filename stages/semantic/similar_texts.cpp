#include "stages/semantic/similar_texts.h"

namespace turnstream::semantic {
namespace {

/// The words under which a text is listed: what is about a user is compared with texts about the same user only. All words of the
/// text get the same ending, so their order stays.
std::vector<std::string> listed_words(std::vector<std::string> words, const model::User& user) {
  for (std::string& word : words) {
    word += user.known() ? "\n" + user.id : "";
  }
  return words;
}

}  // namespace

Result<std::optional<Uuid>> SimilarTexts::find(const std::vector<std::string>& words, const model::User& user) {
  std::optional<Uuid> best;
  std::int64_t most = similarity_ - 1;
  const std::vector<std::uint32_t> set = evidence::word_set(words);
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> candidates, index_.candidates(listed_words(words, user)));
  for (const Uuid& candidate : candidates) {
    TS_ASSIGN_OR_RETURN(const std::optional<FactWords> kept, facts_.words_of(candidate));
    if (!kept.has_value()) {
      return bad_state("A row of the word index names a fact that is missing.");
    }
    if (evidence::jaccard_at_most(set, kept->words) <= most) {
      continue;
    }
    const std::vector<std::string> others = evidence::index_words(kept->text);
    const std::int64_t similarity = evidence::jaccard(words, others);
    if (similarity > most && !evidence::differ_in_substance(words, others)) {
      best = candidate;
      most = similarity;
    }
  }
  return best;
}

Status SimilarTexts::add(const Uuid& id, const std::vector<std::string>& words, const model::User& user) {
  return index_.add(id, listed_words(words, user));
}

Status SimilarTexts::remove(const Uuid& id, const std::vector<std::string>& words, const model::User& user) {
  return index_.remove(id, listed_words(words, user));
}

}  // namespace turnstream::semantic
