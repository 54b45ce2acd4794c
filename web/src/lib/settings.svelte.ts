// What somebody has chosen for this device: kept here, and shown on the root element for the styles.

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "none";

interface Kept {
  theme: Theme;
  motion: Motion;
  sound: boolean;
}

const KEY = "closecall.settings";
const USUAL: Kept = { theme: "auto", motion: "auto", sound: false };

class Settings {
  theme = $state<Theme>(USUAL.theme);
  motion = $state<Motion>(USUAL.motion);
  sound = $state(USUAL.sound);

  /** Read what was chosen before, and let the page look like it. */
  open(): void {
    const kept = read();
    this.theme = kept.theme;
    this.motion = kept.motion;
    this.sound = kept.sound;
    this.#show();
  }

  /** Choose something, now and for next time. */
  set(change: Partial<Kept>): void {
    Object.assign(this, change);
    this.#show();
    try {
      localStorage.setItem(KEY, JSON.stringify({ theme: this.theme, motion: this.motion, sound: this.sound }));
    } catch {
      // Without storage it holds until the page is closed.
    }
  }

  #show(): void {
    const root = document.documentElement;
    root.dataset.theme = this.theme;
    root.dataset.motion = this.motion;
  }
}

function read(): Kept {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>) };
  } catch {
    return USUAL;
  }
}

export const settings = new Settings();

/** Whether things may move on the screen. */
export function mayMove(): boolean {
  return settings.motion === "auto" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How many ms something takes that would take so many: nothing if nothing may move. */
export function duration(ms: number): number {
  return mayMove() ? ms : 0;
}
