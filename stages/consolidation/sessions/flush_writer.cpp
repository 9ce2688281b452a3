#include "stages/consolidation/sessions/flush_writer.h"

#include <algorithm>
#include <optional>

#include "stages/consolidation/sessions/curation.h"
#include "stages/consolidation/sessions/flush_event.h"
#include "stages/consolidation/speech/quote.h"

namespace turnstream::consolidation {
namespace {

/// The user who sent all messages that are not the agent's; empty if there are several, or none is named.
std::string only_user(const Window& window) {
  std::optional<std::string> user;
  for (const Message& message : window.messages) {
    if (message.side == Side::kUser) {
      user = user.value_or(message.user_id) == message.user_id ? message.user_id : std::string();
    }
  }
  return user.value_or(std::string());
}

/// The lines and what they rest on. The entry has the sources of the window.
void add_lines(model::Daily& entry, const Window& window, std::vector<WindowLine> lines) {
  const std::vector<model::Source>& sources = entry.sources;
  for (WindowLine& line : lines) {
    entry.lines.push_back(std::move(line.text));
    std::vector<std::size_t>& list = entry.line_sources.emplace_back();
    for (const std::size_t message : line.messages) {
      const std::string& turn = window.messages[message].turn_id;
      const auto source = std::find_if(sources.begin(), sources.end(),
                                       [&turn](const model::Source& one) { return one.turn_id == turn; });
      const auto position = static_cast<std::size_t>(source - sources.begin());
      if (std::find(list.begin(), list.end(), position) == list.end()) {
        list.push_back(position);
      }
    }
  }
}

}  // namespace

Status FlushWriter::flush(const Uuid& key, std::uint64_t end_max) {
  TS_ASSIGN_OR_RETURN(const std::optional<KeptSession> session, parts_.book.find(key));
  if (!session.has_value()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const Window window, parts_.book.window(*session, end_max));
  if (window.messages.empty()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const notes::WordStatistics* statistics, parts_.speech.statistics());
  std::vector<Candidate> candidates;
  for (Candidate& candidate : candidates_of(window, *statistics)) {
    TS_ASSIGN_OR_RETURN(const bool blocked, parts_.blocked.has(candidate.line));
    if (!blocked) {
      candidates.push_back(std::move(candidate));
    }
  }
  const std::size_t lines_max =
      lines_due(session->flushed, session->lines, window.messages.size(), parts_.settings.flush_lines_max);
  return record(key, *session, window, best_lines(candidates, lines_max, line_score_min(*statistics)));
}

Status FlushWriter::record(const Uuid& key, const KeptSession& session, const Window& window,
                           std::vector<WindowLine> lines) {
  announce_flush(parts_.input, parts_.context, session.shown, window, lines);
  parts_.context.effects().processed(static_cast<std::int64_t>(window.messages.size()));
  TS_RETURN_IF_ERROR(parts_.book.advance(key, window, static_cast<std::int64_t>(lines.size())));
  TS_ASSIGN_OR_RETURN(const std::optional<KeptSession> after, parts_.book.find(key));
  if (!after->shown.dirty()) {
    parts_.plan.note_clean(key);
  }
  if (lines.empty()) {
    return {};
  }
  model::Daily entry;
  entry.date = date_of(window.messages.back().at);
  entry.session_id = session.shown.id;
  entry.user_id = only_user(window);
  entry.sources = sources_of(window, parts_.context.persona(), session.shown.id);
  add_lines(entry, window, std::move(lines));
  TS_RETURN_IF_ERROR(curate(entry.date));
  TS_RETURN_IF_ERROR(parts_.daily.add(std::move(entry)));
  return parts_.daily.drop_excess(parts_.settings.daily_lines_max);
}

Status FlushWriter::curate(const std::optional<std::string>& before) {
  if (!parts_.settings.curation) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const notes::WordStatistics* statistics, parts_.speech.statistics());
  const auto lines_max = static_cast<std::size_t>(parts_.settings.curation_lines_max);
  return curate_newest(parts_.input, parts_.context, parts_.daily, *statistics, lines_max, before);
}

}  // namespace turnstream::consolidation
