// The list of keyboard shortcuts: opened with ? or from the menu of a table.

class Shortcuts {
  isShown = $state(false);

  show(): void {
    this.isShown = true;
  }

  hide(): void {
    this.isShown = false;
  }
}

export const shortcuts = new Shortcuts();

/** Whether a key press asks for the list: not while somebody types, nor while a dialog is open. */
export function asksForShortcuts(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "target" | "defaultPrevented">): boolean {
  if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.target as Partial<Element> | null;
  return !target?.closest?.("input, textarea, select, [contenteditable], dialog");
}
