#include "app/data/turn_id_form.h"

#include "app/data/ulid.h"
#include "pipeline/base/uuid5.h"

namespace turnstream::app {
namespace {

/// The nil UUID: the name alone tells these ids from others.
constexpr Uuid kNamespace{};

}  // namespace

std::string make_turn_id(TurnIdForm form, std::int64_t time_ms, std::string_view seed) {
  if (form == TurnIdForm::kUlid) {
    return make_ulid(time_ms, seed);
  }
  return to_string(uuid5(kNamespace, "turnstream generate/" + std::to_string(time_ms) + "/" + std::string(seed)));
}

}  // namespace turnstream::app
