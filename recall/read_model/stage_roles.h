#pragma once
// The stages of which the read model knows what they decide. Threads: constants.

#include <string_view>

namespace turnstream::recall {

inline constexpr std::string_view kAdmissionGate = "episodic";  ///< decides which turns are taken
inline constexpr std::string_view kOwnerOfKept = "lifecycle";   ///< decides how long items stay

}  // namespace turnstream::recall
