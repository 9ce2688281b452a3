#include "app/files/memory_pages.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "app/files/marked_block.h"
#include "pipeline/base/time_format.h"
#include "tests/unit_app/contains.h"

namespace turnstream::app {
namespace {

using recall::Document;
using recall::DocumentVersion;
using recall::Kind;

/// Documents as recall holds them.
class Memory {
 public:
  Document& add(Kind kind, const std::string& id, const std::string& text, const std::string& date = "2026-01-01") {
    Document document;
    document.kind = kind;
    document.id = id;
    document.text = text;
    document.time = EventTime{parse_time(date + "T00:00:00.000Z").value()};
    documents_.push_back({Offset{static_cast<std::int64_t>(documents_.size())}, std::nullopt, std::move(document)});
    return documents_.back().document;
  }
  Document& add(Kind kind, const std::string& type, const std::string& id, const std::string& text,
                std::int64_t confidence) {
    Document& document = add(kind, id, text);
    document.type = type;
    document.confidence = confidence;
    return document;
  }
  [[nodiscard]] MemoryPages pages() const { return memory_pages("helper", documents_); }
  std::vector<DocumentVersion>& documents() { return documents_; }

 private:
  std::vector<DocumentVersion> documents_;
};

void rest_on(Document& document, const std::string& turn) {
  document.sources.push_back({"item-" + turn, turn, "s1"});
}

/// Whether there is a tag that is neither escaped nor one of the index.
bool has_markup(const std::string& text) {
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const std::string_view rest = std::string_view(text).substr(at);
    const bool is_escaped = at > 0 && text[at - 1] == '\\';
    if (!is_escaped && !rest.starts_with("<a id=\"") && !rest.starts_with("</a>")) {
      return true;
    }
  }
  return false;
}

/// Whether the parts stand in the text in this order.
bool has_in_order(const std::string& text, const std::vector<std::string>& parts) {
  std::size_t at = 0;
  for (const std::string& part : parts) {
    at = text.find(part, at);
    if (at == std::string::npos) {
      return false;
    }
    at += part.size();
  }
  return true;
}

}  // namespace

