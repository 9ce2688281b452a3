#pragma once
// Common errors of the embedded log. Threads: values.

#include <cstdint>
#include <string>

#include "pipeline/base/result.h"

namespace turnstream::log::embedded {

inline Error unknown_topic(std::string_view topic) {
  return make_error(error_codes::kUnknownTopic, Reaction::kStopProcess,
                    "Topic " + std::string(topic) + " does not exist in the embedded log.");
}
inline Error unknown_partition(std::string_view topic, std::int32_t partition) {
  return make_error(error_codes::kUnknownPartition, Reaction::kStopProcess,
                    "Topic " + std::string(topic) + " has no partition " + std::to_string(partition) + ".");
}
inline Error fenced(const std::string& transactional_id) {
  return make_error(error_codes::kFenced, Reaction::kStopProcess,
                    "Another producer took over the transactional id " + transactional_id + ".");
}
inline Error transaction_timed_out(const std::string& transactional_id) {
  return make_error(error_codes::kTransactionTimedOut, Reaction::kReleasePartition,
                    "The transaction of " + transactional_id + " was open for too long and was aborted.");
}
inline Error invalid_state(const std::string& message) {
  return make_error(error_codes::kInvalidState, Reaction::kStopProcess, message + ". Report this as a bug.");
}
inline Error generation_fenced(const std::string& group) {
  return make_error(error_codes::kGenerationFenced, Reaction::kReleasePartition,
                    "A member does not belong to the current generation of group " + group + ": it joins again.");
}
inline Error instance_fenced(const std::string& group, const std::string& instance) {
  return make_error(error_codes::kInstanceFenced, Reaction::kReleasePartition,
                    "Another member of group " + group + " joined later with the same instance name " + instance + ".");
}
inline Error timed_out(std::string message) {
  return make_error(error_codes::kTimedOut, Reaction::kRetry, std::move(message));
}

}  // namespace turnstream::log::embedded
