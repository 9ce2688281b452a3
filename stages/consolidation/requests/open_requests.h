#pragma once
// OpenRequests: the requests of a persona that are asked and not answered yet. Each part of the stage asks through it, and
// finds its own by their purpose. A result is taken once, and only with the hash of the request. The timer `effects` fires
// each 30 s while any request is open; each firing counts for all of them, and one that has waited long enough expires. So
// an outage, after which the timer fires once, expires nothing. Rows: `requests` (the list), `request/<id of 16 bytes>`.
// Lifetime: borrows input and context, for one call of the stage. Threads: the caller's.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/model/effect_request.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kEffectsTimer = "effects";
inline constexpr std::string_view kRequestsKey = "requests";

struct OpenRequest {
  Uuid id{};
  std::string purpose;
  std::string hash;
  std::vector<std::string> items;
  std::string note;  ///< bytes of the part that asked
};

class OpenRequests {
 public:
  OpenRequests(const stage_api::Input& input, stage_api::PersonaContext& context) : input_(input), context_(context) {}
  OpenRequests(const OpenRequests&) = delete;
  OpenRequests& operator=(const OpenRequests&) = delete;

  Status load();
  Result<Uuid> ask(const model::EffectRequest& request, std::string_view note = {});
  /// The request that the result answers; it is no longer open. Absent if no open request has this id and hash.
  Result<std::optional<OpenRequest>> take(std::string_view effect_id, std::string_view hash);
  /// The request, which stays open; absent if it is not open.
  Result<std::optional<OpenRequest>> find(const Uuid& id);
  /// Counts one firing. Returns the requests that have waited for `firings_max` and are no longer open: they are cancelled.
  Result<std::vector<OpenRequest>> fire(std::int64_t firings_max);
  /// Cancels the request, because it holds what is forgotten. It stays open: an answer that is
  /// under way counts for its other items, and without one it expires.
  void cancel_forgotten(const Uuid& id);
  /// Closes the request without a result.
  void close(const Uuid& id);
  [[nodiscard]] std::vector<Uuid> open() const;
  /// Writes the list and sets the timer.
  Status finish();

 private:
  struct Waiting {
    Uuid id{};
    std::uint64_t firings = 0;
    friend bool operator==(const Waiting&, const Waiting&) = default;
  };

  const stage_api::Input& input_;
  stage_api::PersonaContext& context_;
  std::vector<Waiting> list_;
  std::vector<Waiting> list_before_;
  bool fired_ = false;
};

}  // namespace turnstream::consolidation
