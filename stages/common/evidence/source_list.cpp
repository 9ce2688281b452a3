#include "stages/common/evidence/source_list.h"

#include <algorithm>

namespace turnstream::evidence {

bool add_source(model::SourceList& sources, model::SourceView source, std::size_t sources_max) {
  if (std::find(sources.begin(), sources.end(), source) != sources.end()) {
    return false;
  }
  sources.push_back(source);
  if (sources.size() > sources_max) {
    sources.erase(sources_max > 1 ? 1 : 0);
  }
  return true;
}

model::SourceList joined(model::SourceList first, const model::SourceList& then) {
  std::for_each(then.begin(), then.end(), [&first](model::SourceView source) { add_source(first, source); });
  return first;
}

bool has_turn(const model::SourceList& sources, std::string_view turn_id) {
  return std::any_of(sources.begin(), sources.end(),
                     [turn_id](model::SourceView source) { return source.turn_id == turn_id; });
}

bool has_session(const model::SourceList& sources, std::string_view session_id) {
  return std::any_of(sources.begin(), sources.end(),
                     [session_id](model::SourceView source) { return source.session_id == session_id; });
}

}  // namespace turnstream::evidence
