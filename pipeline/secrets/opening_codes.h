#pragma once
// Codes that open something, without a noun for the code: "the box at the door opens with 4815". Internal to this folder.
// Threads: any; pure.

#include <string_view>
#include <vector>

#include "pipeline/secrets/find_secrets.h"

namespace turnstream::secrets {

/// What has a lock.
inline constexpr std::string_view kLocked =
    "alarm apartment barrier box building cabinet case cellar door doors drawer entrance flat garage gate gates house "
    "keybox keypad laptop lock lockbox locker locks padlock phone room safe shed shutter shutters storage tablet trunk vault";

/// Appends what it finds.
void find_opening_codes(std::string_view text, std::vector<Secret>& found);

}  // namespace turnstream::secrets
