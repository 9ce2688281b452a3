#pragma once
// Namesakes: users of one persona who have the same name, so that texts for people and prompts can tell them apart. Threads: values;
// pure.

#include <map>
#include <string>
#include <string_view>

namespace turnstream::recall {

class Namesakes {
 public:
  /// A user of whom the text shows something. A user without a name is shown by the id, so leave it out.
  void add(std::string user_id, std::string name);

  /// The text with the id behind the name with which it begins, if another user has this name: "Ann (ann-2) likes tea". Else the text.
  [[nodiscard]] std::string told_apart(std::string text, std::string_view user_id) const;

 private:
  std::map<std::string, std::string, std::less<>> names_;  ///< by id
};

}  // namespace turnstream::recall
