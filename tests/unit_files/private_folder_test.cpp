#include "app/files/private_folder.h"

#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

#include "app/files/files_root.h"
#include "app/files/marked_block.h"
#include "tests/contract/temporary_folder.h"

namespace turnstream::app {
namespace {

namespace fs = std::filesystem;

struct Folder {
  contract::TemporaryFolder home;
  std::string path = home.path() + "/memory";

  PrivateFolder opened() { return PrivateFolder::open(path).value(); }
  [[nodiscard]] mode_t mode_of(const std::string& name) const {
    struct stat found {};
    REQUIRE(::lstat((path + "/" + name).c_str(), &found) == 0);
    return found.st_mode & 0777U;
  }
};

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string text_of(const PrivateFolder& folder, const std::string& name) {
  const auto file = folder.read(name);
  REQUIRE(file.ok());
  REQUIRE(file->refused.empty());
  REQUIRE(file->text.has_value());
  return *file->text;
}

}  // namespace

TEST_CASE_FIXTURE(Folder, "folders and files are for their user alone") {
  const PrivateFolder folder = opened();
  const auto below = folder.below("ann", true);
  REQUIRE(below.ok());
  REQUIRE(below->folder.has_value());
  CHECK(below->folder->replace("a.md", std::nullopt, "one").value());
  CHECK(text_of(*below->folder, "a.md") == "one");
  CHECK(mode_of("") == 0700);
  CHECK(mode_of("ann") == 0700);
  CHECK(mode_of("ann/a.md") == 0600);
  CHECK(below->folder->names().value() == std::vector<std::string>{"a.md"});
}

TEST_CASE_FIXTURE(Folder, "a file that was changed meanwhile is neither replaced nor removed") {
  const PrivateFolder folder = opened();
  REQUIRE(folder.replace("a.md", std::nullopt, "one").value());
  CHECK_FALSE(folder.replace("a.md", std::nullopt, "two").value());
  CHECK_FALSE(folder.replace("a.md", "other", "two").value());
  CHECK_FALSE(folder.remove("a.md", "other").value());
  CHECK(text_of(folder, "a.md") == "one");
  CHECK(folder.names().value() == std::vector<std::string>{"a.md"});
  CHECK(folder.replace("a.md", "one", "two").value());
  CHECK(text_of(folder, "a.md") == "two");
  CHECK(folder.remove("a.md", "two").value());
  CHECK_FALSE(folder.read("a.md")->text.has_value());
}

TEST_CASE_FIXTURE(Folder, "symbolic links and what is not a file are refused") {
  const PrivateFolder folder = opened();
  const std::string outside = home.path() + "/outside.md";
  write(outside, "mine");
  fs::create_symlink(outside, path + "/link.md");
  fs::create_directory_symlink(home.path(), path + "/ann");
  fs::create_directory(path + "/folder.md");
  REQUIRE(::mkfifo((path + "/pipe.md").c_str(), 0600) == 0);
  CHECK(folder.read("link.md")->refused == "it is a symbolic link");
  CHECK(folder.read("folder.md")->refused == "it is not a regular file");
  CHECK(folder.read("pipe.md")->refused == "it is not a regular file");
  for (const bool make : {false, true}) {
    const auto below = folder.below("ann", make);
    REQUIRE(below.ok());
    CHECK_FALSE(below->folder.has_value());
    CHECK(below->refused == "it is a symbolic link or not a folder");
  }
  CHECK_FALSE(folder.replace("link.md", std::nullopt, "ours").value());
  CHECK_FALSE(folder.replace("link.md", "mine", "ours").value());
  std::ifstream in(outside);
  CHECK(std::string(std::istreambuf_iterator<char>(in), {}) == "mine");
}

TEST_CASE_FIXTURE(Folder, "a large file is read if it begins with the mark of a block") {
  const PrivateFolder folder = opened();
  constexpr std::uintmax_t kSize = (std::uintmax_t{64} << 20) + 1;
  write(path + "/ours.md", std::string(kBlockBegin) + "\n");
  write(path + "/mine.md", "mine");
  fs::resize_file(path + "/ours.md", kSize);
  fs::resize_file(path + "/mine.md", kSize);
  CHECK(text_of(folder, "ours.md").size() == kSize);
  const auto mine = folder.read("mine.md");
  REQUIRE(mine.ok());
  CHECK(mine->refused == "it has more than 64 MiB");
  CHECK(mine->may_be_ours);
  CHECK_FALSE(mine->text.has_value());
}

TEST_CASE_FIXTURE(Folder, "a link instead of the draft is replaced and not followed") {
  const PrivateFolder folder = opened();
  const std::string outside = home.path() + "/outside.md";
  write(outside, "mine");
  fs::create_symlink(outside, path + "/.turnstream.new");
  CHECK(folder.replace("a.md", std::nullopt, "one").value());
  std::ifstream in(outside);
  CHECK(std::string(std::istreambuf_iterator<char>(in), {}) == "mine");
  CHECK(folder.names().value() == std::vector<std::string>{"a.md"});
}

TEST_CASE_FIXTURE(Folder, "what a killed process left is removed") {
  const PrivateFolder folder = opened();
  write(path + "/.turnstream.new", "forgotten");
  CHECK(folder.remove_draft().ok());
  CHECK(folder.names().value().empty());
  CHECK(folder.remove_draft().ok());
}

TEST_CASE_FIXTURE(Folder, "only an empty folder is removed") {
  const PrivateFolder folder = opened();
  REQUIRE(folder.below("ann", true).ok());
  REQUIRE(folder.below("bob", true).ok());
  write(path + "/bob/notes.txt", "mine");
  folder.remove_if_empty("ann");
  folder.remove_if_empty("bob");
  folder.remove_if_empty("nothing");
  CHECK(folder.names().value() == std::vector<std::string>{"bob"});
}

TEST_CASE_FIXTURE(Folder, "a folder belongs to one namespace and to one process at a time") {
  {
    const auto root = FilesRoot::open(path, "one");
    REQUIRE(root.ok());
    const auto second = FilesRoot::open(path, "one");
    REQUIRE_FALSE(second.ok());
    CHECK(second.error().code == "state_in_use");
  }
  CHECK(FilesRoot::open(path, "one").ok());
  const auto other = FilesRoot::open(path, "other");
  REQUIRE_FALSE(other.ok());
  CHECK(other.error().code == "state_mismatch");
  const auto refused = FilesRoot::open(path + "/.turnstream/below", "one");
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "unwritable");
}

}  // namespace turnstream::app
