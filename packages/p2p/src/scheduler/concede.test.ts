import { describe, expect, it } from "vitest";
import { SwarmRig } from "./swarm-rig.ts";

const SEGMENT = "u/1/v0/0";
const TOTAL_BYTES = 200_000;
/** The bytes received, followed by the time they took: at that rate the rest takes 4.5 s. */
const CAME_BYTES = 20_000;
const CAME_MS = 500;

const types = (effects: { type: string }[]) => effects.map((effect) => effect.type);

interface Opening {
  other?: string;
  cameBytes?: number;
  isVerifiable?: boolean;
  isNear?: boolean;
}

/**
 * Sets up a viewer who has received part of a video's first segment from the server when a peer connects that fetches it too.
 */
function meetWhileFetching(self: string, opening: Opening = {}): SwarmRig {
  const { other = "other", cameBytes = CAME_BYTES, isVerifiable = true, isNear = true } = opening;
  const rig = new SwarmRig(self).joined(2);
  rig.send({ type: "want", segment: SEGMENT, startSec: 0, isVerifiable });
  rig.accept(SEGMENT, 1, TOTAL_BYTES, 0, 0);
  rig.pass(100);
  rig.progress(SEGMENT, 1, 1);
  rig.pass(CAME_MS - 100);
  rig.progress(SEGMENT, 1, cameBytes);
  rig.effects = [];
  rig.send({ type: "peerOpen", peerId: other, isNear });
  rig.announce(other, SEGMENT, "fetching");
  return rig;
}

const hasConceded = ({ effects }: SwarmRig): boolean => types(effects).includes("abortServer");
const NAMES = Array.from({ length: 16 }, (_, index) => `viewer-${index}`);
/** A name before the other viewer in the order of this segment, and one after it. */
const BEFORE = NAMES.find((name) => !hasConceded(meetWhileFetching(name))) ?? "";
const AFTER = NAMES.find((name) => hasConceded(meetWhileFetching(name))) ?? "";

describe("two viewers at a site who connect while both fetch the first segment", () => {
  it.each(NAMES)("exactly one of %s and other concedes it", (name) => {
    const rigs = [meetWhileFetching(name), meetWhileFetching("other", { other: name })];
    expect(rigs.filter(hasConceded)).toHaveLength(1);
  });

  it("the one that concedes announces its want and requests the rest from the other once it has the segment", () => {
    const rig = meetWhileFetching(AFTER);
    const announced = rig.effects.flatMap((effect) => (effect.type === "announce" ? effect.entries : []));
    expect(announced.at(-1)).toMatchObject({ track: "u/1/v0", holding: "want" });
    expect(rig.pass(1_000)).toEqual([]);
    expect(rig.announce("other", SEGMENT, "have")).toMatchObject([
      { type: "requestPeer", peerId: "other", fromByte: CAME_BYTES },
    ]);
  });

  it("the one that concedes returns to the server soon after the server would have completed the segment", () => {
    const rig = meetWhileFetching(AFTER);
    expect(types(rig.pass(4_000))).not.toContain("fetchServer");
    const resumed = expect.objectContaining({ type: "fetchServer", fromByte: CAME_BYTES });
    expect(rig.pass(4_000)).toContainEqual(resumed);
  });

  it("the one that conceded resumes at once when the other leaves, and does not concede again", () => {
    const rig = meetWhileFetching(AFTER);
    expect(types(rig.send({ type: "peerClosed", peerId: "other" }))).toContain("fetchServer");
    rig.send({ type: "peerOpen", peerId: "other", isNear: true });
    expect(types(rig.announce("other", SEGMENT, "fetching"))).not.toContain("abortServer");
  });

  it("either one requests the rest from a peer at the site that already has the segment", () => {
    const rig = meetWhileFetching(BEFORE);
    const effects = rig.announce("other", SEGMENT, "have");
    expect(types(effects)).toEqual(expect.arrayContaining(["abortServer", "requestPeer"]));
  });
});

describe("a server transfer is not conceded", () => {
  it.each([
    ["where half of it is here", { cameBytes: TOTAL_BYTES / 2 }],
    ["where it will be here within a second", { cameBytes: TOTAL_BYTES * 0.4 }],
    ["for someone elsewhere", { isNear: false }],
    ["while its hash is not known", { isVerifiable: false }],
  ])("%s", (_when, opening: Opening) => {
    expect(hasConceded(meetWhileFetching(AFTER, opening))).toBe(false);
  });
});
