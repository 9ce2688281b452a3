#include "stages/consolidation/sessions/daily_lines.h"

#include <algorithm>
#include <utility>

namespace turnstream::consolidation {
namespace {

std::size_t place_of(std::vector<model::Source>& sources, const model::Source& source) {
  const auto found = std::find(sources.begin(), sources.end(), source);
  const auto place = static_cast<std::size_t>(found - sources.begin());
  if (found == sources.end()) {
    sources.push_back(source);
  }
  return place;
}

/// The line as it leaves. `forgotten`: for each source whether it is.
LeavingLine leaving(const model::Daily& daily, std::size_t line, const std::vector<bool>& forgotten) {
  const std::span<const std::size_t> list = sources_of_line(daily, line);
  LeavingLine gone{daily.lines[line], list.empty() || forgotten[list.front()], {}};
  for (std::size_t i = 0; i < daily.sources.size(); ++i) {
    if (list.empty() || list.front() == i) {
      gone.ids.push_back(daily.sources[i].id);
      gone.ids.push_back(daily.sources[i].turn_id);
    }
  }
  return gone;
}

}  // namespace

std::span<const std::size_t> sources_of_line(const model::Daily& daily, std::size_t line) {
  return daily.line_sources.empty() ? std::span<const std::size_t>() : daily.line_sources[line];
}

void join(model::Daily& daily, const model::Daily& more) {
  daily.date = std::max(daily.date, more.date);
  if (daily.user_id != more.user_id) {
    daily.user_id.clear();
  }
  std::vector<std::size_t> places;
  places.reserve(more.sources.size());
  for (const model::Source& source : more.sources) {
    places.push_back(place_of(daily.sources, source));
  }
  daily.line_sources.resize(daily.lines.size());
  for (std::size_t line = 0; line < more.lines.size(); ++line) {
    daily.lines.push_back(more.lines[line]);
    std::vector<std::size_t>& list = daily.line_sources.emplace_back();
    for (const std::size_t position : sources_of_line(more, line)) {
      list.push_back(places[position]);
    }
  }
}

std::vector<LeavingLine> take_sources(model::Daily& daily,
                                      const std::function<bool(const model::Source&)>& is_forgotten) {
  std::vector<bool> forgotten;
  std::vector<std::size_t> places;  // of the sources that stay, as they are then
  std::vector<model::Source> sources;
  for (const model::Source& source : daily.sources) {
    forgotten.push_back(is_forgotten(source));
    places.push_back(sources.size());
    if (!forgotten.back()) {
      sources.push_back(source);
    }
  }
  std::vector<LeavingLine> gone;
  std::vector<std::string> lines;
  std::vector<std::vector<std::size_t>> line_sources;
  const bool any = sources.size() < daily.sources.size();
  for (std::size_t line = 0; line < daily.lines.size(); ++line) {
    const std::span<const std::size_t> list = sources_of_line(daily, line);
    if (std::any_of(list.begin(), list.end(), [&](std::size_t position) { return forgotten[position]; }) ||
        (list.empty() && any)) {
      gone.push_back(leaving(daily, line, forgotten));
      continue;
    }
    lines.push_back(std::move(daily.lines[line]));
    std::vector<std::size_t>& left = line_sources.emplace_back();
    std::transform(list.begin(), list.end(), std::back_inserter(left),
                   [&places](std::size_t position) { return places[position]; });
  }
  daily.lines = std::move(lines);
  daily.line_sources = std::move(line_sources);
  daily.sources = std::move(sources);
  return gone;
}

std::vector<LeavingLine> all_lines(const model::Daily& daily) {
  const std::vector<bool> forgotten(daily.sources.size(), true);
  std::vector<LeavingLine> gone;
  for (std::size_t line = 0; line < daily.lines.size(); ++line) {
    gone.push_back(leaving(daily, line, forgotten));
  }
  return gone;
}

}  // namespace turnstream::consolidation
