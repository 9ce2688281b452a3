// turn_verdicts: reads one candidate a line from standard input and prints for each a line: `accepted` and the content
// hash, or reason, pointer and rule, separated by tabs. The decoder's side of the differential test (differential.py).
#include <iostream>
#include <string>

#include "pipeline/codec/turn_parser.h"

int main() {
  std::ios::sync_with_stdio(false);
  turnstream::codec::TurnParser parser;
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto result = parser.parse(line);
    if (result.ok()) {
      std::cout << "accepted\t" << (*result)->content_hash << '\n';
    } else {
      const turnstream::Error& error = result.error();
      std::cout << error.code << '\t' << error.pointer << '\t' << error.rule << '\n';
    }
  }
}
