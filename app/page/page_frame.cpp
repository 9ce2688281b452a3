#include "app/page/page_frame.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/errors.h"
#include "app/http/url_text.h"
#include "app/recall/question_status.h"

namespace turnstream::app {
namespace {

constexpr std::string_view kPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

int status_of(const Error& error) {
  return question_status(error).value_or(
      error.code == error_codes::kStopped || error.reaction == Reaction::kRetry ? 503 : 500);
}

void write_head(Html& html, const PageHead& head) {
  html.open("head").single("meta", {{"charset", "utf-8"}});
  html.single("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
  html.single("meta", {{"name", "color-scheme"}, {"content", "light dark"}});
  html.element("title", head.title + " · Turnstream");
  html.single("link", {{"rel", "icon"}, {"href", "data:,"}});
  html.single("link", {{"rel", "stylesheet"}, {"href", "/assets/page.css"}});
  html.element("script", "", {{"src", "/assets/page.js"}, {"defer", ""}}).close();
}

void write_top(Html& html) {
  html.element("a", "Skip to content", {{"class", "skip"}, {"href", "#main"}});
  html.open("header", {{"class", "top"}}).element("a", "Turnstream", {{"class", "brand"}, {"href", "/"}});
  html.open("nav", {{"aria-label", "Main"}});
  html.element("a", "Personas", {{"href", "/"}}).element("a", "Dead letters", {{"href", "/dead-letters"}});
  html.close().close();
}

void write_foot(Html& html) {
  html.open("noscript").open("p", {{"class", "note"}});
  html.text("Without JavaScript you can read and search here. The live feed, correcting and forgetting need it.");
  html.close().close();
  html.open("p").text("Times are UTC. The same answers as JSON: ");
  html.element("a", "openapi.json", {{"href", "/openapi.json"}}).close();
}

}  // namespace

HttpHeaders page_headers(bool is_public) {
  return {{"Content-Security-Policy", std::string(kPolicy)},
          {"X-Content-Type-Options", "nosniff"},
          {"Referrer-Policy", "no-referrer"},
          {"Cache-Control", is_public ? "no-cache" : "no-store"}};
}

HttpAnswer page_of(const PageHead& head, const std::function<void(Html&)>& write) {
  Html html;
  html.open("html", {{"lang", "en"}});
  write_head(html, head);
  html.open("body", {{"data-persona", url_escaped(head.persona)}});
  write_top(html);
  html.open("main", {{"id", "main"}, {"tabindex", "-1"}}).element("h1", head.title);
  write(html);
  html.element("p", "", {{"id", "status"}, {"role", "status"}}).close();
  html.open("footer");
  write_foot(html);
  html.close().close().close();
  return {.status = head.status,
          .content_type = "text/html; charset=utf-8",
          .body = html.take(),
          .headers = page_headers(false)};
}

HttpAnswer error_page(const Error& error, const std::string& persona) {
  return error_page(status_of(error), error.message, persona);
}

HttpAnswer error_page(int status, std::string_view sentence, const std::string& persona) {
  const std::string title = status == 404 ? "Not in memory" : "This cannot be shown";
  return page_of({title, {}, status}, [&](Html& html) {
    html.element("p", sentence, {{"class", "lead"}}).open("p");
    html.element("a", persona.empty() ? "All personas" : "Back to " + persona,
                 {{"href", persona.empty() ? "/" : persona_path(persona)}});
    html.close();
  });
}

std::string persona_path(std::string_view persona, std::string_view below, std::string_view as_of) {
  std::string path = "/p/" + url_escaped(persona);
  path.append(below);
  if (!as_of.empty()) {
    path += (below.find('?') == std::string_view::npos ? "?as_of=" : "&as_of=") + url_escaped(as_of);
  }
  return path;
}

std::string memory_path(std::string_view persona, std::string_view id, std::string_view as_of) {
  return persona_path(persona, "/memory?id=" + url_escaped(id), as_of);
}

void write_time(Html& html, std::string_view time) {
  constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  constexpr std::size_t kMinutesEnd = 16;  // of 2026-01-01T10:00
  const bool is_time = time.size() > kMinutesEnd && time[4] == '-' && time[7] == '-' && time[10] == 'T';
  const int month = is_time ? (time[5] - '0') * 10 + (time[6] - '0') : 0;
  if (month < 1 || month > static_cast<int>(kMonths.size())) {
    html.text("–");
    return;
  }
  const std::string_view day = time.substr(time[8] == '0' ? 9 : 8, time[8] == '0' ? 1 : 2);
  std::string shown(day);
  shown.append(" ").append(kMonths[static_cast<std::size_t>(month - 1)]).append(" ").append(time.substr(0, 4));
  shown.append(", ").append(time.substr(11, 5));
  html.element("time", shown, {{"datetime", std::string(time)}});
}

std::string number_text(const nlohmann::json& number, int digits) {
  if (!number.is_number()) {
    return {};
  }
  std::array<char, 64> text{};
  const int size = std::snprintf(text.data(), text.size(), "%.*f", digits, number.get<double>());
  std::string shown(text.data(),
                    std::clamp<std::size_t>(static_cast<std::size_t>(std::max(size, 0)), 0, text.size() - 1));
  if (shown.find('.') != std::string::npos) {
    shown.erase(shown.find_last_not_of('0') + 1);
    shown.erase(shown.find_last_not_of('.') + 1);
  }
  return shown;
}

}  // namespace turnstream::app
