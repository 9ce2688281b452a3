#pragma once
// Prints a report as text, at most 100 columns wide if ids, names and notes are short. Threads: any; pure, except for
// the stream.

#include <ostream>

#include "app/explain/report.h"

namespace turnstream::app {

/// The width in code points, without the two blanks before most lines.
inline constexpr std::size_t kWidth = 98;

/// Each prints a report of one form (report.h). Precondition: the report has that form.
void print_memory(std::ostream& out, const Report& report);
void print_turn(std::ostream& out, const Report& report);
void print_event(std::ostream& out, const Report& report);
void print_candidates(std::ostream& out, const Report& report);

/// Prints what became of the id that was asked for, if the report is of another one.
void print_asked(std::ostream& out, const Report& report);
/// "command forget 01J… by cli:ann, 2026-…"
[[nodiscard]] std::string command_text(const Report& command);

}  // namespace turnstream::app
