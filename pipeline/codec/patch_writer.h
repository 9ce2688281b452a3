#pragma once
// PatchWriter: writes a patch; and what a list gained, so that a patch can say it (patch.h). For this folder. Threads: a writer
// one at a time; else any.

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <vector>

#include "pipeline/codec/evidence_fields.h"
#include "pipeline/model/completion.h"
#include "pipeline/model/score_point.h"
#include "pipeline/model/source.h"

namespace turnstream::codec {

/// How many elements the list gained at its end if that is all that happened to it, and as many left as patch.h says. Absent if
/// it changed in another way.
inline std::optional<std::size_t> growth(const model::SourceList& before, const model::SourceList& after) {
  const model::SourceView last = before.empty() ? model::SourceView() : before.back();
  std::size_t gained = 0;
  auto first_gained = after.begin();
  for (auto source = after.begin(); source != after.end();) {
    const bool known = !before.empty() && *source == last;
    ++source;
    gained = known ? 0 : gained + 1;
    first_gained = known ? source : first_gained;
  }
  model::SourceList grown = before;
  for (; first_gained != after.end(); ++first_gained) {
    grown.push_back(*first_gained);
    if (grown.size() > model::kSourcesMax) {
      grown.erase(1);
    }
  }
  return grown == after ? std::optional(gained) : std::nullopt;
}

inline std::optional<std::size_t> growth(const std::vector<model::ScorePoint>& before,
                                         const std::vector<model::ScorePoint>& after) {
  const std::size_t kept_max = std::min(before.size(), after.size());
  for (std::size_t kept = kept_max + 1; kept-- > 0;) {
    const std::size_t gained = after.size() - kept;
    const bool bounded = kept == before.size() || after.size() == model::kEvolutionMax;
    if (bounded && std::equal(before.end() - static_cast<std::ptrdiff_t>(kept), before.end(), after.begin())) {
      return gained;
    }
  }
  return std::nullopt;
}

class PatchWriter {
 public:
  PatchWriter() : fields_(patch_.fields), append_(patch_.append) {
    patch_.fields.reserve(kReservedBytes);
    patch_.append.reserve(kReservedBytes);
    fields_.begin_object();
    append_.begin_object();
  }
  PatchWriter(const PatchWriter&) = delete;
  PatchWriter& operator=(const PatchWriter&) = delete;

  /// The object of the changed fields, which is open.
  json::Writer& fields() { return fields_; }
  void sources(const model::SourceList& before, const model::SourceList& after) {
    const std::optional<std::size_t> gained = growth(before, after);
    if (!gained.has_value()) {
      write_sources(fields_, after);
    } else if (*gained > 0) {
      model::SourceList added;
      std::for_each(std::next(after.begin(), static_cast<std::ptrdiff_t>(after.size() - *gained)), after.end(),
                    [&added](const model::SourceView source) { added.push_back(source); });
      write_sources(append_, added);
      appends_ = true;
    }
  }
  /// `score`: as for write_evolution().
  void evolution(std::string_view score, const std::vector<model::ScorePoint>& before,
                 const std::vector<model::ScorePoint>& after) {
    const std::optional<std::size_t> gained = growth(before, after);
    if (!gained.has_value()) {
      write_evolution(fields_, score, after);
    } else if (*gained > 0) {
      write_evolution(append_, score, {after.end() - static_cast<std::ptrdiff_t>(*gained), after.end()});
      appends_ = true;
    }
  }
  /// Call it last.
  model::Patch take() {
    fields_.end_object();
    append_.end_object();
    if (!appends_) {
      patch_.append.clear();
    }
    return std::move(patch_);
  }

 private:
  static constexpr std::size_t kReservedBytes = 512;

  model::Patch patch_;
  json::Writer fields_;
  json::Writer append_;
  bool appends_ = false;
};

}  // namespace turnstream::codec
