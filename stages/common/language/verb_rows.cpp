#include "stages/common/language/verb_rows.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <vector>

namespace turnstream::language {
namespace {

constexpr auto kAny = Subject::kAny;
constexpr auto kPerson = Subject::kPerson;
constexpr auto kSomething = Subject::kThing;
constexpr bool kMany = true;
constexpr bool kOne = false;

// Columns: finite, progressive and perfect forms of the verb; particle; relation; many or one value; subject; shape of
// the value; example (verb_rows.h says what each means). Rows that share a verb form are tried from top to bottom, and
// the first that applies to the subject and finds a value wins.
// clang-format off
constexpr VerbRow kRows[] = {
    // be
    {"am is are", "", "", "a * fan of", "likes", kMany, kPerson, Shape::kTaste, "I'm a huge fan of jazz => user | likes | jazz"},
    {"am is are", "", "", "* fond of", "likes", kMany, kPerson, Shape::kTaste, "I'm very fond of old maps => user | likes | old maps"},
    {"am is are", "", "been", "* into", "likes", kMany, kPerson, Shape::kTaste, "I'm really into pottery => user | likes | pottery"},
    {"am is are", "", "", "* allergic to", "is allergic to", kMany, kPerson, Shape::kPhrase, "I'm allergic to peanuts => user | is allergic to | peanuts"},
    {"am is are", "", "been", "married to", "is married to", kOne, kPerson, Shape::kName, "I'm married to Lena => user | is married to | Lena"},
    {"am is are", "", "", "engaged to", "is engaged to", kOne, kPerson, Shape::kName, "I'm engaged to Tom => user | is engaged to | Tom"},
    {"am is are", "", "", "originally from", "is from", kOne, kPerson, Shape::kName, "I'm originally from Ghana => user | is from | Ghana"},
    {"am is are", "", "", "from", "is from", kOne, kPerson, Shape::kName, "I'm from Lyon => user | is from | Lyon"},
    {"am is are", "", "been", "based in", "lives in", kOne, kPerson, Shape::kName, "I'm based in Oslo => user | lives in | Oslo"},
    {"am is are", "", "", "* passionate about", "is passionate about", kMany, kPerson, Shape::kTaste, "I'm passionate about restoring old bikes => user | is passionate about | restoring old bikes"},
    {"am is are", "", "", "* keen on", "is keen on", kMany, kPerson, Shape::kTaste, "I'm keen on birdwatching => user | is keen on | birdwatching"},
    {"am is are", "", "", "responsible for", "is responsible for", kMany, kAny, Shape::kPhrase, "I'm responsible for the billing service => user | is responsible for | the billing service"},
    {"am is are", "", "", "in charge of", "is responsible for", kMany, kPerson, Shape::kPhrase, "I'm in charge of the payroll => user | is responsible for | the payroll"},
    {"is are", "", "", "called", "is called", kOne, kSomething, Shape::kName, "My dog is called Rex => user's dog | is called | Rex"},
    {"is are", "", "", "named", "is called", kOne, kSomething, Shape::kName, "Our cluster is named Atlas => cluster | is called | Atlas"},
    {"is are", "", "", "located in", "is in", kOne, kSomething, Shape::kName, "The warehouse is located in Ghent => warehouse | is in | Ghent"},
    {"is are", "", "", "based in", "is in", kOne, kSomething, Shape::kName, "The company is based in Turin => company | is in | Turin"},
    {"is are", "", "", "written in", "is written in", kOne, kSomething, Shape::kName, "The parser is written in Rust => parser | is written in | Rust"},
    {"is are", "", "", "hosted on", "runs on", kOne, kSomething, Shape::kName, "The site is hosted on Hetzner => site | runs on | Hetzner"},
    {"is are", "", "", "hosted at", "runs on", kOne, kSomething, Shape::kName, "Our wiki is hosted at Hetzner => wiki | runs on | Hetzner"},
    {"is are", "", "", "deployed on", "runs on", kOne, kSomething, Shape::kName, "The api is deployed on Fly => api | runs on | Fly"},
    {"is are", "", "", "deployed to", "runs on", kOne, kSomething, Shape::kName, "The api is deployed to AWS => api | runs on | AWS"},
    {"is are", "", "", "stored in", "is stored in", kOne, kSomething, Shape::kThing, "The backups are stored in S3 => backups | is stored in | S3"},
    {"is are", "", "", "owned by", "is owned by", kOne, kSomething, Shape::kThing, "The ledger is owned by Team Blue => ledger | is owned by | Team Blue"},
    {"is are", "", "", "maintained by", "is maintained by", kOne, kSomething, Shape::kThing, "The gateway is maintained by Priya => gateway | is maintained by | Priya"},
    {"is are", "", "", "built with", "is built with", kMany, kSomething, Shape::kThing, "The frontend is built with Svelte => frontend | is built with | Svelte"},
    {"is are", "", "", "based on", "is based on", kOne, kSomething, Shape::kThing, "The image is based on Debian => image | is based on | Debian"},
    {"is are", "", "", "due on", "is due on", kOne, kSomething, Shape::kName, "The report is due on Friday => report | is due on | Friday"},
    {"is are", "", "", "in", "is in", kOne, kSomething, Shape::kPlace, "The office is in Lisbon => office | is in | Lisbon"},
    {"is are", "", "", "at", "is at", kOne, kSomething, Shape::kPlace, "The dashboard is at grafana.local => dashboard | is at | grafana.local"},
    // tastes, places, work, activities
    {"prefer prefers", "", "", "", "prefers", kOne, kAny, Shape::kPhrase, "I prefer TypeScript for large codebases => user | prefers | TypeScript for large codebases"},
    {"hate hates despise despises dislike dislikes detest detests loathe loathes", "", "", "", "dislikes", kMany, kPerson, Shape::kTaste, "I hate cilantro => user | dislikes | cilantro"},
    {"can", "", "", "not stand", "dislikes", kMany, kPerson, Shape::kTaste, "I can't stand loud music => user | dislikes | loud music"},
    {"like likes love loves enjoy enjoys adore adores", "", "", "", "likes", kMany, kPerson, Shape::kTaste, "I really love hiking in the Alps => user | likes | hiking in the Alps"},
    {"live lives", "living", "lived", "in", "lives in", kOne, kPerson, Shape::kName, "I live in Berlin => user | lives in | Berlin"},
    {"moved", "", "moved", "back to", "lives in", kOne, kPerson, Shape::kName, "I moved back to Turin => user | lives in | Turin"},
    {"moved relocated", "", "moved relocated", "to", "lives in", kOne, kPerson, Shape::kName, "I moved to Porto last year => user | lives in | Porto"},
    {"work works", "working", "worked", "as", "works as", kOne, kPerson, Shape::kThing, "I work as a nurse => user | works as | a nurse"},
    {"work works", "working", "worked", "at", "works at", kOne, kPerson, Shape::kName, "I work at Acme => user | works at | Acme"},
    {"work works", "working", "worked", "for", "works at", kOne, kPerson, Shape::kName, "I work for Siemens => user | works at | Siemens"},
    {"work works", "working", "", "on", "works on", kMany, kPerson, Shape::kThing, "I work on compilers => user | works on | compilers"},
    {"work works", "working", "worked", "with", "works with", kMany, kPerson, Shape::kThing, "I work with refugees => user | works with | refugees"},
    {"come comes hail hails", "", "", "from", "is from", kOne, kPerson, Shape::kName, "I come from Peru => user | is from | Peru"},
    {"grew", "", "grown", "up in", "is from", kOne, kPerson, Shape::kName, "I grew up in Galway => user | is from | Galway"},
    {"was", "", "", "born in", "is from", kOne, kPerson, Shape::kName, "I was born in Quito => user | is from | Quito"},
    {"speak speaks", "", "", "", "speaks", kMany, kPerson, Shape::kThing, "I speak Polish => user | speaks | Polish"},
    {"can", "", "", "speak", "speaks", kMany, kPerson, Shape::kThing, "I can speak Welsh => user | speaks | Welsh"},
    {"play plays", "playing", "", "", "plays", kMany, kPerson, Shape::kThing, "I play the cello => user | plays | the cello"},
    {"study studies", "studying", "", "", "studies", kMany, kPerson, Shape::kThing, "I study law => user | studies | law"},
    {"learn learns", "learning", "", "", "studies", kMany, kPerson, Shape::kThing, "I'm learning Korean => user | studies | Korean"},
    {"teach teaches", "teaching", "", "", "teaches", kMany, kPerson, Shape::kThing, "I teach chemistry => user | teaches | chemistry"},
    {"drive drives", "", "", "", "drives", kOne, kPerson, Shape::kThing, "I drive a Volvo => user | drives | a Volvo"},
    {"collect collects", "collecting", "", "", "collects", kMany, kPerson, Shape::kPhrase, "I collect old stamps => user | collects | old stamps"},
    {"volunteer volunteers", "volunteering", "volunteered", "at", "volunteers at", kMany, kPerson, Shape::kPhrase, "I volunteer at the animal shelter => user | volunteers at | the animal shelter"},
    {"watch watches", "", "", "", "watches", kMany, kPerson, Shape::kKind, "I watch Formula 1 => user | watches | Formula 1"},
    {"read reads", "", "", "", "reads", kMany, kPerson, Shape::kKind, "I mostly read crime novels => user | reads | crime novels"},
    {"know knows", "", "", "", "knows", kMany, kPerson, Shape::kCode, "I know Fortran => user | knows | Fortran"},
    {"run runs", "", "", "", "runs", kMany, kPerson, Shape::kEvent, "I run a bakery => user | runs | a bakery"},
    {"practice practices practise practises", "practicing practising", "", "", "practices", kMany, kPerson, Shape::kThing, "I practice yoga => user | practices | yoga"},
    // own, use, have
    {"own owns", "", "", "", "owns", kMany, kAny, Shape::kEvent, "I own a sailboat => user | owns | a sailboat"},
    {"use uses", "using", "", "", "uses", kMany, kAny, Shape::kThing, "We use Postgres for storage => we | uses | Postgres for storage"},
    {"have has had", "", "had", "a * passion for", "is passionate about", kMany, kPerson, Shape::kTaste, "I have a passion for pottery => user | is passionate about | pottery"},
    {"have has had", "", "had", "a * love for", "likes", kMany, kPerson, Shape::kTaste, "I've always had a love for horses => user | likes | horses"},
    {"have has", "", "", "got", "has", kMany, kAny, Shape::kOwned, "I've got two cats => user | has | two cats"},
    {"have has", "", "", "", "has", kMany, kAny, Shape::kOwned, "I have a sister => user | has | a sister"},
    // people: events, stored in the past tense because the event stays true
    {"adopted", "", "adopted", "", "adopted", kMany, kPerson, Shape::kEvent, "I adopted a puppy => user | adopted | a puppy"},
    {"bought", "", "bought", "", "bought", kMany, kPerson, Shape::kEvent, "I bought a house => user | bought | a house"},
    {"joined", "", "joined", "", "joined", kMany, kPerson, Shape::kEvent, "I joined a writers group => user | joined | a writers group"},
    {"founded", "", "founded", "", "founded", kMany, kPerson, Shape::kEvent, "I founded a startup => user | founded | a startup"},
    {"started", "", "started", "", "started", kMany, kPerson, Shape::kEvent, "I just started a podcast => user | started | a podcast"},
    {"opened", "", "opened", "", "opened", kMany, kPerson, Shape::kEvent, "I opened a dance studio => user | opened | a dance studio"},
    {"launched", "", "launched", "", "launched", kMany, kPerson, Shape::kEvent, "I launched an online store => user | launched | an online store"},
    {"graduated", "", "graduated", "from", "graduated from", kMany, kPerson, Shape::kName, "I graduated from MIT => user | graduated from | MIT"},
    {"finished", "", "finished", "", "finished", kMany, kPerson, Shape::kEvent, "I finished my first novel => user | finished | my first novel"},
    {"won", "", "won", "", "won", kMany, kPerson, Shape::kEvent, "I won a chess tournament => user | won | a chess tournament"},
    {"published", "", "published", "", "published", kMany, kPerson, Shape::kEvent, "I published a cookbook => user | published | a cookbook"},
    {"visited", "", "visited", "", "visited", kMany, kPerson, Shape::kEvent, "I visited Kyoto in May => user | visited | Kyoto"},
    {"signed", "", "signed", "up for", "signed up for", kMany, kPerson, Shape::kEvent, "I signed up for a pottery class => user | signed up for | a pottery class"},
    {"opened", "", "opened", "up", "opened", kMany, kPerson, Shape::kEvent, "I opened up a bakery => user | opened | a bakery"},
    {"started", "", "started", "", "started", kMany, kPerson, Shape::kActivity, "I started learning Greek => user | started | learning Greek"},
    {"went", "", "", "to", "went to", kMany, kPerson, Shape::kEvent, "I went to a jazz festival => user | went to | a jazz festival"},
    {"attended", "", "attended", "", "attended", kMany, kPerson, Shape::kEvent, "I attended a pottery workshop => user | attended | a pottery workshop"},
    {"organized organised hosted", "", "organized organised hosted", "", "organized", kMany, kPerson, Shape::kEvent, "I hosted a charity gala => user | organized | a charity gala"},
    {"took", "", "taken", "a * trip to", "visited", kMany, kPerson, Shape::kName, "I took a short trip to Rome => user | visited | Rome"},
    {"took", "", "taken", "up", "took up", kMany, kPerson, Shape::kPhrase, "I took up fencing => user | took up | fencing"},
    {"wrote", "", "written", "", "wrote", kMany, kPerson, Shape::kEvent, "I wrote a short story => user | wrote | a short story"},
    {"painted", "", "painted", "", "painted", kMany, kPerson, Shape::kEvent, "I painted a mural => user | painted | a mural"},
    {"built", "", "built", "", "built", kMany, kPerson, Shape::kEvent, "I built a treehouse => user | built | a treehouse"},
    {"passed", "", "passed", "", "passed", kMany, kPerson, Shape::kEvent, "I passed my driving test => user | passed | my driving test"},
    // people: more verbs
    {"mentor mentors coach coaches", "mentoring coaching", "mentored", "", "mentors", kMany, kPerson, Shape::kEvent, "I mentor a young dancer => user | mentors | a young dancer"},
    {"", "writing", "", "", "is writing", kMany, kPerson, Shape::kEvent, "I'm writing a thriller => user | is writing | a thriller"},
    {"write writes blog blogs", "writing blogging", "", "about", "writes about", kMany, kPerson, Shape::kTaste, "I write about urban gardening => user | writes about | urban gardening"},
    {"", "reading", "", "", "reads", kMany, kPerson, Shape::kCode, "I'm reading \"Dune\" => user | reads | Dune"},
    {"", "doing", "", "", "practices", kMany, kPerson, Shape::kKind, "I'm doing kickboxing => user | practices | kickboxing"},
    {"", "starting opening", "", "", "is starting", kMany, kPerson, Shape::kEvent, "I'm starting a bakery => user | is starting | a bakery"},
    {"", "", "been", "to", "visited", kMany, kPerson, Shape::kEvent, "I've been to Nepal => user | visited | Nepal"},
    {"traveled travelled", "", "traveled travelled", "to", "visited", kMany, kPerson, Shape::kName, "I travelled to Japan last spring => user | visited | Japan"},
    {"work works", "working", "worked", "in", "works in", kMany, kPerson, Shape::kPhrase, "I work in finance => user | works in | finance"},
    {"live lives", "living", "", "with", "lives with", kMany, kPerson, Shape::kEvent, "I live with my parents => user | lives with | my parents"},
    {"studied majored", "", "studied majored", "in", "studied", kMany, kPerson, Shape::kPhrase, "I majored in history => user | studied | history"},
    {"studied", "", "studied", "", "studied", kMany, kPerson, Shape::kThing, "I studied marine biology => user | studied | marine biology"},
    {"applied", "", "applied", "to", "applied to", kMany, kPerson, Shape::kPhrase, "I applied to a film school => user | applied to | a film school"},
    {"enrolled", "", "enrolled", "in", "signed up for", kMany, kPerson, Shape::kEvent, "I enrolled in a sewing class => user | signed up for | a sewing class"},
    {"completed", "", "completed", "", "finished", kMany, kPerson, Shape::kEvent, "I completed a marathon => user | finished | a marathon"},
    {"created", "", "created", "", "created", kMany, kPerson, Shape::kEvent, "I created a podcast => user | created | a podcast"},
    {"submitted", "", "submitted", "", "submitted", kMany, kPerson, Shape::kEvent, "I submitted a grant proposal => user | submitted | a grant proposal"},
    {"planted", "", "planted", "", "planted", kMany, kPerson, Shape::kEvent, "I planted an apple tree => user | planted | an apple tree"},
    {"support supports", "", "", "", "supports", kMany, kPerson, Shape::kCode, "I support Arsenal => user | supports | Arsenal"},
    {"was were", "", "been", "diagnosed with", "has", kMany, kPerson, Shape::kThing, "I was diagnosed with asthma => user | has | asthma"},
    // everything except I and we
    {"run runs", "running", "", "on", "runs on", kOne, kSomething, Shape::kName, "Our staging cluster runs on Hetzner => staging cluster | runs on | Hetzner"},
    {"listen listens", "listening", "", "on", "listens on", kOne, kSomething, Shape::kName, "The proxy listens on port 3128 => proxy | listens on | port 3128"},
    {"depend depends", "", "", "on", "depends on", kMany, kSomething, Shape::kThing, "The worker depends on Redis => worker | depends on | Redis"},
    {"require requires need needs", "", "", "", "needs", kMany, kSomething, Shape::kEvent, "The build needs Java 17 => build | needs | Java 17"},
    {"belong belongs", "", "", "to", "belongs to", kOne, kSomething, Shape::kThing, "The repo belongs to Team Blue => repo | belongs to | Team Blue"},
};
// clang-format on

/// Indexed by VerbForm, then by word.
using RowsByForm = std::array<std::unordered_map<std::string_view, std::vector<const VerbRow*>>, 3>;

RowsByForm rows_by_form() {
  RowsByForm rows;
  for (const VerbRow& row : kRows) {
    const std::array<std::string_view, 3> lists{row.finite, row.progressive, row.perfect};
    for (std::size_t form = 0; form < lists.size(); ++form) {
      for (std::string_view rest = lists[form]; !rest.empty();) {
        const std::size_t blank = std::min(rest.find(' '), rest.size());
        rows[form][rest.substr(0, blank)].push_back(&row);
        rest.remove_prefix(std::min(blank + 1, rest.size()));
      }
    }
  }
  return rows;
}

}  // namespace

std::span<const VerbRow> verb_rows() {
  return kRows;
}

std::span<const VerbRow* const> rows_with(VerbForm form, std::string_view lower_word) {
  static const RowsByForm kByForm = rows_by_form();
  const auto& rows = kByForm[static_cast<std::size_t>(form)];
  const auto found = rows.find(lower_word);
  return found == rows.end() ? std::span<const VerbRow* const>() : found->second;
}

bool holds_many(std::string_view relation) {
  const auto row = std::find_if(std::begin(kRows), std::end(kRows),
                                [relation](const VerbRow& candidate) { return candidate.relation == relation; });
  return row != std::end(kRows) && row->many;
}

bool is_event(std::string_view relation) {
  static constexpr std::string_view kEvents[] = {
      "adopted",        "bought",    "joined",  "founded",   "started", "opened",    "launched",
      "graduated from", "finished",  "won",     "published", "visited", "organized", "took up",
      "wrote",          "painted",   "built",   "passed",    "went to", "attended",  "signed up for",
      "created",        "submitted", "planted", "applied to"};
  return std::find(std::begin(kEvents), std::end(kEvents), relation) != std::end(kEvents);
}

}  // namespace turnstream::language
