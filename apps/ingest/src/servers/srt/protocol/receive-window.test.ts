import { describe, expect, test } from "vitest";
import { ReceiveWindow } from "./receive-window.ts";

const FIRST_SEQUENCE = 2 ** 31 - 3;
/** Returns the sequence number of the packet at this position from the first one, across the wrap of sequence numbers. */
const sequenceAt = (index: number) => (FIRST_SEQUENCE + index) % 2 ** 31;
const bodyOf = (index: number) => Buffer.from([index]);

function pushPackets(window: ReceiveWindow, ...places: number[]) {
  return places.map((index) =>
    window.isWanted(sequenceAt(index)) ? window.push(sequenceAt(index), bodyOf(index), 0) : "unwanted",
  );
}
const drainIndexes = (window: ReceiveWindow) => window.drain().map(([index]) => index);

describe("packets of a connection", () => {
  test("are returned in order and once, in whatever order they arrive", () => {
    const window = new ReceiveWindow(FIRST_SEQUENCE, 100);
    expect(pushPackets(window, 0, 2, 1, 2, 0, 5, 4, 3)).toEqual([
      undefined,
      [sequenceAt(1), sequenceAt(1)],
      undefined,
      "unwanted",
      "unwanted",

      [sequenceAt(3), sequenceAt(4)],
      undefined,
      undefined,
    ]);
    expect(drainIndexes(window)).toEqual([0, 1, 2, 3, 4, 5]);
    expect([drainIndexes(window), window.next, window.listLost(10)]).toEqual([[], sequenceAt(6), []]);
  });

  test("that are missing are listed as ranges, up to a maximum", () => {
    const window = new ReceiveWindow(FIRST_SEQUENCE, 100);
    pushPackets(window, 1, 4, 5, 9);
    expect(window.listLost(10)).toEqual([
      [sequenceAt(0), sequenceAt(0)],
      [sequenceAt(2), sequenceAt(3)],
      [sequenceAt(6), sequenceAt(8)],
    ]);
    expect(window.listLost(2)).toHaveLength(2);
    expect(drainIndexes(window)).toEqual([]);
  });

  test("that are missing are given up when later ones have waited for the latency", () => {
    const window = new ReceiveWindow(FIRST_SEQUENCE, 100);
    window.push(sequenceAt(2), bodyOf(2), 1_000);
    window.push(sequenceAt(3), bodyOf(3), 1_050);
    window.push(sequenceAt(6), bodyOf(6), 1_060);
    expect(window.giveUpLate(120, 1_119)).toBe(0);
    expect(window.giveUpLate(120, 1_120)).toBe(2);
    expect(drainIndexes(window)).toEqual([2, 3]);
    expect([window.giveUpLate(120, 1_180), drainIndexes(window), window.next]).toEqual([
      2,
      [6],
      sequenceAt(7),
    ]);
  });

  test("that their sender gives up are skipped, and received ones are kept", () => {
    const window = new ReceiveWindow(FIRST_SEQUENCE, 100);
    pushPackets(window, 0, 2, 5);
    expect(window.giveUp([sequenceAt(0), sequenceAt(3)])).toBe(2);
    expect(drainIndexes(window)).toEqual([0, 2]);
    expect(window.listLost(10)).toEqual([[sequenceAt(4), sequenceAt(4)]]);
    // A packet that has not been sent yet, or was sent long ago, cannot be declared lost.
    expect([
      window.giveUp([sequenceAt(6), sequenceAt(60)]),
      window.giveUp([sequenceAt(-9), sequenceAt(-2)]),
    ]).toEqual([0, 0]);
    expect(window.next).toBe(sequenceAt(4));
  });

  test("are accepted while the window has room", () => {
    const window = new ReceiveWindow(FIRST_SEQUENCE, 4);
    expect(pushPackets(window, 0, 1, 2, 3, 4).at(-1)).toBe("unwanted");
    expect([window.room, window.next]).toEqual([0, sequenceAt(4)]);
    drainIndexes(window);
    expect(pushPackets(window, 4, 40, -1)).toEqual([undefined, "unwanted", "unwanted"]);
  });
});
