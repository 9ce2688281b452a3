#pragma once
// Secrets that are recognised by their own form, wherever they occur: provider keys, JSON web tokens, PEM blocks, long
// random strings, card numbers, numbers of US social security, passwords in URLs and in
// QR codes for a Wi-Fi. Internal to this folder. Threads: any; pure.

#include <string_view>
#include <vector>

#include "pipeline/secrets/find_secrets.h"

namespace turnstream::secrets {

/// Appends what it finds; the results may overlap.
void find_pem_blocks(std::string_view text, std::vector<Secret>& found);
void find_keys(std::string_view text, std::vector<Secret>& found);
void find_card_numbers(std::string_view text, std::vector<Secret>& found);
void find_identity_numbers(std::string_view text, std::vector<Secret>& found);
void find_url_passwords(std::string_view text, std::vector<Secret>& found);
void find_wifi_passwords(std::string_view text, std::vector<Secret>& found);

}  // namespace turnstream::secrets
