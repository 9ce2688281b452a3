#include "pipeline/secrets/layouts.h"

#include <algorithm>
#include <array>

#include "pipeline/secrets/text_scan.h"
#include "pipeline/secrets/values.h"

namespace turnstream::secrets {
namespace {

constexpr std::string_view kQuotes = " '\"";

struct Cell {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// True for two numbers, such as a user and a group ("-u 1000:1000") or two ports ("-p 8080:80").
bool is_pair_of_numbers(std::string_view value) {
  return value.find(':') != std::string_view::npos && value.find_first_not_of("0123456789:.") == std::string_view::npos;
}

/// Records the cell, if it may be a password.
void take(std::string_view text, Cell cell, std::vector<Secret>& found) {
  if (!is_pair_of_numbers(text.substr(cell.begin, cell.end - cell.begin)) &&
      is_field_secret("password", text.substr(cell.begin, cell.end - cell.begin))) {
    found.push_back({cell.begin, cell.end, "password"});
  }
}

/// Calls visit(offset after the word) for each place of one of the words.
template <std::size_t N, typename Visit>
void for_each_place(std::string_view text, const std::array<std::string_view, N>& words, const Visit& visit) {
  for (const auto word : words) {
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
      visit(at + word.size(), word);
    }
  }
}

/// The rest of the line from `at` on, at most kStepMax bytes.
std::string_view line_at(std::string_view text, std::size_t at) {
  const auto rest = window(text, at);
  return rest.substr(0, rest.find('\n'));
}

Cell trimmed(std::string_view text, Cell cell, std::string_view characters) {
  while (cell.begin < cell.end && is_in(text[cell.begin], characters)) {
    ++cell.begin;
  }
  while (cell.end > cell.begin && is_in(text[cell.end - 1], characters)) {
    --cell.end;
  }
  return cell;
}

/// The separator of the line's cells: `|` if it begins with one, else one of `,`, `;` and tab that occurs at least twice.
char separator_of(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first != std::string_view::npos && line[first] == '|') {
    return '|';
  }
  for (const char separator : {',', ';', '\t'}) {
    if (std::count(line.begin(), line.end(), separator) >= 2) {
      return separator;
    }
  }
  return 0;
}

bool is_one_word(std::string_view cell) {
  const Cell inner = trimmed(cell, {0, cell.size()}, " \t");
  return cell.substr(inner.begin, inner.end - inner.begin).find(' ') == std::string_view::npos;
}

/// The separator of a head of two columns, such as "user,password"; 0 if the line is none.
char separator_of_pair(std::string_view line) {
  for (const char separator : {',', ';', '\t', '|'}) {
    const std::size_t at = line.find(separator);
    if (at == std::string_view::npos || line.find(separator, at + 1) != std::string_view::npos) {
      continue;
    }
    const auto left = trimmed(line, {0, at}, " \t\r");
    const auto right = trimmed(line, {at + 1, line.size()}, " \t\r");
    const auto is_name = [&](Cell cell) {
      return cell.begin < cell.end &&
             std::all_of(line.begin() + static_cast<std::ptrdiff_t>(cell.begin),
                         line.begin() + static_cast<std::ptrdiff_t>(cell.end), is_name_character);
    };
    const auto kind_at = [&](Cell cell) { return kind_of_field(line.substr(cell.begin, cell.end - cell.begin)); };
    if (is_name(left) && is_name(right) && kind_at(left).empty() != kind_at(right).empty()) {
      return separator;
    }
  }
  return 0;
}

std::vector<Cell> cells_of(std::string_view text, Cell line, char separator) {
  std::vector<Cell> cells;
  if (separator == '|' && has_at(text, trimmed(text, line, " \t").begin, "|")) {
    line.begin = text.find('|', line.begin) + 1;
  }
  for (std::size_t at = line.begin; at < line.end;) {
    const std::size_t stop = std::min(text.find(separator, at), line.end);
    cells.push_back(trimmed(text, {at, stop}, " \t\r"));
    at = stop + 1;
  }
  return cells;
}

/// The argument of a command that begins at `at`: if a quote begins it, up to the same quote in the line, else up to a
/// space, a quote or a backtick. Without quotes, and without the backslashes that JSON has before them.
Cell argument_at(std::string_view text, std::size_t at) {
  const auto line = line_at(text, at);
  const std::size_t begin = std::min(line.find_first_not_of(" \\"), line.size());
  if (has_at(line, begin, "'\"")) {
    if (const std::size_t close = line.find(line[begin], begin + 1); close != std::string_view::npos) {
      return trimmed(text, {at + begin + 1, at + close}, "\\");
    }
  }
  return {at + begin, at + std::min(line.find_first_of(" \t\"'`", begin), line.size())};
}

}  // namespace

