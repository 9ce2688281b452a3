#pragma once
// Conversations from a file in the form of LoCoMo: reads it and scores every session as a stage would, message after
// message, with statistics that know the past only. Threads: any.

#include <algorithm>
#include <charconv>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "stages/common/notes/score.h"

namespace turnstream::notes {

struct Session {
  std::string name;  ///< "session_3"
  std::vector<std::string> ids;
  std::vector<std::pair<std::string, std::string>> texts;  ///< speaker and text
};

struct Conversation {
  std::string name;
  std::vector<std::string> speakers;
  std::vector<Session> sessions;
};

/// The number behind "session_"; 0 for another key.
inline int session_number(const std::string& key) {
  int number = 0;
  if (key.starts_with("session_")) {
    const char* end = key.data() + key.size();
    const auto read = std::from_chars(key.data() + 8, end, number);
    return read.ptr == end ? number : 0;
  }
  return 0;
}

/// The conversations of a file; empty if it cannot be read.
inline std::vector<Conversation> read_conversations(const std::string& path) {
  std::ifstream file(path);
  const nlohmann::json samples = nlohmann::json::parse(file, nullptr, false);
  std::vector<Conversation> found;
  if (!samples.is_array()) {
    return found;
  }
  for (const nlohmann::json& sample : samples) {
    const nlohmann::json& talk = sample.at("conversation");
    Conversation conversation{sample.at("sample_id"), {talk.at("speaker_a"), talk.at("speaker_b")}, {}};
    std::vector<std::string> keys;
    for (const auto& [key, value] : talk.items()) {
      if (session_number(key) > 0) {
        keys.push_back(key);
      }
    }
    std::sort(keys.begin(), keys.end(),
              [](const auto& a, const auto& b) { return session_number(a) < session_number(b); });
    for (const std::string& key : keys) {
      Session session{key, {}, {}};
      for (const nlohmann::json& message : talk.at(key)) {
        session.ids.push_back(message.at("dia_id"));
        session.texts.emplace_back(message.at("speaker"), message.at("text"));
      }
      conversation.sessions.push_back(std::move(session));
    }
    found.push_back(std::move(conversation));
  }
  return found;
}

/// Scores the sessions of one conversation in order.
class SessionScorer {
 public:
  explicit SessionScorer(const Conversation& conversation)
      : names_(names_of({conversation.speakers.begin(), conversation.speakers.end()})) {}

  std::vector<ScoredUnit> score(const Session& session) {
    std::vector<Message> messages;
    for (const auto& [speaker, text] : session.texts) {
      statistics_.add(stems_of(text));
      messages.push_back({speaker, text});
    }
    return score_session(messages, names_, statistics_);
  }
  [[nodiscard]] const WordStatistics& statistics() const { return statistics_; }

 private:
  Names names_;
  WordStatistics statistics_;
};

}  // namespace turnstream::notes
