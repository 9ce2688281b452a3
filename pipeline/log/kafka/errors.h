#pragma once
// Converts librdkafka's errors. For error objects, which transactional calls return, the reaction follows from
// librdkafka's flags (fatal, abort required, retriable) and from is_transient(); for calls that return only a code,
// from the code. `doing` completes the words "could not …" in the message. Threads: functions; any.

#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/log/kafka/handles.h"

namespace turnstream::log::kafka {

/// The error of a call on `handle`. The code is "unreachable" if the connection to the broker failed, or if librdkafka
/// reports a time-out and no broker answers a short request either.
Error to_error(rd_kafka_t* handle, const rd_kafka_error_t* error, std::string_view doing);
Error to_error(rd_kafka_t* handle, rd_kafka_resp_err_t code, std::string_view doing);
/// The error of a call that returned only a code. `detail`: the text of librdkafka or the broker; may be null.
Error to_error(rd_kafka_t* handle, rd_kafka_resp_err_t code, std::string_view doing, const char* detail);

/// Converts what a function of librdkafka returned: null, or an error object, of which to_status() takes ownership.
Status to_status(rd_kafka_t* handle, rd_kafka_error_t* owned, std::string_view doing);

/// The handle's fatal error, which makes the handle unusable: "fenced" (kStopProcess), "instance_fenced" or "fatal"
/// (both kReleasePartition: a new handle may work). Precondition: the handle has a fatal error.
Error fatal_error(rd_kafka_t* handle, std::string_view doing);

/// True for the codes after which the same call may succeed later: connection losses, time-outs and a list of others.
bool is_transient(rd_kafka_resp_err_t code);

}  // namespace turnstream::log::kafka
