// Giving a link away: through the device's own sharing where there is one, or copied.

/** Whether the device can share a link by itself. */
export function canShare(): boolean {
  return typeof navigator.share === "function";
}

/** Share a link; whoever changes their mind has done nothing wrong. */
export async function share(link: string, text: string): Promise<void> {
  try {
    await navigator.share({ url: link, text });
  } catch {
    // Nothing was shared, and nothing is lost.
  }
}

/** Copy a text; false if the browser does not let us. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
