import { expect, it } from "vitest";
import { SendWindow } from "./send-window.ts";

interface TestLink {
  bytesPerMs: number;
  wayMs: number;
  durationMs: number;
  /** The burst that routers accept after an idle time. */
  bucketBytes?: number;
  /** The sender pauses in the second half of each turn. If no turn is set, it never pauses. */
  turnMs?: number;
}

/** Simulates a sender that always has more to send, over a line with a rate, a delay and a queue that drops nothing. */
function simulateSender({ bytesPerMs, wayMs, durationMs, bucketBytes = 0, turnMs = Infinity }: TestLink) {
  const window = new SendWindow();
  const onWay: { total: number; atMs: number }[] = [];
  let [sent, freeAtMs, queueMs] = [0, 0, 0];
  for (let nowMs = 0; nowMs < durationMs; nowMs++) {
    for (let [first] = onWay; first && first.atMs <= nowMs; [first] = onWay) {
      onWay.shift();
      window.acknowledge(first.total, nowMs);
    }
    while (window.isOpen && nowMs % turnMs <= turnMs / 2) {
      const size = window.chunkBytes;
      window.sent(size, nowMs);
      sent += size;
      // The line counts as free earlier, by the time that the accepted burst would take.
      freeAtMs = Math.max(freeAtMs, nowMs - bucketBytes / bytesPerMs) + size / bytesPerMs;
      onWay.push({ total: sent, atMs: Math.ceil(Math.max(freeAtMs, nowMs) + wayMs) });
    }
    if (nowMs > durationMs / 2) queueMs = Math.max(queueMs, freeAtMs - nowMs);
  }
  return { window, queueMs };
}

it.each([
  ["133 kbit/s", { bytesPerMs: 16.6, wayMs: 20, durationMs: 10_000 }],
  ["2 Mbit/s", { bytesPerMs: 250, wayMs: 5, durationMs: 5_000 }],
  ["2 Mbit/s over the world", { bytesPerMs: 250, wayMs: 250, durationMs: 15_000 }],
  ["20 Mbit/s", { bytesPerMs: 2_500, wayMs: 30, durationMs: 5_000 }],
])("a send window uses 85 % of a line of %s, and queues less than 400 ms of data", (_, line) => {
  const { window, queueMs } = simulateSender(line);
  expect(window.ackedBytes / line.durationMs).toBeGreaterThan(0.85 * line.bytesPerMs);
  expect(queueMs).toBeLessThan(400);
});

it("a burst through an idle line does not count as a faster line", () => {
  const line = { bytesPerMs: 125, wayMs: 1, durationMs: 20_000, bucketBytes: 8_000, turnMs: 2_000 };
  expect(simulateSender(line).queueMs).toBeLessThan(120);
});

it("a new window allows 8 kB, half a second of a slow line", () => {
  const window = new SendWindow();
  let sent = 0;
  for (; window.isOpen; sent += window.chunkBytes) window.sent(window.chunkBytes, 0);
  expect(sent).toBe(8_192);
});

it("acknowledgements of more bytes than were sent, or of fewer than before, are ignored", () => {
  const window = new SendWindow();
  while (window.isOpen) window.sent(window.chunkBytes, 0);
  window.acknowledge(1_000_000, 10);
  expect([window.ackedBytes, window.isOpen]).toEqual([0, false]);
  window.acknowledge(4_096, 20);
  window.acknowledge(2_048, 30);
  expect([window.ackedBytes, window.isOpen]).toEqual([4_096, true]);
});
