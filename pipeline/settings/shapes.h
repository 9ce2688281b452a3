#pragma once
// Format checks for settings that are texts: each returns true if the word has the form. Threads: any; pure functions.

#include <string>

namespace turnstream::settings {

/// ASCII letters, digits, `.`, `_` and `-`, but not `.` or `..`; 1 to 100 characters, so that topics, groups and
/// transactional ids made from it are not too long.
bool is_name(const std::string& word);
/// True if is_name() is true or the text is empty.
bool is_name_or_empty(const std::string& word);
/// Like is_name(), but with 1 to 249 characters, as Kafka requires of a topic's name.
bool is_topic(const std::string& word);
/// HOST:PORT (0 to 65535), or empty.
bool is_listen_address(const std::string& word);
/// One or more HOST:PORT, separated by commas, or empty.
bool is_bootstrap(const std::string& word);
/// STAGE:TURN_ID:transient|deterministic:TIMES, without `:` in the first two; TIMES is at most 1,000,000.
bool is_fault(const std::string& word);

/// The name of a language (is_language() in stemmers.h).
bool is_language_name(const std::string& word);
/// PERSONA=LANGUAGE, with the name of a language behind the last `=`.
bool is_persona_language(const std::string& word);

}  // namespace turnstream::settings
