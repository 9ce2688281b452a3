#include <string>

#include "app/page/page_frame.h"
#include "app/page/views.h"
#include "pipeline/base/time_format.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kShownMax = 50;

std::string place_text(const std::string& topic, Partition partition, Offset offset) {
  return topic + "[" + std::to_string(partition.value()) + "]@" + std::to_string(offset.value());
}

void write_letter(Html& html, const StoredLetter& stored) {
  const codec::DeadLetter& letter = stored.letter;
  const std::string persona = letter.persona_id.value_or("");
  html.open("li", {{"class", "memory"}}).open("p", {{"class", "words"}, {"dir", "auto"}}).text(letter.message).close();
  html.open("p", {{"class", "about"}}).element("span", letter.reason, {{"class", "kind"}}).open("span");
  write_time(html, format_time(stored.time_ms));
  html.close().element("span", "refused by " + letter.stage);
  if (!persona.empty()) {
    html.open("span").text("persona ").element("a", persona, {{"href", persona_path(persona)}}).close();
  }
  if (!letter.turn_id.value_or("").empty()) {
    html.open("span").text("turn ").element("code", *letter.turn_id).close();
  }
  html.close().open("p", {{"class", "origin"}});
  if (!letter.pointer.empty()) {
    html.text("At ").element("code", letter.pointer).text(". ");
  }
  if (!letter.rule.empty()) {
    html.text("Rule ").element("code", letter.rule).text(". ");
  }
  html.text("The record is ").element("code", place_text(letter.topic, letter.partition, letter.offset)).text(".");
  html.close().close();
}

}  // namespace

HttpAnswer dead_letters_page(const PageSources& sources, const HttpRequest& request) {
  const Result<NewestLetters> found = sources.dead_letters(kShownMax, request.stop);
  if (!found.ok()) {
    return error_page(found.error());
  }
  return page_of({"Dead letters"}, [&](Html& html) {
    html.element(
        "p",
        "Records that intake refused or a stage failed, the newest first, with the reason. Their bytes stay in the "
        "topic.",
        {{"class", "lead"}});
    if (found->letters.empty()) {
      html.element("p", "There are none.", {{"class", "none"}});
      return;
    }
    html.open("ul", {{"class", "memories"}});
    for (const StoredLetter& letter : found->letters) {
      write_letter(html, letter);
    }
    html.close();
    if (found->is_cut) {
      html.element("p", "There may be others: `turnstream tail dead-letters` shows all.", {{"class", "none"}});
    }
  });
}

}  // namespace turnstream::app
