#pragma once
// The views of the page: each answers one path with a whole page, from what recall and the log say. They read; the files of the page
// in JavaScript send turns and commands. Threads: any; pure but for what the sources do. Lifetime: sources outlive the call.

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>

#include "app/dead_letters/newest_letters.h"
#include "app/http/http_route.h"
#include "pipeline/base/result.h"
#include "recall/answers/recall.h"

namespace turnstream::app {

struct PageSources {
  recall::Recall& recall;
  std::function<std::optional<Error>()> failure;  ///< why memory no longer follows the log; may be empty: it does
  std::function<Result<NewestLetters>(std::size_t count, const std::stop_token&)> dead_letters;
};

/// GET /: all personas, `after` a name; and the live feed of all.
[[nodiscard]] HttpAnswer personas_page(const PageSources& sources, const HttpRequest& request);
/// GET /p/{persona}: what is known, now or at the moment `as_of`.
[[nodiscard]] HttpAnswer persona_page(const PageSources& sources, const HttpRequest& request);
/// GET /p/{persona}/search: what memory has about `q`, of a `kind`, at the moment `as_of`.
[[nodiscard]] HttpAnswer search_page(const PageSources& sources, const HttpRequest& request);
/// GET /p/{persona}/memory: the memory `id`, what it rests on, what rests on it, and how it changed.
[[nodiscard]] HttpAnswer memory_page(const PageSources& sources, const HttpRequest& request);
/// GET /p/{persona}/history: how memories changed lately.
[[nodiscard]] HttpAnswer history_page(const PageSources& sources, const HttpRequest& request);
/// GET /dead-letters: the newest ones.
[[nodiscard]] HttpAnswer dead_letters_page(const PageSources& sources, const HttpRequest& request);

}  // namespace turnstream::app
