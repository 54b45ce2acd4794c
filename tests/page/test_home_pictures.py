"""The pictures of the games are shown whole."""

import pytest
from playwright.sync_api import expect

from closecall.games import slugs
from page.browser import DESKTOP, PHONE, SMALL_PHONE, Device
from page.conftest import NewPerson

CUT_OFF = """(card) => {
  const picture = card.querySelector(".game-picture");
  const frame = picture.getBoundingClientRect();
  return [...picture.querySelectorAll("rect, circle, ellipse, path, text")]
    .filter((shape) => {
      const box = shape.getBoundingClientRect();
      const isBeside = box.left < frame.left || box.right > frame.right;
      return isBeside || box.top < frame.top || box.bottom > frame.bottom;
    })
    .map((shape) => shape.outerHTML);
}"""


@pytest.mark.parametrize("device", [SMALL_PHONE, PHONE, DESKTOP], ids=lambda device: device.name)
def test_no_part_is_cut_off(person: NewPerson, device: Device) -> None:
    """On the first page, where they are narrow on phones and wide on a desktop."""
    ann = person("Ann", "en", device)
    ann.open("/")
    for game in slugs():
        card = ann.page.get_by_role("article", name=ann.say(f"game.{game}"), exact=True)
        expect(card).to_be_visible()
        assert card.evaluate(CUT_OFF) == []
