import { describe, expect, it } from "vitest";
import { SwarmHarness } from "./swarm-harness.ts";

const EARLIER_SEGMENT = "u/1/v0/4";
const SEGMENT = "u/1/v0/5";
const NEXT_SEGMENT = "u/1/v0/6";
const SEGMENT_BYTES = 100_000;

const effectTypes = (effects: { type: string }[]) => effects.map((effect) => effect.type);

/** Sets up a viewer whose server needs `serverMs` for a segment, with a peer that sends 2.5 MB/s. */
function setUpSlowServer(serverMs: number): SwarmHarness {
  const harness = new SwarmHarness().joined(2).open("p").play(0);
  harness.send({ type: "peerStatus", peerId: "p", uplinkKbps: 20_000 });
  harness.send({ type: "serverMeasured", latencyMs: 30, bytes: SEGMENT_BYTES, durationMs: serverMs });
  harness.want(EARLIER_SEGMENT, 0);
  harness.send({ type: "arrived", segment: EARLIER_SEGMENT, bytes: SEGMENT_BYTES });
  harness.effects = [];
  return harness;
}

describe("a viewer with a saturated connection to the server", () => {
  it("requests a segment from a much faster peer, however close the deadline is", () => {
    const harness = setUpSlowServer(2_000);
    harness.announce("p", SEGMENT, "have");
    expect(effectTypes(harness.want(SEGMENT, 0.5))).toEqual(["requestPeer"]);
    harness.pass(300);
    harness.accept(SEGMENT, 2, SEGMENT_BYTES, 0, 40);
    expect(effectTypes(harness.effects)).not.toContain("fetchServer");
  });

  it("gives the peer as much time as the server would need", () => {
    const harness = setUpSlowServer(2_000);
    harness.announce("p", SEGMENT, "have");
    const [asked] = harness.want(SEGMENT, 0.5);
    expect(asked).toMatchObject({ type: "requestPeer", deadlineMs: 2_030 });
  });

  it("requests a segment from the server when the peer refuses it", () => {
    const harness = setUpSlowServer(2_000);
    harness.announce("p", SEGMENT, "have");
    const [asked] = harness.want(SEGMENT, 0.5);
    const requestId = asked?.type === "requestPeer" ? asked.requestId : 0;
    expect(effectTypes(harness.refuse(SEGMENT, requestId, "late", 2_500))).toContain("fetchServer");
  });

  it("asks a busy peer again if it will be free long before the server would be done", () => {
    const harness = setUpSlowServer(2_000);
    harness.announce("p", SEGMENT, "have");
    const [asked] = harness.want(SEGMENT, 0.5);
    const requestId = asked?.type === "requestPeer" ? asked.requestId : 0;
    expect(harness.refuse(SEGMENT, requestId, "busy", 300)).toEqual([]);
    expect(effectTypes(harness.pass(200))).toEqual(["requestPeer"]);
  });

  it("requests a segment from the server if its only holder is slow, even if another peer wants it too", () => {
    const harness = setUpSlowServer(2_000).open("q");
    harness.send({ type: "peerStatus", peerId: "p", uplinkKbps: 100 });
    harness.announce("p", SEGMENT, "have");
    harness.announce("q", SEGMENT, "want");
    expect(effectTypes(harness.want(SEGMENT, 0.5))).toContain("fetchServer");
  });

  it("does not wait for a peer that also wants the segment while more peers may be connecting", () => {
    const harness = setUpSlowServer(2_000);
    harness.send({ type: "connecting", untilMs: harness.nowMs + 3_000 });
    harness.announce("p", SEGMENT, "want");
    expect(effectTypes(harness.want(SEGMENT, 0.5))).toContain("fetchServer");
  });

  it("requests the rest of a late transfer from the server, however fast the peer claims to be", () => {
    const harness = setUpSlowServer(1_000);
    harness.announce("p", SEGMENT, "have");
    const [asked] = harness.want(SEGMENT, 4);
    const requestId = asked?.type === "requestPeer" ? asked.requestId : 0;
    harness.accept(SEGMENT, requestId, SEGMENT_BYTES, 0, 3_000);
    for (let at = 2_000; at <= 50_000; at += 2_000) {
      harness.pass(100);
      harness.progress(SEGMENT, requestId, at);
    }
    const after = harness.effects.slice(harness.effects.findIndex(({ type }) => type === "cancelPeer"));
    expect(effectTypes(after)).toContain("fetchServer");
    expect(effectTypes(after)).not.toContain("requestPeer");
  });

  it("requests a segment from the server while the fast peer is sending another one", () => {
    const harness = setUpSlowServer(2_000);
    harness.announce("p", NEXT_SEGMENT, "have");
    expect(effectTypes(harness.want(NEXT_SEGMENT, 20))).toEqual(["requestPeer"]);
    harness.announce("p", SEGMENT, "have");
    expect(effectTypes(harness.want(SEGMENT, 0.5))).toContain("fetchServer");
  });

  it("requests a segment from the server when the peer does not answer", () => {
    const harness = setUpSlowServer(2_000);
    harness.announce("p", SEGMENT, "have");
    harness.want(SEGMENT, 0.5);
    expect(effectTypes(harness.pass(2_500))).toEqual(expect.arrayContaining(["cancelPeer", "fetchServer"]));
  });

  it("waits for a peer that fetches the segment from the server, but no longer than such a fetch should take", () => {
    const harness = setUpSlowServer(2_000);
    harness.announce("p", SEGMENT, "fetching");
    harness.want(SEGMENT, 0.5);
    expect(effectTypes(harness.pass(2_500))).not.toContain("fetchServer");
    expect(effectTypes(harness.pass(1_500))).toContain("fetchServer");
  });

  it("waits if another peer that wants the segment comes first, and fetches it if that peer does not", () => {
    const harnesses = ["a", "g"].map((self) => {
      const harness = setUpSlowServer(2_000);
      harness.send({ type: "joined", peerId: self, audience: 2, rules: harness.state.rules });
      harness.announce("p", SEGMENT, "want");
      harness.want(SEGMENT, 0.5);
      return harness;
    });
    const began = harnesses.map((harness) => effectTypes(harness.pass(300)).includes("fetchServer"));
    expect(new Set(began)).toEqual(new Set([true, false]));
    for (const harness of harnesses) harness.pass(1_000);
    expect(harnesses.every((harness) => effectTypes(harness.effects).includes("fetchServer"))).toBe(true);
  });

  it("prefetches segments one after the other", () => {
    const harness = setUpSlowServer(2_000);
    const segments = [SEGMENT, NEXT_SEGMENT].map((segment, index) => ({ segment, startSec: 20 + 2 * index }));
    harness.send({ type: "published", segments });
    for (const { segment } of segments) harness.send({ type: "hash", segment, isKnown: true });
    harness.pass(4_000);
    expect(harness.effects.filter(({ type }) => type === "fetchServer")).toMatchObject([
      { segment: SEGMENT },
    ]);
    const arrived = harness.send({ type: "arrived", segment: SEGMENT, bytes: SEGMENT_BYTES });
    expect(arrived).toContainEqual(expect.objectContaining({ type: "fetchServer", segment: NEXT_SEGMENT }));
  });
});

