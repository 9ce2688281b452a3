#include "pipeline/runtime/intake/sole_writer.h"

#include "pipeline/base/log_line.h"

namespace turnstream::runtime {
namespace {

constexpr std::int64_t kSharedUsMax = 60'000'000;

}  // namespace

void SoleWriter::own(const std::set<Partition>& owned, std::int32_t partitions) {
  if (static_cast<std::int32_t>(owned.size()) >= partitions) {
    return;
  }
  shared_since_ = clock_.monotonic_now();
  has_first_ = owned.count(Partition{0}) > 0;
  LogLine(LogLevel::kWarning, "intake_shared")
      .with("stage", "intake")
      .with("message",
            "Another process runs intake too; with intake.clock=event this process waits until that one ends.");
}

Result<bool> SoleWriter::is_alone() const {
  if (!shared_since_) {
    return true;
  }
  if (has_first_ || clock_.monotonic_now().value() - shared_since_->value() <= kSharedUsMax) {
    return false;
  }
  return make_error(
      error_codes::kIntakeShared, Reaction::kStopProcess,
      "With intake.clock=event only one process may run intake, because log time comes from the turns and "
      "each partition of the log needs one writer. Another process runs intake of " +
          name_space_ + ": start this one with --stages and only the stages, or set intake.clock=wall.");
}

}  // namespace turnstream::runtime
