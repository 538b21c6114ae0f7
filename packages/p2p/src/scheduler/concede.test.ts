import { describe, expect, it } from "vitest";
import { SwarmRig } from "./swarm-rig.ts";

const SEGMENT = "u/1/v0/0";
const TOTAL_BYTES = 200_000;
/** The bytes received, and the time they took: at that pace the rest takes 4.5 s. */
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
 * A viewer who has opened a video and has received part of its first segment from the server when another viewer who fetches
 * it too connects.
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
/** The names that come before and after the other viewer in the order of this segment. */
const BEFORE = NAMES.find((name) => !hasConceded(meetWhileFetching(name))) ?? "";
const AFTER = NAMES.find((name) => hasConceded(meetWhileFetching(name))) ?? "";

describe("two of a site who have each started with the first segment when they meet", () => {
  it.each(NAMES)("leave it to one of them: other and %s", (name) => {
    const rigs = [meetWhileFetching(name), meetWhileFetching("other", { other: name })];
    expect(rigs.filter(hasConceded)).toHaveLength(1);
  });

  it("tell that what was given up is wanted, and take the rest from who has it then", () => {
    const rig = meetWhileFetching(AFTER);
    const announced = rig.effects.flatMap((effect) => (effect.type === "announce" ? effect.entries : []));
    expect(announced.at(-1)).toMatchObject({ track: "u/1/v0", holding: "want" });
    expect(rig.pass(1_000)).toEqual([]);
    expect(rig.announce("other", SEGMENT, "have")).toMatchObject([
      { type: "requestPeer", peerId: "other", fromByte: CAME_BYTES },
    ]);
  });

  it("wait little longer than the server would have taken", () => {
    const rig = meetWhileFetching(AFTER);
    expect(types(rig.pass(4_000))).not.toContain("fetchServer");
    const resumed = expect.objectContaining({ type: "fetchServer", fromByte: CAME_BYTES });
    expect(rig.pass(4_000)).toContainEqual(resumed);
  });

  it("go on at once when the other leaves, and give up nothing again", () => {
    const rig = meetWhileFetching(AFTER);
    expect(types(rig.send({ type: "peerClosed", peerId: "other" }))).toContain("fetchServer");
    rig.send({ type: "peerOpen", peerId: "other", isNear: true });
    expect(types(rig.announce("other", SEGMENT, "fetching"))).not.toContain("abortServer");
  });

  it("ask who has it already, no matter who comes first", () => {
    const rig = meetWhileFetching(BEFORE);
    const effects = rig.announce("other", SEGMENT, "have");
    expect(types(effects)).toEqual(expect.arrayContaining(["abortServer", "requestPeer"]));
  });
});

describe("what comes from the server is not given up", () => {
  it.each([
    ["where half of it is here", { cameBytes: TOTAL_BYTES / 2 }],
    ["where it will be here within a second", { cameBytes: TOTAL_BYTES * 0.4 }],
    ["for someone elsewhere", { isNear: false }],
    ["while its hash is not known", { isVerifiable: false }],
  ])("%s", (_when, opening: Opening) => {
    expect(hasConceded(meetWhileFetching(AFTER, opening))).toBe(false);
  });
});
