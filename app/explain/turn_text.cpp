#include "app/explain/json_text.h"
#include "app/explain/report.h"
#include "pipeline/base/utf8.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kWidth = 98;

std::string counts_of(const StageAnswer& answer) {
  std::string out = std::to_string(answer.processed) + " looked at";
  const auto add = [&](std::int64_t count, const char* what) {
    out += count == 0 ? "" : ", " + std::to_string(count) + " " + what;
  };
  add(answer.added, "added");
  add(answer.updated, "updated");
  add(answer.removed, "removed");
  return out;
}

void print_answer(std::ostream& out, const StageAnswer& answer) {
  out << "  " << (answer.phase == 0 ? "-" : std::to_string(answer.phase)) << "  " << padded(answer.stage, 14);
  if (answer.parts == 0) {
    out << "not yet answered\n";
    return;
  }
  out << padded(answer.status, 9) << padded(counts_of(answer), 42) << answer.attempts
      << (answer.attempts == 1 ? " attempt, " : " attempts, ") << answer.duration_ms << " ms";
  if (answer.parts > 1) {
    out << ", " << answer.parts << " parts";
  }
  out << "\n";
  if (answer.duplicate_of) {
    out << "                   a repetition of " << place_text(*answer.duplicate_of) << ": nothing was changed\n";
  }
  if (!answer.error_code.empty()) {
    out << "                   " << one_line(answer.error_code + ": " + answer.error_message, kWidth - 19) << "\n";
  }
}

void print_changes(std::ostream& out, const Bounded<TurnChange>& changes) {
  if (changes.count() == 0) {
    return;
  }
  out << "\nmade and changed  " << changes.count() << "\n";
  std::string stage;
  for (const TurnChange& change : changes.kept()) {
    if (change.stage != stage) {
      out << "  " << change.stage << "\n";
      stage = change.stage;
    }
    out << "    " << padded(change.op, 6) << " " << padded(change.kind == "memory" ? "item" : change.kind, 8) << " "
        << change.id << (change.pointer.empty() ? "" : "  " + change.pointer) << "\n";
    if (!change.title.empty()) {
      out << "                    " << one_line(change.title, kWidth - 20) << "\n";
    }
  }
  if (changes.left_out() > 0) {
    out << "    … " << changes.left_out() << " more\n";
  }
}

/// Why the turn is in the log once more.
std::string heading_of(const TurnRecord& record) {
  if (record.kind == "redrive") {
    return "sent back to " + record.about;
  }
  return record.kind == "turn" ? "came again" : "named by a command " + record.kind;
}

void print_record(std::ostream& out, const TurnRecord& record, bool is_first) {
  if (!is_first) {
    out << "\n" << heading_of(record) << "  " << record.log_time << "\n";
  }
  out << "  " << place_text(record.source) << " → " << place_text(record.log)
      << (is_first ? ", " + record.log_time : "") << "\n";
  if (is_first) {
    out << "\nstages\n";
  }
  for (const StageAnswer& answer : record.answers) {
    print_answer(out, answer);
  }
  print_changes(out, record.changes);
}

void print_dead_letters(std::ostream& out, const Bounded<TurnDeadLetter>& letters) {
  if (letters.count() == 0) {
    return;
  }
  out << "\ndead letters  " << letters.count() << "\n";
  for (const TurnDeadLetter& letter : letters.kept()) {
    out << "  " << letter.time << "  " << letter.stage << "  " << letter.reason << ", " << letter.attempts
        << (letter.attempts == 1 ? " attempt" : " attempts") << "\n      " << place_text(letter.source) << " "
        << letter.pointer << " → " << place_text(letter.place) << "\n      " << one_line(letter.message, kWidth - 6)
        << "\n";
  }
}

void print_log_lines(std::ostream& out, const Bounded<TurnLogLine>& lines) {
  if (lines.count() == 0) {
    return;
  }
  out << "\nlog lines  " << lines.count() << "\n";
  std::size_t index = 0;
  for (const TurnLogLine& line : lines.kept()) {
    if (lines.left_out() > 0 && index++ == lines.gap_at()) {
      out << "  … " << lines.left_out() << " more …\n";
    }
    out << "  " << line.time << "  " << padded(line.level, 8) << line.event << "\n      ";
    const char* between = "";
    for (const auto& [name, value] : line.fields) {
      out << between << name << "=" << one_line(value, 60);
      between = " ";
    }
    out << "\n";
  }
}

}  // namespace

void print_turn(std::ostream& out, const TurnStory& story) {
  out << "turn " << story.turn_id << "\n  of persona " << story.persona
      << (story.session.empty() ? "" : ", session " + story.session)
      << (story.event_time.empty() ? "" : ", " + story.event_time) << "\n";
  if (!story.excerpt.empty()) {
    out << "  “" << one_line(story.excerpt, kWidth - 4) << "”\n";
  }
  if (story.records.count() == 0) {
    out << "  never came into the log: it was refused\n";
  }
  std::size_t index = 0;
  for (const TurnRecord& record : story.records.kept()) {
    if (story.records.left_out() > 0 && index == story.records.gap_at()) {
      out << "\n… " << story.records.left_out() << " more records of this turn …\n";
    }
    print_record(out, record, index == 0);
    ++index;
  }
  print_dead_letters(out, story.dead_letters);
  print_log_lines(out, story.log_lines);
}

}  // namespace turnstream::app
