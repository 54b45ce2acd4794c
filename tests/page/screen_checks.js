// Checks of the current screen, evaluated in the page by screens.py. Each returns a list of flaws.

globalThis.screenChecks = {
  /** Violations that axe-core finds, with the first few elements of each. */
  async axe(options) {
    const found = await axe.run(document, { resultTypes: ["violations"], ...options });
    const why = (node) => [...node.any, ...node.all, ...node.none][0]?.message ?? "";
    const place = (node) => `${node.html.slice(0, 120)} ${why(node)}`;
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(place).join(" | ")}`);
  },

  /** Tap targets whose width or height is below a minimum. */
  smallTargets(least) {
    return [...document.querySelectorAll("a[href], button, [role=button], summary, select, input")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[aria-hidden=true], [inert]"))
      .map((one) => (one.matches("[type=radio], [type=checkbox]") ? (one.closest("label") ?? one) : one))
      .filter((one) => !isInSentence(one))
      .map((one) => ({ what: one.getAttribute("aria-label") ?? one.textContent.trim(), ...boxOf(one) }))
      .filter(({ width, height }) => width > 1 && height > 1 && Math.min(width, height) < least)
      .map(({ what, width, height }) => `${what.slice(0, 60)}: ${width.toFixed(1)} × ${height.toFixed(1)}`);
  },

  /** Horizontal overflow in pixels, and the elements that cause it. */
  overflow() {
    const { scrollWidth, clientWidth } = document.scrollingElement;
    if (scrollWidth <= clientWidth) return [];
    const far = [...document.querySelectorAll("body *:not(.unseen *)")].filter((one) => boxOf(one).right > clientWidth + 0.5);
    return [`${scrollWidth - clientWidth} px too wide: ${far.map((one) => one.outerHTML.slice(0, 60)).slice(0, 4).join(" | ")}`];
  },

  /** Select boxes that truncate the selected option although there is room for it. */
  truncatedSelects() {
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
      .map((one) => `truncated: ${one.selectedOptions[0]?.textContent}`);
  },

  /** Points of an element, at its centre and near its edges, that are off the screen or under another element. */
  obscured(one) {
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
   * Layout shifts since loading that no recent input explains. After the first input the threshold is higher: the
   * game goes on, and a text may be replaced by a longer one.
   */
  layoutShifts() {
    const describe = ({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.textContent;
    const line = ({ value, sources }) => `${value.toFixed(4)}: ${sources.map(describe).join(" | ")}`;
    return new Promise((resolve) => {
      const threshold = ({ lastInputTime }) => (lastInputTime > 0 ? 0.01 : 0.001);
      const counts = (shift) => !shift.hadRecentInput && shift.value >= threshold(shift);
      const report = (list) => resolve(list.getEntries().filter(counts).map(line));
      new PerformanceObserver(report).observe({ type: "layout-shift", buffered: true });
      setTimeout(() => resolve([]), 200);
    });
  },
};

function boxOf(element) {
  const { width, height, right } = element.getBoundingClientRect();
  return { width, height, right };
}

/** Links within a sentence may be as low as their line. */
function isInSentence(element) {
  const isInline = getComputedStyle(element).display === "inline";
  return isInline && element.parentElement.textContent.trim() !== element.textContent.trim();
}
