import { describe, expect, it } from "vitest";
import { SwarmRig } from "./swarm-rig.ts";

const EARLIER = "u/1/v0/4";
const SEGMENT = "u/1/v0/5";
const NEXT = "u/1/v0/6";
const SEGMENT_BYTES = 100_000;

const types = (effects: { type: string }[]) => effects.map((effect) => effect.type);

/** Sets up a viewer whose server needs `serverMs` for a segment, with a peer that sends 2.5 MB/s. */
function behindLine(serverMs: number): SwarmRig {
  const rig = new SwarmRig().joined(2).open("p").play(0);
  rig.send({ type: "peerStatus", peerId: "p", uplinkKbps: 20_000 });
  rig.send({ type: "serverMeasured", latencyMs: 30, bytes: SEGMENT_BYTES, durationMs: serverMs });
  rig.want(EARLIER, 0);
  rig.send({ type: "arrived", segment: EARLIER, bytes: SEGMENT_BYTES });
  rig.effects = [];
  return rig;
}

describe("a viewer with a saturated connection to the server", () => {
  it("requests a segment from a much faster peer, however close the deadline is", () => {
    const rig = behindLine(2_000);
    rig.announce("p", SEGMENT, "have");
    expect(types(rig.want(SEGMENT, 0.5))).toEqual(["requestPeer"]);
    rig.pass(300);
    rig.accept(SEGMENT, 2, SEGMENT_BYTES, 0, 40);
    expect(types(rig.effects)).not.toContain("fetchServer");
  });

  it("gives the peer as much time as the server would need", () => {
    const rig = behindLine(2_000);
    rig.announce("p", SEGMENT, "have");
    const [asked] = rig.want(SEGMENT, 0.5);
    expect(asked).toMatchObject({ type: "requestPeer", deadlineMs: 2_030 });
  });

  it("requests a segment from the server when the peer refuses it", () => {
    const rig = behindLine(2_000);
    rig.announce("p", SEGMENT, "have");
    const [asked] = rig.want(SEGMENT, 0.5);
    const requestId = asked?.type === "requestPeer" ? asked.requestId : 0;
    expect(types(rig.refuse(SEGMENT, requestId, "late", 2_500))).toContain("fetchServer");
  });

  it("asks a busy peer again if it will be free long before the server would be done", () => {
    const rig = behindLine(2_000);
    rig.announce("p", SEGMENT, "have");
    const [asked] = rig.want(SEGMENT, 0.5);
    const requestId = asked?.type === "requestPeer" ? asked.requestId : 0;
    expect(rig.refuse(SEGMENT, requestId, "busy", 300)).toEqual([]);
    expect(types(rig.pass(200))).toEqual(["requestPeer"]);
  });

  it("requests a segment from the server if its only holder is slow, even if another peer wants it too", () => {
    const rig = behindLine(2_000).open("q");
    rig.send({ type: "peerStatus", peerId: "p", uplinkKbps: 100 });
    rig.announce("p", SEGMENT, "have");
    rig.announce("q", SEGMENT, "want");
    expect(types(rig.want(SEGMENT, 0.5))).toContain("fetchServer");
  });

  it("does not wait for a peer that also wants the segment while more peers may be connecting", () => {
    const rig = behindLine(2_000);
    rig.send({ type: "connecting", untilMs: rig.nowMs + 3_000 });
    rig.announce("p", SEGMENT, "want");
    expect(types(rig.want(SEGMENT, 0.5))).toContain("fetchServer");
  });

  it("requests the rest of a late transfer from the server, however fast the peer claims to be", () => {
    const rig = behindLine(1_000);
    rig.announce("p", SEGMENT, "have");
    const [asked] = rig.want(SEGMENT, 4);
    const requestId = asked?.type === "requestPeer" ? asked.requestId : 0;
    rig.accept(SEGMENT, requestId, SEGMENT_BYTES, 0, 3_000);
    for (let at = 2_000; at <= 50_000; at += 2_000) {
      rig.pass(100);
      rig.progress(SEGMENT, requestId, at);
    }
    const after = rig.effects.slice(rig.effects.findIndex(({ type }) => type === "cancelPeer"));
    expect(types(after)).toContain("fetchServer");
    expect(types(after)).not.toContain("requestPeer");
  });

  it("requests a segment from the server while the fast peer is sending another one", () => {
    const rig = behindLine(2_000);
    rig.announce("p", NEXT, "have");
    expect(types(rig.want(NEXT, 20))).toEqual(["requestPeer"]);
    rig.announce("p", SEGMENT, "have");
    expect(types(rig.want(SEGMENT, 0.5))).toContain("fetchServer");
  });

  it("requests a segment from the server when the peer does not answer", () => {
    const rig = behindLine(2_000);
    rig.announce("p", SEGMENT, "have");
    rig.want(SEGMENT, 0.5);
    expect(types(rig.pass(2_500))).toEqual(expect.arrayContaining(["cancelPeer", "fetchServer"]));
  });

  it("waits for a peer that fetches the segment from the server, but no longer than such a fetch should take", () => {
    const rig = behindLine(2_000);
    rig.announce("p", SEGMENT, "fetching");
    rig.want(SEGMENT, 0.5);
    expect(types(rig.pass(2_500))).not.toContain("fetchServer");
    expect(types(rig.pass(1_500))).toContain("fetchServer");
  });

  it("waits if another peer that wants the segment comes first, and fetches it if that peer does not", () => {
    const rigs = ["a", "g"].map((self) => {
      const rig = behindLine(2_000);
      rig.send({ type: "joined", peerId: self, audience: 2, rules: rig.state.rules });
      rig.announce("p", SEGMENT, "want");
      rig.want(SEGMENT, 0.5);
      return rig;
    });
    const began = rigs.map((rig) => types(rig.pass(300)).includes("fetchServer"));
    expect(new Set(began)).toEqual(new Set([true, false]));
    for (const rig of rigs) rig.pass(1_000);
    expect(rigs.every((rig) => types(rig.effects).includes("fetchServer"))).toBe(true);
  });

  it("prefetches segments one after the other", () => {
    const rig = behindLine(2_000);
    const segments = [SEGMENT, NEXT].map((segment, index) => ({ segment, startSec: 20 + 2 * index }));
    rig.send({ type: "published", segments });
    for (const { segment } of segments) rig.send({ type: "hash", segment, isKnown: true });
    rig.pass(4_000);
    expect(rig.effects.filter(({ type }) => type === "fetchServer")).toMatchObject([{ segment: SEGMENT }]);
    const arrived = rig.send({ type: "arrived", segment: SEGMENT, bytes: SEGMENT_BYTES });
    expect(arrived).toContainEqual(expect.objectContaining({ type: "fetchServer", segment: NEXT }));
  });
});

