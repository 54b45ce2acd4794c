// Keeps the keyboard focus in place when the focused element disappears or is disabled for a while.

import { isVisible } from "./viewport";

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";
/** Boards, their bars and their covers move the focus themselves. */
const ON_ITS_OWN = ".place[tabindex], .cover, [data-bar]";

/** Attach to the element around a screen; it must be focusable itself. */
export function keepFocus(screen: HTMLElement): () => void {
  /** The focused element and its ancestors, innermost first; empty while there is nothing to restore. */
  let trail: readonly Element[] = [];
  const watching = new MutationObserver(() => restore());

  function forget() {
    trail = [];
    watching.disconnect();
  }

  function follow({ target }: FocusEvent) {
    if (!(target instanceof Element) || target.closest("dialog")) return; // A dialog restores the focus itself.
    forget();
    if (!screen.contains(target) || target.closest(ON_ITS_OWN) || !target.matches(":focus-visible")) return;
    trail = around(target, screen);
    watching.observe(screen, { subtree: true, childList: true, attributes: true, attributeFilter: ["disabled"] });
  }

  /** Closing a phone's keyboard blurs a field that is still usable: do not focus it again. */
  function left({ target }: FocusEvent) {
    requestAnimationFrame(() => {
      const isStill = target === trail[0] && target instanceof Element && target.isConnected && isReady(target);
      if (isStill && isNowhere() && document.hasFocus()) forget();
    });
  }

  function restore() {
    if (!isNowhere()) return;
    successor(trail)?.focus({ preventScroll: true });
  }

  document.addEventListener("focusin", follow);
  document.addEventListener("focusout", left);
  document.addEventListener("pointerdown", forget);
  return () => {
    forget();
    document.removeEventListener("focusin", follow);
    document.removeEventListener("focusout", left);
    document.removeEventListener("pointerdown", forget);
  };
}

/** Whether nothing has the focus. */
function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function around(target: Element, screen: Element): Element[] {
  const trail = [target];
  for (let one = target; one !== screen && one.parentElement; one = one.parentElement) trail.push(one.parentElement);
  return trail;
}

/** The element to focus: the same one, or the nearest to it; null while it is only disabled. */
function successor(trail: readonly Element[]): HTMLElement | null {
  const [first] = trail;
  if (first?.isConnected) return isReady(first) ? (first as HTMLElement) : null;
  for (const [at, place] of trail.entries()) {
    if (at === 0 || !place.isConnected) continue;
    const found = [...place.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isReady);
    const before = trail[at - 1]!;
    const isAfter = (one: Element) => !before.isConnected || (before.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const nearest = found.find(isAfter) ?? found.at(-1);
    if (nearest) return nearest;
  }
  return (trail.at(-1) as HTMLElement | undefined) ?? null;
}

function isReady(one: Element): boolean {
  return !one.matches(":disabled, [tabindex='-1']") && isVisible(one);
}

/** When the focused element of a board is gone: focus its `data-home`, or else the element around the board. */
export function focusBoard(board: HTMLElement | null | undefined): void {
  if (!isNowhere()) return;
  const home = board?.querySelector<HTMLElement>("[data-home]") ?? board?.closest<HTMLElement>("[tabindex]");
  home?.focus({ preventScroll: true });
}

/** Attach to a field or button that is used as soon as it appears. */
export function focusNow(element: HTMLElement): void {
  element.focus();
}

export function focusAndSelect(field: HTMLInputElement): void {
  field.focus();
  field.select();
}
