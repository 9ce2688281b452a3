#include "app/files/marked_block.h"

#include <doctest/doctest.h>

namespace turnstream::app {
namespace {

const std::string kBegin = std::string(kBlockBegin) + "\n";
const std::string kEnd = std::string(kBlockEnd) + "\n";

std::string marked(const std::string& body) {
  return kBegin + body + kEnd;
}

std::string written(const std::optional<std::string>& file, const std::optional<std::string>& body) {
  const BlockMerge merge = merge_block(file, body);
  CHECK(merge.action == BlockAction::kWrite);
  CHECK(merge.reason.empty());
  return merge.text;
}

std::string reason_of(const std::string& file) {
  const BlockMerge merge = merge_block(file, "new\n");
  CHECK(merge.action == BlockAction::kLeaveAlone);
  CHECK(merge.text.empty());
  CHECK(merge_block(file, std::nullopt).action == BlockAction::kLeaveAlone);
  return merge.reason;
}

}  // namespace

TEST_CASE("a new file is the block alone and the same block again changes nothing") {
  CHECK(written(std::nullopt, "one\n") == marked("one\n"));
  CHECK(merge_block(marked("one\n"), "one\n").action == BlockAction::kKeep);
  CHECK(merge_block(std::nullopt, std::nullopt).action == BlockAction::kKeep);
}

TEST_CASE("what a person wrote before and behind the block stays byte for byte") {
  const std::string before = "My notes\r\n\t \n";
  const std::string after = "\n\nmore \xff bytes without an end";
  CHECK(written(before + marked("one\n") + after, "two\n") == before + marked("two\n") + after);
  CHECK(written(before + marked("one\n") + after, std::nullopt) == before + after);
}

TEST_CASE("a file without marks gets the block at its end") {
  CHECK(written("My notes\n", "one\n") == "My notes\n\n" + marked("one\n"));
  CHECK(written("My notes", "one\n") == "My notes\n\n" + marked("one\n"));
  CHECK(written("", "one\n") == marked("one\n"));
  CHECK(merge_block("My notes\n", std::nullopt).action == BlockAction::kKeep);
}

TEST_CASE("a file goes with its block if nothing else is in it") {
  CHECK(merge_block(marked("one\n"), std::nullopt).action == BlockAction::kRemove);
  CHECK(merge_block("\n" + marked("one\n") + " \r\n", std::nullopt).action == BlockAction::kRemove);
}

TEST_CASE("marks that an editor saved with other ends of lines or without the last one are marks") {
  const std::string windows = "mine\r\n<!-- turnstream:begin -->\r\none\r\n<!-- turnstream:end -->\r\nmine\r\n";
  CHECK(written(windows, "two\n") == "mine\r\n" + marked("two\n") + "mine\r\n");
  CHECK(written(kBegin + "one\n" + std::string(kBlockEnd), "two\n") == marked("two\n"));
  CHECK(written("\xEF\xBB\xBF" + marked("one\n"), "two\n") == "\xEF\xBB\xBF" + marked("two\n"));
}

TEST_CASE("a file whose marks are not one block is left alone with the reason") {
  CHECK(reason_of(kBegin + "one\n") == "the end mark is missing");
  CHECK(reason_of("one\n" + kEnd) == "the end mark has no begin mark before it");
  CHECK(reason_of(kEnd + kBegin) == "the end mark has no begin mark before it");
  CHECK(reason_of(marked("one\n") + marked("two\n")) == "the begin mark stands twice");
  CHECK(reason_of(kBegin + marked("one\n") + kEnd) == "the begin mark stands twice");
  CHECK(reason_of(marked("one\n") + kEnd) == "the end mark stands twice");
  CHECK(reason_of("see " + marked("one\n")) == "a mark shares its line with other text");
  CHECK(reason_of(kBegin + "one <!-- turnstream:end -->\n") == "a mark shares its line with other text");
  CHECK(reason_of("<!--turnstream:begin-->\none\n<!--turnstream:end-->\n") ==
        "a line outside of the block looks like a mark");
}

TEST_CASE("the words of the marks inside of the block are text") {
  CHECK(written(marked("a text about turnstream:begin and turnstream:end\n"), "two\n") == marked("two\n"));
}

}  // namespace turnstream::app
