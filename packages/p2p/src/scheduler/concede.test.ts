import { describe, expect, it } from "vitest";
import { SwarmHarness } from "./swarm-harness.ts";

const SEGMENT = "u/1/v0/0";
const TOTAL_BYTES = 200_000;
/** The number of bytes received, and the time they took: at this rate, the missing bytes take 4.5 s. */
const RECEIVED_BYTES = 20_000;
const RECEIVED_MS = 500;

const effectTypes = (effects: { type: string }[]) => effects.map((effect) => effect.type);

interface FetchOptions {
  other?: string;
  cameBytes?: number;
  isVerifiable?: boolean;
  isNear?: boolean;
}

/** Sets up a viewer who has received part of a video's first segment from the server. A peer that also fetches this segment connects. */
function meetWhileFetching(self: string, opening: FetchOptions = {}): SwarmHarness {
  const { other = "other", cameBytes = RECEIVED_BYTES, isVerifiable = true, isNear = true } = opening;
  const harness = new SwarmHarness(self).joined(2);
  harness.send({ type: "want", segment: SEGMENT, startSec: 0, isVerifiable });
  harness.accept(SEGMENT, 1, TOTAL_BYTES, 0, 0);
  harness.pass(100);
  harness.progress(SEGMENT, 1, 1);
  harness.pass(RECEIVED_MS - 100);
  harness.progress(SEGMENT, 1, cameBytes);
  harness.effects = [];
  harness.send({ type: "peerOpen", peerId: other, isNear });
  harness.announce(other, SEGMENT, "fetching");
  return harness;
}

const hasConceded = ({ effects }: SwarmHarness): boolean => effectTypes(effects).includes("abortServer");
const VIEWER_NAMES = Array.from({ length: 16 }, (_, index) => `viewer-${index}`);
/** A viewer who comes before the other viewer in the order of this segment, and a viewer who comes after the other one. */
const NAME_BEFORE = VIEWER_NAMES.find((name) => !hasConceded(meetWhileFetching(name))) ?? "";
const NAME_AFTER = VIEWER_NAMES.find((name) => hasConceded(meetWhileFetching(name))) ?? "";

describe("two viewers at a site who connect while both fetch the first segment", () => {
  it.each(VIEWER_NAMES)("exactly one of %s and other concedes it", (name) => {
    const harnesses = [meetWhileFetching(name), meetWhileFetching("other", { other: name })];
    expect(harnesses.filter(hasConceded)).toHaveLength(1);
  });

  it("the one that concedes announces its want and requests the rest from the other once it has the segment", () => {
    const harness = meetWhileFetching(NAME_AFTER);
    const announced = harness.effects.flatMap((effect) => (effect.type === "announce" ? effect.entries : []));
    expect(announced.at(-1)).toMatchObject({ track: "u/1/v0", holding: "want" });
    expect(harness.pass(1_000)).toEqual([]);
    expect(harness.announce("other", SEGMENT, "have")).toMatchObject([
      { type: "requestPeer", peerId: "other", fromByte: RECEIVED_BYTES },
    ]);
  });

  it("the one that concedes returns to the server soon after the server would have completed the segment", () => {
    const harness = meetWhileFetching(NAME_AFTER);
    expect(effectTypes(harness.pass(4_000))).not.toContain("fetchServer");
    const resumed = expect.objectContaining({ type: "fetchServer", fromByte: RECEIVED_BYTES });
    expect(harness.pass(4_000)).toContainEqual(resumed);
  });

  it("the one that conceded resumes at once when the other leaves, and does not concede again", () => {
    const harness = meetWhileFetching(NAME_AFTER);
    expect(effectTypes(harness.send({ type: "peerClosed", peerId: "other" }))).toContain("fetchServer");
    harness.send({ type: "peerOpen", peerId: "other", isNear: true });
    expect(effectTypes(harness.announce("other", SEGMENT, "fetching"))).not.toContain("abortServer");
  });

  it("either one requests the rest from a peer at the site that already has the segment", () => {
    const harness = meetWhileFetching(NAME_BEFORE);
    const effects = harness.announce("other", SEGMENT, "have");
    expect(effectTypes(effects)).toEqual(expect.arrayContaining(["abortServer", "requestPeer"]));
  });
});

describe("a server transfer is not conceded", () => {
  it.each([
    ["where half of it is here", { cameBytes: TOTAL_BYTES / 2 }],
    ["where it will be here within a second", { cameBytes: TOTAL_BYTES * 0.4 }],
    ["for someone elsewhere", { isNear: false }],
    ["while its hash is not known", { isVerifiable: false }],
  ])("%s", (_when, opening: FetchOptions) => {
    expect(hasConceded(meetWhileFetching(NAME_AFTER, opening))).toBe(false);
  });
});
