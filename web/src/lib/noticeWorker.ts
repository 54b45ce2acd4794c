// A service worker that only shows notifications: a tap on one brings back the window of its table, or opens one.

interface Client {
  readonly url: string;
  focus(): Promise<unknown>;
}
interface Clients {
  matchAll(which: { type: "window"; includeUncontrolled: boolean }): Promise<readonly Client[]>;
  openWindow(url: string): Promise<unknown>;
}
interface Click extends Event {
  readonly notification: Notification;
  waitUntil(work: Promise<unknown>): void;
}
declare const clients: Clients;

addEventListener("notificationclick", (event) => {
  const { notification, waitUntil } = event as Click;
  notification.close();
  waitUntil.call(event, show(notification.data as string));
});

async function show(url: string): Promise<unknown> {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return (windows.find((one) => one.url === url) ?? windows[0])?.focus() ?? clients.openWindow(url);
}

export {};
