// The address decides which screen is shown, so that links, reloads and the back button work.

import { GAMES, type Game } from "../generated/closecall";
import { followBackButton, isCovered } from "./backButton";

export type Route =
  | { readonly screen: "home" }
  | { readonly screen: "new"; readonly game: Game }
  | { readonly screen: "join" }
  | { readonly screen: "carry" }
  | { readonly screen: "table"; readonly id: string }
  | { readonly screen: "replay"; readonly id: string }
  | { readonly screen: "shared" }
  | { readonly screen: "tables" }
  | { readonly screen: "games" }
  | { readonly screen: "fame" }
  | { readonly screen: "rules"; readonly game: Game }
  | { readonly screen: "learn"; readonly game: Game }
  | { readonly screen: "daily" }
  | { readonly screen: "day"; readonly game: Game; readonly day: string }
  | { readonly screen: "settings" }
  | { readonly screen: "access" }
  | { readonly screen: "missing" };

/** The screen of an address. */
export function routeOf(path: string): Route {
  const [first = "", second = "", third = "", ...more] = path.split("/").filter(Boolean);
  if (more.length > 0) return { screen: "missing" };
  if (third !== "") {
    const isDay = first === "daily" && Object.hasOwn(GAMES, second) && /^\d{4}-\d\d-\d\d$/.test(third);
    return isDay ? { screen: "day", game: second as Game, day: third } : { screen: "missing" };
  }
  if (second === "") {
    switch (first) {
      case "":
        return { screen: "home" };
      case "join":
      case "carry":
      case "shared":
      case "tables":
      case "games":
      case "fame":
      case "daily":
      case "settings":
      case "access":
        return { screen: first };
    }
  } else if (first === "table" || first === "replay") {
    return { screen: first, id: second };
  } else if ((first === "new" || first === "rules" || first === "learn") && Object.hasOwn(GAMES, second)) {
    return { screen: first, game: second as Game };
  }
  return { screen: "missing" };
}

class Router {
  route = $state.raw<Route>({ screen: "home" });
  query = $state.raw(new URLSearchParams());
  #address = "";

  /** Start following the address. */
  open(): void {
    followBackButton();
    addEventListener("popstate", () => {
      // If only a dialog was closed, the screen and its focus stay.
      if (location.pathname + location.search !== this.#address) this.#look();
    });
    document.addEventListener("click", (event) => this.#click(event));
    this.#look();
  }

  /** Show another screen. */
  go(path: string, { replace = false } = {}): void {
    // The entry of a dialog is of no use after it has led to another screen.
    history[replace || isCovered() ? "replaceState" : "pushState"](null, "", path);
    this.#look();
    scrollTo(0, 0);
  }

  #look(): void {
    this.#address = location.pathname + location.search;
    this.route = routeOf(location.pathname);
    this.query = new URLSearchParams(location.search);
  }

  /** Links within the page change the screen without a page load. */
  #click(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    const address = new URL(link.href, location.href);
    const isOurs = address.origin === location.origin && !address.pathname.startsWith("/api/");
    if (!isOurs || routeOf(address.pathname).screen === "missing") return;
    if (address.hash && address.pathname === location.pathname) return; // An anchor on the current screen.
    event.preventDefault();
    this.go(address.pathname + address.search + address.hash);
  }
}

export const router = new Router();
