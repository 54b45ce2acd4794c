// Evaluated in the page by looking.py: what can be found out about a screen by looking at it.

globalThis.looking = {
  /** What axe-core finds, with the first few places. */
  async axe(options) {
    const found = await axe.run(document, { resultTypes: ["violations"], ...options });
    const why = (node) => [...node.any, ...node.all, ...node.none][0]?.message ?? "";
    const place = (node) => `${node.html.slice(0, 120)} ${why(node)}`;
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(place).join(" | ")}`);
  },

  /** What can be tapped and is smaller than that in one direction. */
  tooSmall(least) {
    return [...document.querySelectorAll("a[href], button, [role=button], summary, select, input")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[aria-hidden=true], [inert]"))
      .map((one) => (one.matches("[type=radio], [type=checkbox]") ? (one.closest("label") ?? one) : one))
      .filter((one) => !isWord(one))
      .map((one) => ({ what: one.getAttribute("aria-label") ?? one.textContent.trim(), ...boxOf(one) }))
      .filter(({ width, height }) => width > 1 && height > 1 && Math.min(width, height) < least)
      .map(({ what, width, height }) => `${what.slice(0, 60)}: ${width.toFixed(1)} × ${height.toFixed(1)}`);
  },

  /** By how much the screen must be scrolled sideways, and what sticks out. */
  tooWide() {
    const { scrollWidth, clientWidth } = document.scrollingElement;
    if (scrollWidth <= clientWidth) return [];
    const far = [...document.querySelectorAll("body *:not(.unseen *)")].filter((one) => boxOf(one).right > clientWidth + 0.5);
    return [`${scrollWidth - clientWidth} px too wide: ${far.map((one) => one.outerHTML.slice(0, 60)).slice(0, 4).join(" | ")}`];
  },

  /** Lists to choose from that cut off what is chosen, though there is room. */
  cutShort() {
    const needed = (one) => {
      const { maxWidth, width } = one.style;
      one.style.setProperty("max-width", "none");
      one.style.setProperty("width", "max-content");
      const found = boxOf(one).width;
      one.style.setProperty("max-width", maxWidth);
      one.style.setProperty("width", width);
      return found;
    };
    return [...document.querySelectorAll("select")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => Math.min(needed(one), boxOf(one.parentElement).width) > boxOf(one).width + 1)
      .map((one) => `cut short: ${one.selectedOptions[0]?.textContent}`);
  },

  /** Where something else lies over this, or the edge of the screen cuts it off: in its middle, or just within its edges. */
  covered(one) {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const points = [[x, y], [x, top + 4], [x, bottom - 4], [left + 4, y], [right - 4, y]];
    const at = ([x, y]) => ({ x, y, found: document.elementFromPoint(x, y) });
    return points
      .map(at)
      .filter(({ found }) => found === null || !one.contains(found))
      .map(({ x, y, found }) => `${x.toFixed(0)}, ${y.toFixed(0)}: ${found?.outerHTML.slice(0, 80) ?? "outside"}`);
  },

  /**
   * What has moved since the screen was loaded, though nobody had just touched anything. Once somebody has chosen,
   * the game goes on: words that are longer than those before them are no jump.
   */
  jumps() {
    const words = ({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.textContent;
    const line = ({ value, sources }) => `${value.toFixed(4)}: ${sources.map(words).join(" | ")}`;
    return new Promise((told) => {
      const least = ({ lastInputTime }) => (lastInputTime > 0 ? 0.01 : 0.001);
      const isSeen = (shift) => !shift.hadRecentInput && shift.value >= least(shift);
      const tell = (list) => told(list.getEntries().filter(isSeen).map(line));
      new PerformanceObserver(tell).observe({ type: "layout-shift", buffered: true });
      setTimeout(() => told([]), 200);
    });
  },
};

function boxOf(element) {
  const { width, height, right } = element.getBoundingClientRect();
  return { width, height, right };
}

/** A word within a sentence may be as high as its line. */
function isWord(element) {
  const isInline = getComputedStyle(element).display === "inline";
  return isInline && element.parentElement.textContent.trim() !== element.textContent.trim();
}
