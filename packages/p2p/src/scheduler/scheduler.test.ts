import { describe, expect, it } from "vitest";
import { DEFAULT_RULES, SwarmRig } from "./swarm-rig.ts";
import { TUNING } from "./tuning.ts";

const FIRST = "u/1/v0/0";
const LATER = "u/1/v0/5";

const types = (effects: { type: string }[]) => effects.map((effect) => effect.type);

describe("a viewer who is alone", () => {
  it("asks the server at once once the tracker has said so", () => {
    const rig = new SwarmRig().joined(1);
    expect(rig.want(LATER, 20)).toEqual([{ type: "fetchServer", segment: LATER, fromByte: 0 }]);
  });

  it("asks the server at once when the rules forbid peers", () => {
    const rig = new SwarmRig().joined(8, { ...DEFAULT_RULES, enabled: false }).open("p");
    rig.announce("p", LATER, "have");
    expect(types(rig.want(LATER, 20))).toEqual(["fetchServer", "announce"]);
  });

  it("asks the server at once below the viewer threshold", () => {
    const rig = new SwarmRig().joined(2, { ...DEFAULT_RULES, viewerThreshold: 3 });
    expect(types(rig.want(LATER, 20))).toEqual(["fetchServer"]);
  });
});

describe("a viewer in his first seconds", () => {
  it("asks the server for what the playhead needs now, though a peer has it", () => {
    const rig = new SwarmRig().joined(8).open("p");
    rig.announce("p", FIRST, "have");
    expect(types(rig.want(FIRST, 0))).toContain("fetchServer");
  });

  it("waits for peers that are being connected while the deadline is far, and no longer", () => {
    const rig = new SwarmRig().joined(8);
    rig.send({ type: "connecting", untilMs: rig.nowMs + 3_000 });
    expect(rig.want(LATER, 20)).toEqual([]);
    expect(rig.pass(2_900)).toEqual([]);
    expect(types(rig.pass(200))).toEqual(["fetchServer"]);
  });
});

describe("a segment that a peer has", () => {
  it("is asked of that peer", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.announce("p", LATER, "have");
    expect(rig.want(LATER, 20)).toEqual([
      { type: "requestPeer", peerId: "p", requestId: 1, segment: LATER, fromByte: 0, deadlineMs: 20_000 },
    ]);
  });

  it("is asked of another when the first is busy, and of the first again later", () => {
    const rig = new SwarmRig().joined(3).open("p").open("q");
    rig.announce("p", LATER, "have");
    rig.announce("q", LATER, "have");
    const [first] = rig.want(LATER, 20);
    const [second] = rig.refuse(LATER, 1, "busy");
    expect(first?.type === "requestPeer" && second?.type === "requestPeer").toBe(true);
    expect(rig.askedPeers()).toEqual(new Set(["p", "q"]));
    expect(rig.refuse(LATER, 2, "busy")).toMatchObject([{ type: "announce" }]);
    expect(types(rig.pass(TUNING.busyRetryMs))).toEqual(["requestPeer"]);
  });

  it("comes from the server when all are busy until the deadline nears", () => {
    const rig = new SwarmRig().joined(2).open("p").play(0);
    rig.announce("p", LATER, "have");
    rig.want(LATER, 8);
    rig.refuse(LATER, 1, "off");
    expect(types(rig.pass(4_000))).toEqual([]);
    expect(types(rig.pass(1_000))).toEqual(["fetchServer", "announce"]);
  });

  it("is finished by the server from the byte where a late transfer stopped", () => {
    const rig = new SwarmRig().joined(2).open("p").play(0);
    rig.announce("p", LATER, "have");
    rig.want(LATER, 8);
    rig.send({ type: "accepted", segment: LATER, requestId: 1, totalBytes: 1_000_000 });
    for (let step = 1; step <= 10; step++) {
      rig.pass(500);
      rig.send({ type: "progress", segment: LATER, received: step * 10_000 });
    }
    expect(rig.effects.filter(({ type }) => type === "cancelPeer" || type === "fetchServer")).toEqual([
      { type: "cancelPeer", peerId: "p", requestId: 1 },
      { type: "fetchServer", segment: LATER, fromByte: 80_000 },
    ]);
  });

  it("is continued by another peer when the first falls silent", () => {
    const rig = new SwarmRig().joined(3).open("p").open("q");
    rig.announce("p", LATER, "have");
    rig.want(LATER, 30);
    rig.send({ type: "accepted", segment: LATER, requestId: 1, totalBytes: 100_000 });
    rig.send({ type: "progress", segment: LATER, received: 40_000 });
    rig.announce("q", LATER, "have");
    expect(rig.pass(TUNING.peerSilenceMs + 1)).toMatchObject([
      { type: "cancelPeer", peerId: "p" },
      { type: "requestPeer", peerId: "q", fromByte: 40_000 },
    ]);
  });

  it("is asked of the server alone after a peer sent wrong bytes, and that peer is left out for a while", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.announce("p", LATER, "have");
    rig.want(LATER, 30);
    const effects = rig.send({ type: "corrupt", segment: LATER, peerIds: ["p"] });
    expect(effects).toMatchObject([{ type: "fetchServer", fromByte: 0 }, { type: "announce" }]);
    rig.announce("p", "u/1/v0/6", "have");
    expect(types(rig.want("u/1/v0/6", 34))).not.toContain("requestPeer");
    rig.pass(TUNING.penaltyHalfLifeMs * 2);
    rig.announce("p", "u/1/v0/7", "have");
    expect(types(rig.want("u/1/v0/7", 300))).toContain("requestPeer");
  });

  it("is not taken from a peer while its hash is unknown", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.announce("p", LATER, "have");
    const effects = rig.send({ type: "want", segment: LATER, startSec: 20, isVerifiable: false });
    expect(types(effects)).toContain("fetchServer");
  });
});

