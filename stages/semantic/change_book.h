#pragma once
// ChangeBook: applies what the user says, sentence by sentence. A sentence may say again what a fact says, end a fact,
// or put another in its place, in other words than the fact was told in (stages/common/change). If no rule reads a
// statement in it, but it is worth remembering, the sentence itself becomes a fact: "Best email for me is
// nell@example.org". The facts that it may mean are found by their topics (told_rows.h). Lifetime: borrows all
// arguments, for one turn. Threads: the caller's.

#include <span>
#include <vector>

#include "pipeline/base/hash64.h"
#include "stages/common/change/agreement.h"
#include "stages/semantic/fact_book.h"

namespace turnstream::semantic {

class ChangeBook {
 public:
  /// Precondition: the input has a turn.
  ChangeBook(const stage_api::Input& input, FactTable& facts, FactBook& book)
      : persona_(input.persona),
        user_(model::user_of(*input.turn)),
        session_(hash64(input.turn->session_id)),
        facts_(facts),
        book_(book) {}

  /// Applies a sentence: the first claim is the one with the reading, the others are its statements. An end waits for finish(): the
  /// next sentences may say what takes its place ("Finally out of Leeds! Got the keys to the new place in Bristol").
  Status apply(std::span<const Claim> claims);
  /// Ends what no other fact replaced. Call it once, after the last sentence.
  Status finish();

 private:
  /// The current facts that a sentence means, all with the verdict.
  struct Meant {
    change::Verdict verdict = change::Verdict::kOther;
    std::vector<Uuid> facts;
    bool by_word = false;  ///< change::Judgement::by_word
  };
  /// Whether one of the statements is or was a fact.
  Result<bool> states_known(std::span<const Claim> statements);
  /// Whether one of the statements has another value than the fact, or one of which the fact's sentence says nothing: "My favourite
  /// colour is red" does not say again that it is blue. Precondition: none of the statements is the fact.
  Result<bool> states_other(std::span<const Claim> statements, const Uuid& id);
  Result<Meant> meant_by(const Claim& sentence);
  Status consider(const std::vector<Uuid>& candidates, const Claim& sentence, Meant& meant, std::size_t& score);
  /// Whether what is replaced is a fact of the turn's user: then so is what takes its place, also if it speaks of others.
  Result<bool> is_of_user(const Meant& meant);
  /// The sentence and what it puts right in the facts, if it is a correction without a statement of its own; else no claims.
  Result<std::vector<Claim>> put_right(const std::vector<Uuid>& facts, std::span<const Claim> claims);
  /// Tells the claims and applies the verdict.
  Status settle(const Meant& meant, std::span<const Claim> claims);
  Status replace(const std::vector<Uuid>& facts, const std::optional<Uuid>& by, std::span<const Claim> statements);
  /// Applies the statements, or if there is none that holds and `as_text`, the sentence. The fact that now says it;
  /// absent if none does.
  Result<std::optional<Uuid>> tell(std::span<const Claim> claims, bool as_text);
  Status list(const Uuid& id, const Claim& claim, const change::Reading& reading);

  std::string_view persona_;
  const model::User user_;       ///< of the turn
  const std::uint64_t session_;  ///< the hash of its session's id
  FactTable& facts_;
  FactBook& book_;
  std::vector<Uuid> ending_;
};

}  // namespace turnstream::semantic
