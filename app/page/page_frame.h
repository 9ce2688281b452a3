#pragma once
// What all pages share: the head, the navigation, the headers of the answer, the page of an error, paths, and short forms of
// values. Threads: any; pure.

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "app/http/http_route.h"
#include "app/page/html.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

struct PageHead {
  std::string title;
  std::string persona = {};  ///< whose memory it shows; empty: of none alone
  int status = 200;
};

/// The page, whose content `write` writes below its heading: the title.
[[nodiscard]] HttpAnswer page_of(const PageHead& head, const std::function<void(Html&)>& write);
/// A page that says what is wrong, with the status that the error asks for.
[[nodiscard]] HttpAnswer error_page(const Error& error, const std::string& persona = {});
[[nodiscard]] HttpAnswer error_page(int status, std::string_view sentence, const std::string& persona = {});

/// Headers of every answer of the page: what a browser may load and run, and that it keeps none of it. `is_public`: a file of the
/// program, which it may keep if it asks each time.
[[nodiscard]] HttpHeaders page_headers(bool is_public);

/// /p/NAME and what is below it, with its parts escaped; `as_of` is added if it is not empty.
[[nodiscard]] std::string persona_path(std::string_view persona, std::string_view below = {},
                                       std::string_view as_of = {});
[[nodiscard]] std::string memory_path(std::string_view persona, std::string_view id, std::string_view as_of = {});

/// Writes a time of an answer ("2026-01-01T10:00:00.000Z") as people read it; a dash for another text.
void write_time(Html& html, std::string_view time);
/// "0.96", "1", "14.2": at most `digits` behind the point; empty for what is not a number.
[[nodiscard]] std::string number_text(const nlohmann::json& number, int digits = 2);

}  // namespace turnstream::app
