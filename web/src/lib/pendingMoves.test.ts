import { expect, test } from "vitest";
import type { Answer } from "./connection";
import { PendingMoves, type Pending } from "./pendingMoves.svelte";

/** A line that answers when the test says so, and records what was sent. */
class SlowLine {
  readonly sending = new PendingMoves();
  readonly sent: Pending[] = [];
  #answers: (() => void)[] = [];

  send(choice: Pending): Promise<Answer | null> {
    return this.sending.send(choice, () => {
      this.sent.push(choice);
      return new Promise((answered) => this.#answers.push(() => answered({ t: "ack", id: 1 })));
    });
  }

  async answer(nth: number): Promise<void> {
    this.#answers[nth]!();
    for (let n = 0; n < 5; n++) await Promise.resolve();
  }
}

const choice = (seat: number, point: number, move: string | null = "pass"): Pending => ({ seat, point, move });

test("the next seat's choice goes out while the one before has no answer yet", async () => {
  const line = new SlowLine();
  const [ann, ben] = [choice(0, 3), choice(1, 3, "r7")];
  void line.send(ann);
  void line.send(ben);
  expect(line.sent).toEqual([ann, ben]);
  await line.answer(0);
  expect([line.sending.of(0, 3), line.sending.of(1, 3)]).toEqual([null, ben]);
  await line.answer(1);
  expect(line.sending.of(1, 3)).toBeNull();
});

test("one seat sends one choice a decision, and a late answer holds up no later decision", async () => {
  const line = new SlowLine();
  const first = choice(0, 3);
  void line.send(first);
  expect(await line.send(choice(0, 3, null))).toBeNull();
  const later = choice(0, 4);
  void line.send(later);
  expect(line.sent).toEqual([first, later]);
  await line.answer(0);
  expect([line.sending.of(0, 3), line.sending.of(0, 4)]).toEqual([null, later]);
});
