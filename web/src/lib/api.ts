// The HTTP API. A refusal becomes a Refusal with the server's sentence in the reader's language.

import type {
  AccessList, AgeChange, Appointment, Carry, DailyOverview, DailyStart, DayResult, Game, HallOfFame, Introduction, Invitation, Invited, Join, LanChange, Language, MadeTable, Me,
  NewPerson, NewTable, Offer, PageOfFame, PersonChange, PlayedGames, Problem, Proof, Ratings, Ready, Reason, Replay, RulesText, ShareLink,
  SharedGame, SharedSteps, Sit, Statistics, TableInfo, TableList, Words,
} from "../generated/closecall";
import { catalogue, say } from "./language.svelte";

// Longer texts are refused.
export const LONGEST_NAME = 24;
export const LONGEST_WORDS = 80;

/** A refused request: a code for programs and a sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

/** The sentence to show for any error. */
export function sentenceOf(error: unknown): string {
  return error instanceof Refusal ? error.sentence : say("page.error.unexpected");
}

/** Whether trying again may help: the server was unreachable or overloaded. */
export function mayWorkLater(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 0 || error.status === 429 || error.status >= 500);
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { "accept-language": catalogue.language };
  if (body !== undefined) headers["content-type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch {
    throw new Refusal("offline", say("page.error.offline"), 0);
  }
  if (!answer.ok) throw await refusal(answer);
  if (answer.status === 204) return undefined as T;
  const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
  return (isJson ? await answer.json() : await answer.text()) as T;
}

async function refusal(answer: Response): Promise<Refusal> {
  try {
    const problem = (await answer.json()) as Problem;
    return new Refusal(problem.code, problem.sentence, answer.status);
  } catch {
    return new Refusal("unexpected", say("page.error.unexpected"), answer.status);
  }
}

const table = (id: string) => `/api/tables/${encodeURIComponent(id)}`;

export const api = {
  me: () => ask<Me>("GET", "/api/me"),
  newPerson: (body: NewPerson) => ask<Me>("POST", "/api/people", body),
  changeMe: (body: PersonChange) => ask<Me>("PATCH", "/api/me", body),
  setLan: (body: LanChange) => ask<Me>("PUT", "/api/lan", body),
  carry: () => ask<Carry>("POST", "/api/me/carry"),
  beCarried: (token: string) => ask<Me>("POST", "/api/carry", { token }),
  access: () => ask<AccessList>("GET", "/api/me/access"),
  endAccess: (id: string) => ask<void>("DELETE", `/api/me/access/${encodeURIComponent(id)}`),
  signOut: (everywhere: boolean) => ask<void>("POST", "/api/me/sign-out", { everywhere }),
  offer: () => ask<Offer>("GET", "/api/games"),
  rules: (game: Game, language: Language) => ask<RulesText>("GET", `/api/games/${game}/rules?language=${language}`),
  introduction: (game: Game) => ask<Introduction>("GET", `/api/games/${game}/introduction`),
  lessonWhy: (game: Game, lesson: number, move: string) =>
    ask<Reason>("GET", `/api/games/${game}/introduction/${lesson}/why?move=${encodeURIComponent(move)}&language=${catalogue.language}`),
  myFame: () => ask<PageOfFame>("GET", "/api/me/fame"),
  fame: (game: Game) => ask<HallOfFame>("GET", `/api/fame/${game}`),
  ratings: (game: Game) => ask<Ratings>("GET", `/api/ratings/${game}`),
  myStatistics: () => ask<Statistics>("GET", "/api/me/statistics"),
  myGames: (before?: number) => ask<PlayedGames>("GET", `/api/me/games${before === undefined ? "" : `?before=${before}`}`),
  daily: () => ask<DailyOverview>("GET", "/api/daily"),
  playDaily: (game: Game, body: DailyStart) => ask<TableInfo>("POST", `/api/daily/${game}`, body),
  dailyResult: (game: Game, day: string) => ask<DayResult>("GET", `/api/daily/${game}/${day}`),
  newTable: (body: NewTable) => ask<MadeTable>("POST", "/api/tables", body),
  publicTables: () => ask<TableList>("GET", "/api/tables"),
  table: (id: string) => ask<TableInfo>("GET", table(id)),
  invitation: (body: Join) => ask<Invited>("POST", "/api/invitation", body),
  join: (body: Join) => ask<TableInfo>("POST", "/api/join", body),
  sit: (id: string, body: Sit) => ask<TableInfo>("POST", `${table(id)}/sit`, body),
  leave: (id: string) => ask<TableInfo>("POST", `${table(id)}/leave`),
  setPlace: (id: string, seat: number, wish: NewTable["seats"][number]) => ask<TableInfo>("POST", `${table(id)}/places/${seat}`, wish),
  words: (id: string, body: Words) => ask<TableInfo>("POST", `${table(id)}/words`, body),
  setAge: (id: string, body: AgeChange) => ask<TableInfo>("POST", `${table(id)}/age`, body),
  appoint: (id: string, body: Appointment) => ask<TableInfo>("POST", `${table(id)}/appoint`, body),
  ready: (id: string, body: Ready) => ask<TableInfo>("POST", `${table(id)}/ready`, body),
  start: (id: string) => ask<TableInfo>("POST", `${table(id)}/start`),
  close: (id: string) => ask<TableInfo>("POST", `${table(id)}/close`),
  keepPlaying: (id: string) => ask<TableInfo>("POST", `${table(id)}/keep-playing`),
  standIn: (id: string, seat: number) => ask<TableInfo>("POST", `${table(id)}/stand-in`, { seat }),
  comeBack: (id: string) => ask<TableInfo>("POST", `${table(id)}/return`),
  rematch: (id: string) => ask<TableInfo>("POST", `${table(id)}/rematch`),
  invite: (id: string) => ask<Invitation>("POST", `${table(id)}/invite`),
  qr: (id: string, invite: string) => ask<string>("POST", `${table(id)}/qr`, { invite }),
  replay: (id: string, step: number, limit: number, viewer: number | null) =>
    ask<Replay>("GET", `${table(id)}/replay?step=${step}&limit=${limit}${viewer === null ? "" : `&viewer=${viewer}`}`),
  recordAddress: (id: string) => `${table(id)}/record`,
  record: (id: string) => ask<unknown>("GET", `${table(id)}/record`),
  proof: (id: string) => ask<Proof>("GET", `${table(id)}/proof`),
  share: (id: string) => ask<ShareLink>("POST", `${table(id)}/share`),
  stopSharing: (id: string) => ask<void>("POST", `${table(id)}/stop-sharing`),
  shared: (token: string) => ask<SharedGame>("POST", "/api/shared", { token }),
  sharedReplay: (body: SharedSteps) => ask<Replay>("POST", "/api/shared/replay", body),
  sharedRecord: (token: string) => ask<unknown>("POST", "/api/shared/record", { token }),
  sharedProof: (token: string) => ask<Proof>("POST", "/api/shared/proof", { token }),
  version: async () => (await ask<{ version: string }>("GET", "/health")).version,
  build: async () => (await ask<{ build: string }>("GET", "/api/page")).build,
};
