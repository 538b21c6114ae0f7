import { BeaconMinute } from "@shoal/contract/player";
import { beforeEach, describe, expect, it } from "vitest";
import { MinuteCounters } from "./minute-counters.ts";

const MINUTE_MS = 60_000;
let counters: MinuteCounters;

beforeEach(() => {
  counters = new MinuteCounters();
});

describe("the minute counters", () => {
  it("are cumulative within a minute and start at 0 in the next", () => {
    counters.add("secPeer", 1.5, 10);
    counters.add("secPeer", 2, 20);
    counters.add("secPeer", 4, MINUTE_MS);
    expect(counters.collect().minutes.map(({ minute, secPeer }) => [minute, secPeer])).toEqual([
      [0, 3.5],
      [1, 4],
    ]);
  });

  it("match the contract's schema", () => {
    counters.add("views", 1, 0);
    for (const minute of counters.collect().minutes) expect(BeaconMinute.parse(minute)).toEqual(minute);
  });

  it("of a minute are collected until they are delivered, and again after a change", () => {
    counters.add("bytesUp", 10, 0);
    expect(counters.collect().minutes).toHaveLength(1);
    const { markSent } = counters.collect();
    counters.add("bytesUp", 5, 0);
    markSent();
    expect(counters.collect().minutes[0]?.bytesUp).toBe(15);
    counters.collect().markSent();
    expect(counters.collect().minutes).toEqual([]);
  });

  it("keep the highest number of peers of each minute", () => {
    for (const peers of [2, 5, 1]) counters.raise("peers", peers, 0);
    expect(counters.collect().minutes[0]?.peers).toBe(5);
  });

  it("keep only 30 minutes if nothing can be sent for hours", () => {
    for (let minute = 0; minute < 300; minute++) counters.add("secServer", 60, minute * MINUTE_MS);
    expect(counters.collect().minutes).toHaveLength(30);
    expect(counters.collect().minutes.at(-1)?.minute).toBe(299);
  });
});
