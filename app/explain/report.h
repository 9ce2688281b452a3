#pragma once
// Report: an explanation as one JSON document (docs/explain.md). explainer.h returns it; report_text.h prints it as
// text. It has one of four forms, each with a key of its own: a memory ("things"), an event ("event"), a turn or command
// ("records"), or the ids that the question fits ("candidates"). Threads: any; pure.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/explain/place.h"
#include "app/explain/question.h"

namespace turnstream::app {

using Report = nlohmann::ordered_json;

[[nodiscard]] Report text_or_null(const std::string& text);

/// The numbers of first and of last entries that a bounded list keeps.
struct Bounds {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// An empty bounded list. `count` and `left_out` tell a reader whether it is complete. `left_out_at` is the index in
/// `list` before which entries were left out; null if none were.
[[nodiscard]] Report bounded_list();
/// Appends the entry. If the list is then longer than both bounds together, removes the entry after the `first` ones.
void add_bounded(Report& bounded, Report entry, Bounds bounds);

/// One meaning of the id of a question. `kind`: "turn", "source", or the kind of a memory.
[[nodiscard]] Report candidate(const std::string& kind, const std::string& id, const std::string& persona,
                               const std::string& title);
/// The candidates whose whole id is that of the question; if there are none, all.
[[nodiscard]] Report best_candidates(const Report& candidates, const Question& question);

}  // namespace turnstream::app
