// Sharing a link or a file with the device's own dialog, or by copying.

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

/** Whether the device's share dialog takes this file. */
export function canShareFile(file: File): boolean {
  return typeof navigator.canShare === "function" && navigator.canShare({ files: [file] });
}

/** Open the device's share dialog with a file. */
export async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
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
