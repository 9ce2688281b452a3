#include "app/files/files_follower.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/files/marked_block.h"
#include "pipeline/codec/completion_codec.h"
#include "pipeline/store/memory_store.h"
#include "tests/contract/temporary_folder.h"
#include "tests/unit_app/contains.h"

namespace turnstream::app {
namespace {

namespace fs = std::filesystem;
using model::ChangeOp;

constexpr recall::Kind kFacts[] = {recall::Kind::kFact};
const std::vector<std::string> kMany = {"ann", "bob", "carol", "dan", "eve", "fay", "guy"};

std::string fact_json(const std::string& persona, const std::string& id, const std::string& text) {
  return R"({"kind":"fact","id":")" + id + R"(","persona_id":")" + persona +
         R"(","subject":"port","relation":"is","value":"1","text":")" + text +
         R"(","confidence":0.9,"current":true,"validity":[{"from":"2026-01-01T10:00:00.000Z","to":null}],)" +
         R"("superseded_by":null,"sources":[{"id":"a","turn_id":"T1","session_id":"s1"}]})";
}

/// A read model to which a test applies records, and a folder.
class Followed {
 public:
  void put(const std::string& persona, const std::string& id, const std::string& text) {
    apply(persona, model::Change{ChangeOp::kPut, "fact", id, fact_json(persona, id, text), false});
  }
  void remove(const std::string& persona, const std::string& id) {
    apply(persona, model::Change{ChangeOp::kDelete, "fact", id, "", true});
  }
  void forget_all(const std::string& persona) {
    apply(persona, std::nullopt,
          R"({"kind":"forget","command_id":"C1","persona_id":")" + persona +
              R"(","issued_by":"cli","issued_at":"2026-01-01T10:00:00.000Z","caused_by":null,)" +
              R"("args":{"ids":[],"session_id":null,"all":true,"block":false,"confirm":")" + persona + R"("}})");
  }

  void put_port(const std::vector<std::string>& personas, const std::string& port) {
    for (const std::string& persona : personas) {
      put(persona, "f1", "port is " + port);
    }
  }
  /// Those of kMany whose page has this port.
  [[nodiscard]] std::vector<std::string> with_port(const std::string& port) const {
    std::vector<std::string> found;
    std::copy_if(kMany.begin(), kMany.end(), std::back_inserter(found), [&](const std::string& persona) {
      return read(persona + "/MEMORY.md").find("port is " + port) != std::string::npos;
    });
    return found;
  }
  std::unique_ptr<FilesFollower> follow(std::size_t waiting_max = 100) {
    return std::make_unique<FilesFollower>(
        FilesRoot::open(folder(), "turnstream").value(),
        FilesFollower::Parts{*model_, [](const std::stop_token&) { return Result<bool>(true); }, metrics,
                             std::chrono::hours(1), waiting_max});
  }
  [[nodiscard]] std::string folder() const { return home_.path() + "/memory"; }
  [[nodiscard]] std::string path(const std::string& file) const { return folder() + "/" + file; }
  [[nodiscard]] std::string read(const std::string& file) const {
    std::ifstream in(path(file), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void save(const std::string& file, const std::string& text) const {
    fs::create_directories(fs::path(path(file)).parent_path());
    std::ofstream(path(file), std::ios::binary) << text;
  }
  recall::ReadModel& model() { return *model_; }
  double count(const std::string& name) { return metrics.find(name, {}).at(0).counter.value; }

  Metrics metrics;

 private:
  void apply(const std::string& persona, std::optional<model::Change> change, const std::string& command = "{}") {
    model::Completion part;
    part.stage = "episodic";
    part.persona_id = persona;
    part.cause_kind = "command";
    part.log = {Partition{0}, Offset{next_}};
    if (change) {
      part.changes.push_back(*std::move(change));
    }
    std::string bytes;
    codec::append_completion(bytes, part);
    log::Record record;
    record.topic = "turnstream.log";
    record.offset = Offset{next_++};
    record.key = persona;
    record.value = command;
    record.headers = {{"kind", "command"}};
    const recall::StageAnswer answers[] = {{"episodic", {bytes}}};
    const Status status = model_->apply({record, answers}, {next_after(record.offset), {}, LogTime{1'000}, {}});
    REQUIRE_MESSAGE(status.ok(), (status.ok() ? std::string() : status.error().message));
  }

  contract::TemporaryFolder home_;
  store::MemoryStore store_;
  ManualClock clock_{WallTime{0}};
  std::unique_ptr<recall::ReadModel> model_ = recall::ReadModel::open(store_, clock_, {}).value();
  std::int64_t next_ = 0;
};

std::string block(const std::string& body) {
  return std::string(kBlockBegin) + "\n" + body + std::string(kBlockEnd) + "\n";
}

}  // namespace

TEST_CASE_FIXTURE(Followed, "the read model lists personas and their documents and tells of each change") {
  std::vector<std::string> changed;
  model().on_change([&](const recall::PersonaChanges& changes) { changed.push_back(changes.persona); });
  for (const std::string persona : {"bob", "ann", "carol"}) {
    put(persona, "f1", "port is 1");
  }
  CHECK(changed == std::vector<std::string>{"bob", "ann", "carol"});
  CHECK(model().persona_names("", 10).value() == std::vector<std::string>{"ann", "bob", "carol"});
  CHECK(model().persona_names("ann", 1).value() == std::vector<std::string>{"bob"});
  CHECK(model().persona_names("carol", 10).value().empty());
  const auto documents = model().documents("ann", kFacts);
  REQUIRE(documents.ok());
  REQUIRE(documents->size() == 1);
  CHECK(documents->front().document.text == "port is 1");
  CHECK(documents->front().from == Offset{1});
  model().on_change({});
  forget_all("ann");
  CHECK(changed.size() == 3);
  CHECK(model().persona_names("", 10).value() == std::vector<std::string>{"bob", "carol"});
  CHECK(model().documents("ann", kFacts)->empty());
}

TEST_CASE_FIXTURE(Followed, "a start writes the files of all and a change only those of its persona") {
  put("ann", "f1", "port is 1");
  put("bob", "f1", "port is 2");
  const auto files = follow();
  REQUIRE(files->finish({}).ok());
  CHECK(contains(read("ann/MEMORY.md"), "port is 1"));
  CHECK(contains(read("bob/MEMORY.md"), "port is 2"));
  CHECK(count("turnstream_files_written_total") == 4);
  save("bob/MEMORY.md", block("edited\n"));
  put("ann", "f2", "port is 3");
  put("ann", "f3", "port is 4");
  REQUIRE(files->finish({}).ok());
  CHECK(contains(read("ann/MEMORY.md"), "port is 3"));
  CHECK(contains(read("ann/memory-index.md"), "port is 4"));
  CHECK(read("bob/MEMORY.md") == block("edited\n"));
  CHECK(count("turnstream_files_written_total") == 6);
  CHECK(count("turnstream_files_failures_total") == 0);
}

TEST_CASE_FIXTURE(Followed, "a start after a start writes nothing and a stop writes what waits") {
  put("ann", "f1", "port is 1");
  {
    const auto files = follow();
    REQUIRE(files->finish({}).ok());
    put("ann", "f2", "port is 2");
  }
  CHECK(contains(read("ann/MEMORY.md"), "port is 2"));
  const double written = count("turnstream_files_written_total");
  REQUIRE(follow()->finish({}).ok());
  CHECK(count("turnstream_files_written_total") == written);
}

TEST_CASE_FIXTURE(Followed, "what is deleted or forgotten leaves the files and a person's text stays") {
  put("ann", "f1", "port is zqwvxjk");
  put("ann", "f2", "port is 2");
  const auto files = follow();
  REQUIRE(files->finish({}).ok());
  std::ofstream(path("ann/MEMORY.md"), std::ios::app) << "Mine.\n";
  remove("ann", "f1");
  REQUIRE(files->finish({}).ok());
  CHECK_FALSE(contains(read("ann/MEMORY.md"), "zqwvxjk"));
  CHECK_FALSE(contains(read("ann/memory-index.md"), "zqwvxjk"));
  CHECK(contains(read("ann/MEMORY.md"), "port is 2"));
  forget_all("ann");
  REQUIRE(files->finish({}).ok());
  CHECK(read("ann/MEMORY.md") == "Mine.\n");
  CHECK_FALSE(fs::exists(path("ann/memory-index.md")));
}

TEST_CASE_FIXTURE(Followed, "a start takes away what memory lost while no process followed it") {
  put("ann", "f1", "port is 1");
  put("bob", "f1", "port is 2");
  REQUIRE(follow()->finish({}).ok());
  forget_all("ann");
  fs::create_directory(path("others"));
  std::ofstream(path("others/MEMORY.md")) << "No block.\n";
  std::ofstream(path("notes.txt")) << "mine";
  REQUIRE(follow()->finish({}).ok());
  CHECK_FALSE(fs::exists(path("ann")));
  CHECK(fs::exists(path("bob/MEMORY.md")));
  CHECK(read("others/MEMORY.md") == "No block.\n");
  CHECK(read("notes.txt") == "mine");
}

TEST_CASE_FIXTURE(Followed, "a file that cannot be written fails a finish and is written when it can be") {
  put("ann", "f1", "port is 1");
  put("bob", "f1", "port is 2");
  fs::create_directories(path("ann/.turnstream.new"));  // stands where the new file is written first
  const auto files = follow();
  const Status failed = files->finish({});
  REQUIRE_FALSE(failed.ok());
  CHECK(failed.error().code == "unwritable");
  CHECK(contains(failed.error().message, "ann/.turnstream.new cannot be removed"));
  CHECK(count("turnstream_files_failures_total") >= 1);
  fs::remove(path("ann/.turnstream.new"));
  REQUIRE(files->finish({}).ok());
  CHECK(contains(read("ann/MEMORY.md"), "port is 1"));
  CHECK(contains(read("bob/MEMORY.md"), "port is 2"));
}

TEST_CASE_FIXTURE(Followed, "a persona that stays broken keeps neither others nor stale folders from being written") {
  put("ann", "f1", "port is 1");
  put("bob", "f1", "port is 2");
  fs::create_directories(path("ann/.turnstream.new"));
  save("gone/MEMORY.md", block("forgotten\n") + "Mine.\n");
  const auto files = follow();
  for (int attempt = 0; attempt < 10; ++attempt) {
    CHECK_FALSE(files->finish({}).ok());
  }
  CHECK(contains(read("bob/MEMORY.md"), "port is 2"));
  CHECK(read("gone/MEMORY.md") == "Mine.\n");
  CHECK_FALSE(fs::exists(path("ann/MEMORY.md")));
}

TEST_CASE_FIXTURE(Followed, "a block that cannot be taken out is taken out when it can be") {
  for (const std::string folder : {"one", "two", "three"}) {
    save(folder + "/MEMORY.md", block("forgotten\n") + "Mine.\n");
    fs::create_directories(path(folder + "/.turnstream.new"));
  }
  const auto files = follow();
  REQUIRE_FALSE(files->finish({}).ok());
  CHECK(count("turnstream_files_failures_total") <= 2);  // one for an attempt, of which the start makes one
  for (const std::string folder : {"one", "two", "three"}) {
    fs::remove(path(folder + "/.turnstream.new"));
  }
  REQUIRE(files->finish({}).ok());
  for (const std::string folder : {"one", "two", "three"}) {
    CHECK(read(folder + "/MEMORY.md") == "Mine.\n");
  }
}

TEST_CASE_FIXTURE(Followed, "when more personas wait than it holds it goes over all and loses none") {
  put_port(kMany, "one");
  put("zoe", "f1", "port is one");
  const auto files = follow(3);
  REQUIRE(files->finish({}).ok());
  save("zoe/MEMORY.md", block("edited\n"));
  put_port({"ann", "bob", "carol"}, "two");
  REQUIRE(files->finish({}).ok());
  CHECK(read("zoe/MEMORY.md") == block("edited\n"));  // three are as many as it holds
  put_port(kMany, "three");
  forget_all("dan");
  REQUIRE(files->finish({}).ok());
  CHECK(with_port("three") == std::vector<std::string>{"ann", "bob", "carol", "eve", "fay", "guy"});
  CHECK_FALSE(fs::exists(path("dan")));
  CHECK(contains(read("zoe/MEMORY.md"), "port is one"));  // because it went over all
}

TEST_CASE_FIXTURE(Followed, "too many that wait while it goes over all are written when it goes over all again") {
  put_port(kMany, "one");
  save("gone/MEMORY.md", block("forgotten\n"));
  fs::create_directories(path("gone/.turnstream.new"));  // so the first walk cannot end
  const auto files = follow(3);
  REQUIRE_FALSE(files->finish({}).ok());
  CHECK(with_port("one") == kMany);
  put_port(kMany, "two");
  fs::remove(path("gone/.turnstream.new"));
  REQUIRE(files->finish({}).ok());
  CHECK(with_port("two") == kMany);
  CHECK_FALSE(fs::exists(path("gone")));
}

TEST_CASE_FIXTURE(Followed, "too many that wait at a stop are written by the next start") {
  put_port(kMany, "one");
  {
    const auto files = follow(3);
    REQUIRE(files->finish({}).ok());
    put_port(kMany, "two");
  }
  REQUIRE(follow(3)->finish({}).ok());
  CHECK(with_port("two") == kMany);
}

}  // namespace turnstream::app
