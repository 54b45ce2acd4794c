import { expect, test } from "vitest";
import type { Famous, Game, HallOfFame, Ratings } from "../generated/closecall";
import { Refusal } from "./api";
import { Fame } from "./fame.svelte";

const somebody = (name: string, victories = 1): Famous => ({ name, is_bot: false, victories, games: 3, best: 20, mine: false });

/** A server that answers when the test says so. */
class Server {
  #waiting = new Map<Game, { told: (hall: HallOfFame) => void; refused: (why: Refusal) => void }>();

  fame = (game: Game): Promise<HallOfFame> => new Promise((told, refused) => this.#waiting.set(game, { told, refused }));
  ratings = async (game: Game): Promise<Ratings> => ({ game, people: [] });

  async tell(game: Game, ...people: Famous[]): Promise<void> {
    const bots = [{ level: "hard", people: [somebody("Cem", 0)] }, { level: "easy", people }];
    this.#waiting.get(game)!.told({ game, people, shared: people, bots });
    await settled();
  }

  async refuse(game: Game, sentence: string): Promise<void> {
    this.#waiting.get(game)!.refused(new Refusal("slow", sentence, 503));
    await settled();
  }
}

async function settled(): Promise<void> {
  for (let n = 0; n < 10; n++) await Promise.resolve();
}

test("only winners are listed", async () => {
  const server = new Server();
  const fame = new Fame("mark", server);
  void fame.look("mark");
  await server.tell("mark", somebody("Ann"), somebody("Ben", 0));
  expect(fame.hall?.people.map(({ name }) => name)).toEqual(["Ann"]);
  expect(fame.hall?.shared.map(({ name }) => name)).toEqual(["Ann"]);
  expect(fame.hall?.bots.map(({ level, people }) => [level, people.length])).toEqual([["easy", 1]]);
});

test("while another game is on its way, nothing of the old one stands there", async () => {
  const server = new Server();
  const fame = new Fame("mark", server);
  void fame.look("mark");
  await server.tell("mark", somebody("Ann"));
  void fame.look("qwixx");
  expect([fame.game, fame.hall]).toEqual(["qwixx", null]);
  await server.tell("qwixx", somebody("Ben"));
  expect(fame.hall?.people.map(({ name }) => name)).toEqual(["Ben"]);
});

test("what comes late of a game that nobody looks at any more is not shown, good or bad", async () => {
  const server = new Server();
  const fame = new Fame("mark", server);
  void fame.look("mark");
  void fame.look("qwixx");
  await server.refuse("mark", "No time.");
  expect(fame.trouble).toBeNull();
  void fame.look("enough");
  await server.tell("qwixx", somebody("Ben"));
  expect([fame.game, fame.hall]).toEqual(["enough", null]);
  await server.refuse("enough", "No time.");
  expect(fame.trouble).toBe("No time.");
});

test("a retry keeps the old list until the answer arrives", async () => {
  const server = new Server();
  const fame = new Fame("mark", server);
  void fame.look("mark");
  await server.tell("mark", somebody("Ann"));
  void fame.look("mark");
  expect(fame.hall).not.toBeNull();
});
