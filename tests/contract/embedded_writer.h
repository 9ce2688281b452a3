#pragma once
// The program that the durable test kills: it writes transactions to an embedded log until it is killed.
// Threads: one.

#include <string>

namespace turnstream::contract {

/// With this first argument the test binary runs as this program; the folder and the number of the pipe follow.
inline constexpr const char* kWriteUntilKilled = "--write-until-killed";

/// Writes transactions numbered from 0. Each writes one record to "left", one to "right" and the progress of "group";
/// after its commit, its number goes into the pipe. After every third one, another transaction is aborted. Returns only
/// if a call fails.
int write_until_killed(const std::string& folder, int pipe);

}  // namespace turnstream::contract
