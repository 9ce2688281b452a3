#pragma once
// The secrets that the texts of a turn, or the strings of a JSON document, have shown, and the masking of one text with
// them. Internal to this folder. Threads: any; pure.

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/secrets/find_secrets.h"
#include "pipeline/secrets/repeats.h"

namespace turnstream::secrets {

/// A secret that occurred, to be masked wherever else the turn repeats it.
struct Known {
  std::string value;
  std::string_view kind;
};
using KnownSecrets = std::vector<Known>;

/// "[masked:password]"
[[nodiscard]] std::string mask_of(std::string_view kind);

/// Adds a secret, unless it is a word that any text may have, or there are many already.
void remember(std::string_view value, std::string_view kind, KnownSecrets& known);
/// Adds the secrets of a text.
void collect(std::string_view text, KnownSecrets& known);
/// What finds the repeats of `known`. Lifetime: borrows it.
[[nodiscard]] Repeats repeats_of(const KnownSecrets& known);

/// Whether names of members are masked, which a plain word does not suffice for: it may be the name of any member.
enum class Masked { kTexts, kNames };

/// Replaces `found`, the secrets of `text`, and all repeats of known ones; false if there is none.
bool mask_in_place(std::string& text, std::vector<Secret> found, const Repeats& known, Masked part = Masked::kTexts);
/// The same with the secrets that the text itself shows.
bool mask_in_place(std::string& text, const Repeats& known, Masked part = Masked::kTexts);

}  // namespace turnstream::secrets
