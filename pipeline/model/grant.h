#pragma once
// Grant: what one persona lets another see of its insights; the value of a change of kind "grant". codec/grant.h writes
// it. Threads: values.

#include <string>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/model/state_export.h"

namespace turnstream::model {

/// Covers the insights with any of the tags and any of the domains; an empty list covers all.
struct Grant {
  std::string persona_id;  ///< whose insights are shared
  std::string target;      ///< the persona that receives them
  std::vector<std::string> tags;
  std::vector<Domain> domains;
  LogTime granted_at;
  friend bool operator==(const Grant&, const Grant&) = default;
};

}  // namespace turnstream::model
