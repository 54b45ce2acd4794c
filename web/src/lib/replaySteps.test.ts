import { describe, expect, it } from "vitest";
import type { AnySeen, Replay } from "../generated/closecall";
import { Refusal } from "./api";
import { PAGE, ReplaySteps } from "./replaySteps.svelte";

const STEPS = 100;

/** A server with a game of a hundred steps that records what it was asked. */
function server() {
  const asked: string[] = [];
  let refuses = false;
  const steps = async (step: number, limit: number, viewer: number | null): Promise<Replay> => {
    asked.push(`${step} ${viewer ?? "-"}`);
    await Promise.resolve();
    if (refuses) throw new Refusal("offline", "No line.", 0);
    const count = Math.min(limit, STEPS - step);
    const items = Array.from({ length: count }, (_, at) => ({ n: step + at, entry: null, seen: { viewer } as AnySeen }));
    return { steps: STEPS, viewer, items };
  };
  return { asked, source: { steps }, refuse: (now: boolean) => (refuses = now) };
}

async function settled() {
  for (let n = 0; n < 10; n++) await Promise.resolve();
}

describe("a replay", () => {
  it("fetches the page of a step, and then those nearby", async () => {
    const { asked, source } = server();
    const replay = new ReplaySteps(source, null);
    expect(replay.at(0)).toBeNull();
    replay.load(0);
    await settled();
    expect([replay.steps, replay.at(PAGE - 1)?.n, replay.at(PAGE)]).toEqual([STEPS, PAGE - 1, null]);
    replay.load(PAGE - 5);
    await settled();
    expect(asked).toEqual(["0 -", `${PAGE} -`]);
    expect(replay.at(PAGE)?.n).toBe(PAGE);
  });

  it("has what happened just before the first step of a page", async () => {
    const { source } = server();
    const replay = new ReplaySteps(source, null);
    replay.load(PAGE);
    await settled();
    replay.load(PAGE);
    await settled();
    expect(replay.at(PAGE - 1)?.n).toBe(PAGE - 1);
  });

  it("forgets what other eyes saw, even if it comes late", async () => {
    const { asked, source } = server();
    const replay = new ReplaySteps(source, null);
    replay.load(0);
    replay.lookAs(1);
    replay.load(0);
    await settled();
    expect(asked).toEqual(["0 -", "0 1"]);
    expect(replay.at(0)?.seen.viewer).toBe(1);
  });

  it("says why nothing comes, and asks again when it is needed again", async () => {
    const { asked, source, refuse } = server();
    const replay = new ReplaySteps(source, null);
    refuse(true);
    replay.load(0);
    await settled();
    expect(replay.trouble).toBe("No line.");
    refuse(false);
    replay.load(0);
    await settled();
    expect([replay.trouble, replay.at(0)?.n, asked.length]).toEqual([null, 0, 2]);
  });
});
