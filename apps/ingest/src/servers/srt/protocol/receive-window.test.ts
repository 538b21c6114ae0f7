import { describe, expect, test } from "vitest";
import { ReceiveWindow } from "./receive-window.ts";

const FIRST = 2 ** 31 - 3;
/** Returns the sequence number of a packet counted from the first one, across the wrap of sequence numbers. */
const at = (index: number) => (FIRST + index) % 2 ** 31;
const bodyOf = (index: number) => Buffer.from([index]);

function push(window: ReceiveWindow, ...places: number[]) {
  return places.map((index) =>
    window.isWanted(at(index)) ? window.push(at(index), bodyOf(index), 0) : "unwanted",
  );
}
const drained = (window: ReceiveWindow) => window.drain().map(([index]) => index);

describe("packets of a connection", () => {
  test("are returned in order and once, in whatever order they arrive", () => {
    const window = new ReceiveWindow(FIRST, 100);
    expect(push(window, 0, 2, 1, 2, 0, 5, 4, 3)).toEqual([
      undefined,
      [at(1), at(1)],
      undefined,
      "unwanted",
      "unwanted",

      [at(3), at(4)],
      undefined,
      undefined,
    ]);
    expect(drained(window)).toEqual([0, 1, 2, 3, 4, 5]);
    expect([drained(window), window.next, window.listLost(10)]).toEqual([[], at(6), []]);
  });

  test("that are missing are listed as ranges, up to a maximum", () => {
    const window = new ReceiveWindow(FIRST, 100);
    push(window, 1, 4, 5, 9);
    expect(window.listLost(10)).toEqual([
      [at(0), at(0)],
      [at(2), at(3)],
      [at(6), at(8)],
    ]);
    expect(window.listLost(2)).toHaveLength(2);
    expect(drained(window)).toEqual([]);
  });

  test("that are missing are given up when later ones have waited for the latency", () => {
    const window = new ReceiveWindow(FIRST, 100);
    window.push(at(2), bodyOf(2), 1_000);
    window.push(at(3), bodyOf(3), 1_050);
    window.push(at(6), bodyOf(6), 1_060);
    expect(window.giveUpLate(120, 1_119)).toBe(0);
    expect(window.giveUpLate(120, 1_120)).toBe(2);
    expect(drained(window)).toEqual([2, 3]);
    expect([window.giveUpLate(120, 1_180), drained(window), window.next]).toEqual([2, [6], at(7)]);
  });

  test("that their sender gives up are skipped, and received ones are kept", () => {
    const window = new ReceiveWindow(FIRST, 100);
    push(window, 0, 2, 5);
    expect(window.giveUp([at(0), at(3)])).toBe(2);
    expect(drained(window)).toEqual([0, 2]);
    expect(window.listLost(10)).toEqual([[at(4), at(4)]]);
    // Packets not sent yet, or sent long ago, cannot be given up.
    expect([window.giveUp([at(6), at(60)]), window.giveUp([at(-9), at(-2)])]).toEqual([0, 0]);
    expect(window.next).toBe(at(4));
  });

  test("are accepted while the window has room", () => {
    const window = new ReceiveWindow(FIRST, 4);
    expect(push(window, 0, 1, 2, 3, 4).at(-1)).toBe("unwanted");
    expect([window.room, window.next]).toEqual([0, at(4)]);
    drained(window);
    expect(push(window, 4, 40, -1)).toEqual([undefined, "unwanted", "unwanted"]);
  });
});
