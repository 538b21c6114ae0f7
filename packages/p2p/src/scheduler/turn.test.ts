import { describe, expect, it } from "vitest";
import { SwarmHarness } from "./swarm-harness.ts";
import * as TUNING from "./tuning.ts";

const LATER_SEGMENT = "u/1/v0/5";

/** Returns the ms until viewers who want a segment this far ahead have announced it to each other. */
const settledMs = (aheadSec: number) => Math.max(TUNING.settleMs, aheadSec * 1000 * TUNING.settleOfSlack);
const effectTypes = (effects: { type: string }[]) => effects.map((effect) => effect.type);

describe("a segment that no peer has", () => {
  const AHEAD_SEC = 60;
  const FETCH_WITHIN_MS = settledMs(AHEAD_SEC) + TUNING.backupStepMs * 2 + 100;

  it("is fetched from the server by exactly one of the viewers that want it; the others get it from that viewer", () => {
    const harnesses = ["a", "b", "c", "d"].map((id) => new SwarmHarness(id).joined(4));
    for (const harness of harnesses) {
      for (const other of harnesses)
        if (other !== harness) harness.open(other.id).announce(other.id, LATER_SEGMENT, "want");
    }
    for (const harness of harnesses) harness.want(LATER_SEGMENT, AHEAD_SEC);
    const fetched = harnesses.filter((harness) =>
      effectTypes(harness.pass(settledMs(AHEAD_SEC))).includes("fetchServer"),
    );
    expect(fetched).toHaveLength(1);
    const rest = harnesses.filter((harness) => !fetched.includes(harness));
    for (const harness of rest) harness.announce(fetched[0]?.id ?? "", LATER_SEGMENT, "fetching");
    for (const harness of rest) expect(effectTypes(harness.pass(FETCH_WITHIN_MS))).toEqual([]);
    for (const harness of rest) {
      expect(effectTypes(harness.announce(fetched[0]?.id ?? "", LATER_SEGMENT, "have"))).toEqual([
        "requestPeer",
      ]);
    }
  });

  it("is fetched by a first backup if the chosen viewer does not announce it", () => {
    const harnesses = ["a", "b", "c"].map((id) => new SwarmHarness(id).joined(3));
    for (const harness of harnesses) {
      for (const other of harnesses)
        if (other !== harness) harness.open(other.id).announce(other.id, LATER_SEGMENT, "want");
    }
    for (const harness of harnesses) harness.want(LATER_SEGMENT, AHEAD_SEC);
    const [chosen] = harnesses.filter((harness) =>
      effectTypes(harness.pass(settledMs(AHEAD_SEC))).includes("fetchServer"),
    );
    const backups = harnesses.filter((harness) => harness !== chosen);
    const first = backups.filter((harness) =>
      effectTypes(harness.pass(TUNING.backupStepMs)).includes("fetchServer"),
    );
    expect(first).toHaveLength(1);
  });

  it("is fetched by fewer than 8 of 200 viewers who each know eight peers", () => {
    const fetchers = Array.from({ length: 200 }, (_, viewer) => {
      const harness = new SwarmHarness(`viewer-${viewer}`).joined(200).play(0);
      for (let peer = 1; peer <= 8; peer++) {
        const id = `viewer-${(viewer + peer * 17) % 200}`;
        harness.open(id).announce(id, LATER_SEGMENT, "want");
      }
      harness.want(LATER_SEGMENT, 20);
      return effectTypes(harness.pass(settledMs(20))).includes("fetchServer");
    });
    const count = fetchers.filter(Boolean).length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(8);
  });
});

describe("the viewer who fetches for the others", () => {
  it("waits longer for announcements the more time is left until the deadline", () => {
    const [early, late] = [20, 3].map((startSec) => {
      const harness = new SwarmHarness("self").joined(2).open("other");
      harness.want(LATER_SEGMENT, startSec);
      return harness;
    });
    const fetches = (harness: SwarmHarness | undefined, ms: number) =>
      effectTypes(harness?.pass(ms) ?? []).includes("fetchServer");
    expect(fetches(late, TUNING.settleMs)).toBe(true);
    expect(fetches(early, TUNING.settleMs)).toBe(false);
    expect(fetches(early, settledMs(20) - TUNING.settleMs)).toBe(true);
  });
});