void find_in_tables(std::string_view text, std::vector<Secret>& found) {
  constexpr std::string_view kWhose = "account app device host login name server service site system user username";
  std::vector<std::string_view> kinds;  // of the columns
  bool has_owner = false;               // a column says whose the passwords are, so plain words are values
  char pair_separator = 0;              // of a table with two columns
  bool is_spaced = false;               // its separator has a space after it
  for (std::size_t at = 0; at < text.size();) {
    const Cell line{at, std::min(text.find('\n', at), text.size())};
    at = line.end + 1;
    const auto characters = text.substr(line.begin, line.end - line.begin);
    char separator = separator_of(characters);
    if (separator == 0) {
      if (const char head = separator_of_pair(characters); head != 0) {
        kinds.clear();
        pair_separator = head;
        is_spaced = has_at(characters, characters.find(head) + 1, " ");
      }
      const std::size_t at_separator = characters.find(pair_separator);
      const bool fits = std::count(characters.begin(), characters.end(), pair_separator) == 1 &&
                        is_one_word(characters.substr(0, at_separator)) &&
                        is_spaced == has_at(characters, at_separator + 1, " ");
      pair_separator = fits ? pair_separator : '\0';
      separator = pair_separator;
    }
    const auto cells = separator == 0 ? std::vector<Cell>() : cells_of(text, line, separator);
    const bool is_header = cells.size() != kinds.size();
    if (is_header) {
      kinds.assign(cells.size(), {});
      has_owner = false;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto value = text.substr(cells[i].begin, cells[i].end - cells[i].begin);
      if (value.find(' ') != std::string_view::npos) {
        continue;
      }
      if (is_header) {
        kinds[i] = kind_of_field(value);
        has_owner = has_owner || is_word_of(kWhose, value);
      } else if (!kinds[i].empty() && (is_strong(kinds[i], value) || ((separator != '|' || has_owner) && !is_spaced &&
                                                                      is_field_secret(kinds[i], value)))) {
        found.push_back({cells[i].begin, cells[i].end, kinds[i]});
      }
    }
  }
}

void find_in_commands(std::string_view text, std::vector<Secret>& found) {
  for_each_place(text, std::to_array<std::string_view>({" -u ", " --user "}), [&](std::size_t at, std::string_view) {
    const Cell argument = argument_at(text, at);
    const auto value = text.substr(argument.begin, argument.end - argument.begin);
    if (const std::size_t colon = value.find(':'); colon != std::string_view::npos && !is_pair_of_numbers(value)) {
      take(text, {argument.begin + colon + 1, argument.end}, found);
    }
  });
  // Commands that take the password with a flag, some without a space after it.
  for_each_place(
      text, std::to_array<std::string_view>({"mysql", "sshpass", "docker login", "mongo", "redis-cli", "zip ", "7z "}),
      [&](std::size_t at, std::string_view name) {
        const auto command = line_at(text, at).substr(0, line_at(text, at).find_first_of("|;"));
        const std::size_t flag = command.find(name == "redis-cli" ? " -a" : name == "zip " ? " -P" : " -p");
        if (flag != std::string_view::npos) {
          take(text, argument_at(text, at + flag + 3), found);
        }
      });
  for_each_place(text, std::to_array<std::string_view>({"echo ", "printf "}), [&](std::size_t at, std::string_view) {
    const auto line = line_at(text, at);
    const std::size_t pipe = line.find('|');
    if (pipe != std::string_view::npos && (line.find("--password-stdin", pipe) != std::string_view::npos ||
                                           line.find("--passphrase-fd", pipe) != std::string_view::npos ||
                                           line.find("sudo -S", pipe) != std::string_view::npos)) {
      take(text, trimmed(text, {at, at + pipe}, kQuotes), found);
    }
  });
}

void find_in_calls(std::string_view text, std::vector<Secret>& found) {
  constexpr auto kCalls = std::to_array<std::string_view>(
      {"login(", "getConnection(", "NetworkCredential(", "BasicAuth(", "authenticate(", "basic_auth("});
  for_each_place(text, kCalls, [&](std::size_t at, std::string_view call) {
    const auto rest = window(text, at);
    const auto arguments = rest.substr(0, rest.find(')'));
    std::vector<Cell> quoted;
    for (std::size_t i = arguments.find_first_of("\"'"); i != std::string_view::npos && quoted.size() < 3;) {
      const std::size_t close = arguments.find(arguments[i], i + 1);
      if (close == std::string_view::npos) {
        break;
      }
      quoted.push_back({at + i + 1, at + close});
      i = arguments.find_first_of("\"'", close + 1);
    }
    const std::size_t index = call == "getConnection(" ? 2 : 1;
    if (quoted.size() > index) {
      take(text, quoted[index], found);
    }
  });
}

}  // namespace turnstream::secrets