describe("a segment that nobody has", () => {
  const FETCH_WITHIN_MS = TUNING.settleMs + TUNING.backupStepMs * 3 + 100;

  it("is fetched by exactly one of those who want it; the others take it from him", () => {
    const rigs = ["a", "b", "c", "d"].map((id) => new SwarmRig(id).joined(4));
    for (const rig of rigs) {
      for (const other of rigs) if (other !== rig) rig.open(other.id).announce(other.id, LATER, "want");
    }
    for (const rig of rigs) rig.want(LATER, 60);
    const fetched = rigs.filter((rig) => types(rig.pass(TUNING.settleMs)).includes("fetchServer"));
    expect(fetched).toHaveLength(1);
    const rest = rigs.filter((rig) => !fetched.includes(rig));
    for (const rig of rest) rig.announce(fetched[0]?.id ?? "", LATER, "fetching");
    for (const rig of rest) expect(types(rig.pass(FETCH_WITHIN_MS))).toEqual([]);
    for (const rig of rest) {
      expect(types(rig.announce(fetched[0]?.id ?? "", LATER, "have"))).toEqual(["requestPeer"]);
    }
  });

  it("is fetched by the backups in turn when the chosen one never begins", () => {
    const rigs = ["a", "b", "c"].map((id) => new SwarmRig(id).joined(3));
    for (const rig of rigs) {
      for (const other of rigs) if (other !== rig) rig.open(other.id).announce(other.id, LATER, "want");
    }
    for (const rig of rigs) rig.want(LATER, 60);
    const [chosen] = rigs.filter((rig) => types(rig.pass(TUNING.settleMs)).includes("fetchServer"));
    const backups = rigs.filter((rig) => rig !== chosen);
    const first = backups.filter((rig) => types(rig.pass(TUNING.backupStepMs)).includes("fetchServer"));
    expect(first).toHaveLength(1);
  });
});

describe("when the server is away", () => {
  it("asks a peer however near the deadline is, and the server again after its delay", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.want(FIRST, 0);
    rig.announce("p", FIRST, "have");
    const effects = rig.send({ type: "serverFailed", segment: FIRST, retryAfterMs: 2_000 });
    expect(types(effects)).toEqual(["requestPeer"]);
    expect(types(rig.refuse(FIRST, 1, "busy"))).not.toContain("fetchServer");
    rig.send({ type: "peerClosed", peerId: "p" });
    expect(types(rig.pass(2_000))).toContain("fetchServer");
  });
});

describe("uploads", () => {
  const offer = (rig: SwarmRig) => rig.send({ type: "held", segment: LATER });
  const ask = (rig: SwarmRig, requestId: number) =>
    rig.send({ type: "requested", peerId: "p", requestId, segment: LATER, fromByte: 0 });

  it("fill the slots and are refused beyond them until one is free", () => {
    const rig = new SwarmRig().joined(2).open("p");
    offer(rig);
    expect(types(ask(rig, 1))).toEqual(["startUpload"]);
    expect(types(ask(rig, 2))).toEqual(["startUpload"]);
    expect(ask(rig, 3)).toMatchObject([{ type: "refuse", reason: "busy" }]);
    rig.send({ type: "uploadEnded", peerId: "p", requestId: 1 });
    expect(types(ask(rig, 4))).toEqual(["startUpload"]);
  });

  it("are refused for what is not held", () => {
    const rig = new SwarmRig().joined(2).open("p");
    expect(ask(rig, 1)).toMatchObject([{ type: "refuse", reason: "missing" }]);
  });

  it("are refused, and nothing is offered, where uploading is off", () => {
    const rig = new SwarmRig().joined(2).open("p");
    rig.send({ type: "canUpload", canUpload: false });
    expect(offer(rig)).toEqual([]);
    expect(ask(rig, 1)).toMatchObject([{ type: "refuse", reason: "off" }]);
  });

  it("tell a new peer all that is held, and everybody what is dropped", () => {
    const rig = new SwarmRig().joined(2);
    offer(rig);
    expect(rig.send({ type: "peerOpen", peerId: "p" })).toEqual([
      { type: "announce", peerId: "p", entries: [{ segment: LATER, holding: "have" }] },
    ]);
    expect(rig.send({ type: "dropped", segments: [LATER] })).toEqual([
      { type: "announce", entries: [{ segment: LATER, holding: "gone" }] },
    ]);
  });
});

describe("the scheduler", () => {
  it("changes nothing of the state it is given", () => {
    const rig = new SwarmRig().joined(2).open("p");
    const before = rig.state;
    const copy = structuredClone(before);
    rig.announce("p", LATER, "have");
    rig.want(LATER, 20);
    expect(before).toEqual(copy);
  });
});
