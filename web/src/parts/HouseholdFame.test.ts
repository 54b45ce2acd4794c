import { render } from "svelte/server";
import { beforeAll, expect, test, vi } from "vitest";
import type { GameFame, Member } from "../generated/closecall";
import { catalogue } from "../lib/language.svelte";
import HouseholdFame from "./HouseholdFame.svelte";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return catalogue.load("core", "page", "home", "mark/page", "qwixx/page", "enough/page");
});

const at = (month: number, hour = 12) => Date.UTC(2026, month - 1, 5, hour);
const unplayed: GameFame = { game: "enough", victories: 0, games: 0, best: null, average: null, trophies: [], champion: false };

function member(name: string, ...fame: Partial<GameFame>[]): Member {
  return { name, mine: name === "Ann", fame: [...fame.map((one) => ({ ...unplayed, game: "mark" as const, ...one })), unplayed] };
}

/** The page as text, one line for each element with text of its own. */
function lines(...members: Member[]): string[] {
  const { body } = render(HouseholdFame, { props: { page: { members } } });
  const text = body.replace(/<!--.*?-->/gs, "").replace(/<\/?(span|strong|time)[^>]*>/g, " ");
  return text.split(/<[^>]*>/).map((line) => line.replace(/(\s|&nbsp;)+/g, " ").trim()).filter((line) => line !== "");
}

test("an empty page says how a name gets onto it, and leads to the games", () => {
  const [sentence, choose] = lines();
  expect(sentence).toContain(catalogue.messages["home.pass_and_play"]);
  expect(choose).toBe("Choose a game");
});

test("each name with victories and dates at the games that were played, and with the title of a champion", () => {
  const ann = member("Ann", { victories: 2, games: 5, trophies: [at(11), at(8)], champion: true }, { game: "qwixx", games: 1 });
  const ben = member("Ben", { victories: 1, games: 1, trophies: [at(3)] });
  const found = lines(ann, ben);
  expect(found[0]).toContain("Nobody else");
  const rest = found.slice(found.lastIndexOf("Ann (you)"));
  expect(rest).toEqual([
    ...["Ann (you)", "Close to the Mark! Champion", "2 victories in 5 games", "Nov 5, 2026", "Aug 5, 2026"],
    ...["Qwixx", "0 victories in 1 game"],
    ...["Ben", "Close to the Mark!", "1 victory in 1 game", "Mar 5, 2026"],
  ]);
});

test("several trophies of a day are together, and days beyond the latest three can be opened", () => {
  const trophies = [at(11), at(9, 13), at(9, 12), at(8), at(4), at(2)];
  expect(lines(member("Ben", { victories: 6, games: 9, trophies })).slice(3)).toEqual([
    ...["6 victories in 9 games", "Nov 5, 2026", "Sep 5, 2026 (2×)", "Aug 5, 2026"],
    ...["2 earlier trophies", "Apr 5, 2026", "Feb 5, 2026"],
  ]);
});

test("trophies whose dates are not sent are counted", () => {
  const trophies = [at(11), at(9), at(8), at(4)];
  expect(lines(member("Ben", { victories: 30, games: 40, trophies })).slice(7)).toEqual(["27 earlier trophies", "Apr 5, 2026", "and 26 before that"]);
  expect(lines(member("Ben", { victories: 21, games: 40, trophies: [at(11), at(11)] })).slice(4)).toEqual(["Nov 5, 2026 (2×)", "and 19 before that"]);
});

test("several names are side by side on a scoreboard for each game, the most victories first", () => {
  const ann = member("Ann", { victories: 1, games: 5, best: 84, average: 71.25 }, { game: "qwixx", games: 1, best: null, average: -3 });
  const ben = member("Ben", { victories: 2, games: 4, best: 90, average: 60 });
  const cem = member("Cem", { victories: 1, games: 3, best: 70, average: 66 });
  const head = ["Name", "Victories", "Games", "Best", "Average"];
  const found = lines(ann, ben, cem);
  expect(found.slice(1, found.indexOf("Ann (you)", found.indexOf("Qwixx") + 10))).toEqual([
    ...["Close to the Mark!", ...head, "Ben", "2", "4", "90", "60"],
    ...["Cem", "1", "3", "70", "66", "Ann (you)", "1", "5", "84", "71.3"],
    ...["Qwixx", ...head, "Ann (you)", "0", "1", "–", "−3"],
  ]);
  expect(lines(ann)).not.toContain("Best");
});
