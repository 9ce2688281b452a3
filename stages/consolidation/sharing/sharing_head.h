#pragma once
// SharingHead: the row `sharing`, which exists while a persona shares anything. Threads: values; pure.

#include <cstdint>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kSharingKey = "sharing";
/// `~sn/<insight>`: an empty row for each new insight that was not yet offered to the targets.
inline constexpr std::string_view kOfferPrefix = "~sn/";
/// `~sj/<key of the target>`: the name of a target from which shares are to be taken back, or kept under its new grant.
inline constexpr std::string_view kReviewPrefix = "~sj/";

struct SharingHead {
  std::int64_t grants = 0;
  std::int64_t shares = 0;   ///< shared insights, counted once for each target
  std::int64_t offers = 0;   ///< rows ~sn/
  std::int64_t reviews = 0;  ///< rows ~sj/
  std::uint32_t generation = 0;

  [[nodiscard]] bool is_idle() const { return grants == 0 && shares == 0 && offers == 0 && reviews == 0; }
  friend bool operator==(const SharingHead&, const SharingHead&) = default;
};

[[nodiscard]] std::string encode(const SharingHead& head);
/// Errors: bad_state().
Result<SharingHead> decode_sharing_head(std::string_view row);

}  // namespace turnstream::consolidation
