import { joinRequest, type Signal, TRACKER_CLOSE } from "@shoal/p2p/protocol";
import { eventually } from "@shoal/testkit";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Tracker } from "./tracker.types.ts";
import { DEFAULT_RULES, TrackerHarness } from "./tracker-harness.ts";
import type { TrackerPeer } from "./tracker-peer.ts";

const OFFER_MESSAGE = { type: "signal", signal: { kind: "offer", sdp: "v=0" } } as const;

let harness: TrackerHarness;
let tracker: Tracker;
const connectPeer = () => harness.connect();
const issueTicket: TrackerHarness["issue"] = (...given) => harness.issue(...given);
const joinRoom: TrackerHarness["join"] = (...given) => harness.join(...given);

beforeEach(async () => {
  harness = await new TrackerHarness().start();
  tracker = harness.tracker;
});
afterEach(() => harness.close());

describe("entering a room", () => {
  it("is refused without a valid ticket", async () => {
    const peer = await connectPeer();
    peer.send(joinRequest("forged"));
    expect(await peer.closed()).toBe(TRACKER_CLOSE.ticketRefused);
    expect(tracker.countPeers()).toBe(0);
  });

  it("is refused with an expired ticket", async () => {
    issueTicket("old", { expiresAtMs: harness.nowMs - 1 });
    const peer = await connectPeer();
    peer.send(joinRequest("old"));
    expect(await peer.closed()).toBe(TRACKER_CLOSE.ticketExpired);
  });

  it.each(["hello", "{}", '{"type":"ping"}'])("is refused if the first message is %s", async (text) => {
    const peer = await connectPeer();
    peer.sendText(text);
    expect(await peer.closed()).toBe(TRACKER_CLOSE.malformed);
  });

  it("sends the rules and the audience, and replaces an earlier connection of the same session", async () => {
    issueTicket("a");
    const first = await connectPeer();
    first.send(joinRequest("a"));
    const joined = await first.next("joined");
    expect(joined).toMatchObject({ audience: 1, rules: DEFAULT_RULES });
    const second = await connectPeer();
    second.send(joinRequest("a"));
    expect((await second.next("joined")).peerId).toBe(joined.peerId);
    expect(await first.closed()).toBe(TRACKER_CLOSE.replaced);
    expect(tracker.countPeers()).toBe(1);
  });
});

it("a viewer who returned to an empty room gets changes of the audience", async () => {
  await joinRoom("a");
  const again = await joinRoom("a2", { sessionId: "a" });
  await joinRoom("b");
  await eventually(() => expect(again.received("audience").at(-1)?.count).toBe(2));
});

describe("matching", () => {
  it("connects viewers of the same room only", async () => {
    const a = await joinRoom("a");
    const other = await joinRoom("x", { swarm: "w/1" });
    const b = await joinRoom("b");
    expect((await b.next("peers")).peers).toEqual([{ id: a.id, isInitiator: true }]);
    expect((await a.next("peers")).peers).toEqual([{ id: b.id, isInitiator: false }]);
    expect(other.received("peers")).toEqual([]);
    expect(tracker.rooms()).toBe(2);
  });

  it("stops at the maximum of peers", async () => {
    const rules = { ...DEFAULT_RULES, maxPeers: 1 };
    const a = await joinRoom("a", { rules });
    await joinRoom("b", { rules });
    await a.next("peers");
    const c = await joinRoom("c", { rules });
    await c.answered();
    expect(c.received("peers")).toEqual([]);
  });

  it("makes room for a newcomer in a full room by splitting a pair", async () => {
    const rules = { ...DEFAULT_RULES, maxPeers: 2 };
    const members = [
      await joinRoom("a", { rules }),
      await joinRoom("b", { rules }),
      await joinRoom("c", { rules }),
    ];
    const newcomer = await joinRoom("d", { rules });
    expect((await newcomer.next("peers")).peers).toHaveLength(2);
    await Promise.all(members.map((member) => member.answered()));
    const parted = members.filter((member) => member.received("unmatched").length > 0);
    expect(parted).toHaveLength(2);
  });

  it("tells a peer when the other leaves", async () => {
    const a = await joinRoom("a");
    const b = await joinRoom("b");
    await a.next("peers");
    b.close();
    expect((await a.next("unmatched")).peer).toBe(b.id);
    expect(tracker.countPeers()).toBe(1);
  });
});

