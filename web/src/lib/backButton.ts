// The browser's back button closes what covers the screen, such as a dialog, before it leaves the screen.
//
// While anything covers the screen, the history has one more entry of the same address. Going back removes it, and
// closes what is on top; closing it in another way goes back. Either way the screen stays where it is scrolled to: the
// browser would restore the position from before it was covered.

const closers: (() => void)[] = [];
let isGoingBack = false;

/** Whether the current entry of the history is the one of a covered screen. */
export function isCovered(): boolean {
  return (history.state as { isCovered?: boolean } | null)?.isCovered === true;
}

/** Start following the back button. */
export function followBackButton(): void {
  addEventListener("popstate", () => {
    if (!isCovered()) history.scrollRestoration = "auto";
    if (!isGoingBack) closers.at(-1)?.();
    else {
      isGoingBack = false;
      if (closers.length > 0) addEntry(); // A dialog was opened meanwhile.
    }
  });
}

/** Something covers the screen until the returned function is called; `close` closes it. */
export function cover(close: () => void): () => void {
  closers.push(close);
  addEntry();
  return () => {
    closers.splice(closers.lastIndexOf(close), 1);
    setTimeout(settle); // Another dialog may take its place.
  };
}

function addEntry(): void {
  if (isCovered()) return;
  history.scrollRestoration = "manual"; // Of the entry below, to which going back returns.
  history.pushState({ isCovered: true }, "");
}

function settle(): void {
  if (closers.length > 0) addEntry();
  else if (isCovered() && !isGoingBack) {
    // The browser goes back in a later task: twice would leave the screen.
    isGoingBack = true;
    history.back();
  }
}
