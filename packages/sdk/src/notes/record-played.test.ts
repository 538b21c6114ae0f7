import type { BeaconMinute } from "@shoal/contract/player";
import * as fc from "@shoal/testkit/property";
import { expect, it } from "vitest";
import { MinuteCounters } from "../metrics/minute-counters.ts";
import { MINUTE_MS, MinuteRecords } from "./minute-records.ts";
import { recordPlayed } from "./record-played.ts";

const PLAYED_COUNTERS = ["secServer", "secPeer", "kbpsSeconds", "secBestQuality"] as const;

function startRecording(heightNow: () => number | undefined) {
  const [counters, notes] = [new MinuteCounters(), new MinuteRecords()];
  recordPlayed(counters, notes, heightNow);
  const report = (): BeaconMinute[] =>
    counters.collect().minutes.map((minute) => ({ ...minute, ...notes.of(minute.minute) }));
  return { counters, report };
}

it("the counters of all renditions of a minute add up to the minute's counters", () => {
  const slice = fc.record({
    atMs: fc.nat(3 * MINUTE_MS),
    height: fc.constantFrom(undefined, 360, 720, 1_080),

    counter: fc.constantFrom(...PLAYED_COUNTERS),
    amount: fc.nat(250),
  });
  fc.assert(
    fc.property(fc.array(slice, { minLength: 1, maxLength: 80 }), (slices) => {
      let now: number | undefined;
      const { counters, report } = startRecording(() => now);
      const known = new Map<number, number>();
      let last = 0;
      for (const { atMs, height, counter, amount } of slices) {
        now = height;
        counters.add(counter, amount, atMs);
        if (amount > 0) last = height ?? last;
        const minute = Math.floor(atMs / MINUTE_MS);
        const key = minute * 10_000 + last;
        if (counter === "secPeer") known.set(key, (known.get(key) ?? 0) + amount);
      }
      for (const { minute, height = 0, secPeer, otherRenditions = [] } of report()) {
        for (const other of otherRenditions)
          expect(other.secPeer).toBe(known.get(minute * 10_000 + other.height) ?? 0);
        const beside = otherRenditions.reduce((sum, other) => sum + other.secPeer, 0);
        expect(secPeer - beside).toBe(known.get(minute * 10_000 + height) ?? 0);
      }
    }),
  );
});

it("while the player does not know the height, the previous one counts", () => {
  let height: number | undefined = 720;
  const { counters, report } = startRecording(() => height);
  counters.add("secServer", 10, 0);
  height = undefined;
  counters.add("secServer", 5, 0);
  height = 360;
  counters.add("secPeer", 4, 0);
  expect(report()[0]).toMatchObject({
    height: 720,
    otherRenditions: [{ height: 360, secServer: 0, secPeer: 4 }],
  });
});

it("stalls and bytes are not counted by rendition", () => {
  const { counters, report } = startRecording(() => 720);
  counters.add("secRebufServer", 10, 0);
  counters.add("bytesPeer", 1_000, 0);
  expect(report()[0]).toMatchObject({ secRebufServer: 10, bytesPeer: 1_000 });
  expect(report()[0]).not.toHaveProperty("height");
});
