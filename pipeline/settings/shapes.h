#pragma once
// What a text setting must look like beyond being text. Threads: any; pure functions.

#include <string>

namespace turnstream::settings {

/// Letters, digits, `.`, `_`, `-`; at most 100: fits every topic, group and transactional id made from it.
bool is_name(const std::string& word);
/// is_name, or empty.
bool is_name_or_empty(const std::string& word);
/// Letters, digits, `.`, `_`, `-`; at most 249: Kafka's own rule.
bool is_topic(const std::string& word);
/// HOST:PORT, or empty for none.
bool is_listen_address(const std::string& word);
/// HOST:PORT, several separated by commas, or empty.
bool is_bootstrap(const std::string& word);
/// STAGE:TURN_ID:transient|deterministic:TIMES.
bool is_fault(const std::string& word);

}  // namespace turnstream::settings