describe("signals", () => {
  it("pass between matched peers", async () => {
    const a = await joinRoom("a");
    const b = await joinRoom("b");
    await a.next("peers");
    b.send({ ...OFFER_MESSAGE, to: a.id });
    expect(await a.next("signal")).toEqual({ type: "signal", from: b.id, signal: OFFER_MESSAGE.signal });
  });

  it.each<Signal>([
    { kind: "offer", sdp: "v=0\r\n".repeat(1_000) },
    { kind: "answer", sdp: 's="née"\\\r\n'.repeat(20) },
    { kind: "candidate", candidate: "candidate:1 1 udp 1 ::1 9 typ host", sdpMid: null, sdpMLineIndex: 0 },
  ])("arrive as they were said: $kind", async (signal) => {
    const a = await joinRoom("a");
    const b = await joinRoom("b");
    await a.next("peers");
    b.send({ type: "signal", to: a.id, signal });
    expect((await a.next("signal")).signal).toEqual(signal);
  });

  it("never reach a peer of another room, nor a former peer", async () => {
    const a = await joinRoom("a");
    const stranger = await joinRoom("x", { swarm: "w/1" });
    const b = await joinRoom("b");
    await b.next("peers");
    stranger.send({ ...OFFER_MESSAGE, to: a.id });
    b.send({ type: "part", peer: a.id });
    await a.next("unmatched");
    b.send({ ...OFFER_MESSAGE, to: a.id });
    await Promise.all([stranger.answered(), b.answered(), a.answered()]);
    expect(a.received("signal")).toEqual([]);
  });
});

