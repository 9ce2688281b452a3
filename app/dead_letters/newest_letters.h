#pragma once
// find_newest_letters: the newest dead letters of a namespace, read from the ends of the partitions of their topic: the reasons,
// never the refused bytes. Threads: one.

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/codec/dead_letter.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

/// A dead letter and where it is.
struct StoredLetter {
  codec::DeadLetter letter;
  Partition partition;
  Offset offset;
  std::int64_t time_ms = 0;  ///< at which the log appended it
};

struct NewestLetters {
  std::vector<StoredLetter> letters;  ///< the newest first
  bool is_cut = false;  ///< there may be others that are newer than the last of these: the bound was reached
};

struct LettersAsked {
  std::string topic;
  std::size_t count = 50;             ///< at most so many
  log::milliseconds timeout{10'000};  ///< for each answer of the log
  /// Of records. When it is reached, it asks for no others.
  std::size_t bytes_max = std::size_t{32} << 20;
};

/// None if the topic does not exist. Batches that cannot be read are passed over. Errors: of the log; "stopped" after a stop was
/// requested.
Result<NewestLetters> find_newest_letters(log::Client& client, const LettersAsked& asked,
                                          const std::stop_token& stop = {});

}  // namespace turnstream::app
