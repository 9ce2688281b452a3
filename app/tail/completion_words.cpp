#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/explain/json_text.h"
#include "app/tail/record_words.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kTitlesShownMax = 3;
constexpr char kAdded = '+';
constexpr char kChanged = '~';
constexpr char kRemoved = '-';

/// A change of which the completion's counts tell.
struct Told {
  char sign;
  std::string kind;
  std::string title;
  bool is_put = false;
};

/// Whether a memory that was put seems to be new: a completion has the value alone.
bool seems_new(const std::string& kind, const Json& value) {
  if (kind == "fact" || kind == "note") {
    return member_in(value, "current") != false && member_in(value, "sources").size() <= 1;
  }
  if (kind == "pattern") {
    return integer_in(value, "occurrences") <= 1;
  }
  return kind != "skill" || integer_in(value, "successes") + integer_in(value, "failures") <= 1;
}

Told told(const Json& change) {
  const std::string op = text_in(change, "op");
  const std::string kind = text_in(change, "kind");
  const std::string id = short_id(text_in(change, "id"));
  const Json& value = member_in(change, "value");
  if (op == "delete") {
    return {kRemoved, kind, id};
  }
  if (op == "patch") {
    return {kChanged, kind, id + " " + members_words(value, {"sources", "evolution", "validity", "superseded_by"})};
  }
  return {seems_new(kind, value) ? kAdded : kChanged, kind,
          memory_title(kind, value) + (member_in(value, "current") == false ? " (no longer)" : ""), true};
}

std::string titles_of(const std::vector<Told>& all, bool has_kinds) {
  std::string out;
  for (std::size_t i = 0; i < std::min(all.size(), kTitlesShownMax); ++i) {
    out += (i == 0 ? "" : " · ") + (has_kinds ? kind_text(all[i].kind) + " " : std::string()) + all[i].title;
  }
  return out + (all.size() > kTitlesShownMax ? " · …" : "");
}

/// "+1 ~1: fact api port is 9090 · fact api port is 8080 (no longer)"
std::string counts_first(const Json& completion, const std::vector<Told>& all) {
  std::string out;
  for (const auto& [sign, name] :
       {std::pair(kAdded, "items_added"), std::pair(kChanged, "items_updated"), std::pair(kRemoved, "items_removed")}) {
    if (const std::int64_t count = integer_in(completion, name); count != 0) {
      out += (out.empty() ? "" : " ") + (sign + std::to_string(count));
    }
  }
  return out + ": " + titles_of(all, true);
}

/// "+1 fact api port is 9090, -2 items 61e2e4d0 · 837f2b7e"
std::string grouped(std::vector<Told> all) {
  const auto rank = [](char sign) { return sign == kAdded ? 0 : sign == kChanged ? 1 : 2; };
  std::stable_sort(all.begin(), all.end(),
                   [&rank](const Told& a, const Told& b) { return rank(a.sign) < rank(b.sign); });
  std::string out;
  for (auto first = all.begin(); first != all.end();) {
    const auto end = std::find_if(
        first, all.end(), [&first](const Told& one) { return one.sign != first->sign || one.kind != first->kind; });
    out += (out.empty() ? "" : ", ") + (first->sign + count_of(first->kind, end - first)) + " " +
           titles_of({first, end}, false);
    first = end;
  }
  return out;
}

std::string changes_words(const Json& completion) {
  std::vector<Told> all;
  for (const Json& change : member_in(completion, "changes")) {
    if (const std::string kind = text_in(change, "kind"); kind != "stats" && kind != "session") {
      all.push_back(told(change));
    }
  }
  if (all.empty()) {
    return "no change";
  }
  const std::int64_t added = integer_in(completion, "items_added");
  const auto puts = std::count_if(all.begin(), all.end(), [](const Told& one) { return one.is_put; });
  for (Told& one : all) {
    if (one.is_put && (added == puts || added == 0)) {
      one.sign = added == puts ? kAdded : kChanged;  // the count leaves no doubt
    }
  }
  const auto marked = std::count_if(all.begin(), all.end(), [](const Told& one) { return one.sign == kAdded; });
  return marked == added ? grouped(std::move(all)) : counts_first(completion, all);
}

}  // namespace

std::string completion_words(const Json& completion) {
  std::string out = text_in(completion, "daemon_id") + ": " + text_in(completion, "status") + ", ";
  if (const Json& error = member_in(completion, "error"); error.is_object()) {
    return out + text_in(error, "code") + ": " + text_in(error, "message");
  }
  if (const Json& repeated = member_in(completion, "duplicate_of"); repeated.is_object()) {
    return out + "a repetition of log " + std::to_string(integer_in(repeated, "partition")) + "@" +
           std::to_string(integer_in(repeated, "offset"));
  }
  const auto part = static_cast<std::uint64_t>(std::max<std::int64_t>(0, integer_in(completion, "part")));
  if (part > 0 || member_in(completion, "last") == false) {
    out += "part " + std::to_string(part + 1) + ", ";
  }
  return out + changes_words(completion);
}

}  // namespace turnstream::app
