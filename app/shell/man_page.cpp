#include "app/shell/man_page.h"

#include <sstream>
#include <string_view>

namespace turnstream::app {
namespace {

/// Text for roff: characters that it would replace by typographic ones keep their form, so that examples can be copied. A
/// line never begins with a control character.
std::string text_of(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += c;
    }
  }
  return out.starts_with('.') ? "\\&" + out : out;
}

/// Each line of the text on a line of its own.
std::string lines_of(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    out += text_of(line) + "\n";
  }
  return out;
}

std::string bold(const std::string& text) {
  return "\\fB" + text_of(text) + "\\fR";
}

std::string slanted(const std::string& text) {
  return "\\fI" + text_of(text) + "\\fR";
}

/// `.TP`, the names and the value of the option, and its summary.
std::string described(const OptionShape& option) {
  std::string names;
  for (const std::string& name : option.names) {
    names += (names.empty() ? "" : ", ") + (option.is_argument ? slanted(name) : bold(name));
  }
  const std::string value = option.is_argument || option.value.empty() ? "" : " " + slanted(option.value);
  return ".TP\n" + names + value + "\n" + lines_of(option.summary);
}

/// The arguments in the order in which they are typed: " FILE", " [FILE]".
std::string arguments_of(const CommandShape& command) {
  std::string out;
  for (const OptionShape& option : command.options) {
    if (option.is_argument) {
      const std::string name = slanted(option.names.front());
      out += option.is_required ? " " + name : " [" + name + "]";
    }
  }
  return out;
}

/// The examples in the form in which they are typed; another footer as a paragraph.
std::string footer_of(const CommandShape& command) {
  constexpr std::string_view kExamples = "Examples:\n";
  if (!command.footer.starts_with(kExamples)) {
    return ".PP\n" + lines_of(command.footer);
  }
  return ".PP\nExamples:\n.PP\n.EX\n" + lines_of(command.footer.substr(kExamples.size())) + ".EE\n";
}

/// The section of a command that can be run, or those of the commands below a group.
std::string section_of(const CommandShape& command) {
  if (!command.commands.empty()) {
    std::string out;
    for (const CommandShape& below : command.commands) {
      out += section_of(below);
    }
    return out;
  }
  std::string out = ".SS " + text_of("turnstream " + command.name) + "\n";
  out +=
      bold("turnstream " + command.name) + " [flags]" + arguments_of(command) + "\n.PP\n" + lines_of(command.summary);
  for (const OptionShape& option : command.options) {
    out += option.is_common || option.names.back() == "--help" ? "" : described(option);
  }
  return out + footer_of(command);
}

/// Those of the first command that has them: they are the same for all.
std::string common_flags(const CommandShape& command) {
  std::string out;
  for (const OptionShape& option : command.options) {
    out += option.is_common ? described(option) : "";
  }
  for (std::size_t i = 0; out.empty() && i < command.commands.size(); ++i) {
    out = common_flags(command.commands[i]);
  }
  return out;
}

}  // namespace

std::string man_page(const CommandShape& program, const std::string& version) {
  std::string out = ".TH TURNSTREAM 1 \"\" \"turnstream " + version + "\" \"User Commands\"\n.SH NAME\n";
  out += "turnstream \\- memory for AI agents, built on a log\n.SH SYNOPSIS\n";
  out += bold("turnstream") + " " + slanted("COMMAND") + " [flags] [" + slanted("ARGUMENT") + " ...]\n";
  out += ".SH DESCRIPTION\n" + lines_of(program.summary);
  for (const OptionShape& option : program.options) {
    out += described(option);
  }
  out += ".SH COMMANDS\n";
  for (const CommandShape& command : program.commands) {
    out += section_of(command);
  }
  out += ".SH COMMON FLAGS\nEach command has these.\n" + common_flags(program);
  out += ".SH FILES\n.TP\n.I /etc/turnstream/turnstream.yaml\nSettings of the service turnstream.service.\n";
  out += ".TP\n.I \\(ti/.local/state/turnstream\nState directories of users, one for each namespace.\n";
  return out +
         ".SH SEE ALSO\nExit codes, the service and what to do when something is wrong: docs/operating.md; all settings: "
         "docs/configuration.md. Packages have them in /usr/share/doc/turnstream.\n";
}

}  // namespace turnstream::app
