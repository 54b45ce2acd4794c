"""The size of the home page, the content security policy, and the harness's detection of browser errors."""

from typing import Any

from playwright.sync_api import expect

from page.browser import PHONE
from page.conftest import NewPerson
from page.person import Person
from server.server_process import RunningServer

MOST_BYTES = 150_000


def test_home_page_size(person: NewPerson) -> None:
    """All bytes transferred for a first visit, headers included."""
    ann = person("Ann", "de", PHONE)
    sizes: dict[str, float] = {}
    count_bytes(ann, sizes)
    ann.open("/")
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    assert len(sizes) > 3
    assert sum(sizes.values()) <= MOST_BYTES, sorted(sizes.items(), key=lambda one: -one[1])


def count_bytes(person: Person, sizes: dict[str, float]) -> None:
    """Record the bytes received for each URL, as the browser counts them."""
    session = person.context.new_cdp_session(person.page)
    urls: dict[str, str] = {}

    def on_request(event: dict[str, Any]) -> None:
        urls[event["requestId"]] = event["request"]["url"]

    def on_finished(event: dict[str, Any]) -> None:
        sizes[urls[event["requestId"]]] = event["encodedDataLength"]

    session.on("Network.requestWillBeSent", on_request)
    session.on("Network.loadingFinished", on_finished)
    session.send("Network.enable")


def test_content_security_policy(server: RunningServer) -> None:
    """Scripts, styles and connections of our own origin only; nothing inline, no frames."""
    header = server.client().get("/").headers["content-security-policy"]
    policy = dict(rule.strip().partition(" ")[::2] for rule in header.split(";"))
    assert policy["default-src"] in ("'none'", "'self'")
    for kind in ("script-src", "style-src", "connect-src"):
        assert policy.get(kind, policy["default-src"]) == "'self'", kind
    assert policy["frame-ancestors"] == "'none'"
    assert policy["base-uri"] == "'none'"
    assert policy["form-action"] in ("'none'", "'self'")
    assert "unsafe" not in header


def test_browser_errors_are_detected(person: NewPerson) -> None:
    """Planted: an inline style, a request to another origin and an exception are all recorded."""
    ann = person("Ann", "en", allow_errors=True)
    ann.open("/")
    with ann.page.expect_console_message(lambda message: "style" in message.text):
        ann.page.evaluate("document.body.insertAdjacentHTML('beforeend', `<p style='color: red'>`)")
    with ann.page.expect_console_message(lambda message: "http://127.0.0.1:9/" in message.text):
        ann.page.evaluate("fetch('http://127.0.0.1:9/').catch(() => undefined)")
    with ann.page.expect_event("pageerror"):
        ann.page.evaluate("setTimeout(() => { throw new Error('oops'); })")
    recorded = " ".join(ann.browser_errors)
    assert "style" in recorded
    assert "http://127.0.0.1:9/" in recorded
    assert "oops" in recorded
