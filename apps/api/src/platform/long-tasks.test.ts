import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLongTaskQueue } from "./long-tasks.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());

/** Creates work that ends on demand. */
function createWork(log: string[]) {
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    log.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return name;
  };
  return { work, end: (name: string) => ends.get(name)?.() };
}

test("a client runs one long task at a time, while other clients run theirs", async () => {
  const log: string[] = [];
  const { work, end } = createWork(log);
  const inTurn = createLongTaskQueue();
  const first = inTurn("greedy", work("first"));
  void inTurn("greedy", work("second"));
  void inTurn("calm", work("other"));
  await vi.advanceTimersByTimeAsync(0);
  expect(log).toEqual(["first", "other"]);
  end("first");
  expect(await first).toBe("first");
});

test("a client rests after a long turn for as long as it took", async () => {
  const log: string[] = [];
  const { work, end } = createWork(log);
  const inTurn = createLongTaskQueue();
  const first = inTurn("greedy", work("first"));
  void inTurn("greedy", work("second"));
  await vi.advanceTimersByTimeAsync(300);
  end("first");
  await first;
  await vi.advanceTimersByTimeAsync(299);
  expect(log).toEqual(["first"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(log).toEqual(["first", "second"]);
});

test("few calls of a client wait, further ones are refused, and failed work ends its turn", async () => {
  const inTurn = createLongTaskQueue();
  const failed = inTurn("greedy", () => Promise.reject(new Error("broken")));
  await expect(failed).rejects.toThrow("broken");
  const { work } = createWork([]);
  for (let n = 0; n < 9; n += 1) void inTurn("greedy", work(String(n))).catch(() => undefined);
  await expect(inTurn("greedy", work("one more"))).rejects.toMatchObject({ code: "too_many_requests" });
});
