import { describe, expect, it } from "vitest";
import { SwarmRig } from "./swarm-rig.ts";

const SEGMENT = "video/1/v0/7";
/** Some of these precede us in the order of fetching a segment over the site's line. */
const MATES = ["anna", "ben", "carla", "dora", "emil", "frida"];

/** Sets up a viewer who plays 20 s before the wanted segment, with peers on site and one from elsewhere. */
function openSite(mates: readonly string[], aheadSec = 20) {
  const rig = new SwarmRig().joined(10).play(100);
  for (const peerId of mates) {
    rig.send({ type: "peerOpen", peerId, isNear: true });
    rig.send({ type: "announced", peerId, entries: [] });
  }
  rig.open("stranger");
  const want = () =>
    rig.send({ type: "want", segment: SEGMENT, startSec: 100 + aheadSec, isVerifiable: true });
  const requestedPeers = () =>
    rig.effects.flatMap((effect) => (effect.type === "requestPeer" ? [effect.peerId] : []));
  return { rig, want, requestedPeers };
}

/** Returns the time until a peer is asked, in ms; `limitMs` if none is. */
function waitUntilAsked({ rig, requestedPeers }: ReturnType<typeof openSite>, limitMs: number): number {
  const startedAtMs = rig.nowMs;
  while (requestedPeers().length === 0 && rig.nowMs - startedAtMs < limitMs) {
    rig.nowMs += 100;
    rig.send({ type: "tick" });
  }
  return rig.nowMs - startedAtMs;
}

describe("a viewer with peers at the same site", () => {
  it("asks a slow peer on site before a faster one from elsewhere", () => {
    for (const mate of MATES) {
      const { rig, want, requestedPeers } = openSite([mate]);
      rig.send({ type: "peerStatus", peerId: mate, uplinkKbps: 500 });
      rig.send({ type: "peerStatus", peerId: "stranger", uplinkKbps: 20_000 });
      rig.announce(mate, SEGMENT, "have");
      rig.announce("stranger", SEGMENT, "have");
      want();
      expect(requestedPeers()).toEqual([mate]);
    }
  });

  it("asks elsewhere at once when no peer is on site", () => {
    const { rig, want, requestedPeers } = openSite([]);
    rig.announce("stranger", SEGMENT, "have");
    want();
    expect(requestedPeers()).toEqual(["stranger"]);
  });

  it("waits a sixteenth of the remaining time for each earlier peer on site", () => {
    const waitsMs = MATES.map((mate) => {
      const site = openSite([mate]);
      site.rig.announce("stranger", SEGMENT, "have");
      site.want();
      return waitUntilAsked(site, 20_000);
    });
    // A sixteenth of 20 s would be 1.25 s, but the remaining time shrinks during the wait.
    expect(new Set(waitsMs)).toEqual(new Set([0, 1_200]));
    const together = openSite(MATES);
    together.rig.announce("stranger", SEGMENT, "have");
    together.want();
    const before = waitsMs.filter((waitMs) => waitMs > 0).length;
    const turnMs = 20_000 / (16 / before + 1);
    expect(Math.abs(waitUntilAsked(together, 20_000) - turnMs)).toBeLessThanOrEqual(100);
    expect(together.requestedPeers()).toEqual(["stranger"]);
  });

  it("fetches a segment that is due now from the server instead of waiting for peers", () => {
    for (const mate of MATES) {
      const { rig, want } = openSite([mate], 0);
      rig.announce("stranger", SEGMENT, "have");
      want();
      expect(rig.effects).toContainEqual(expect.objectContaining({ type: "fetchServer" }));
    }
  });

  it("requests a segment from a peer on site as soon as that peer announces it", () => {
    const sites = MATES.map((mate) => ({ mate, ...openSite([mate]) }));
    for (const { rig, want } of sites) {
      rig.announce("stranger", SEGMENT, "have");
      want();
    }
    const waiting = sites.filter(({ requestedPeers }) => requestedPeers().length === 0);
    expect(waiting).not.toEqual([]);
    for (const { mate, rig, requestedPeers } of waiting) {
      rig.nowMs += 500;
      rig.announce(mate, SEGMENT, "have");
      expect(requestedPeers()).toEqual([mate]);
    }
  });
});