describe("a viewer at the live edge who plays parts", () => {
  const [BEFORE, PART] = ["u/1/v0/5.1", "u/1/v0/5.2"];

  function atEdge(serverMs: number) {
    const harness = setUpSlowServer(serverMs);
    harness.want(BEFORE, 0);
    harness.send({ type: "arrived", segment: BEFORE, bytes: SEGMENT_BYTES / 5 });
    harness.effects = [];
    return harness;
  }

  it.each(
    (["have", "fetching", "want"] as const).flatMap((holding) => [
      { holding, serverMs: 200, aheadSec: 0.5 },
      { holding, serverMs: 2_000, aheadSec: 0.5 },
      { holding, serverMs: 20, aheadSec: 30 },
    ]),
  )("waits for no peer ($holding), with a server that takes $serverMs ms, $aheadSec s ahead", (of) => {
    const harness = atEdge(of.serverMs);
    harness.announce("p", PART, of.holding);
    expect(effectTypes(harness.want(PART, of.aheadSec))).toEqual(["fetchServer"]);
  });

  it("announces parts neither to connected peers nor to new ones", () => {
    const harness = atEdge(200);
    harness.want(PART, 0.5);
    harness.send({ type: "peerOpen", peerId: "q" });
    harness.send({ type: "abandon", segment: PART });
    const announcements = harness.effects.flatMap((effect) => (effect.type === "announce" ? [effect] : []));
    expect(announcements).toEqual([{ type: "announce", peerId: "q", entries: [] }]);
  });
});

describe("a viewer at a site", () => {
  it("does not prefetch from the server while a peer at the site is fetching over the same line", () => {
    const harness = setUpSlowServer(2_000);
    harness.send({ type: "peerClosed", peerId: "p" });
    harness.send({ type: "peerOpen", peerId: "near", isNear: true });
    harness.announce("near", EARLIER_SEGMENT, "fetching");
    harness.send({ type: "published", segments: [{ segment: NEXT_SEGMENT, startSec: 20 }] });
    harness.send({ type: "hash", segment: NEXT_SEGMENT, isKnown: true });
    expect(effectTypes(harness.pass(4_000))).not.toContain("fetchServer");
    expect(effectTypes(harness.announce("near", EARLIER_SEGMENT, "have"))).toContain("fetchServer");
  });
});

describe("a viewer whose line is not saturated", () => {
  it("requests a segment from the server near the deadline, although a peer has it", () => {
    const harness = setUpSlowServer(20);
    harness.announce("p", SEGMENT, "have");
    expect(effectTypes(harness.want(SEGMENT, 0.5))).toContain("fetchServer");
  });

  it("requests a segment from the server near the deadline before any rate was measured", () => {
    const harness = new SwarmHarness().joined(2).open("p").play(0);
    harness.announce("p", SEGMENT, "have");
    expect(effectTypes(harness.want(SEGMENT, 0.5))).toContain("fetchServer");
  });
});