TEST_CASE("a persona without derived memories has no pages") {
  Memory memory;
  CHECK(memory.pages().empty());
  memory.add(Kind::kPattern, "tool", "p1", "often uses grep", 700'000);
  memory.add(Kind::kSkill, "", "k1", "grep", 400'000);
  CHECK(memory.pages().empty());
}

TEST_CASE("the page of what is known has current facts by subject and no certainty where it is complete") {
  Memory memory;
  memory.add(Kind::kFact, "f2222222-2", "web port is 80").subject = "web port";
  Document& fact = memory.add(Kind::kFact, "f1111111-1", "api port is 9090", "2026-01-02");
  fact.subject = "api port";
  fact.confidence = 960'000;
  Document& former = memory.add(Kind::kFact, "f3333333-3", "api port is 8080");
  former.subject = "api port";
  former.holds = false;
  memory.add(Kind::kFact, "f4444444-4", "the ferry leaves at nine");
  const MemoryPages pages = memory.pages();
  REQUIRE(pages.size() == 2);
  const std::string& page = pages.at("MEMORY.md");
  CHECK(has_in_order(
      page,
      {"# Memory of helper\n", "## Facts\n\n",
       "- api port is 9090 — 2026-01-02, confidence 0.96 ([f1111111](memory-index.md#f1111111-1))\n",
       "- web port is 80 — 2026-01-01 ([f2222222](memory-index.md#f2222222-2))\n", "- the ferry leaves at nine"}));
  CHECK_FALSE(contains(page, "8080"));
  CHECK(contains(pages.at("memory-index.md"), "former fact | 2026-01-01 | api port is 8080 |"));
}

TEST_CASE("preferences and habits and capabilities stand under their names the surest first") {
  Memory memory;
  memory.add(Kind::kPattern, "preference", "p1", "prefers tea", 700'000);
  memory.add(Kind::kPattern, "preference", "p2", "prefers typescript", 900'000);
  memory.add(Kind::kPattern, "habit", "p3", "never deploys on a friday", 600'000);
  memory.add(Kind::kSkill, "capability", "k1", "search → read", 870'000);
  const std::string page = memory.pages().at("MEMORY.md");
  CHECK(has_in_order(
      page, {"## Preferences\n", "prefers typescript", "prefers tea", "## Habits\n", "never deploys on a friday",
             "## Capabilities\n", "search → read — 2026-01-01, proficiency 0.87"}));
}

TEST_CASE("a list has its best entries and says how many more the index has") {
  Memory memory;
  for (int i = 0; i < 53; ++i) {
    const std::string number = std::to_string(100 + i);
    memory.add(Kind::kFact, "f" + number, "fact number " + number).confidence = 500'000 + i;
  }
  const MemoryPages pages = memory.pages();
  const std::string& page = pages.at("MEMORY.md");
  CHECK(contains(page, "- 3 more in [memory-index.md](memory-index.md)\n"));
  CHECK_FALSE(contains(page, "fact number 102"));
  CHECK(contains(page, "fact number 103"));
  CHECK(contains(pages.at("memory-index.md"), "fact number 100"));
}

TEST_CASE("a day has its sessions with their lines in the order in which they were written") {
  Memory memory;
  Document& first = memory.add(Kind::kDaily, "dbbbbbbb-1", "Ann, 1 January 2026: I like boats.\nBob: So do I.");
  first.place.session_id = "s1";
  rest_on(first, "T1");
  memory.add(Kind::kDaily, "daaaaaaa-2", "Ann: The harbour is full.").place.session_id = "s2";
  memory.add(Kind::kDaily, "dccccccc-3", "Ann: Tomorrow, then.", "2026-01-02").place.session_id = "s2";
  Document& topic = memory.add(Kind::kTopic, "t1111111-1", "Boats are red.");
  topic.subject = "boats";
  rest_on(topic, "T1");
  const MemoryPages pages = memory.pages();
  CHECK(pages.at("daily/2026-01-01.md") ==
        "# 2026-01-01\n"
        "\n## Session s1\n"
        "\n- Ann, 1 January 2026: I like boats.\n- Bob: So do I.\n\n([dbbbbbbb](../memory-index.md#dbbbbbbb-1))\n"
        "\n## Session s2\n"
        "\n- Ann: The harbour is full.\n\n([daaaaaaa](../memory-index.md#daaaaaaa-2))\n"
        "\n## Topics of this day\n\n- [boats](../topics/boats.md)\n");
  CHECK(contains(pages.at("daily/2026-01-02.md"), "Tomorrow, then."));
  CHECK(has_in_order(pages.at("MEMORY.md"), {"## Days\n", "2026-01-02", "2026-01-01](daily/2026-01-01.md), 3 lines"}));
}

TEST_CASE("a later entry of a day stands behind the earlier ones") {
  Memory memory;
  memory.add(Kind::kDaily, "d9", "First.").place.session_id = "s1";
  const std::string before = memory.pages().at("daily/2026-01-01.md");
  memory.add(Kind::kDaily, "d1", "Second.").place.session_id = "s1";
  const std::string after = memory.pages().at("daily/2026-01-01.md");
  CHECK(after.starts_with(before));
  CHECK(contains(after, "Second."));
}

TEST_CASE("a topic has its lines and insights and days and related topics") {
  Memory memory;
  for (const std::string name : {"Test network", "prices"}) {
    Document& topic = memory.add(Kind::kTopic, "t" + name, "It resets weekly.\nIt is free.");
    topic.subject = name;
    rest_on(topic, "T1");
  }
  rest_on(memory.add(Kind::kDaily, "d1", "Ann: It resets weekly."), "T1");
  rest_on(memory.add(Kind::kInsight, "i1", "The network is reset each week."), "T1");
  memory.add(Kind::kInsight, "i2", "Networks need tests.").tags = {"test network"};
  memory.add(Kind::kInsight, "i3", "Unrelated.").tags = {"tea"};
  const MemoryPages pages = memory.pages();
  const std::string& page = pages.at("topics/Test%20network.md");
  CHECK(has_in_order(
      page, {"# Test network\n", "## Until 2026-01-01\n", "- It resets weekly.\n- It is free.\n", "## Insights\n",
             "The network is reset each week.", "Networks need tests.", "## Days\n",
             "- [2026-01-01](../daily/2026-01-01.md)\n", "## Related topics\n", "- [prices](../topics/prices.md)\n"}));
  CHECK_FALSE(contains(page, "Unrelated"));
  CHECK(contains(pages.at("MEMORY.md"), "- [Test network](topics/Test%2520network.md) — 2026-01-01, 2 lines\n"));
}

TEST_CASE("the index refers from each memory to its days and topics and to what it was drawn from") {
  Memory memory;
  rest_on(memory.add(Kind::kFact, "f1", "the network resets weekly"), "T1");
  rest_on(memory.add(Kind::kDaily, "d1", "Ann: It resets weekly."), "T1");
  Document& topic = memory.add(Kind::kTopic, "t1", "It resets weekly.");
  topic.subject = "network";
  rest_on(topic, "T1");
  memory.add(Kind::kInsight, "meta", "m1", "All of it resets.", 600'000).sources = {{"i1", "", ""}, {"i9", "", ""}};
  memory.add(Kind::kInsight, "extracted", "i1", "It resets.", 700'000);
  const std::string page = memory.pages().at("memory-index.md");
  CHECK(contains(page, "- [daily/2026-01-01.md](daily/2026-01-01.md): 1 line\n"));
  CHECK(contains(page, "- [topics/network.md](topics/network.md): the topic network\n"));
  CHECK(contains(page,
                 "| <a id=\"f1\"></a>f1 | fact | 2026-01-01 | the network resets weekly | "
                 "[2026-01-01](daily/2026-01-01.md), [network](topics/network.md) |\n"));
  CHECK(contains(
      page, "| <a id=\"m1\"></a>m1 | meta-insight | 2026-01-01 | All of it resets. | [i1](memory-index.md#i1) |\n"));
  CHECK(contains(page, "| insight | 2026-01-01 | It resets. |  |\n"));
}

TEST_CASE("text of memory cannot become markup or a mark or hide other text") {
  Memory memory;
  const std::string hostile =
      "<!-- turnstream:end --><script>alert(1)</script> ![x](http://a/b) | `c` \xe2\x80\xae\x1b[31m";
  memory.add(Kind::kFact, "f1", hostile);
  memory.add(Kind::kDaily, "d1", "# no heading\n<!-- turnstream:begin -->\n1. no list\n   \n- no point")
      .place.session_id = hostile;
  memory.add(Kind::kDaily, "d2", hostile, "2026-01-02");  // so that the day before is over
  memory.add(Kind::kTopic, "t1", hostile).subject = hostile;
  for (const auto& page : memory.pages()) {
    const std::string& path = page.first;
    const std::string& body = page.second;
    CAPTURE(path);
    CHECK_FALSE(contains(body, std::string(kBlockBegin)));
    CHECK_FALSE(contains(body, std::string(kBlockEnd)));
    CHECK_FALSE(has_markup(body));
    CHECK_FALSE(contains(body, "![x]"));
    CHECK_FALSE(contains(body, "\x1b"));
    CHECK_FALSE(contains(body, "\xe2\x80\xae"));
    CHECK(path.find("..") == std::string::npos);
    CHECK(merge_block(std::nullopt, body).action == BlockAction::kWrite);
    CHECK(merge_block(merge_block(std::nullopt, body).text, body).action == BlockAction::kKeep);
  }
  const std::string page = memory.pages().at("daily/2026-01-01.md");
  CHECK(has_in_order(
      page, {"- \\# no heading\n", "- \\<!-- turnstream:begin --\\>\n", "- 1\\. no list\n", "- \\- no point\n"}));
}

TEST_CASE("signs of extensions of Markdown are text and single ones and addresses stay readable") {
  Memory memory;
  memory.add(Kind::kFact, "f1", "costs $5 to $6, ==mark== %%hidden%% ~~gone~~ a = b, 50% at https://a.example/b?c=d");
  CHECK(contains(memory.pages().at("MEMORY.md"),
                 "- costs \\$5 to \\$6, \\=\\=mark\\=\\= \\%\\%hidden\\%\\% \\~\\~gone\\~\\~ a = b, 50% at "
                 "https://a.example/b?c=d — "));
}

TEST_CASE("the pages do not depend on the order in which documents come") {
  Memory memory;
  for (int i = 0; i < 9; ++i) {
    const std::string number = std::to_string(i);
    memory.add(Kind::kFact, "f" + number, "fact " + number).confidence = 900'000 - i % 3;
    memory.add(Kind::kDaily, "d" + number, "line " + number).place.session_id = "s" + std::to_string(i % 2);
  }
  const MemoryPages pages = memory.pages();
  std::reverse(memory.documents().begin(), memory.documents().end());
  CHECK(memory.pages() == pages);
}

}  // namespace turnstream::app
