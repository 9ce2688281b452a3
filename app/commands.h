#pragma once
// CommandSender: writes commands to the commands topic. Threads: one. Lifetime: borrows the context and the client.

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/context.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

struct OutgoingCommand {
  std::string kind;
  std::optional<std::string> persona;  ///< persona id; absent if the command concerns a whole partition
  std::string args_json;
  std::string issued_by = {};  ///< empty: the user of this process, "cli:NAME"
};

class CommandSender {
 public:
  /// Creates the commands topic if it is missing.
  static Result<CommandSender> open(const Context& context, log::Client& client);

  [[nodiscard]] std::int32_t partitions() const { return partitions_; }
  /// Sends to the partition of the command's persona, which must be set. Returns the command_id that the command got. After the
  /// errors "too_large" and "usage" (intake would refuse the command) nothing was sent.
  Result<std::string> send(const OutgoingCommand& command);
  /// The same, also for a command without a persona.
  Result<std::string> send_to(Partition partition, const OutgoingCommand& command);
  Status flush();
  /// The same, but ends soon with the error "stopped" when a stop is requested.
  Status flush(const std::stop_token& stop);

 private:
  CommandSender(const Context& context, std::unique_ptr<log::Producer> producer, std::string topic,
                std::int32_t partitions)
      : context_(context), producer_(std::move(producer)), topic_(std::move(topic)), partitions_(partitions) {}

  const Context& context_;
  std::unique_ptr<log::Producer> producer_;
  std::string topic_;
  std::int32_t partitions_;
  std::int64_t sent_ = 0;
};

/// The ids in parts that one command may have; one empty part if there are none. Lifetime: borrows them.
[[nodiscard]] std::vector<std::span<const std::string>> parts_of(std::span<const std::string> ids);

/// Opens the sender if it is not open. That takes long if the log does not answer, so a small request is sent before.
Status open_sender(const Context& context, log::Client& client, std::optional<CommandSender>& sender);

}  // namespace turnstream::app
