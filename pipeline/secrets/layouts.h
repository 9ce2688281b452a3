#pragma once
// Secrets that are recognised by the layout around them: columns of tables, options of commands, arguments of calls.
// Internal to this folder. Threads: any; pure.

#include <string_view>
#include <vector>

#include "pipeline/secrets/find_secrets.h"

namespace turnstream::secrets {

/// Appends what it finds; the results may overlap. Cells below a header cell such as `password`: Markdown and CSV.
void find_in_tables(std::string_view text, std::vector<Secret>& found);
/// `-u anna:…`, `mysql -p…`, `echo … | docker login --password-stdin`.
void find_in_commands(std::string_view text, std::vector<Secret>& found);
/// `imap.login("anna", "…")`, `getConnection(url, "anna", "…")`.
void find_in_calls(std::string_view text, std::vector<Secret>& found);

}  // namespace turnstream::secrets