describe("while connected", () => {
  it("sends the audience to all viewers", async () => {
    const a = await joinRoom("a");
    await joinRoom("b");
    // A count of one may arrive first, if the other viewer connects later.
    await eventually(() => expect(a.received("audience").at(-1)?.count).toBe(2));
  });

  it("accepts a renewed ticket of the same session, and refuses another session's", async () => {
    const a = await joinRoom("a");
    issueTicket("a2", { sessionId: "a", rules: { ...DEFAULT_RULES, maxPeers: 3 } });
    a.send({ type: "renew", ticket: "a2" });
    expect((await a.next("rules")).rules.maxPeers).toBe(3);
    issueTicket("b");
    a.send({ type: "renew", ticket: "b" });
    expect(await a.closed()).toBe(TRACKER_CLOSE.ticketRefused);
  });

  it("refuses a renewal with a ticket of another room or a forged one", async () => {
    issueTicket("elsewhere", { sessionId: "a", swarm: "w/1" });
    for (const ticket of ["elsewhere", "forged"]) {
      const a = await joinRoom("a");
      a.send({ type: "renew", ticket });
      expect(await a.closed()).toBe(TRACKER_CLOSE.ticketRefused);
    }
    expect(tracker.audienceOf("w/1")).toBe(0);
  });

  it("a copied ticket replaces its viewer without adding one, and the viewer's next connection replaces it", async () => {
    const [a, b] = [await joinRoom("a"), await joinRoom("b")];
    await a.next("peers");
    const thief = await connectPeer();
    thief.send(joinRequest("a"));
    expect((await thief.next("joined")).audience).toBe(2);
    expect(await a.closed()).toBe(TRACKER_CLOSE.replaced);
    expect((await b.next("unmatched")).peer).toBe(a.id);
    const again = await joinRoom("a2", { sessionId: "a" });
    expect(again.id).toBe(a.id);
    expect(await thief.closed()).toBe(TRACKER_CLOSE.replaced);
    expect(tracker.countPeers()).toBe(2);
  });

  it("sends new rules, and disconnects all viewers when the room is closed", async () => {
    const a = await joinRoom("a");
    tracker.review(() => ({ rules: { ...DEFAULT_RULES, enabled: false }, isOutdated: false }));
    expect((await a.next("rules")).rules.enabled).toBe(false);
    tracker.closeRoom("v/1");
    expect(await a.closed()).toBe(TRACKER_CLOSE.roomClosed);
  });

  it("refuses tickets from before their viewer was removed", async () => {
    const a = await joinRoom("a", { issuedAtMs: harness.nowMs });
    harness.nowMs += 1_000;
    tracker.closeRoom("v/1");
    await a.closed();
    const again = await connectPeer();
    again.send(joinRequest("a"));
    expect(await again.closed()).toBe(TRACKER_CLOSE.ticketRefused);
    harness.nowMs += 1_000;
    const fresh = await joinRoom("a2", { sessionId: "a", issuedAtMs: harness.nowMs });
    tracker.review(() => ({ rules: DEFAULT_RULES, isOutdated: true }));
    harness.nowMs += 16_000;
    tracker.review(() => ({ rules: DEFAULT_RULES, isOutdated: true }));
    expect(await fresh.closed()).toBe(TRACKER_CLOSE.ticketExpired);
    const late = await connectPeer();
    late.send(joinRequest("a2"));
    expect(await late.closed()).toBe(TRACKER_CLOSE.ticketRefused);
    expect((await joinRoom("b", { issuedAtMs: harness.nowMs })).id).not.toBe("");
  });

  it("parts viewers when rules disable peers, and matches them again when rules enable them", async () => {
    const [a, b] = [await joinRoom("a"), await joinRoom("b")];
    await a.next("peers");
    const applyRules = (enabled: boolean) =>
      tracker.review(() => ({ rules: { ...DEFAULT_RULES, enabled }, isOutdated: false }));
    applyRules(false);
    expect((await a.next("unmatched")).peer).toBe(b.id);
    applyRules(true);
    await a.next("peers");
    applyRules(true);
    await a.answered();
    expect(a.received("rules").map(({ rules }) => rules.enabled)).toEqual([false, true]);
  });

  it("matches no viewers across providers if the rules of one forbid it, and parts existing pairs", async () => {
    const rules = { ...DEFAULT_RULES, interISP: false };
    const [a, b] = [await joinRoom("a", { rules }), await joinRoom("b", { rules })];
    await a.next("peers");
    const far = { networkPrefix: "198.51.100.0/24", asn: 2 };
    const nowhere = { networkPrefix: "192.0.2.0/24", asn: null };
    const [free, unknown] = [await joinRoom("c", far), await joinRoom("d", { ...nowhere, rules })];
    await Promise.all([free, unknown].map((peer) => peer.answered()));
    expect(free.received("peers")).toEqual([]);
    expect(unknown.received("peers")).toEqual([]);
    tracker.review(() => ({ rules: DEFAULT_RULES, isOutdated: false }));
    await eventually(() => expect(free.received("peers").flatMap(({ peers }) => peers)).toHaveLength(3));
    tracker.review(({ sessionId }) => ({
      rules: { ...DEFAULT_RULES, interISP: sessionId !== "c" },
      isOutdated: false,
    }));
    await Promise.all([free, b].map((peer) => peer.answered()));
    expect(free.received("unmatched")).toHaveLength(3);
    expect(b.received("unmatched").map(({ peer }) => peer)).toEqual([free.id]);
  });

  it("tells a viewer to renew their ticket when access rules change, and disconnects those who do not", async () => {
    const a = await joinRoom("a");
    const outdate = () => tracker.review(() => ({ rules: DEFAULT_RULES, isOutdated: true }));
    outdate();
    outdate();
    await a.answered();
    expect(a.received("session")).toHaveLength(1);
    harness.nowMs += 16_000;
    outdate();
    expect(await a.closed()).toBe(TRACKER_CLOSE.ticketExpired);
  });

  it("does not extend the grace period for a new session when the viewer reconnects", async () => {
    let isOutdated = false;
    const own = await new TrackerHarness({ evaluate: () => ({ rules: DEFAULT_RULES, isOutdated }) }).start();
    onTestFinished(() => own.close());
    const a = await own.join("a");
    isOutdated = true;
    own.tracker.review(() => ({ rules: DEFAULT_RULES, isOutdated }));
    await a.next("session");
    own.nowMs += 9_000;
    const again = await own.connect();
    again.send(joinRequest("a"));
    expect(await again.closed()).toBe(TRACKER_CLOSE.ticketExpired);
    // The member keeps its place for the given time and loses it afterwards, whether or not the connection closes.
    expect(own.tracker.countPeers()).toBe(1);
    own.nowMs += 7_000;
    own.tracker.review(() => ({ rules: DEFAULT_RULES, isOutdated }));
    expect(own.tracker.countPeers()).toBe(0);
    expect(await a.closed()).toBe(TRACKER_CLOSE.ticketExpired);
    isOutdated = false;
    expect((await own.join("a2", { sessionId: "a", issuedAtMs: own.nowMs + 1 })).id).toBe(a.id);
  });

  it.each([
    [
      "a flood",
      (peer: TrackerPeer) => {
        for (let count = 0; count < 500; count++) peer.send({ type: "ping" });
      },
      TRACKER_CLOSE.tooMany,
    ],
    ["nonsense", (peer: TrackerPeer) => peer.sendText("{{"), TRACKER_CLOSE.malformed],
    ["a message beyond the limit", (peer: TrackerPeer) => peer.sendText("x".repeat(20_000)), 1009],
  ] as const)("closes a connection that sends %s, and no other", async (_name, misbehave, code) => {
    const good = await joinRoom("good");
    const bad = await joinRoom("bad");
    misbehave(bad);
    expect(await bad.closed()).toBe(code);
    await good.answered();
    expect(tracker.countPeers()).toBe(1);
  });

  it("includes viewers at other trackers in the audience, and sends changes", async () => {
    let elsewhere = 5;
    const cluster = await new TrackerHarness({ countElsewhere: () => elsewhere }).start();
    const a = await cluster.join("a");
    expect(a.received("joined")[0]?.audience).toBe(6);
    expect([...cluster.tracker.audiences()]).toEqual([["v/1", 1]]);
    expect((await a.next("audience")).count).toBe(6);
    elsewhere = 0;
    cluster.tracker.recount();
    expect((await a.next("audience")).count).toBe(1);
    await cluster.close();
  });

  it("matches by the location in a renewed ticket", async () => {
    const rules = { ...DEFAULT_RULES, interISP: false };
    const [a, b] = [
      await joinRoom("a", { rules }),
      await joinRoom("b", { rules, networkPrefix: "", asn: 2 }),
    ];
    issueTicket("b2", { sessionId: "b", rules });
    b.send({ type: "renew", ticket: "b2" });
    b.send({ type: "more" });
    expect((await b.next("peers")).peers).toEqual([{ id: a.id, isInitiator: true }]);
  });

  it("keeps no data about viewers who have left", async () => {
    for (let index = 0; index < 20; index++) {
      const peer = await joinRoom(`s${index}`, { swarm: `v${index}/1` });
      peer.close();
    }
    await expect.poll(() => tracker.rooms()).toBe(0);
    expect(tracker.countPeers()).toBe(0);
  });
});
