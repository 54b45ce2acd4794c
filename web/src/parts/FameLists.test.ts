import { render } from "svelte/server";
import { beforeAll, expect, test, vi } from "vitest";
import { catalogue } from "../lib/language.svelte";
import FameLists from "./FameLists.svelte";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  return catalogue.load("page", "home");
});

const ann = { name: "Ann", is_bot: false, mine: false, games: 3 };
const people = [{ ...ann, victories: 1, best: -4 }];
const shared = [{ ...ann, victories: 2, best: null }];
const bots = [{ level: "expert", people }, { level: "robby", people: shared }];
const rated = [{ ...ann, rating: -1.25, mu: 25, sigma: 8.75 }];
const headings = (html: string) => [...html.matchAll(/<h3[^>]*>([^<]*)</g)].map(([, title]) => title);
const none = { people: [], shared: [], bots: [], rated: [] };

test("a list with nobody in it is left out", () => {
  const all = ["People against people", "Ratings", "On a shared device", "Against bots: Expert", "Against bots: Robby"];
  expect(headings(render(FameLists, { props: { people, shared, bots, rated } }).body)).toEqual(all);
  expect(headings(render(FameLists, { props: { ...none, people } }).body)).toEqual(all.slice(0, 1));
  expect(headings(render(FameLists, { props: { ...none, rated } }).body)).toEqual(all.slice(1, 2));
  expect(headings(render(FameLists, { props: { ...none, bots } }).body)).toEqual(all.slice(3));
});

test("a best score that nobody knows is a dash", () => {
  expect(render(FameLists, { props: { ...none, shared } }).body).toContain(">–<");
});

test("below zero there is a real minus", () => {
  const { body } = render(FameLists, { props: { ...none, people, rated } });
  expect(body).toContain(">−4<");
  expect(body).toMatch(/>−1\.\d</);
});
