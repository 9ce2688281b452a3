#include "app/files/page_writer.h"

#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <unistd.h>

#include "app/files/files_meters.h"
#include "app/files/marked_block.h"
#include "pipeline/base/log_line.h"
#include "tests/contract/temporary_folder.h"

namespace turnstream::app {
namespace {

namespace fs = std::filesystem;

const MemoryPages kPages = {{"MEMORY.md", "known\n"},
                            {"memory-index.md", "index\n"},
                            {"daily/2026-01-01.md", "day one\n"},
                            {"topics/boats.md", "boats\n"}};

std::string page_block(const std::string& body) {
  return std::string(kBlockBegin) + "\n" + body + std::string(kBlockEnd) + "\n";
}

struct Written {
  contract::TemporaryFolder home;
  PrivateFolder root = PrivateFolder::open(home.path()).value();

  PagesWritten write(const MemoryPages& pages, const std::string& persona = "ann") {
    PagesWritten report;
    const Status status = write_pages(root, persona, pages, report);
    REQUIRE_MESSAGE(status.ok(), (status.ok() ? std::string() : status.error().message));
    return report;
  }
  [[nodiscard]] std::string path(const std::string& file) const { return home.path() + "/ann/" + file; }
  [[nodiscard]] std::string read(const std::string& file) const {
    std::ifstream in(path(file), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void save(const std::string& file, const std::string& text) const {
    std::ofstream(path(file), std::ios::binary) << text;
  }
  /// Text, and time of the last change, of all files.
  [[nodiscard]] std::map<std::string, std::pair<std::string, fs::file_time_type>> tree() const {
    std::map<std::string, std::pair<std::string, fs::file_time_type>> files;
    for (const auto& entry : fs::recursive_directory_iterator(home.path())) {
      if (entry.is_regular_file()) {
        std::ifstream in(entry.path(), std::ios::binary);
        files[entry.path().string()] = {std::string(std::istreambuf_iterator<char>(in), {}), entry.last_write_time()};
      }
    }
    return files;
  }
};

}  // namespace

TEST_CASE_FIXTURE(Written, "a second pass writes nothing") {
  CHECK(write(kPages).written == 4);
  CHECK(read("topics/boats.md") == page_block("boats\n"));
  const auto before = tree();
  CHECK(before.size() == 4);
  const PagesWritten again = write(kPages);
  CHECK(again.written == 0);
  CHECK(again.removed == 0);
  CHECK(again.left_alone.empty());
  CHECK(tree() == before);
}

TEST_CASE_FIXTURE(Written, "only the file whose page is another one is written") {
  write(kPages);
  const auto before = tree();
  MemoryPages pages = kPages;
  pages["MEMORY.md"] = "known better\n";
  CHECK(write(pages).written == 1);
  auto after = tree();
  CHECK(after.at(path("MEMORY.md")).first == page_block("known better\n"));
  after[path("MEMORY.md")] = before.at(path("MEMORY.md"));
  CHECK(after == before);
}

TEST_CASE_FIXTURE(Written, "what a person wrote stays and a page that is gone leaves with its file") {
  write(kPages);
  save("MEMORY.md", "Mine.\n" + read("MEMORY.md") + "Mine, too.\n");
  save("topics/boats.md", read("topics/boats.md") + "My boat is red.\n");
  save("topics/own.md", "No block.\n");
  save("daily/notes.txt", "mine");
  const PagesWritten report = write({{"MEMORY.md", "less\n"}, {"memory-index.md", "index\n"}});
  CHECK(report.written == 2);
  CHECK(report.removed == 1);
  CHECK(read("MEMORY.md") == "Mine.\n" + page_block("less\n") + "Mine, too.\n");
  CHECK(read("topics/boats.md") == "My boat is red.\n");
  CHECK(read("topics/own.md") == "No block.\n");
  CHECK_FALSE(fs::exists(path("daily/2026-01-01.md")));
  CHECK(read("daily/notes.txt") == "mine");
}

TEST_CASE_FIXTURE(Written, "a persona without memory leaves nothing but what a person wrote") {
  write(kPages);
  write(kPages, "bob");
  save("MEMORY.md", read("MEMORY.md") + "Mine.\n");
  CHECK(write({}).removed == 3);
  CHECK(tree().size() == 5);
  CHECK(read("MEMORY.md") == "Mine.\n");
  CHECK_FALSE(fs::exists(path("topics")));
  CHECK(write({}, "bob").removed == 4);
  CHECK_FALSE(fs::exists(home.path() + "/bob"));
  CHECK(write({}, "nobody-known").removed == 0);
}

TEST_CASE_FIXTURE(Written, "a file with broken marks is left alone and the others are written") {
  write(kPages);
  const std::string broken = std::string(kBlockBegin) + "\nforgotten?\n";
  save("MEMORY.md", broken);
  MemoryPages pages = kPages;
  pages["MEMORY.md"] = "new\n";
  pages["topics/boats.md"] = "new boats\n";
  const PagesWritten report = write(pages);
  CHECK(report.written == 1);
  REQUIRE(report.left_alone.size() == 1);
  CHECK(report.left_alone[0].path == "ann/MEMORY.md");
  CHECK(report.left_alone[0].reason == "the end mark is missing");
  CHECK(read("MEMORY.md") == broken);
  CHECK(write(pages).left_alone.at(0).version == report.left_alone[0].version);
  save("MEMORY.md", broken + "more\n");
  CHECK(write(pages).left_alone.at(0).version != report.left_alone[0].version);
  CHECK(write({}).left_alone.size() == 1);
}

TEST_CASE_FIXTURE(Written, "links are left alone and nothing is written where they lead") {
  contract::TemporaryFolder outside;
  write({{"MEMORY.md", "known\n"}});
  fs::create_directory_symlink(outside.path(), path("daily"));
  fs::create_symlink(outside.path() + "/a.md", path("memory-index.md"));
  fs::create_directory_symlink(outside.path(), home.path() + "/bob");
  const PagesWritten report = write(kPages);
  REQUIRE(report.left_alone.size() == 2);
  CHECK(report.left_alone[0].path == "ann/memory-index.md");
  CHECK(report.left_alone[1].path == "ann/daily");
  CHECK(write(kPages, "bob").left_alone.at(0).path == "bob");
  CHECK(write({}, "bob").left_alone.empty());
  CHECK(fs::is_empty(outside.path()));
  CHECK(fs::is_symlink(home.path() + "/bob"));
}

TEST_CASE_FIXTURE(Written, "a file that may hold what is forgotten is reported even if no page belongs there") {
  write(kPages);
  save("topics/large.md", "Mine.\n");
  fs::resize_file(path("topics/large.md"), (std::uintmax_t{64} << 20) + 1);
  const PagesWritten report = write(kPages);
  REQUIRE(report.left_alone.size() == 1);
  CHECK(report.left_alone[0].path == "ann/topics/large.md");
  CHECK(report.left_alone[0].reason == "it has more than 64 MiB");
  if (::geteuid() == 0) {
    return;  // may read all
  }
  write(kPages, "bob");
  fs::permissions(path("MEMORY.md"), fs::perms::none);
  fs::permissions(home.path() + "/bob", fs::perms::none);
  CHECK(write({}).left_alone.at(0).reason == "this user may not read it");
  CHECK(write({}, "bob").left_alone.at(0).reason == "this user may not open it");
  fs::permissions(home.path() + "/bob", fs::perms::owner_all);
}

TEST_CASE_FIXTURE(Written, "what a killed process left leaves with the next pass") {
  write(kPages);
  for (const std::string folder : {"", "daily/", "topics/"}) {
    save(folder + ".turnstream.new", "forgotten");
  }
  CHECK(write(kPages).written == 0);
  CHECK(tree().size() == 4);
}

TEST_CASE_FIXTURE(Written, "a folder that cannot be written keeps no other file of the persona from being written") {
  write(kPages);
  fs::create_directory(path("topics/.turnstream.new"));  // stands where a new file is written first
  PagesWritten report;
  const MemoryPages pages = {
      {"MEMORY.md", "new\n"}, {"daily/2026-01-01.md", "new day\n"}, {"topics/boats.md", "new\n"}};
  const Status status = write_pages(root, "ann", pages, report);
  REQUIRE_FALSE(status.ok());
  CHECK(status.error().code == "unwritable");
  CHECK(read("MEMORY.md") == page_block("new\n"));
  CHECK(read("daily/2026-01-01.md") == page_block("new day\n"));
  CHECK(read("topics/boats.md") == page_block("boats\n"));
  CHECK_FALSE(fs::exists(path("memory-index.md")));
}

TEST_CASE_FIXTURE(Written, "a file that is left alone is reported once for each change") {
  static int lines = 0;
  lines = 0;
  set_log_sink([](LogLevel level, const LogFields&) { lines += level == LogLevel::kWarning ? 1 : 0; });
  Metrics metrics;
  FilesMeters meters(metrics);
  PagesWritten report;
  report.left_alone = {{"ann/MEMORY.md", "the end mark is missing", 1}};
  meters.take("ann", report);
  meters.take("ann", report);
  meters.take("bob", PagesWritten());
  CHECK(lines == 1);
  report.left_alone[0].version = 2;
  meters.take("ann", report);
  CHECK(lines == 2);
  meters.take("ann", PagesWritten());
  meters.take("ann", report);
  CHECK(lines == 3);
  set_log_sink(nullptr);
  CHECK(metrics.find("turnstream_files_left_alone_total", {}).at(0).counter.value == 3);
}

}  // namespace turnstream::app
