#include "app/log_access/state_directory.h"

#include <doctest/doctest.h>
#include <fstream>

#include "app/log_access/open_log.h"
#include "tests/unit_app/program_fixture.h"

namespace turnstream::app {
namespace {

TEST_CASE("a directory has one holder and the error of another process names it") {
  const ProgramFixture home;
  const std::string path = home.path("a/b");
  {
    const auto first = StateDirectory::open(path, "turnstream run");
    REQUIRE(first.ok());
    const auto second = StateDirectory::open(path, "turnstream run");
    REQUIRE(!second.ok());
    CHECK(second.error().code == "state_in_use");
    CHECK(second.error().message.find("in use by turnstream run, process ") != std::string::npos);
  }
  CHECK(StateDirectory::open(path, "turnstream run").ok());
}

TEST_CASE("state of another origin is refused with what to do") {
  const ProgramFixture home;
  const auto directory = StateDirectory::open(home.path("s"), "test");
  REQUIRE(directory.ok());
  CHECK(directory->check_identity({"turnstream", "c1", 8}).ok());
  CHECK(directory->check_identity({"turnstream", "c1", 8}).ok());
  for (const StateIdentity& other :
       {StateIdentity{"lab", "c1", 8}, StateIdentity{"turnstream", "c2", 8}, StateIdentity{"turnstream", "c1", 4}}) {
    const Status status = directory->check_identity(other);
    REQUIRE(!status.ok());
    CHECK(status.error().code == "state_mismatch");
    CHECK(status.error().message.find("Use another --state") != std::string::npos);
  }
}

TEST_CASE("an identity that cannot be read is an error that names its file") {
  const ProgramFixture home;
  const auto directory = StateDirectory::open(home.path("s"), "test");
  REQUIRE(directory.ok());
  for (const std::string text : {"", "garbage", "[1]", R"({"format":"x"})", R"({"format":1,"partitions":"many"})"}) {
    CAPTURE(text);
    std::ofstream(home.path("s/identity.json"), std::ios::trunc) << text;
    const Status status = directory->check_identity({"turnstream", "c1", 8});
    REQUIRE(!status.ok());
    CHECK(status.error().code == "state_mismatch");
    CHECK(status.error().message.find(home.path("s")) != std::string::npos);
  }
}

TEST_CASE("an instance's name is made once") {
  const ProgramFixture home;
  const auto directory = StateDirectory::open(home.path("s"), "test");
  REQUIRE(directory.ok());
  const std::string name = directory->instance("").value();
  CHECK(name.size() == 8);
  CHECK(directory->instance("").value() == name);
  CHECK(directory->instance("left").value() == "left");
}

TEST_CASE("a damaged file of the instance's name is an error that names the file and what to do") {
  const ProgramFixture home;
  const auto directory = StateDirectory::open(home.path("s"), "test");
  REQUIRE(directory.ok());
  const std::string file = home.path("s/instance");
  for (const std::string& text :
       {std::string(), std::string("\0\0\0\0", 4), std::string("a\n\n"), std::string("\n"), std::string("a b"),
        std::string("\xff\xfe"), std::string(101, 'a'), std::string("..")}) {
    CAPTURE(text);
    std::ofstream(file, std::ios::trunc | std::ios::binary) << text;
    const auto refused = directory->instance("");
    REQUIRE(!refused.ok());
    CHECK(refused.error().code == "state_mismatch");
    CHECK(refused.error().message.find(file + (text.empty() ? " is empty" : " is damaged")) == 0);
    CHECK(refused.error().message.find("delete the file") != std::string::npos);
    CHECK(directory->instance("left").value() == "left");
  }
  std::filesystem::remove(file);
  const std::string made = directory->instance("").value();
  CHECK(StateDirectory::kept_instance(home.path("s")).value() == made);
}

TEST_CASE("a line feed may follow the instance's name in its file") {
  const ProgramFixture home;
  const auto directory = StateDirectory::open(home.path("s"), "test");
  REQUIRE(directory.ok());
  std::ofstream(home.path("s/instance")) << "left\n";
  CHECK(directory->instance("").value() == "left");
  CHECK(StateDirectory::kept_instance(home.path("s")).value() == "left");
}

TEST_CASE_FIXTURE(ProgramFixture, "a run and doctor refuse an empty file of the instance's name") {
  const std::vector<std::string> start = {"run", "--until-drained", "--listen", "", "--quiet"};
  REQUIRE(run_in("s", start).exit == 0);
  write_file("s/instance", "");
  const Outcome refused = run_in("s", start);
  CHECK(refused.exit == 5);
  CHECK(refused.err.find(path("s/instance") + " is empty") != std::string::npos);
  const Outcome doctor = run_in("s", {"doctor"});
  CHECK(doctor.exit == 1);
  CHECK(doctor.out.find("bad  instance: " + path("s/instance") + " is empty") != std::string::npos);
  write_file("s/instance", "left");
  CHECK(run_in("s", start).exit == 0);
}

TEST_CASE("the removal of an upgrade also removes what a removal that was killed has left") {
  const ProgramFixture home;
  const auto directory = StateDirectory::open(home.path("s"), "test");
  REQUIRE(directory.ok());
  const std::string folder = directory->upgrade_folder("next");
  for (const bool is_repeated : {false, true}) {
    for (const std::string& path : {folder, folder + "~"}) {
      if (path == folder || is_repeated) {
        std::filesystem::create_directories(path);
        std::ofstream(path + "/CURRENT") << "MANIFEST-000001\n";
      }
    }
    std::ofstream(StateDirectory::crash_ledger_of(folder)) << "";
    directory->remove_upgrade("next");
    std::vector<std::string> left;
    for (const auto& entry : std::filesystem::directory_iterator(home.path("s"))) {
      left.push_back(entry.path().filename().string());
    }
    CHECK(left == std::vector<std::string>{"lock"});
  }
}

TEST_CASE("commands reach a log that another has open through its socket") {
  ProgramFixture program;
  settings::Loaded loaded;
  loaded.settings.state.directory = program.path("s");
  const StageCatalog catalog;
  std::istringstream in;
  std::ostringstream out;
  const Surroundings surroundings{in, out, out, {}, false};
  const Context context{loaded, catalog, surroundings, out, out, false, true};
  const auto owner = open_log(context, LogUse::kOwnOrMake, "run");
  REQUIRE(owner.ok());

  const Outcome generated = program.run({"generate", "--turns", "10", "--quiet"});
  CHECK(program.run_in("s", {"publish"}, generated.out).exit == 0);
  CHECK(lines_of(program.run_in("s", {"tail", "turns", "--raw"}).out).size() == 10);
  const Outcome second = program.run_in("s", {"run", "--until-drained", "--listen", ""});
  CHECK(second.exit == 5);
  CHECK(second.err.find("in use by turnstream run") != std::string::npos);
}

TEST_CASE_FIXTURE(ProgramFixture,
                  "a run continues without the HTTP socket if it cannot be made and removes it if it can") {
  const std::vector<std::string> start = {"run", "--until-drained", "--listen", ""};
  REQUIRE(run_in("s", start).exit == 0);
  CHECK(!std::filesystem::exists(path("s/http.sock")));
  write_file("s/http.sock", "a file that is not a socket");
  CHECK(run_in("s", start).exit == 0);
  CHECK(std::filesystem::exists(path("s/http.sock")));
}

TEST_CASE("the directory follows from the flag or the environment") {
  settings::Loaded loaded;
  const StageCatalog catalog;
  std::istringstream in;
  std::ostringstream out;
  const auto path_in = [&](const std::vector<std::pair<std::string, std::string>>& environment) {
    const Surroundings surroundings{in, out, out, environment, false};
    return state_directory_path(Context{loaded, catalog, surroundings, out, out, false, false});
  };
  CHECK(path_in({{"HOME", "/h"}, {"XDG_STATE_HOME", "/x"}}).value() == "/x/turnstream/turnstream");
  CHECK(path_in({{"HOME", "/h"}}).value() == "/h/.local/state/turnstream/turnstream");
  CHECK(path_in({}).error().code == "usage");
  loaded.settings.state.directory = "/d";
  CHECK(path_in({}).value() == "/d");
}

}  // namespace
}  // namespace turnstream::app
