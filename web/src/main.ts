import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { games } from "./boards/registry";
import { catalogue, preferred } from "./lib/language.svelte";
import { chosenLanguage, myself } from "./lib/me.svelte";
import { router } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";

settings.open();
router.open();
// First the choice made on this device, then what the server knows, then what the browser asks for.
const { lang, dataset } = document.documentElement;
await catalogue.setLanguage(preferred([chosenLanguage() ?? "", dataset.build ? lang : "", ...navigator.languages]));
await catalogue.load("page", "core", "home", ...games.map((game) => `${game}/page` as const));
const target = document.getElementById("app")!;
target.replaceChildren(); // The text that the server rendered.
mount(App, { target });
// A failure is harmless: it is asked again when it matters, or when the device is back online.
const ask = () => void myself.open().catch(() => undefined);
addEventListener("online", ask);
ask();
