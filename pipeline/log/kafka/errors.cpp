#include "pipeline/log/kafka/errors.h"

#include <array>
#include <cctype>
#include <string>

#include "pipeline/log/kafka/connection_failure.h"
#include "pipeline/log/kafka/mask.h"

namespace turnstream::log::kafka {
namespace {

constexpr int kProbeMs = 250;

/// The port's code for those in the switch, else librdkafka's name in lower case: "_TIMED_OUT" → "timed_out".
std::string word_of(rd_kafka_resp_err_t code) {
  switch (code) {
    case RD_KAFKA_RESP_ERR__TIMED_OUT_QUEUE:
    case RD_KAFKA_RESP_ERR__MSG_TIMED_OUT:
    case RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT:
      return std::string(error_codes::kTimedOut);
    case RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART:
      return std::string(error_codes::kUnknownTopic);
    case RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE:
      return std::string(error_codes::kTooLarge);
    case RD_KAFKA_RESP_ERR_RECORD_LIST_TOO_LARGE:
      return std::string(error_codes::kSegmentTooSmall);
    case RD_KAFKA_RESP_ERR_ILLEGAL_GENERATION:
    case RD_KAFKA_RESP_ERR_UNKNOWN_MEMBER_ID:
      return std::string(error_codes::kGenerationFenced);
    case RD_KAFKA_RESP_ERR_FENCED_INSTANCE_ID:
      return std::string(error_codes::kInstanceFenced);
    default:
      break;
  }
  const char* name = rd_kafka_err2name(code);
  std::string word(name[0] == '_' ? name + 1 : name);
  for (char& c : word) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return word;
}

bool is_connection_loss(rd_kafka_resp_err_t code) {
  return code == RD_KAFKA_RESP_ERR__TRANSPORT || code == RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN ||
         code == RD_KAFKA_RESP_ERR__RESOLVE;
}

bool is_timeout(rd_kafka_resp_err_t code) {
  return code == RD_KAFKA_RESP_ERR__TIMED_OUT || code == RD_KAFKA_RESP_ERR__TIMED_OUT_QUEUE ||
         code == RD_KAFKA_RESP_ERR__MSG_TIMED_OUT;
}

bool some_broker_answers(rd_kafka_t* handle) {
  const rd_kafka_metadata_t* metadata = nullptr;
  const rd_kafka_resp_err_t code = rd_kafka_metadata(handle, 0, nullptr, &metadata, kProbeMs);
  const Metadata owner(metadata);
  return code == RD_KAFKA_RESP_ERR_NO_ERROR;
}

std::string bootstrap_of(rd_kafka_t* handle) {
  std::array<char, 512> value{};
  std::size_t size = value.size();
  if (rd_kafka_conf_get(rd_kafka_conf(handle), "bootstrap.servers", value.data(), &size) != RD_KAFKA_CONF_OK) {
    return "the configured address";
  }
  return value.data();
}

Error make_error(rd_kafka_t* handle, rd_kafka_resp_err_t code, Reaction reaction, std::string_view doing,
                 const char* detail) {
  if (is_connection_loss(code) || (is_timeout(code) && !some_broker_answers(handle))) {
    return make_error(error_codes::kUnreachable, reaction,
                      "No usable connection to Kafka at " + bootstrap_of(handle) + ": could not " + std::string(doing) +
                          ". No broker answers there, or it closed or refused the connection" +
                          recent_connection_failure() + ".");
  }
  return make_error(is_timeout(code) ? error_codes::kTimedOut : word_of(code), reaction,
                    "Kafka could not " + std::string(doing) + ": " + masked(handle, detail) + ".");
}

}  // namespace

bool is_transient(rd_kafka_resp_err_t code) {
  if (is_connection_loss(code) || is_timeout(code)) {
    return true;
  }
  switch (code) {
    case RD_KAFKA_RESP_ERR__WAIT_COORD:
    case RD_KAFKA_RESP_ERR__WAIT_CACHE:
    case RD_KAFKA_RESP_ERR__QUEUE_FULL:
    case RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION:
    case RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT:
    case RD_KAFKA_RESP_ERR_NETWORK_EXCEPTION:
    case RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS:
    case RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_NOT_COORDINATOR:
    case RD_KAFKA_RESP_ERR_NOT_CONTROLLER:
    case RD_KAFKA_RESP_ERR_UNSTABLE_OFFSET_COMMIT:
    case RD_KAFKA_RESP_ERR_OFFSET_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS:
    case RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS_AFTER_APPEND:
      return true;
    default:
      return false;
  }
}

Error fatal_error(rd_kafka_t* handle, std::string_view doing) {
  std::array<char, 512> text{};
  const rd_kafka_resp_err_t code = rd_kafka_fatal_error(handle, text.data(), text.size());
  switch (code) {
    case RD_KAFKA_RESP_ERR__FENCED:
    case RD_KAFKA_RESP_ERR_PRODUCER_FENCED:
    case RD_KAFKA_RESP_ERR_INVALID_PRODUCER_EPOCH:
      return make_error(
          error_codes::kFenced, Reaction::kStopProcess,
          "Kafka could not " + std::string(doing) +
              ": another producer uses the same transactional id. Give each process its own --instance, and run one "
              "import into a topic at a time.");
    case RD_KAFKA_RESP_ERR_FENCED_INSTANCE_ID:
      return make_error(error_codes::kInstanceFenced, Reaction::kReleasePartition,
                        "Kafka could not " + std::string(doing) + ": another consumer has the same instance name.");
    case RD_KAFKA_RESP_ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED:
    case RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED:
      // A new handle would be refused too.
      return make_error(handle, code, Reaction::kStopProcess, doing, text.data());
    default:
      // This handle is no longer usable, but a new one may be.
      return make_error(error_codes::kFatal, Reaction::kReleasePartition,
                        "Kafka's client has a fatal error: could not " + std::string(doing) + ": " +
                            masked(handle, text.data()) + " (" + word_of(code) + ").");
  }
}

Error to_error(rd_kafka_t* handle, const rd_kafka_error_t* error, std::string_view doing) {
  const rd_kafka_resp_err_t code = rd_kafka_error_code(error);
  if (rd_kafka_error_is_fatal(error) != 0 || code == RD_KAFKA_RESP_ERR__FATAL) {
    return fatal_error(handle, doing);
  }
  // After a broker's restart init_transactions can fail with transient codes that do not have the retriable flag.
  const bool transient = rd_kafka_error_is_retriable(error) != 0 || is_transient(code);
  const Reaction reaction = rd_kafka_error_txn_requires_abort(error) != 0 ? Reaction::kReleasePartition
                            : transient                                   ? Reaction::kRetry
                                                                          : Reaction::kStopProcess;
  return make_error(handle, code, reaction, doing, rd_kafka_error_string(error));
}

Error to_error(rd_kafka_t* handle, rd_kafka_resp_err_t code, std::string_view doing) {
  return to_error(handle, code, doing, rd_kafka_err2str(code));
}

Error to_error(rd_kafka_t* handle, rd_kafka_resp_err_t code, std::string_view doing, const char* detail) {
  if (code == RD_KAFKA_RESP_ERR__FATAL) {
    return fatal_error(handle, doing);
  }
  const Reaction reaction = is_transient(code)                             ? Reaction::kRetry
                            : code == RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE ? Reaction::kDeadLetter
                                                                           : Reaction::kStopProcess;
  return make_error(handle, code, reaction, doing, detail != nullptr ? detail : rd_kafka_err2str(code));
}

Status to_status(rd_kafka_t* handle, rd_kafka_error_t* owned, std::string_view doing) {
  const ErrorHandle error(owned);
  if (!error) {
    return {};
  }
  return to_error(handle, error.get(), doing);
}

}  // namespace turnstream::log::kafka
