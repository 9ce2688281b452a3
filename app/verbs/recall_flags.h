#pragma once
// RecallFlags: the flags of the verbs that ask memory, and the requests that they stand for. Threads: one.

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
  std::string id;
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

/// The request with the flags of add_condition_flags() that were given, and with the words of the command line as the member
/// `words_name`. Error "usage".
Result<nlohmann::json> conditions_of(const RecallFlags& flags, const char* words_name);
/// Adds kinds, types, current and limit to a request.
void add_kinds(nlohmann::json& request, const RecallFlags& flags);

[[nodiscard]] HttpCall post_json(const std::string& path, const std::string& request);

/// Prints the answer with --json, else `text`.
void print_answer(Context& context, const std::string& answer, const std::string& text);

void add_condition_flags(Verb& verb, RecallFlags& flags);
void add_kind_flags(Verb& verb, RecallFlags& flags);
/// `otherwise`: the limit without the flag.
void add_limit_flag(Verb& verb, RecallFlags& flags, std::int64_t otherwise);
void add_as_of_flag(Verb& verb, RecallFlags& flags);

}  // namespace turnstream::app
