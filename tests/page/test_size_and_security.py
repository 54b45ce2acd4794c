"""What the page may cost and do: few bytes, and nothing that it needs not do."""

from typing import Any

from playwright.sync_api import expect

from page.browser import PHONE
from page.conftest import NewPerson
from page.person import Person
from server.server_process import Running

MOST_BYTES = 150_000


def test_the_first_screen_is_small(person: NewPerson) -> None:
    """Everything that comes over the line for a first visit, headers included."""
    ann = person("Ann", "de", PHONE)
    sizes: dict[str, float] = {}
    count_bytes(ann, sizes)
    ann.open("/")
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    assert len(sizes) > 3
    assert sum(sizes.values()) <= MOST_BYTES, sorted(sizes.items(), key=lambda one: -one[1])


def count_bytes(person: Person, sizes: dict[str, float]) -> None:
    """Write down what each request brings, as the browser counts it."""
    line = person.context.new_cdp_session(person.page)
    urls: dict[str, str] = {}

    def begun(event: dict[str, Any]) -> None:
        urls[event["requestId"]] = event["request"]["url"]

    def finished(event: dict[str, Any]) -> None:
        sizes[urls[event["requestId"]]] = event["encodedDataLength"]

    line.on("Network.requestWillBeSent", begun)
    line.on("Network.loadingFinished", finished)
    line.send("Network.enable")


def test_the_page_may_do_little(server: Running) -> None:
    """The policy of the server: scripts, styles and lines of its own, nothing inline, no frames."""
    told = server.client().get("/").headers["content-security-policy"]
    policy = dict(rule.strip().partition(" ")[::2] for rule in told.split(";"))
    assert policy["default-src"] in ("'none'", "'self'")
    for kind in ("script-src", "style-src", "connect-src"):
        assert policy.get(kind, policy["default-src"]) == "'self'", kind
    assert policy["frame-ancestors"] == "'none'"
    assert policy["base-uri"] == "'none'"
    assert policy["form-action"] in ("'none'", "'self'")
    assert "unsafe" not in told


def test_the_browser_would_tell(person: NewPerson) -> None:
    """What is forbidden is seen by these tests: a style in the page, a stranger, an error."""
    ann = person("Ann", "en", may_grumble=True)
    ann.open("/")
    with ann.page.expect_console_message(lambda said: "style" in said.text):
        ann.page.evaluate("document.body.insertAdjacentHTML('beforeend', `<p style='color: red'>`)")
    with ann.page.expect_console_message(lambda said: "http://127.0.0.1:9/" in said.text):
        ann.page.evaluate("fetch('http://127.0.0.1:9/').catch(() => undefined)")
    with ann.page.expect_event("pageerror"):
        ann.page.evaluate("setTimeout(() => { throw new Error('oops'); })")
    told = " ".join(ann.troubles)
    assert "style" in told
    assert "http://127.0.0.1:9/" in told
    assert "oops" in told
