import { expect, test } from "vitest";
import type { LanChange, Me } from "../generated/closecall";
import { Refusal } from "./api";
import { Myself } from "./me.svelte";

const ANN = { name: "Ann", language: "en" } as Me;
const NOBODY = new Refusal("nobody", "You have no name yet.", 401);
const BUSY = new Refusal("server_busy", "Later, please.", 503);
const OFFLINE = new Refusal("offline", "No line.", 0);
const SOMEBODY = new Refusal("already_somebody", "You have a name.", 409);

/** A server that gives these answers in turn, repeats the last one, and records what it was asked. */
class Server {
  readonly asked: string[] = [];
  #answers: (Me | Refusal)[];
  isKnown = false;

  constructor(...answers: (Me | Refusal)[]) {
    this.#answers = answers;
  }

  me = async (): Promise<Me> => {
    this.asked.push("me");
    const [answer] = this.#answers.length > 1 ? this.#answers.splice(0, 1) : this.#answers;
    if (answer instanceof Refusal) throw answer;
    return answer!;
  };

  newPerson = async ({ name }: { name: string }): Promise<Me> => {
    this.asked.push(`be ${name}`);
    if (this.isKnown) throw SOMEBODY;
    return { ...ANN, name };
  };

  changeMe = async ({ name }: { name?: string }): Promise<Me> => {
    this.asked.push(`rename ${name}`);
    return { ...ANN, name: name! };
  };

  setLan = async ({ is_on }: LanChange): Promise<Me> => {
    this.asked.push(`lan ${is_on}`);
    return { ...ANN, lan: is_on, address: is_on ? "http://192.168.1.7:8000" : ANN.address };
  };
}

test("only a 401 makes us nobody", async () => {
  const myself = new Myself(new Server(NOBODY));
  await myself.open();
  expect([myself.isKnown, myself.me, myself.trouble]).toEqual([true, null, null]);
});

test.each([BUSY, OFFLINE])("without an answer it stays unknown, and is asked again when it matters: $code", async (refusal) => {
  const server = new Server(refusal, refusal, ANN);
  const myself = new Myself(server);
  await expect(myself.open()).rejects.toBe(refusal);
  expect([myself.isKnown, myself.trouble]).toEqual([false, refusal.sentence]);
  await expect(myself.ensure()).rejects.toBe(refusal);
  expect(await myself.ensure()).toBe(ANN);
  expect([myself.isKnown, myself.trouble]).toEqual([true, null]);
  expect(server.asked).toEqual(["me", "me", "me"]);
});

test("it is asked once, however many want to know, and a new name is asked for once", async () => {
  const server = new Server(NOBODY);
  const myself = new Myself(server);
  await Promise.all([myself.open(), myself.open()]);
  expect((await myself.ensure(" Ben ")).name).toBe("Ben");
  expect((await myself.ensure("Cem")).name).toBe("Ben");
  expect(server.asked).toEqual(["me", "be Ben"]);
});

test("a person created in another tab is used", async () => {
  const server = new Server(NOBODY, ANN);
  const myself = new Myself(server);
  await myself.open();
  server.isKnown = true;
  expect(await myself.ensure("Ben")).toBe(ANN);
  const other = new Myself(new Server(NOBODY));
  await other.rename("Ben");
  await other.rename("Cem");
  expect(other.me?.name).toBe("Cem");
});

test("with the switch for phones, the address for links changes", async () => {
  const server = new Server(ANN);
  const myself = new Myself(server);
  await myself.open();
  await myself.setLan(true);
  expect([myself.me?.lan, myself.me?.address]).toEqual([true, "http://192.168.1.7:8000"]);
  await myself.setLan(false);
  expect([myself.me?.lan, myself.me?.address]).toEqual([false, ANN.address]);
  expect(server.asked).toEqual(["me", "lan true", "lan false"]);
});
