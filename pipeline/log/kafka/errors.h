#pragma once
// librdkafka's errors as the project's. For transactional calls the reaction follows from the library's own flags and
// nothing else: fatal, abort required, retriable. Calls that only return a code go by a short list of transient codes.
// `doing` completes the sentence "Kafka could not …".
// Threads: functions; any.

#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/log/kafka/handles.h"

namespace turnstream::log::kafka {

/// The error of a call that returned one; `handle` made the call. A time-out becomes "unreachable" when no broker
/// answers (asked for, briefly).
Error to_error(rd_kafka_t* handle, const rd_kafka_error_t* error, std::string_view doing);
Error to_error(rd_kafka_t* handle, rd_kafka_resp_err_t code, std::string_view doing);
/// With the library's or the broker's own words added.
Error to_error(rd_kafka_t* handle, rd_kafka_resp_err_t code, std::string_view doing, const char* detail);

/// For the functions of librdkafka that return null or an error to be owned.
Status to_status(rd_kafka_t* handle, rd_kafka_error_t* owned, std::string_view doing);

/// The handle's fatal error, which outlives the call that met it: "fenced" (kStopProcess), or "fatal": whoever destroys
/// the handle and makes another may go on. Precondition: there is one.
Error fatal_error(rd_kafka_t* handle, std::string_view doing);

/// True for codes after which the same call may succeed.
bool is_transient(rd_kafka_resp_err_t code);

}  // namespace turnstream::log::kafka
