#pragma once
// CommandShape: a command of the program with its flags and the commands below it, as plain data. VerbSet makes it from what
// --help shows; completion and man page are written from it, so that they name what the program has. Threads: plain values.

#include <string>
#include <vector>

namespace turnstream::app {

struct OptionShape {
  std::vector<std::string> names;  ///< {"-h", "--help"}; of an argument its one name: {"FILE"}
  std::string value;               ///< the kind of its value, such as TEXT; empty: it takes none
  std::string summary;
  bool is_argument = false;
  bool is_required = false;
  bool is_common = false;  ///< every command has it
};

struct CommandShape {
  std::string name;     ///< as typed behind `turnstream`: "topics create"; empty: the program itself
  std::string summary;  ///< one or more sentences
  std::string footer;   ///< "Examples:" and lines that begin with two blanks, or a sentence
  std::vector<OptionShape> options;
  std::vector<CommandShape> commands;  ///< if there are any, the command does nothing without one
};

}  // namespace turnstream::app
