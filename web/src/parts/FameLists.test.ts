import { render } from "svelte/server";
import { beforeAll, expect, test, vi } from "vitest";
import { catalogue } from "../lib/language.svelte";
import FameLists from "./FameLists.svelte";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return catalogue.load("page", "home");
});

const ann = { name: "Ann", is_bot: false, mine: false, games: 3 };
const famous = [{ ...ann, victories: 1, best: -4 }];
const rated = [{ ...ann, rating: -1.25, mu: 25, sigma: 8.75 }];
const headings = (html: string) => [...html.matchAll(/<h2 id="(\w+)"/g)].map(([, id]) => id);

test("a list with nobody in it is left out", () => {
  expect(headings(render(FameLists, { props: { famous, rated } }).body)).toEqual(["victories", "ratings"]);
  expect(headings(render(FameLists, { props: { famous, rated: [] } }).body)).toEqual(["victories"]);
  expect(headings(render(FameLists, { props: { famous: [], rated } }).body)).toEqual(["ratings"]);
});

test("below zero there is a real minus", () => {
  const { body } = render(FameLists, { props: { famous, rated } });
  expect(body).toContain(">−4<");
  expect(body).toMatch(/>−1\.\d</);
});
