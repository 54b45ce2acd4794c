import { expect, it } from "vitest";
import { qrOf } from "./qr";

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="148" height="148" class="segno"><g transform="scale(4)"><path fill="#fff" d="M0 0h37v37h-37z"/>' +
  '<path class="qrline" stroke="#000" d="M4 4.5h7m1 0h2m-10 1h1"/></g></svg>';

it("takes the squares out of a picture", () => {
  expect(qrOf(PICTURE)).toEqual({ size: 37, path: "M4 4.5h7m1 0h2m-10 1h1" });
});

it("takes nothing else", () => {
  expect(qrOf("<svg><script>alert(1)</script></svg>")).toBeNull();
  expect(qrOf('<svg width="10"><path stroke="#000" d="M0 0&quot;/><script"/></svg>')).toBeNull();
  expect(qrOf("")).toBeNull();
});