describe("a viewer at the live edge who plays parts", () => {
  const [BEFORE, PART] = ["u/1/v0/5.1", "u/1/v0/5.2"];

  function atEdge(serverMs: number) {
    const rig = behindLine(serverMs);
    rig.want(BEFORE, 0);
    rig.send({ type: "arrived", segment: BEFORE, bytes: SEGMENT_BYTES / 5 });
    rig.effects = [];
    return rig;
  }

  it.each(
    (["have", "fetching", "want"] as const).flatMap((holding) => [
      { holding, serverMs: 200, aheadSec: 0.5 },
      { holding, serverMs: 2_000, aheadSec: 0.5 },
      { holding, serverMs: 20, aheadSec: 30 },
    ]),
  )("waits for no peer ($holding), with a server that takes $serverMs ms, $aheadSec s ahead", (of) => {
    const rig = atEdge(of.serverMs);
    rig.announce("p", PART, of.holding);
    expect(types(rig.want(PART, of.aheadSec))).toEqual(["fetchServer"]);
  });

  it("announces parts neither to connected peers nor to new ones", () => {
    const rig = atEdge(200);
    rig.want(PART, 0.5);
    rig.send({ type: "peerOpen", peerId: "q" });
    rig.send({ type: "abandon", segment: PART });
    const announcements = rig.effects.flatMap((effect) => (effect.type === "announce" ? [effect] : []));
    expect(announcements).toEqual([{ type: "announce", peerId: "q", entries: [] }]);
  });
});

describe("a viewer at a site", () => {
  it("does not prefetch from the server while a peer at the site is fetching over the same line", () => {
    const rig = behindLine(2_000);
    rig.send({ type: "peerClosed", peerId: "p" });
    rig.send({ type: "peerOpen", peerId: "near", isNear: true });
    rig.announce("near", EARLIER, "fetching");
    rig.send({ type: "published", segments: [{ segment: NEXT, startSec: 20 }] });
    rig.send({ type: "hash", segment: NEXT, isKnown: true });
    expect(types(rig.pass(4_000))).not.toContain("fetchServer");
    expect(types(rig.announce("near", EARLIER, "have"))).toContain("fetchServer");
  });
});

describe("a viewer whose line is not saturated", () => {
  it("requests a segment from the server near the deadline, although a peer has it", () => {
    const rig = behindLine(20);
    rig.announce("p", SEGMENT, "have");
    expect(types(rig.want(SEGMENT, 0.5))).toContain("fetchServer");
  });

  it("requests a segment from the server near the deadline before any rate was measured", () => {
    const rig = new SwarmRig().joined(2).open("p").play(0);
    rig.announce("p", SEGMENT, "have");
    expect(types(rig.want(SEGMENT, 0.5))).toContain("fetchServer");
  });
});
