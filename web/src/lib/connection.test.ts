// The connection to a table, with a fake line and a fake clock: no test waits.

import { describe, expect, it } from "vitest";
import type { FromServer } from "../generated/closecall";
import { Connection, type Answer, type Line, type ConnectionState, type Wish } from "./connection";

/** A line whose other end is the test. */
class FakeLine implements Line {
  sent: Record<string, unknown>[] = [];
  isClosed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  send(text: string): void {
    if (this.isClosed) throw new Error("sent into a closed line");
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.isClosed = true;
  }

  say(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }

  cut(code = 1006): void {
    this.isClosed = true;
    this.onclose?.({ code });
  }

  /** What was sent, without pings. */
  get wishes(): Record<string, unknown>[] {
    return this.sent.filter(({ t }) => t !== "ping");
  }

  get pings(): number {
    return this.sent.filter(({ t }) => t === "ping").length;
  }

  answer(t: "ack" | "pong", at = this.sent.length - 1): void {
    this.say({ t, id: this.sent[at]!.id, ...(t === "pong" ? { now: 0 } : {}) });
  }
}

/** Time that passes when the test says so. */
class Clock {
  now = 0;
  #due: { at: number; work: () => void }[] = [];

  later(work: () => void, ms: number): () => void {
    const entry = { at: this.now + ms, work };
    this.#due.push(entry);
    return () => (this.#due = this.#due.filter((other) => other !== entry));
  }

  async pass(ms: number): Promise<void> {
    const end = this.now + ms;
    for (;;) {
      await settled();
      const [next] = [...this.#due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.now = next.at;
      this.#due = this.#due.filter((other) => other !== next);
      next.work();
    }
    this.now = end;
  }
}

/** Lets all pending promises settle. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

class Stage {
  readonly clock = new Clock();
  readonly lines: FakeLine[] = [];
  readonly heard: FromServer[] = [];
  readonly states: ConnectionState[] = [];
  /** The answers received so far. */
  readonly answers: Answer[] = [];
  sentence: string | null = null;
  /** Why the table refuses us; null if it does not. */
  refusal: string | null = null;
  timesAsked = 0;
  readonly connection: Connection;

  /** With `random` 0.5 every wait has exactly its nominal length. */
  constructor(random = 0.5) {
    this.connection = new Connection(
      {
        open: () => {
          const line = new FakeLine();
          this.lines.push(line);
          return line;
        },
        refusal: () => {
          this.timesAsked++;
          return Promise.resolve(this.refusal);
        },
        later: (work, ms) => this.clock.later(work, ms),
        random: () => random,
      },
      {
        heard: (frame) => this.heard.push(frame),
        stateChanged: (state, sentence) => {
          this.states.push(state);
          this.sentence = sentence;
        },
      },
    );
  }

  get line(): FakeLine {
    return this.lines.at(-1)!;
  }

  get state(): ConnectionState | undefined {
    return this.states.at(-1);
  }

  ask(wish: Wish): void {
    void this.connection.ask(wish).then((answer) => this.answers.push(answer));
  }

  /** The delays before each new line while none ever opens. */
  async waits(tries: number): Promise<number[]> {
    const found = [];
    for (let nth = 0; nth < tries; nth++) {
      const [before, count] = [this.clock.now, this.lines.length];
      this.line.cut();
      while (this.lines.length === count) await this.clock.pass(10);
      found.push(this.clock.now - before);
    }
    return found;
  }
}

function opened(): Stage {
  const stage = new Stage();
  stage.line.onopen!();
  return stage;
}

const COMMIT: Wish = { t: "commit", point: 3, nth: 0, move: "r7", seat: 1 };

describe("asking", () => {
  it("sends a frame with a number of its own, and gives the answer that bears it", async () => {
    const stage = opened();
    stage.ask(COMMIT);
    stage.ask({ t: "take_back", point: 3, nth: 1, seat: 1 });
    const [first, second] = stage.line.sent;
    expect(first).toEqual({ ...COMMIT, id: first!.id });
    expect(second!.id).not.toBe(first!.id);
    stage.line.say({ t: "refused", id: second!.id, code: "stale", sentence: "Too late." });
    stage.line.say({ t: "ack", id: first!.id });
    await settled();
    expect(stage.answers).toEqual([
      { t: "refused", id: second!.id, code: "stale", sentence: "Too late." },
      { t: "ack", id: first!.id },
    ]);
  });

  it("keeps frames until the line is open", async () => {
    const stage = new Stage();
    stage.ask(COMMIT);
    expect(stage.line.sent).toEqual([]);
    stage.line.onopen!();
    expect(stage.line.sent).toMatchObject([COMMIT]);
  });

  it("hands news on and answers not", async () => {
    const stage = opened();
    stage.ask(COMMIT);
    const news = { t: "waiting", n: 4, point: 3, waiting: [0] } as const;
    stage.line.say(news);
    stage.line.answer("ack");
    stage.line.say({ t: "refused", id: null, code: "bad_frame", sentence: "What?" });
    expect(stage.heard).toEqual([news]);
  });

  it("takes no notice of an answer to nothing", async () => {
    const stage = opened();
    stage.line.say({ t: "ack", id: 99 });
    await settled();
    expect(stage.answers).toEqual([]);
  });
});

describe("a busy server", () => {
  it.each(["server_busy", "server_failed", "store_not_kept", "store_in_doubt", "store_not_read"])(
    "is asked again, with the very same frame, after %s",
    async (code) => {
      const stage = opened();
      stage.ask(COMMIT);
      stage.line.say({ t: "refused", id: stage.line.sent[0]!.id, code, sentence: "Busy." });
      await stage.clock.pass(1000);
      expect(stage.answers).toEqual([]);
      expect(stage.line.wishes).toEqual([stage.line.sent[0], stage.line.sent[0]]);
      stage.line.answer("ack");
      await stage.clock.pass(10_000);
      expect(stage.answers).toHaveLength(1);
      expect(stage.line.wishes).toHaveLength(2);
    },
  );

  it("is not asked over a line that is gone, but over the next one", async () => {
    const stage = opened();
    stage.ask(COMMIT);
    stage.line.say({ t: "refused", id: stage.line.sent[0]!.id, code: "server_busy", sentence: "Busy." });
    stage.line.cut();
    await stage.clock.pass(350);
    expect(stage.lines).toHaveLength(2);
    await stage.clock.pass(300); // The line is not open yet: nothing may be sent.
    expect(stage.line.sent).toEqual([]);
    stage.line.onopen!();
    expect(stage.line.wishes).toHaveLength(1);
  });

  it("is not asked again after an answer has arrived", async () => {
    const stage = opened();
    stage.ask(COMMIT);
    stage.line.say({ t: "refused", id: stage.line.sent[0]!.id, code: "server_busy", sentence: "Busy." });
    stage.line.answer("ack");
    await stage.clock.pass(1000);
    expect(stage.line.wishes).toHaveLength(1);
  });
});

describe("a lost line", () => {
  it("comes back, and what has no answer is sent again, unchanged and in its order", async () => {
    const stage = opened();
    stage.ask(COMMIT);
    stage.ask({ t: "say", phrase: "hello", seat: 1 });
    stage.ask({ t: "take_back", point: 3, nth: 1, seat: 1 });
    const [first, second, third] = stage.line.sent;
    stage.line.say({ t: "ack", id: second!.id });
    stage.line.cut();
    expect(stage.state).toBe("lost");
    await stage.clock.pass(200);
    stage.line.onopen!();
    expect(stage.state).toBe("open");
    expect(stage.line.sent).toEqual([first, third]);
    stage.line.say({ t: "ack", id: first!.id });
    stage.line.say({ t: "ack", id: third!.id });
    await settled();
    expect(stage.answers).toHaveLength(3);
    stage.line.cut();
    await stage.clock.pass(200);
    stage.line.onopen!();
    expect(stage.line.sent).toEqual([]);
  });

  it("keeps frames while it is away", async () => {
    const stage = opened();
    stage.line.cut();
    stage.ask(COMMIT);
    await stage.clock.pass(200);
    stage.line.onopen!();
    expect(stage.line.sent).toMatchObject([COMMIT]);
  });

  it("is waited for twice as long each time, up to ten seconds", async () => {
    const stage = opened();
    expect(await stage.waits(9)).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  });

  it("is waited for a tenth of a second again once it was open", async () => {
    const stage = opened();
    await stage.waits(5);
    stage.line.onopen!();
    expect(await stage.waits(2)).toEqual([100, 200]);
  });

  it.each([
    [0, 50],
    [1, 150],
  ])("is waited for a little longer by some than by others (chance %d: %d ms)", async (random, wait) => {
    const stage = new Stage(random);
    stage.line.onopen!();
    expect(await stage.waits(1)).toEqual([wait]);
  });

  it("is ignored: nothing that arrives over it counts", async () => {
    const stage = opened();
    const old = stage.line;
    old.cut();
    await stage.clock.pass(200);
    stage.line.onopen!();
    old.say({ t: "waiting", n: 4, point: 3, waiting: [0] });
    old.onopen!();
    old.onclose!({ code: 1006 });
    expect(stage.heard).toEqual([]);
    expect(stage.states).toEqual(["open", "lost", "open"]);
  });

  it("is called lost once, however many tries fail", async () => {
    const stage = opened();
    await stage.waits(3);
    stage.line.onopen!();
    expect(stage.states.filter((state) => state === "open")).toHaveLength(2);
    expect(stage.states.at(-2)).toBe("lost");
  });
});

describe("a device that is awake again", () => {
  it("does not wait any longer", async () => {
    const stage = opened();
    await stage.waits(6);
    stage.line.cut();
    await settled();
    const count = stage.lines.length;
    stage.connection.hurry();
    expect(stage.lines).toHaveLength(count + 1);
    await stage.clock.pass(11_000); // The scheduled attempt is cancelled.
    expect(stage.lines).toHaveLength(count + 1);
    expect(await stage.waits(2)).toEqual([100, 200]);
  });

  it("looks at once whether an open line still works", async () => {
    const stage = opened();
    stage.connection.hurry();
    expect(stage.line.pings).toBe(1);
  });

  it("does nothing once it has hung up", async () => {
    const stage = opened();
    stage.connection.close();
    stage.connection.hurry();
    await stage.clock.pass(60_000);
    expect(stage.lines).toHaveLength(1);
    expect(stage.line.sent).toEqual([]);
  });
});

describe("a line that is dead without saying so", () => {
  it("is pinged now and then while all is well", async () => {
    const stage = opened();
    for (const nth of [1, 2, 3]) {
      await stage.clock.pass(15_000);
      expect(stage.line.pings).toBe(nth);
      stage.line.answer("pong");
    }
    expect(stage.lines).toHaveLength(1);
    expect(stage.states).toEqual(["open"]);
  });

  it("is given up when a ping has no answer, and another is made", async () => {
    const stage = opened();
    stage.ask(COMMIT);
    const dead = stage.line;
    await stage.clock.pass(15_000);
    expect(dead.pings).toBe(1);
    await stage.clock.pass(5_900);
    expect(stage.state).toBe("open");
    await stage.clock.pass(200);
    expect(stage.state).toBe("lost");
    expect(dead.isClosed).toBe(true);
    await stage.clock.pass(200);
    stage.line.onopen!();
    expect(stage.line.wishes).toMatchObject([COMMIT]);
  });

  it("is given up once, though the browser calls it closed minutes later", async () => {
    const stage = opened();
    const dead = stage.line;
    await stage.clock.pass(22_000);
    stage.line.onopen!();
    dead.onclose?.({ code: 1006 });
    expect(stage.state).toBe("open");
    expect(stage.lines).toHaveLength(2);
  });

  it("does not gather pings of lines that are gone", async () => {
    const stage = opened();
    for (let nth = 0; nth < 4; nth++) {
      await stage.clock.pass(22_000);
      stage.line.onopen!();
    }
    expect(stage.line.pings).toBeLessThanOrEqual(1);
  });
});

describe("a server that says goodbye", () => {
  it("and asks to come back is rung up at once", async () => {
    const stage = opened();
    await stage.waits(5);
    stage.line.onopen!();
    stage.line.say({ t: "bye", code: "server_restarts", sentence: "Back soon.", again: true });
    expect(await stage.waits(1)).toEqual([100]);
    stage.line.onopen!();
    expect(stage.state).toBe("open");
  });

  it("and does not come back for a while is not rung up ten times a second", async () => {
    const stage = opened();
    stage.line.say({ t: "bye", code: "server_restarts", sentence: "Back soon.", again: true });
    expect(await stage.waits(5)).toEqual([100, 200, 400, 800, 1600]);
  });

  it("for good is not rung up again, and its sentence is told", async () => {
    const stage = opened();
    stage.line.say({ t: "bye", code: "signed_out", sentence: "You have signed out.", again: false });
    stage.line.cut(1008);
    await stage.clock.pass(60_000);
    expect(stage.state).toBe("ended");
    expect(stage.sentence).toBe("You have signed out.");
    expect(stage.lines).toHaveLength(1);
  });

  it.each([1002, 1007, 1009])("with code %d, which is our own mistake, is not rung up again", async (code) => {
    const stage = opened();
    stage.line.cut(code);
    await stage.clock.pass(60_000);
    expect(stage.state).toBe("ended");
    expect(stage.lines).toHaveLength(1);
  });
});

describe("a handshake that is refused", () => {
  it("ends with the sentence of the table", async () => {
    const stage = new Stage();
    stage.refusal = "There is no such table.";
    stage.line.cut();
    await stage.clock.pass(60_000);
    expect(stage.state).toBe("ended");
    expect(stage.sentence).toBe("There is no such table.");
    expect(stage.lines).toHaveLength(1);
  });

  it("ends it later too, when the table is gone", async () => {
    const stage = opened();
    await stage.waits(2);
    stage.refusal = "This table is closed.";
    stage.line.cut();
    await stage.clock.pass(60_000);
    expect(stage.state).toBe("ended");
    expect(stage.sentence).toBe("This table is closed.");
  });

  it("is tried again if the table is there for us, or the server cannot be asked", async () => {
    const stage = new Stage();
    stage.line.cut();
    await stage.clock.pass(150);
    expect(stage.timesAsked).toBe(1);
    expect(stage.lines).toHaveLength(2);
  });

  it("is not thought of when an open line is cut: nobody asks the table", async () => {
    const stage = opened();
    stage.line.cut();
    await stage.clock.pass(150);
    expect(stage.timesAsked).toBe(0);
  });
});

describe("a handshake without an answer", () => {
  it("is given up after a while and tried again", async () => {
    const stage = new Stage();
    const hanging = stage.line;
    await stage.clock.pass(20_000);
    expect(hanging.isClosed).toBe(true);
    expect(stage.lines.length).toBeGreaterThan(1);
    stage.line.onopen!();
    hanging.onopen!();
    await stage.clock.pass(10_000);
    expect(stage.state).toBe("open");
  });

  it("is not given up once it was answered", async () => {
    const stage = opened();
    await stage.clock.pass(14_900);
    expect(stage.lines).toHaveLength(1);
    expect(stage.states).toEqual(["open"]);
  });
});

describe("hanging up", () => {
  it("closes the line and lets nothing come after it", async () => {
    const stage = opened();
    stage.connection.close();
    expect(stage.line.isClosed).toBe(true);
    expect(stage.state).toBe("ended");
    stage.line.say({ t: "waiting", n: 4, point: 3, waiting: [0] });
    stage.line.onclose?.({ code: 1000 });
    await stage.clock.pass(60_000);
    expect(stage.heard).toEqual([]);
    expect(stage.lines).toHaveLength(1);
  });

  it("while it waits to come back makes no other line", async () => {
    const stage = opened();
    stage.line.cut();
    stage.connection.close();
    await stage.clock.pass(60_000);
    expect(stage.lines).toHaveLength(1);
  });
});
