#pragma once
// RecallFlags: the flags of the verbs that ask memory, and the requests that they stand for. Threads: plain values.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "app/http/http_call.h"
#include "app/verb_set.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

struct RecallFlags {
  std::vector<std::string> query;
  std::string persona;
  std::vector<std::string> kinds;
  std::vector<std::string> types;
  std::vector<std::string> tags;
  std::string session;
  std::string user;
  std::string room;
  std::string task;
  std::string since;
  std::string until;
  std::string importance_min;
  bool current = false;
  bool digest = false;
  std::int64_t limit = 10;
  std::int64_t budget_chars = 4'000;
  std::string as_of;
  std::string after_turn;
};

/// Persona, user, room, task, session, times and the moment, of the flags that were given. Error "usage".
Result<nlohmann::json> conditions_of(const RecallFlags& flags);
/// The words of the command line as one text.
[[nodiscard]] std::string joined_words(const std::vector<std::string>& words);
/// Adds kinds, types, current and limit to a request.
void add_kinds(nlohmann::json& request, const RecallFlags& flags);

[[nodiscard]] HttpCall post_json(const std::string& path, const std::string& request);

/// The flags of every question: those of conditions_of() but --persona.
void add_condition_flags(Verb& verb, RecallFlags& flags);
/// The flags for add_kinds(). `limit`: what the help says of --limit.
void add_kind_flags(Verb& verb, RecallFlags& flags, const std::string& limit);

}  // namespace turnstream::app
