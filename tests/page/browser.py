"""A headless Chromium for the tests of the page. It reaches loopback addresses only."""

import os
import shutil
import time
import unittest
from pathlib import Path

DEADLINE_S = 30
CACHE = Path(os.environ.get("TURNSTREAM_CACHE") or
             Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "turnstream")
# Where scripts/setup test installs axe-core.
MODULES = Path(os.environ.get("TURNSTREAM_NODE_MODULES") or CACHE / "page" / "node_modules")
AXE = MODULES / "axe-core" / "axe.min.js"


def missing() -> str:
    """What the browser lacks; empty if nothing."""
    for program in ("chromium", "chromedriver"):
        if shutil.which(program) is None:
            return f"{program} is missing; scripts/setup test installs it on Debian."
    try:
        import selenium  # noqa: F401 (whether it is there)
    except ImportError:
        return "Python's selenium is missing; scripts/setup test installs it."
    return ""


def open_browser(test: unittest.TestCase, folder: Path, width: int = 1280, height: int = 900):
    from selenium import webdriver
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in ("--headless=new", "--no-sandbox", "--force-prefers-reduced-motion", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
                 "--disable-component-update", "--disable-sync", f"--user-data-dir={folder / 'chromium'}",
                 f"--window-size={width},{height}", "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"):
        options.add_argument(flag)
    service = webdriver.ChromeService(executable_path=shutil.which("chromedriver"))
    browser = webdriver.Chrome(options=options, service=service)
    test.addCleanup(browser.quit)
    browser.set_page_load_timeout(DEADLINE_S)
    return browser


def until(test: unittest.TestCase, what: str, is_so) -> None:
    """Waits until is_so() is true; the test fails after the deadline."""
    from selenium.common.exceptions import StaleElementReferenceException
    end = time.monotonic() + DEADLINE_S
    while True:
        try:
            if is_so():
                return
        except StaleElementReferenceException:
            pass  # the page replaced it
        test.assertLess(time.monotonic(), end, what)
        time.sleep(.05)


def emulate(browser, **features: str) -> None:
    """Such as prefers_color_scheme="dark"."""
    named = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": named})


def axe_faults(browser) -> list[str]:
    """The serious and critical faults of the page that axe-core finds."""
    browser.execute_script(AXE.read_text(encoding="utf-8"))
    found = browser.execute_async_script(
        "const done = arguments[arguments.length - 1]; axe.run(document, {resultTypes: ['violations']}).then(done, (e) => done({error: String(e)}));")
    if "violations" not in found:
        return [str(found)]
    return [f"{one['id']} ({one['impact']}): {[node['html'][:200] for node in one['nodes'][:3]]}"
            for one in found["violations"] if one["impact"] in ("serious", "critical")]


def roles_of(browser) -> set[str]:
    """The roles in the accessibility tree."""
    tree = browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})
    return {node["role"]["value"] for node in tree["nodes"] if not node.get("ignored") and "role" in node}
