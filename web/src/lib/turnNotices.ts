// Tells people in another tab or app that it is their turn: a notification if they asked for it, and a badge on the icon
// of an installed page. The table itself changes the title of its window.

import { settings } from "./settings.svelte";
import worker from "./noticeWorker?worker&url";

export interface Turn {
  readonly title: string;
  readonly body: string;
}

/** Browsers notify on https and localhost only. */
export function canNotify(): boolean {
  return "Notification" in globalThis && "serviceWorker" in navigator;
}

/** Ask for the permission to notify, after a tap on the setting; whether it was given. */
export async function allowNotices(): Promise<boolean> {
  const isAllowed = (await Notification.requestPermission().catch(() => "denied")) === "granted";
  settings.set({ notices: isAllowed });
  return isAllowed;
}

/** The turns of one table while its screen is open. */
export class TurnNotices {
  #isMyTurn = false;
  #shown: Promise<ServiceWorkerRegistration> | null = null;

  /** A later notification of the same table replaces the one before. */
  constructor(private readonly table: string) {
    document.addEventListener("visibilitychange", this.#look);
  }

  /** It is my turn now, or no longer. */
  update(turn: Turn | null): void {
    const isNew = turn !== null && !this.#isMyTurn;
    this.#isMyTurn = turn !== null;
    if (!this.#isMyTurn) this.#clear();
    if (!isNew || document.visibilityState === "visible") return;
    void badge(1);
    if (settings.notices && canNotify() && Notification.permission === "granted") this.#notify(turn);
  }

  /** The screen is left. */
  close(): void {
    document.removeEventListener("visibilitychange", this.#look);
    this.#clear();
  }

  #look = (): void => {
    if (document.visibilityState === "visible") this.#clear();
  };

  /** Phones show notifications of service workers only. */
  #notify({ title, body }: Turn): void {
    this.#shown = navigator.serviceWorker.register(worker).then(async (registration) => {
      const isActive = registration.active ?? (await activated(registration));
      if (isActive && this.#isMyTurn) await registration.showNotification(title, { body, tag: this.table, icon: "/icon.svg", data: location.href });
      return registration;
    });
    this.#shown.catch(() => undefined); // The title still says it.
  }

  #clear(): void {
    void badge(0);
    const shown = this.#shown;
    this.#shown = null;
    void shown
      ?.then(async (registration) => {
        for (const notification of await registration.getNotifications({ tag: this.table })) notification.close();
      })
      .catch(() => undefined);
  }
}

function activated(registration: ServiceWorkerRegistration): Promise<boolean> {
  const coming = registration.installing ?? registration.waiting;
  if (!coming) return Promise.resolve(false);
  return new Promise((done) => {
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated") done(true);
      else if (coming.state === "redundant") done(false);
    });
  });
}

/** A number on the icon of an installed page; 0 removes it. */
async function badge(n: number): Promise<void> {
  try {
    await (n > 0 ? navigator.setAppBadge?.(n) : navigator.clearAppBadge?.());
  } catch {
    // Not installed.
  }
}
