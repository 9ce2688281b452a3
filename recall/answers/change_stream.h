#pragma once
// ChangeStream: what memory of one persona, or of all, has changed, as server-sent events that one client reads. It keeps a place in the
// journal of each partition and no events: it makes their text when the client can take it. A client that connects again with the id of its
// last event gets exactly what follows.
//
// Threads: one at a time. It takes no lock of the read model, so it may be read while records are applied. Lifetime: borrows the model.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "pipeline/base/result.h"
#include "recall/answers/stream_position.h"
#include "recall/read_model/read_model.h"

namespace turnstream::recall {

struct StreamRequest {
  std::string persona;                  ///< empty: all; then the log has kStreamPartitionsMax partitions at most
  std::optional<StreamPosition> after;  ///< where an earlier stream ended; absent: begin at the present
};

class ChangeStream {
 public:
  ChangeStream(ReadModel& model, StreamRequest request);

  /// Appends events until there are at least `bytes_max` bytes or all are there; the last one may end behind that. Nothing: there is
  /// nothing new. Returns how many events it has appended. Errors: of the store, "state_unusable".
  Result<std::int64_t> read(std::string& out, std::size_t bytes_max);
  /// Appends what shows the client that the stream is alive, and how far it is if it has passed entries that are not for this client.
  void append_sign_of_life(std::string& out);

 private:
  void begin(std::string& out);
  [[nodiscard]] bool can_continue(const StreamPosition& after) const;
  /// False if the journal no longer has what follows.
  Result<bool> read_partition(Partition partition, std::string& out, std::size_t bytes_max);
  [[nodiscard]] bool wants(const JournalEntry& entry) const;
  [[nodiscard]] StreamPosition present() const;
  void reset(std::string& out, const char* reason);

  ReadModel& model_;
  const StreamRequest request_;
  bool has_begun_ = false;
  StreamPosition position_;  ///< of all partitions that it reads
  Partition next_;           ///< with which the next read() begins, so that none waits for the others
  bool is_ahead_ = false;    ///< of the last id that the client got
  std::int64_t events_ = 0;  ///< of the present read()
  std::size_t passed_ = 0;   ///< entries that it has looked at
};

}  // namespace turnstream::recall
