"""Looks at the live page as a reader does. Called by browser.rs: ADDRESS FLEET CHROMEDRIVER FOLDER, where FLEET is the page
of an event that workers play.

Pictures of what it saw are left in FOLDER.
"""

import base64
import os
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

address, fleet, chromedriver, folder = sys.argv[1:]
PATIENCE = 120

options = Options()
for flag in [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--window-size=1280,900", f"--user-data-dir={tempfile.mkdtemp()}",
]:
    options.add_argument(flag)
options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
driver = webdriver.Chrome(options=options, service=Service(chromedriver))


def until(what, condition):
    return WebDriverWait(driver, PATIENCE, poll_frequency=0.1).until(lambda _: condition(), what)


def one(selector):
    found = driver.find_elements(By.CSS_SELECTOR, selector)
    return found[0] if found else None


def text(selector):
    # In one step: the page may put another element in the place of one that was found.
    return driver.execute_script("return document.querySelector(arguments[0])?.textContent ?? ''", selector)


def picture(name):
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    with open(os.path.join(folder, name + ".png"), "wb") as file:
        file.write(base64.b64decode(shot["data"]))


def go(view):
    driver.execute_script("location.hash = arguments[0]", view)


def screen(width, height, mobile, dark=False):
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile},
    )
    scheme = "dark" if dark else "light"
    driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )


def fits(view):
    wide = driver.execute_script("return [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], f"{view} is wider than the screen: {wide}"


def names_are_there():
    """Whatever can be operated has a name for who does not see it."""
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    for node in nodes:
        role = node.get("role", {}).get("value")
        if not node.get("ignored") and role in ("button", "link", "image", "region", "table", "navigation", "heading"):
            assert node.get("name", {}).get("value", "").strip(), f"a {role} without a name: {node}"


try:
    driver.get(address)

    # A move arrives by itself.
    until("a game between the two engines that play on", lambda: "Alpha" in text(".card .strip.white .name") + text(".card .strip.black .name") and "Beta" in text(".card"))
    first = text(".card .now")
    until("a move", lambda: text(".card .now") not in (first, "", "No move yet"))
    until("an evaluation", lambda: text(".card .strip .score"))
    until("a clock", lambda: ":" in text(".card .strip .clock"))
    until("a line of play", lambda: text(".card .pv"))
    assert "Live" in text("#status"), text("#status")
    names_are_there()
    picture("overview")

    # The moves of a running game, by keyboard.
    driver.execute_script("document.querySelector('.card h3 a').focus()")
    driver.switch_to.active_element.send_keys(Keys.ENTER)
    until("the game", lambda: one(".game .moves button"))
    until("three moves", lambda: len(driver.find_elements(By.CSS_SELECTOR, ".game .moves button")) >= 3)
    one("body").send_keys(Keys.HOME)
    one("body").send_keys(Keys.ARROW_RIGHT)
    one("body").send_keys(Keys.ARROW_RIGHT)
    buttons = "[...document.querySelectorAll('.game .moves button')]"
    current = f"return {buttons}.findIndex((button) => button.hasAttribute('aria-current'))"
    assert driver.execute_script(current) == 1, driver.execute_script(current)
    until("the move read out", lambda: "1…" in text("#announcer"))
    assert "White: king" in text(".words p") and "is to move" in text(".words p"), text(".words p")
    assert text(".board caption").startswith("Board after 1…"), text(".board caption")
    names_are_there()
    picture("game")

    # A ruling with a helpmate, which is played through.
    go("#/rulings")
    until("the rulings", lambda: one("#ruling-1"))
    one("#ruling-1 summary").click()
    until("its text", lambda: one("#ruling-1 .helpmate"))
    body = text("#ruling-1 .body")
    assert "6.9" in body and "flag fall" in body and "could still give mate" in body, body
    on = one("#ruling-1 .helpmate [aria-label='One move on']")
    for _ in range(200):
        if ": mate" in text("#ruling-1 .helpmate .now"):
            break
        on.click()
    assert ": mate" in text("#ruling-1 .helpmate .now"), text("#ruling-1 .helpmate .now")
    assert one("#ruling-1 .helpmate td.check"), "the mated king is marked"
    names_are_there()
    picture("ruling")

    # A ruling with a proof that there is none.
    one("#ruling-2 summary").click()
    until("its text", lambda: one("#ruling-2 .mating"))
    body = text("#ruling-2 .body")
    assert "could not give mate by any series of legal moves" in body, body
    link = one("#ruling-2 .mating a").get_attribute("href")
    certificate = driver.execute_script("return fetch(arguments[0]).then((answer) => answer.text())", link)
    assert '"verdict":"unwinnable"' in certificate, certificate

    # The tables.
    go("#/table")
    until("the cross table", lambda: one(".cross"))
    assert "Alpha</td><td>" in text(".tables"), "names are shown as they are"
    names_are_there()
    go("#/schedule")
    until("the schedule", lambda: "To come" in text(".schedule"))
    assert one("[aria-label='To come'] tbody tr"), "a pairing to come"
    names_are_there()

    # A phone, light and dark, down to 320 pixels.
    for width, dark in [(360, False), (360, True), (320, False)]:
        screen(width, 700, True, dark)
        for view in ["#/", "#/table", "#/schedule", "#/rulings", "#/game/1", "#/ruling/1", "#/game/5"]:
            go(view)
            until(view, lambda: one("#main > *") and "Loading" not in text("#main"))
            if view == "#/ruling/1":
                until("the helpmate", lambda: one(".helpmate"))
            fits(f"{view} at {width}")
            if width == 360:
                picture(f"phone{'-dark' if dark else ''}-{view.strip('#/').replace('/', '-') or 'overview'}")
    screen(1280, 900, False, True)
    go("#/game/1")
    until("the ruling in the game", lambda: one(".ending .ruling"))
    picture("game-dark")

    # Nobody else plays for this event; for the other one, workers do.
    assert not one("#workers").is_displayed(), "workers of an event on one machine"
    driver.get(fleet)
    until("a link to the workers", lambda: one("#workers").is_displayed())
    one("#workers").click()
    until("the workers", lambda: one("[aria-label=Workers] tbody tr"))
    cells = [cell.text for cell in driver.find_elements(By.CSS_SELECTOR, "[aria-label=Workers] tbody tr > *")]
    assert cells[0].startswith("box-1") and "does not serve this event: <i>no</i>" in cells[0], cells
    assert cells[1] == "<img src=x onerror='window.harmed = 5'>", cells
    assert cells[2:5] == ["8", "1,234,567", "4"] and cells[5] == "game 1, 1 for other events", cells
    assert cells[6] == "9" and (cells[7] == "just now" or cells[7].endswith(" s ago")), cells
    assert one("[aria-label=Workers] tbody a").get_attribute("href").endswith("#/game/1")
    names_are_there()
    picture("workers")
    screen(360, 700, True)
    fits("workers at 360")
    assert driver.execute_script("return window.harmed") is None
    driver.get(address)
    until("the first page", lambda: one("#main > *"))

    # Hostile text did nothing, nothing was fetched from elsewhere, the policy was never offended.
    assert driver.execute_script("return window.harmed") is None
    assert one("main script, main img, main b") is None
    origin = address.rstrip("/")
    for name in driver.execute_script("return performance.getEntriesByType('resource').map((entry) => entry.name)"):
        assert name.startswith(origin), name
    for entry in driver.get_log("browser"):
        assert entry["level"] != "SEVERE", entry
finally:
    driver.quit()
