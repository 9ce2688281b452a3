#pragma once
// Settings: where and how this process runs, as plain values; the field initialisers are the defaults. table.cpp has a
// row for each field except memory_json (unit, allowed values, meaning); parsing, validation and docs/configuration.md
// use these rows. The settings of stages are in memory_json, which intake writes into the log, and stages receive them
// only from there. Threads: values.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace turnstream::settings {

struct KafkaSettings {
  std::string bootstrap;  ///< empty: the embedded log
  std::int64_t connect_timeout_ms = 10'000;
  std::int64_t transaction_timeout_ms = 10'000;
  std::int64_t session_timeout_ms = 20'000;
  std::string membership = "static";
  std::map<std::string, std::string> client;  ///< librdkafka properties, passed on unchanged
};

struct TopicsSettings {
  std::string name_space = "turnstream";
  std::int64_t partitions = 8;
  std::int64_t retention_ms = -1;
  std::int64_t commands_retention_ms = 604'800'000;
  std::int64_t delete_retention_ms = 604'800'000;
  std::int64_t purge_ms = 86'400'000;
  std::int64_t turn_bytes_max = 4'194'304;
  std::int64_t record_bytes_max = 8'388'608;
};

struct StateSettings {
  std::string directory;  ///< empty: under XDG_STATE_HOME, else under HOME (docs/configuration.md)
  std::int64_t cache_bytes_max = 67'108'864;
  std::int64_t write_buffer_bytes_max = 67'108'864;
  std::int64_t hot_bytes_max = 67'108'864;
};

struct RunSettings {
  std::vector<std::string> stages = {"all"};
  std::string grouping = "fused";
  std::int64_t workers = 1;
  std::string instance;  ///< empty: 8 random hex digits, made once and kept in the state directory
  std::int64_t commit_interval_ms_max = 100;
  std::int64_t commit_interval_ms_min = 0;
  std::int64_t commit_records_max = 1'000;
  std::int64_t commit_bytes_max = 4'194'304;
  std::int64_t commit_behind_interval_ms_max = 500;
  std::int64_t commit_behind_records_max = 4'000;
  std::int64_t commit_behind_bytes_max = 33'554'432;
  std::int64_t input_bytes_max = 16'777'216;
  std::vector<std::int64_t> retry_waits_ms = {1'000, 2'000, 4'000};
  std::int64_t watchdog_ms = 60'000;
  std::int64_t stop_ms_max = 10'000;
  std::int64_t restarts_max = 100;
};

struct IntakeSettings {
  std::vector<std::string> turns_topics = {"turns"};
  std::string clock = "wall";
  std::int64_t tick_interval_s = 30;
  std::int64_t turn_bytes_max = 1'048'576;
  std::int64_t depth_max = 64;
  std::int64_t future_ms_max = 600'000;
  std::int64_t clock_jump_max_s = 60;
  std::int64_t clock_gap_max_d = 31;
  bool event_waits_for_effects = true;
  std::int64_t effects_wait_s_max = 600;
};

struct LogSettings {
  std::string level = "info";
  std::string format = "text";
};

struct HttpSettings {
  std::string listen = "127.0.0.1:8321";
  std::string tokens_file;  ///< empty: none
};

struct RecallSettings {
  std::int64_t memory_bytes_max = 268'435'456;
  std::int64_t cache_bytes_max = 33'554'432;
  std::int64_t history_days = 30;
  std::int64_t after_turn_ms = 2'000;
  std::string language = "english";
  std::vector<std::string> persona_languages;
  std::string vectors = "none";
  std::string vectors_file;  ///< empty unless vectors is "static"
};

struct FaultsSettings {
  bool allowed = false;
  std::vector<std::string> inject;
};

struct FilesSettings {
  std::string directory;  ///< empty: `run` writes no files
  std::int64_t interval_ms = 2'000;
};

struct Settings {
  KafkaSettings kafka;
  TopicsSettings topics;
  StateSettings state;
  RunSettings run;
  IntakeSettings intake;
  LogSettings log;
  HttpSettings http;
  RecallSettings recall;
  FaultsSettings faults;
  FilesSettings files;
  /// `{"<stage>":{"<name_unit>":value,…},…}`, keys sorted. It becomes `args.values` of a `settings` record in the log.
  std::string memory_json = "{}";
};

}  // namespace turnstream::settings
