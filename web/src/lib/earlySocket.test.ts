import { expect, it, vi } from "vitest";
import type { Line } from "./connection";
import { HeldLine } from "./earlySocket";

class FakeLine implements Line {
  onopen: Line["onopen"] = null;
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  send = vi.fn();
  close = vi.fn();
}

const TABLE = '{"t":"table"}';
const SEEN = '{"t":"seen"}';
const never = () => undefined;

function listened(line: Line): string[] {
  const heard: string[] = [];
  line.onopen = () => heard.push("open");
  line.onmessage = ({ data }) => heard.push(data as string);
  line.onclose = ({ code }) => heard.push(`closed ${code}`);
  return heard;
}

it("holds everything until it is released, and hands on the rest as it comes", async () => {
  const line = new FakeLine();
  const held = new HeldLine(line);
  line.onopen?.();
  line.onmessage?.({ data: TABLE });
  held.release();
  const heard = listened(held);
  line.onmessage?.({ data: SEEN });
  expect(heard).toEqual([]); // Not before its new owner has returned.
  await Promise.resolve();
  expect(heard).toEqual(["open", TABLE, SEEN]);
  line.onclose?.({ code: 1001 });
  expect(heard).toEqual(["open", TABLE, SEEN, "closed 1001"]);
});

it("waits for the first view of the game", async () => {
  const line = new FakeLine();
  const held = new HeldLine(line);
  let isReady = false;
  const waiting = held.hasGame(never).then(() => (isReady = true));
  line.onmessage?.({ data: TABLE });
  await new Promise((later) => setTimeout(later));
  expect(isReady).toBe(false);
  line.onmessage?.({ data: SEEN });
  await waiting;
  await held.hasGame(never); // It has it already.
});

it("does not wait for a lost line, nor for long", async () => {
  const line = new FakeLine();
  const waiting = new HeldLine(line).hasGame(never);
  line.onclose?.({ code: 1006 });
  await waiting;
  let late = never as () => unknown;
  const patient = new HeldLine(new FakeLine()).hasGame((work) => (late = work));
  late();
  await patient;
});

it("sends and closes through the line", () => {
  const line = new FakeLine();
  const held = new HeldLine(line);
  held.send("x");
  held.close();
  expect(line.send).toHaveBeenCalledWith("x");
  expect(line.close).toHaveBeenCalled();
});
