#pragma once
// The program that the durable test kills: it writes transactions to an embedded log as long as it lives.
// Threads: one.

#include <string>

namespace turnstream::contract {

/// The first argument that makes the test binary this program; the folder and the pipe's number follow.
inline constexpr const char* kWriteUntilKilled = "--write-until-killed";

/// Writes transaction after transaction, each one record to "left" and "right" and the progress of "group"; tells the
/// number of each commit through the pipe; aborts another one after every third. Returns only when something fails.
int write_until_killed(const std::string& folder, int pipe);

}  // namespace turnstream::contract
