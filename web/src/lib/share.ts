// Sharing a link with the device's own dialog, or by copying it.

export function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** Open the device's share dialog. */
export async function share(link: string, text: string): Promise<void> {
  try {
    await navigator.share({ url: link, text });
  } catch {
    // Cancelling the dialog is not an error.
  }
}

/** Copy a text; false if the browser forbids it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
