// What is allowed lifts a rule only if it says so for good, of all that the rule forbids.
#include <doctest/doctest.h>
#include <string>
#include <string_view>

#include "stages/common/language/instructions.h"
#include "stages/common/language/order_endings.h"
#include "stages/common/language/order_relations.h"

namespace turnstream::language {
namespace {

struct PermissionRow {
  std::string_view order;
  std::string_view text;
};

bool ends(const PermissionRow& row) {
  const auto orders = instructions_in(row.order);
  CAPTURE(std::string(row.order));
  REQUIRE(orders.size() == 1);
  const GivenOrder given{orders.front().text, orders.front().key, orders.front().positive};
  for (const OrderEnding& ending : order_endings_in(words_of(row.text))) {
    if (ends_order(ending, given)) {
      return true;
    }
  }
  return false;
}

constexpr std::string_view kMerge = "Never merge into develop.";
constexpr std::string_view kShort = "Never use abbreviations.";
constexpr std::string_view kRing = "Never ring me after eight.";
constexpr std::string_view kMeet = "Never schedule meetings on Mondays.";
constexpr std::string_view kDoor = "Never unlock the front door.";
constexpr std::string_view kProduction = "Never deploy to production.";
constexpr std::string_view kSemicolons = "Don't use semicolons.";
constexpr std::string_view kEmojis = "Benutze keine Emojis.";

constexpr PermissionRow kLifted[] = {
    {kMerge, "You can merge into develop again."},
    {kMerge, "From now on you can merge into develop."},
    {kMerge, "You can merge into develop from now on."},
    {kMerge, "Now you can merge into develop again."},
    {kMerge, "Merging into develop is allowed now."},
    {kMerge, "It's allowed to merge into develop again."},
    {kMerge, "Du darfst jetzt wieder into develop mergen."},
    {kRing, "You can ring me after eight again."},
    {kRing, "You can ring me after eight now."},
    {kRing, "As of today you may ring me after eight."},
    {kRing, "It's fine to ring me after eight from now on."},
    {kMeet, "Scheduling meetings on Mondays is okay now."},
    {kMeet, "You can schedule meetings on Mondays these days."},
    {kMeet, "You can schedule meetings on Mondays now."},
    {kShort, "Abbreviations are fine again."},
    {kShort, "Abbreviations are now permitted."},
    {kShort, "Feel free to use abbreviations again."},
    {kShort, "I don't mind abbreviations any more."},
    {kShort, "You can use abbreviations now."},
    {kShort, "Now you can use abbreviations."},
    {kShort, "You're allowed to use abbreviations again."},
    {kShort, "You can use abbreviations again because the client likes them."},
    {kShort, "Actually, you can use abbreviations going forward."},
    {kDoor, "You can unlock the front door again."},
    {"Don't use semicolons in TypeScript.", "Semicolons in TypeScript are welcome again."},
    {"Don't use semicolons in TypeScript.", "Semicolons are allowed in TypeScript again."},
    {"On Fridays never deploy.", "Deploying on Fridays is fine again."},
    {"Never deploy at night.", "Deploying at night is fine now."},
    {"I want you to never mention prices.", "From today on you may mention prices."},
    {"From now on never push to main.", "You can push to main again."},
    {"Under no circumstances push to main.", "You can push to main again."},
    {"Don't use emojis at all.", "You can use emojis again."},
    {kEmojis, "Du darfst jetzt wieder Emojis benutzen."},
    {kEmojis, "Jetzt darfst du wieder Emojis benutzen."},
    {kEmojis, "Ab jetzt darfst du Emojis benutzen."},
    {kEmojis, "Von nun an darfst du Emojis benutzen."},
    {kEmojis, "Ab sofort sind Emojis erlaubt."},
    {kEmojis, "Emojis sind ab heute erlaubt."},
    {"Never push to main.", "Du darfst jetzt wieder auf main pushen."},
    {"Benutze nie Abkürzungen.", "Sie dürfen ab jetzt Abkürzungen benutzen."},
    {"Avoid emojis.", "You no longer have to avoid emojis."},
};

constexpr PermissionRow kDenied[] = {
    {kMerge, "You mustn't merge into develop now."},
    {kMerge, "You can't merge into develop now."},
    {kMerge, "You cannot merge into develop now, the audit runs."},
    {kMerge, "You may never merge into develop again."},
    {kMerge, "You are no longer allowed to merge into develop."},
    {kMerge, "You're not allowed to merge into develop now."},
    {kMerge, "Now you can't merge into develop."},
    {"Don't send reports to Karla.", "You can send reports to nobody now."},
    {"No abbreviations, please.", "No abbreviations are allowed now."},
    {kShort, "Abbreviations are by no means fine again."},
    {kSemicolons, "Semicolons are hardly okay now."},
    {kSemicolons, "I never said you can use semicolons again."},
    {kSemicolons, "It's not true that you can use semicolons again."},
    {"Pushe nie auf main.", "Du darfst nie wieder auf main pushen."},
    {kEmojis, "Du darfst jetzt nicht wieder Emojis benutzen."},
    {kEmojis, "Du darfst wieder keine Emojis benutzen."},
    {"Never sign the letters.", "You no longer have to sign the letters."},
    {kShort, "I no longer want abbreviations."},
    {kShort, "Never forget what I said about abbreviations."},
};

constexpr PermissionRow kOneAct[] = {
    {kDoor, "You can unlock the front door now."},
    {kDoor, "It's fine to unlock the front door now."},
    {kProduction, "You can deploy to production now, Bo has approved it."},
    {kProduction, "Now you can deploy to production."},
    {kProduction, "Go ahead and deploy to production, just this once."},
    {kProduction, "You can deploy to production again just this once."},
    {kProduction, "You can deploy this one to production now."},
    {"Never order pizza.", "You can order pizza today."},
    {"Never order pizza.", "You can order pizza again tonight."},
    {"Don't delete old logs.", "You can delete old logs again for this release."},
    {"Never delete files.", "You can delete these files again."},
    {"Never delete files.", "You can delete the files again."},
    {"Don't post in #general.", "You can post in #general now, the outage is over."},
    {"Never reply to recruiters.", "You may reply to this recruiter now."},
    {"Never book early trains.", "Early trains are fine today."},
    {"Lösche nie Dateien.", "Jetzt darfst du die Dateien löschen."},
    {"Never email Petra on Fridays.", "You can email Petra on Friday again."},
    {"Never message Priya.", "It's okay to message Priya now."},
    {"Never take the lift.", "The lift is fine again."},
    {"Never use Docker.", "Docker is okay now, I restarted it."},
};

constexpr PermissionRow kPart[] = {
    {kRing, "You can ring me now."},
    {kRing, "You can ring me again."},
    {kRing, "You can ring me before eight again."},
    {kMeet, "You can schedule meetings again."},
    {kMeet, "Meetings on Tuesdays are OK now."},
    {"Never use slang in mails.", "You can use slang again."},
    {"Never sign letters with Nord.", "You can sign letters again."},
    {"Never turn off the alarm.", "You can turn on the alarm again."},
    {kShort, "You can use abbreviations again, but only in the chat."},
    {kShort, "You can use abbreviations again, thanks, but only in the chat."},
    {kShort, "You can use abbreviations again! Just not in mails."},
    {kShort, "Abbreviations are allowed again in the chat."},
    {kShort, "You can use some abbreviations again."},
    {kShort, "You can use abbreviations now and then."},
    {kShort, "You can use abbreviations now and again."},
    {kShort, "For now you can use abbreviations."},
    {kShort, "You can use abbreviations again until Friday."},
    {kShort, "Abbreviations are okay again. Just kidding."},
    {kShort, "You can avoid abbreviations again."},
    {kShort, "Bo: you can use abbreviations again."},
    {kShort, "You can use abbreviations again, he claims."},
    {kShort, "You can rarely use abbreviations now."},
    {"Never use slang in mails.", "Slang is fine again, except in mails."},
    {"Schreib mir nie nach zehn.", "Du darfst mir wieder vor zehn schreiben."},
    {kEmojis, "Du darfst nur heute wieder Emojis benutzen."},
    {kShort, "Abbreviations are allowed."},
};

template <std::size_t N>
void check_none_ends(const PermissionRow (&rows)[N]) {
  for (const PermissionRow& row : rows) {
    CHECK_MESSAGE(!ends(row), std::string(row.text));
  }
}

}  // namespace

TEST_CASE("what is allowed for good lifts a rule that it names whole") {
  for (const PermissionRow& row : kLifted) {
    CHECK_MESSAGE(ends(row), std::string(row.text));
  }
}

TEST_CASE("a prohibition that is said again lifts nothing") {
  check_none_ends(kDenied);
}

TEST_CASE("one act that is allowed lifts no rule") {
  check_none_ends(kOneAct);
}

TEST_CASE("a part that is allowed lifts no rule") {
  check_none_ends(kPart);
}

}  // namespace turnstream::language
