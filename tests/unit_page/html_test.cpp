#include "app/page/html.h"

#include <doctest/doctest.h>
#include <string>

#include "app/page/page_frame.h"

namespace turnstream::app {
namespace {

TEST_CASE("text of HTML has no character that begins markup or ends an attribute") {
  CHECK(escaped("<script>alert(\"x\")</script>") == "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;");
  CHECK(escaped("it's <b> & \"more\"") == "it&#39;s &lt;b&gt; &amp; &quot;more&quot;");
  CHECK(escaped("&lt;") == "&amp;lt;");
  CHECK(escaped("").empty());
}

TEST_CASE("text that a browser would hide or turn around is shown as an escape") {
  CHECK(escaped("a\xE2\x80\xAEgnp.exe") == "a\\u202egnp.exe");
  CHECK(escaped("\xE2\x81\xA6x\xE2\x81\xA9") == "\\u2066x\\u2069");
  CHECK(escaped(std::string("a\0b", 3)) == "a\\u0000b");
  CHECK(escaped("a\x1B[31mb") == "a\\u001b[31mb");
  CHECK(escaped("zero\xE2\x80\x8Bwidth") == "zero\\u200bwidth");
}

TEST_CASE("bytes that are not UTF-8 are shown as escapes and the text around them stays") {
  CHECK(escaped("a\xFF\xFE"
                "b") == "a\\xff\\xfeb");
  CHECK(escaped("\xC0\xBC"
                "script>") == "\\xc0\\xbcscript&gt;");
  CHECK(escaped("caf\xC3\xA9 \xE2\x9C\x93") == "caf\xC3\xA9 \xE2\x9C\x93");
  CHECK(escaped("caf\xC3") == "caf\\xc3");
}

TEST_CASE("line feeds and tabs stay and of a carriage return with line feed the line feed") {
  CHECK(escaped("a\nb\tc") == "a\nb\tc");
  CHECK(escaped("a\r\nb") == "a\nb");
  CHECK(escaped("a\rb\r") == "a\\u000db\\u000d");
}

TEST_CASE("the writer closes what it opened and escapes texts and values of attributes") {
  Html html;
  html.open("p", {{"class", "a\"b"}, {"hidden", ""}}).text("x < y").single("input", {{"value", "'"}}).close();
  html.element("a", "<more>", {{"href", "/p/x?a=1&b=2"}});
  CHECK(html.take() ==
        "<!doctype html>\n<p class=\"a&quot;b\" hidden>x &lt; y<input value=\"&#39;\"></p>\n"
        "<a href=\"/p/x?a=1&amp;b=2\">&lt;more&gt;</a>");
}

TEST_CASE("paths of a persona and a memory have no character of a URL that came from a name") {
  CHECK(persona_path("a/b c?\"") == "/p/a%2Fb%20c%3F%22");
  CHECK(persona_path("p", "/search", "3@17") == "/p/p/search?as_of=3%4017");
  CHECK(memory_path("p", "x#user", "3@17") == "/p/p/memory?id=x%23user&as_of=3%4017");
}

}  // namespace
}  // namespace turnstream::app
