// Whoever goes by keyboard stays where they are when what they have pressed is gone, or cannot be pressed for a while.

import { isVisible } from "./viewport";

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";
/** Boards, what is chosen at them and what covers them know better what comes next. */
const ON_ITS_OWN = ".place[tabindex], .cover, [data-bar]";

/** For the element around a screen, which must be able to take the focus itself. */
export function keepFocus(screen: HTMLElement): () => void {
  /** What has the focus and all that is around it, from the inside to the outside; empty if nobody minds. */
  let trail: readonly Element[] = [];
  const watching = new MutationObserver(() => restore());

  function forget() {
    trail = [];
    watching.disconnect();
  }

  function follow({ target }: FocusEvent) {
    if (!(target instanceof Element) || target.closest("dialog")) return; // A dialog gives the focus back.
    forget();
    if (!screen.contains(target) || target.closest(ON_ITS_OWN) || !target.matches(":focus-visible")) return;
    trail = around(target, screen);
    watching.observe(screen, { subtree: true, childList: true, attributes: true, attributeFilter: ["disabled"] });
  }

  /** Whoever puts the keyboard of a phone away wants it to stay there: what they have left is still as it was. */
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

/** What had the focus, or what is nearest to where it was; null while it only has to wait. */
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

/** After the focused element of a board is gone: focus its home place, or else the element around the board. */
export function focusBoard(board: HTMLElement | null | undefined): void {
  if (!isNowhere()) return;
  const home = board?.querySelector<HTMLElement>("[data-home]") ?? board?.closest<HTMLElement>("[tabindex]");
  home?.focus({ preventScroll: true });
}

/** For a field or button that is to be used as soon as it appears. */
export function focusNow(element: HTMLElement): void {
  element.focus();
}

export function focusAndSelect(field: HTMLInputElement): void {
  field.focus();
  field.select();
}
