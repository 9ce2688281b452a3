#include "stages/common/evidence/persona_table.h"

#include <doctest/doctest.h>

#include "tests/unit_evidence/map_rows.h"

namespace turnstream::evidence {
namespace {

struct NoteHead {
  std::int64_t notes = 0;
  std::optional<LogTime> timer;
  friend bool operator==(const NoteHead&, const NoteHead&) = default;
};

/// Entries are texts. A text that begins with "!" leaves the stage.
struct NoteForm {
  using Entry = std::string;
  using Head = NoteHead;
  static constexpr std::string_view kPrefix = "note/";
  static constexpr std::string_view kKind = "note";
  static constexpr std::string_view kHeadKey = "notes";
  static constexpr std::string_view kStatsId = "notes";
  static constexpr std::string_view kTimer = "wake";

  static std::string encode(const std::string& note) { return note.front() == '!' ? std::string() : note; }
  static Result<std::string> decode(std::string_view row, std::string_view, const Uuid&) { return std::string(row); }
  static std::string encode_head(const Head& head) { return std::to_string(head.notes); }
  static Result<Head> decode_head(std::string_view row) { return Head{std::stoll(std::string(row)), {}}; }
  static void report(stage_api::Effects& effects, std::string_view, const Uuid& id, const std::string& note,
                     Before<std::string> before) {
    effects.put(kKind, to_string(id), note, before.existed);
  }
  static std::vector<codec::StatCounter> counters(const Head& head) {
    return head.notes == 0 ? std::vector<codec::StatCounter>() : std::vector<codec::StatCounter>{{"notes", head.notes}};
  }
};

/// Records each write as one line.
class Recorder final : public stage_api::PersonaContext,
                       public stage_api::Effects,
                       public stage_api::Timers,
                       public stage_api::StateView {
 public:
  std::string_view persona() const override { return "p"; }
  stage_api::StateView& state() override { return *this; }
  stage_api::Timers& timers() override { return *this; }
  stage_api::Turns& turns() override { std::abort(); }
  stage_api::Effects& effects() override { return *this; }

  void put(std::string_view kind, std::string_view, std::string value, bool existed) override {
    note(std::string(existed ? "update " : "add ") + std::string(kind) + (kind == "stats" ? "" : " " + value));
  }
  void patch(std::string_view, std::string_view, model::Patch) override {}
  void remove(std::string_view kind, std::string_view) override { note("remove " + std::string(kind)); }
  void processed(std::int64_t) override {}
  void passed(const stage_api::PassCounts&) override {}
  void late_result() override {}
  void event(std::string_view, std::string_view, std::string) override {}
  std::string event_id(std::string_view, std::string_view) override { std::abort(); }
  std::string request(const model::EffectRequest&) override { std::abort(); }
  void cancel(std::string_view, std::string_view) override { std::abort(); }
  std::string tell(std::string_view, std::string_view, std::string_view) override { std::abort(); }

  Status arm(std::string_view name, LogTime due) override {
    note("arm " + std::string(name) + " " + std::to_string(due.value()));
    return {};
  }
  Status cancel(std::string_view name) override {
    note("cancel " + std::string(name));
    return {};
  }

  Result<std::optional<std::string_view>> get(std::string_view key) override {
    ++reads;
    return rows.get(key);
  }
  void put(std::string_view key, std::string_view value) override {
    note("row " + std::string(value));
    rows.put(key, value);
  }
  void erase(std::string_view key) override {
    note("erase " + std::string(key.substr(0, 5)));
    rows.erase(key);
  }
  Status scan(std::string_view, std::size_t, const stage_api::RowVisitor&) override { std::abort(); }

  void note(std::string line) { calls.push_back(std::move(line)); }

  MapRows rows;
  int reads = 0;
  std::vector<std::string> calls;
};

using Notes = PersonaTable<NoteForm>;
using Calls = std::vector<std::string>;

void add_note(Recorder& persona, int number, const std::string& text) {
  Notes notes(persona);
  REQUIRE(notes.load().ok());
  ++notes.head.notes;
  notes.add(id_of(number), text);
  REQUIRE(notes.finish().ok());
  persona.calls.clear();
  persona.reads = 0;
}

}  // namespace

TEST_CASE("entries are written in order of id and then the timer the stats and the head") {
  Recorder persona;
  Notes notes(persona);
  REQUIRE(notes.load().ok());
  notes.head = {2, LogTime{7}};
  notes.add(id_of(2), "b");
  notes.add(id_of(1), "a");
  CHECK(persona.calls.empty());
  REQUIRE(notes.finish().ok());
  CHECK(persona.calls == Calls{"row a", "add note a", "row b", "add note b", "arm wake 7", "add stats", "row 2"});
}

TEST_CASE("an entry is read once and written only if it changed") {
  Recorder persona;
  add_note(persona, 1, "a");
  add_note(persona, 2, "b");
  Notes notes(persona);
  REQUIRE(notes.load().ok());
  REQUIRE(notes.find(id_of(1)).ok());
  **notes.find(id_of(2)) = "c";
  CHECK(**notes.snapshot(id_of(2)) == "c");
  CHECK(**notes.snapshot(id_of(1)) == "a");
  CHECK(*notes.find(id_of(3)) == nullptr);
  CHECK(persona.reads == 4);
  REQUIRE(notes.finish().ok());
  CHECK(persona.calls == Calls{"row c", "update note c"});
}

TEST_CASE("an entry that was added and removed in one record leaves no trace") {
  Recorder persona;
  Notes notes(persona);
  REQUIRE(notes.load().ok());
  notes.add(id_of(1), "a");
  REQUIRE(notes.remove(id_of(1)).ok());
  CHECK(*notes.find(id_of(1)) == nullptr);
  REQUIRE(notes.finish().ok());
  CHECK(persona.calls.empty());
  CHECK(persona.rows.rows.empty());
}

TEST_CASE("an entry is removed without a read and the empty state has no rows") {
  Recorder persona;
  add_note(persona, 1, "a");
  Notes notes(persona);
  REQUIRE(notes.load().ok());
  notes.head = {};
  REQUIRE(notes.remove(id_of(1)).ok());
  CHECK(persona.reads == 1);
  REQUIRE(notes.finish().ok());
  CHECK(persona.calls == Calls{"erase note/", "remove note", "remove stats", "erase notes"});
  CHECK(persona.rows.rows.empty());
}

TEST_CASE("an entry that leaves the stage is reported and its row is erased") {
  Recorder persona;
  add_note(persona, 1, "a");
  Notes notes(persona);
  REQUIRE(notes.load().ok());
  **notes.find(id_of(1)) = "!a";
  notes.add(id_of(2), "!b");
  REQUIRE(notes.finish().ok());
  CHECK(persona.calls == Calls{"erase note/", "update note !a", "add note !b"});
}

}  // namespace turnstream::evidence
