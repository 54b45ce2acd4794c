import { expect, test } from "vitest";
import type { Invitation } from "../generated/closecall";
import { Refusal } from "./api";
import { rememberInvite } from "./invites";
import { TableInvite } from "./tableInvite.svelte";

/** A QR code that shows which link it encodes. */
const picture = (n: number) => `<svg width="${4 * n}"><path transform="scale(4)" stroke="#000" d="M0 0h1"/></svg>`;

/** A server that answers when the test says so. */
class Server {
  asked: string[] = [];
  #answers: { told: (svg: string) => void; refused: (why: Refusal) => void }[] = [];

  qr = (_: string, invite: string): Promise<string> => {
    this.asked.push(invite);
    return new Promise((told, refused) => this.#answers.push({ told, refused }));
  };

  invite = async (): Promise<Invitation> => ({ invite: "new", link: "", code: "" });

  async tell(nth: number, svg: string): Promise<void> {
    this.#answers[nth]!.told(svg);
    await settled();
  }

  async refuse(nth: number, code: string, status: number): Promise<void> {
    this.#answers[nth]!.refused(new Refusal(code, code, status));
    await settled();
  }
}

async function settled(): Promise<void> {
  for (let n = 0; n < 10; n++) await Promise.resolve();
}

function invited(): { server: Server; inviting: TableInvite } {
  const kept = new Map<string, string>();
  const keep = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) };
  rememberInvite("t", "old", keep);
  const server = new Server();
  return { server, inviting: new TableInvite("t", server, keep) };
}

test.each([["offline", 0], ["server_busy", 503], ["too_many", 429]])("%s leaves the link alone, and its picture is asked for again", async (code, status) => {
  const { server, inviting } = invited();
  void inviting.draw();
  await server.refuse(0, code, status);
  expect([inviting.invite, inviting.qr]).toEqual(["old", null]);
  void inviting.draw();
  await server.tell(1, picture(21));
  void inviting.draw();
  expect([inviting.qr?.size, server.asked]).toEqual([21, ["old", "old"]]);
});

test("a link that is worth nothing any more is forgotten", async () => {
  const { server, inviting } = invited();
  void inviting.draw();
  await server.refuse(0, "unknown_invite", 404);
  expect(inviting.invite).toBeNull();
});

test("a late answer about an old link does not affect the new one", async () => {
  const { server, inviting } = invited();
  void inviting.draw();
  await inviting.renew();
  expect([inviting.invite, server.asked]).toEqual(["new", ["old", "new"]]);
  await server.refuse(0, "unknown_invite", 404);
  expect(inviting.invite).toBe("new");
  await server.tell(1, picture(25));
  expect(inviting.qr?.size).toBe(25);
});

test("a picture with the address from before is not shown, however late it comes", async () => {
  const { server, inviting } = invited();
  void inviting.draw();
  void inviting.redraw();
  await server.tell(1, picture(25));
  await server.tell(0, picture(21));
  expect(inviting.qr?.size).toBe(25);
  void inviting.redraw();
  expect(inviting.qr).toBeNull();
  await server.tell(2, picture(29));
  expect([inviting.qr?.size, server.asked]).toEqual([29, ["old", "old", "old"]]);
});
