import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { joinRequest, type TicketClaims, TRACKER_CLOSE } from "@shoal/p2p/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTracker } from "./tracker.ts";
import type { Tracker } from "./tracker.types.ts";
import { TrackerPeer } from "./tracker-peer.ts";

const RULES = { enabled: true, viewerThreshold: 1, maxPeers: 8, uploadPercent: 80, uploadOnCellular: false };
const LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const OFFER = { type: "signal", signal: { kind: "offer", sdp: "v=0" } } as const;

let server: Server;
let tracker: Tracker;
let nowMs: number;
let tickets: Map<string, TicketClaims>;
let peers: TrackerPeer[];

beforeEach(async () => {
  nowMs = 1_000_000;
  tickets = new Map();
  peers = [];
  tracker = createTracker({ verifyTicket: (ticket) => tickets.get(ticket), log: LOG, now: () => nowMs });
  server = createServer();
  server.on("upgrade", (request, socket, head) => tracker.handleUpgrade(request, socket, head));
  await new Promise<void>((resolve) => server.listen(0, resolve));
});

afterEach(async () => {
  for (const peer of peers) peer.close();
  await tracker.close();
  await new Promise((resolve) => server.close(resolve));
});

function issue(ticket: string, claims: Partial<TicketClaims> = {}): void {
  const place = { networkPrefix: "203.0.113.0/24", asn: 1, country: "FR" };
  tickets.set(ticket, {
    ...{ swarm: "v/1", sessionId: ticket, expiresAtMs: nowMs + 60_000, rules: RULES },
    ...place,
    ...claims,
  });
}

async function connect(): Promise<TrackerPeer> {
  const peer = await TrackerPeer.open(`ws://localhost:${(server.address() as AddressInfo).port}/tracker`);
  peers.push(peer);
  return peer;
}

async function join(ticket: string, claims: Partial<TicketClaims> = {}): Promise<TrackerPeer> {
  issue(ticket, claims);
  const peer = await connect();
  peer.send(joinRequest(ticket));
  await peer.next("joined");
  return peer;
}

describe("entering a room", () => {
  it("is refused without a valid ticket", async () => {
    const peer = await connect();
    peer.send(joinRequest("forged"));
    expect(await peer.closed()).toBe(TRACKER_CLOSE.ticketRefused);
    expect(tracker.countPeers()).toBe(0);
  });

  it("is refused with a ticket that ran out", async () => {
    issue("old", { expiresAtMs: nowMs - 1 });
    const peer = await connect();
    peer.send(joinRequest("old"));
    expect(await peer.closed()).toBe(TRACKER_CLOSE.ticketExpired);
  });

  it.each(["hello", "{}", '{"type":"ping"}'])("is refused when the first message is %s", async (text) => {
    const peer = await connect();
    peer.sendText(text);
    expect(await peer.closed()).toBe(TRACKER_CLOSE.malformed);
  });

  it("tells the rules and the audience, and replaces a former connection of the same session", async () => {
    issue("a");
    const first = await connect();
    first.send(joinRequest("a"));
    const joined = await first.next("joined");
    expect(joined).toMatchObject({ audience: 1, rules: RULES });
    const second = await connect();
    second.send(joinRequest("a"));
    expect((await second.next("joined")).peerId).toBe(joined.peerId);
    expect(await first.closed()).toBe(TRACKER_CLOSE.replaced);
    expect(tracker.countPeers()).toBe(1);
  });
});

describe("matching", () => {
  it("brings the viewers of one room together and nobody of another", async () => {
    const a = await join("a");
    const other = await join("x", { swarm: "w/1" });
    const b = await join("b");
    expect((await b.next("peers")).peers).toEqual([{ id: a.id, isInitiator: true }]);
    expect((await a.next("peers")).peers).toEqual([{ id: b.id, isInitiator: false }]);
    expect(other.received("peers")).toEqual([]);
    expect(tracker.rooms()).toBe(2);
  });

  it("stops at the maximum of peers", async () => {
    const rules = { ...RULES, maxPeers: 1 };
    const a = await join("a", { rules });
    await join("b", { rules });
    await a.next("peers");
    const c = await join("c", { rules });
    await c.answered();
    expect(c.received("peers")).toEqual([]);
  });

  it("makes room for a newcomer in a full room by taking one pair apart", async () => {
    const rules = { ...RULES, maxPeers: 2 };
    const members = [await join("a", { rules }), await join("b", { rules }), await join("c", { rules })];
    const newcomer = await join("d", { rules });
    await newcomer.next("peers");
    await newcomer.next("peers");
    await Promise.all(members.map((member) => member.answered()));
    const parted = members.filter((member) => member.received("unmatched").length > 0);
    expect(parted).toHaveLength(2);
  });

  it("tells a peer when the other leaves", async () => {
    const a = await join("a");
    const b = await join("b");
    await a.next("peers");
    b.close();
    expect((await a.next("unmatched")).peer).toBe(b.id);
    expect(tracker.countPeers()).toBe(1);
  });
});

describe("signals", () => {
  it("pass between matched peers", async () => {
    const a = await join("a");
    const b = await join("b");
    await a.next("peers");
    b.send({ ...OFFER, to: a.id });
    expect(await a.next("signal")).toEqual({ type: "signal", from: b.id, signal: OFFER.signal });
  });

  it("never reach a peer of another room, nor one that was parted", async () => {
    const a = await join("a");
    const stranger = await join("x", { swarm: "w/1" });
    const b = await join("b");
    await b.next("peers");
    stranger.send({ ...OFFER, to: a.id });
    b.send({ type: "part", peer: a.id });
    await a.next("unmatched");
    b.send({ ...OFFER, to: a.id });
    await Promise.all([stranger.answered(), b.answered(), a.answered()]);
    expect(a.received("signal")).toEqual([]);
  });
});

describe("while connected", () => {
  it("tells everybody the audience", async () => {
    const a = await join("a");
    await join("b");
    expect((await a.next("audience")).count).toBe(2);
  });

  it("takes a renewed ticket of the same session and refuses another's", async () => {
    const a = await join("a");
    issue("a2", { sessionId: "a", rules: { ...RULES, maxPeers: 3 } });
    a.send({ type: "renew", ticket: "a2" });
    expect((await a.next("rules")).rules.maxPeers).toBe(3);
    issue("b");
    a.send({ type: "renew", ticket: "b" });
    expect(await a.closed()).toBe(TRACKER_CLOSE.ticketRefused);
  });

  it("pushes new rules and sends everybody away when the room is closed", async () => {
    const a = await join("a");
    tracker.updateRules("v/1", { ...RULES, enabled: false });
    expect((await a.next("rules")).rules.enabled).toBe(false);
    tracker.closeRoom("v/1");
    expect(await a.closed()).toBe(TRACKER_CLOSE.roomClosed);
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
    const good = await join("good");
    const bad = await join("bad");
    misbehave(bad);
    expect(await bad.closed()).toBe(code);
    await good.answered();
    expect(tracker.countPeers()).toBe(1);
  });

  it("keeps nothing of those who have left", async () => {
    for (let index = 0; index < 20; index++) {
      const peer = await join(`s${index}`, { swarm: `v${index}/1` });
      peer.close();
    }
    await expect.poll(() => tracker.rooms()).toBe(0);
    expect(tracker.countPeers()).toBe(0);
  });
});
