#include "app/shell/completion.h"

#include <string_view>
#include <vector>

namespace turnstream::app {
namespace {

/// `text` with `mark` before each of `special`.
std::string escaped(std::string_view text, std::string_view special, std::string_view mark) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) {
      out += mark;
    }
    out += c;
  }
  return out;
}

/// A word of bash or zsh: in single quotes, in which nothing but the quote itself is special.
std::string quoted(std::string_view text) {
  return "'" + escaped(text, "'", "'\\'") + "'";
}

/// A word of fish, which knows escapes in single quotes.
std::string fish_quoted(std::string_view text) {
  return "'" + escaped(text, "'\\", "\\") + "'";
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string last_word(const std::string& name) {
  return name.substr(name.rfind(' ') + 1);
}

/// The names of the flags, or of the commands below a command that has some.
std::vector<std::string> words_of(const CommandShape& command) {
  std::vector<std::string> words;
  for (const CommandShape& below : command.commands) {
    words.push_back(last_word(below.name));
  }
  for (const OptionShape& option : command.options) {
    if (!option.is_argument) {
      words.insert(words.end(), option.names.begin(), option.names.end());
    }
  }
  return words;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& word : words) {
    out.append(out.empty() ? "" : between).append(word);
  }
  return out;
}

/// The commands that only have commands below them.
std::vector<std::string> groups_of(const CommandShape& program) {
  std::vector<std::string> groups;
  for (const CommandShape& command : program.commands) {
    if (!command.commands.empty()) {
      groups.push_back(command.name);
    }
  }
  return groups;
}

/// The command and all below it, each before those below it.
std::vector<const CommandShape*> all_of(const CommandShape& command) {
  std::vector<const CommandShape*> all = {&command};
  for (const CommandShape& below : command.commands) {
    for (const CommandShape* one : all_of(below)) {
      all.push_back(one);
    }
  }
  return all;
}

std::string bash_script(const CommandShape& program) {
  std::string out =
      "# bash completion of turnstream; written by `turnstream completion bash`\n"
      "_turnstream() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} command='' words=''\n"
      "  COMPREPLY=()\n"
      "  ((COMP_CWORD == 1)) || command=${COMP_WORDS[1]}\n"
      "  case $command in\n"
      "    " +
      joined(groups_of(program), " | ") +
      ") ((COMP_CWORD == 2)) || command+=\" ${COMP_WORDS[2]}\" ;;\n"
      "  esac\n"
      "  case $command in\n";
  std::vector<std::string> groups;
  for (const CommandShape* command : all_of(program)) {
    out += "    " + quoted(command->name) + ") words=" + quoted(joined(words_of(*command), " ")) + " ;;\n";
    if (!command->commands.empty()) {
      groups.push_back(quoted(command->name));
    }
  }
  return out +
         "  esac\n"
         "  case $command in\n"
         "    " +
         joined(groups, " | ") +
         ") mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\") ;;\n"
         "    *) [[ $current != -* ]] || mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\") ;;\n"
         "  esac\n"
         "}\n"
         "complete -o default -F _turnstream turnstream\n";
}

/// Arguments of _describe: 'name:summary'.
std::string zsh_commands(const CommandShape& command) {
  std::string out;
  for (const CommandShape& below : command.commands) {
    out += " " + quoted(last_word(below.name) + ":" + first_line(below.summary));
  }
  return out;
}

/// Arguments of _arguments: '--name[summary]:TEXT:_files'.
std::string zsh_options(const CommandShape& command) {
  std::string out;
  for (const OptionShape& option : command.options) {
    for (const std::string& name : option.is_argument ? std::vector<std::string>() : option.names) {
      std::string spec = "*" + name + "[" + escaped(first_line(option.summary), "\\[]:", "\\") + "]";
      spec += option.value.empty() ? "" : ":" + option.value + ":_files";
      out += " \\\n        " + quoted(spec);
    }
  }
  return out;
}

std::string zsh_script(const CommandShape& program) {
  std::string groups;
  std::string flags;
  for (const CommandShape* command : all_of(program)) {
    if (command->commands.empty()) {
      flags += "    " + quoted(command->name) + ")\n      _arguments" + zsh_options(*command) +
               " \\\n        '*:argument:_files'\n      ;;\n";
    } else if (!command->name.empty()) {
      groups += "    " + command->name + ")\n      if ((CURRENT == 2)); then\n        commands=(" +
                zsh_commands(*command) +
                ")\n        _describe command commands\n        return\n      fi\n"
                "      command+=\" $words[2]\"\n      shift words\n      ((CURRENT--))\n      ;;\n";
    }
  }
  return "#compdef turnstream\n"
         "# zsh completion of turnstream; written by `turnstream completion zsh`\n"
         "_turnstream() {\n"
         "  local -a commands\n"
         "  if ((CURRENT == 2)); then\n"
         "    commands=(" +
         zsh_commands(program) +
         ")\n"
         "    _describe command commands\n"
         "    _arguments" +
         zsh_options(program) +
         "\n"
         "    return\n"
         "  fi\n"
         "  shift words\n"
         "  ((CURRENT--))\n"
         "  local command=$words[1]\n"
         "  case $command in\n" +
         groups + "  esac\n  case $command in\n" + flags +
         "  esac\n"
         "}\n"
         "if [[ ${funcstack[1]} == _turnstream ]]; then\n"
         "  _turnstream \"$@\"\n"
         "else\n"
         "  compdef _turnstream turnstream\n"
         "fi\n";
}

std::string fish_options(const CommandShape& command, const std::string& place) {
  std::string out;
  for (const OptionShape& option : command.options) {
    if (option.is_argument) {
      continue;
    }
    std::string names;
    for (const std::string& name : option.names) {
      names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    out +=
        place + names + (option.value.empty() ? "" : " -r") + " -d " + fish_quoted(first_line(option.summary)) + "\n";
  }
  return out;
}

std::string fish_script(const CommandShape& program) {
  std::string out =
      "# fish completion of turnstream; written by `turnstream completion fish`\n"
      "# True if the words before the cursor name this command.\n"
      "function __turnstream_at\n"
      "  set -l words (commandline -opc)\n"
      "  set -e words[1]\n"
      "  set -l command \"$words[1]\"\n"
      "  if test (count $words) -gt 1; and contains -- $command " +
      joined(groups_of(program), " ") +
      "\n"
      "    set command \"$words[1] $words[2]\"\n"
      "  end\n"
      "  test \"$command\" = \"$argv\"\n"
      "end\n";
  for (const CommandShape* command : all_of(program)) {
    const std::string place = "complete -c turnstream -n \"__turnstream_at '" + command->name + "'\"";
    for (const CommandShape& below : command->commands) {
      out += place + " -f -a " + last_word(below.name) + " -d " + fish_quoted(first_line(below.summary)) + "\n";
    }
    out += fish_options(*command, place);
  }
  return out;
}

}  // namespace

std::optional<std::string> completion_script(const std::string& shell, const CommandShape& program) {
  if (shell == "bash") {
    return bash_script(program);
  }
  if (shell == "zsh") {
    return zsh_script(program);
  }
  return shell == "fish" ? std::optional(fish_script(program)) : std::nullopt;
}

}  // namespace turnstream::app
