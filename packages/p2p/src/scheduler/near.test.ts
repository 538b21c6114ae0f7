import { describe, expect, it } from "vitest";
import { SwarmHarness } from "./swarm-harness.ts";

const SEGMENT = "video/1/v0/7";
/** Some of these peers come before this viewer in the order of fetching a segment over the site's line. */
const SITE_PEERS = ["anna", "ben", "carla", "dora", "emil", "frida"];

/** Sets up a viewer who plays 20 s before the required segment, with peers on site and one from elsewhere. */
function openSite(mates: readonly string[], aheadSec = 20) {
  const harness = new SwarmHarness().joined(10).play(100);
  for (const peerId of mates) {
    harness.send({ type: "peerOpen", peerId, isNear: true });
    harness.send({ type: "announced", peerId, entries: [] });
  }
  harness.open("stranger");
  const want = () =>
    harness.send({ type: "want", segment: SEGMENT, startSec: 100 + aheadSec, isVerifiable: true });
  const requestedPeers = () =>
    harness.effects.flatMap((effect) => (effect.type === "requestPeer" ? [effect.peerId] : []));
  return { harness, want, requestedPeers };
}

/** Returns the time until any peer receives a request, in ms, or `limitMs` if none does. */
function waitUntilRequested(
  { harness, requestedPeers }: ReturnType<typeof openSite>,
  limitMs: number,
): number {
  const startedAtMs = harness.nowMs;
  while (requestedPeers().length === 0 && harness.nowMs - startedAtMs < limitMs) {
    harness.nowMs += 100;
    harness.send({ type: "tick" });
  }
  return harness.nowMs - startedAtMs;
}

describe("a viewer with peers at the same site", () => {
  it("asks a slow peer on site before a faster one from elsewhere", () => {
    for (const mate of SITE_PEERS) {
      const { harness, want, requestedPeers } = openSite([mate]);
      harness.send({ type: "peerStatus", peerId: mate, uplinkKbps: 500 });
      harness.send({ type: "peerStatus", peerId: "stranger", uplinkKbps: 20_000 });
      harness.announce(mate, SEGMENT, "have");
      harness.announce("stranger", SEGMENT, "have");
      want();
      expect(requestedPeers()).toEqual([mate]);
    }
  });

  it("asks elsewhere at once when no peer is on site", () => {
    const { harness, want, requestedPeers } = openSite([]);
    harness.announce("stranger", SEGMENT, "have");
    want();
    expect(requestedPeers()).toEqual(["stranger"]);
  });

  it("waits a sixteenth of the remaining time for each earlier peer on site", () => {
    const waitsMs = SITE_PEERS.map((mate) => {
      const site = openSite([mate]);
      site.harness.announce("stranger", SEGMENT, "have");
      site.want();
      return waitUntilRequested(site, 20_000);
    });
    // A sixteenth of 20 s would be 1.25 s, but the remaining time shrinks during the wait.
    expect(new Set(waitsMs)).toEqual(new Set([0, 1_200]));
    const together = openSite(SITE_PEERS);
    together.harness.announce("stranger", SEGMENT, "have");
    together.want();
    const before = waitsMs.filter((waitMs) => waitMs > 0).length;
    const turnMs = 20_000 / (16 / before + 1);
    expect(Math.abs(waitUntilRequested(together, 20_000) - turnMs)).toBeLessThanOrEqual(100);
    expect(together.requestedPeers()).toEqual(["stranger"]);
  });

  it("fetches a segment that is due now from the server instead of waiting for peers", () => {
    for (const mate of SITE_PEERS) {
      const { harness, want } = openSite([mate], 0);
      harness.announce("stranger", SEGMENT, "have");
      want();
      expect(harness.effects).toContainEqual(expect.objectContaining({ type: "fetchServer" }));
    }
  });

  it("requests a segment from a peer on site as soon as that peer announces it", () => {
    const sites = SITE_PEERS.map((mate) => ({ mate, ...openSite([mate]) }));
    for (const { harness, want } of sites) {
      harness.announce("stranger", SEGMENT, "have");
      want();
    }
    const waiting = sites.filter(({ requestedPeers }) => requestedPeers().length === 0);
    expect(waiting).not.toEqual([]);
    for (const { mate, harness, requestedPeers } of waiting) {
      harness.nowMs += 500;
      harness.announce(mate, SEGMENT, "have");
      expect(requestedPeers()).toEqual([mate]);
    }
  });
});
