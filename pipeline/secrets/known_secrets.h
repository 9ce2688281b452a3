#pragma once
// The secrets that the texts of a turn, or the strings of a JSON document, have shown, and the masking of one text with
// them. Internal to this folder. Threads: any; pure.

#include <string>
#include <string_view>
#include <vector>

#include "pipeline/secrets/find_secrets.h"

namespace turnstream::secrets {

/// A secret that occurred, to be masked wherever else the turn repeats it.
struct Known {
  std::string value;
  std::string_view kind;
};
using KnownSecrets = std::vector<Known>;

/// "[masked:password]"
[[nodiscard]] std::string mask_of(std::string_view kind);

/// Adds a secret, unless it is too short to be told from other text, or there are many already.
void remember(std::string_view value, std::string_view kind, KnownSecrets& known);
/// Adds the secrets of a text.
void collect(std::string_view text, KnownSecrets& known);
/// True if the text repeats one of `known`, in any case of letters.
[[nodiscard]] bool repeats(std::string_view text, const KnownSecrets& known);
/// Those of `known` that are not a plain word, which may be the name of any member.
[[nodiscard]] KnownSecrets without_plain_words(const KnownSecrets& known);

/// Replaces `found`, the secrets of `text`, and all repeats of `known`; false if there is none.
bool mask_in_place(std::string& text, std::vector<Secret> found, const KnownSecrets& known);
/// The same with find_secrets(text).
bool mask_in_place(std::string& text, const KnownSecrets& known);

}  // namespace turnstream::secrets
