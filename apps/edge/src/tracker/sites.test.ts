import type { TicketSite } from "@shoal/p2p/protocol";
import { eventually } from "@shoal/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RULES, TrackerHarness } from "./tracker-harness.ts";
import type { TrackerPeer } from "./tracker-peer.ts";

let harness: TrackerHarness;
beforeEach(async () => {
  harness = await new TrackerHarness().start();
});
afterEach(() => harness.close());

const PARIS: TicketSite = { uuid: "paris", isClosed: true };
const LYON: TicketSite = { uuid: "lyon", isClosed: true };
const OPEN: TicketSite = { uuid: "nice", isClosed: false };

const join = (name: string, site?: TicketSite, maxPeers = 8) =>
  harness.join(name, { rules: { ...RULES, maxPeers }, ...(site ? { site } : {}) });

/** Returns the peers that a viewer is matched with, according to all messages so far. */
async function peersOf(viewer: TrackerPeer): Promise<string[]> {
  await viewer.answered();
  const peers = new Set<string>();
  for (const reply of viewer.all())
    if (reply.type === "peers") for (const { id } of reply.peers) peers.add(id);
    else if (reply.type === "unmatched") peers.delete(reply.peer);
  return [...peers].sort();
}

const idsOf = (...viewers: TrackerPeer[]) => viewers.map(({ id }) => id).sort();

async function renew(viewer: TrackerPeer, name: string, site?: TicketSite, maxPeers = 8): Promise<void> {
  const ticket = `${name} again ${harness.tickets.size}`;
  harness.issue(ticket, { sessionId: name, rules: { ...RULES, maxPeers }, ...(site ? { site } : {}) });
  viewer.send({ type: "renew", ticket });
  await viewer.answered();
}

it("viewers learn which of their peers are at the same site", async () => {
  const viewers = [await join("a", OPEN), await join("b"), await join("c", OPEN)];
  await Promise.all(viewers.map((viewer) => viewer.answered()));
  const nearOf = (viewer: TrackerPeer) =>
    viewer.received("peers").flatMap(({ peers }) => peers.filter(({ isNear }) => isNear).map(({ id }) => id));
  const [a, b, c] = viewers as [TrackerPeer, TrackerPeer, TrackerPeer];
  expect(viewers.map(nearOf)).toEqual([[c.id], [], [a.id]]);
  expect(await peersOf(b)).toEqual(idsOf(a, c));
});

describe("viewers of a closed site", () => {
  it("meet only each other, even if others are in the same network", async () => {
    const [a, other] = [await join("a", PARIS), await join("other")];
    const [l, b] = [await join("l", LYON), await join("b", PARIS)];
    expect(await peersOf(a)).toEqual(idsOf(b));
    expect(await peersOf(b)).toEqual(idsOf(a));
    for (const alone of [other, l]) expect(await peersOf(alone)).toEqual([]);
  });

  it("get the audience of their site, and others get the audience without it", async () => {
    const viewers = [await join("a", PARIS), await join("b", PARIS), await join("c", PARIS)];
    const [other, another] = [await join("other"), await join("another", OPEN)];
    const countOf = (viewer: TrackerPeer) =>
      viewer.received("audience").at(-1)?.count ?? viewer.received("joined")[0]?.audience;
    await eventually(() => {
      expect(viewers.map(countOf)).toEqual([3, 3, 3]);
      expect([other, another].map(countOf)).toEqual([2, 2]);
    });
  });

  it("never split pairs of other viewers, nor do others split theirs", async () => {
    const pair = [
      await join("a", undefined, 2),
      await join("b", undefined, 2),
      await join("c", undefined, 2),
    ];
    const alone = await join("p", PARIS, 2);
    expect(await peersOf(alone)).toEqual([]);
    const together = [await join("q", PARIS, 2), await join("r", PARIS, 2)];
    const late = await join("d", undefined, 2);
    expect(await peersOf(late)).toHaveLength(2);
    expect(await peersOf(alone)).toEqual(idsOf(...together));
    const ids = idsOf(...pair, late);
    for (const one of [...pair, late]) for (const id of await peersOf(one)) expect(ids).toContain(id);
  });

  it("part from others when the site is closed, and meet them when it is opened", async () => {
    const [a, b, other] = [await join("a"), await join("b"), await join("other")];
    expect(await peersOf(a)).toEqual(idsOf(b, other));
    await renew(a, "a", PARIS);
    expect(await peersOf(a)).toEqual([]);
    expect(await peersOf(other)).toEqual(idsOf(b));
    await renew(b, "b", PARIS);
    for (const [one, peers] of [
      [a, [b]],
      [b, [a]],
      [other, []],
    ] as const)
      expect(await peersOf(one)).toEqual(idsOf(...peers));
    await renew(a, "a", { ...PARIS, isClosed: false });
    // A viewer who has not renewed their ticket still meets only the site.
    expect(await peersOf(b)).toEqual(idsOf(a));
    expect(await peersOf(a)).toEqual(idsOf(b, other));
    await renew(b, "b");
    expect(await peersOf(b)).toEqual(idsOf(a, other));
  });

  it("meet only each other whatever rules change", async () => {
    const [a, b, other] = [await join("a", PARIS), await join("b", PARIS), await join("other")];
    for (const rules of [
      { ...RULES, enabled: false },
      { ...RULES, maxPeers: 4 },
      { ...RULES, interISP: false },
    ]) {
      harness.tracker.review(() => ({ rules, isOutdated: false }));
      const isOn = rules.enabled;
      expect(await peersOf(a)).toEqual(isOn ? idsOf(b) : []);
      expect(await peersOf(other)).toEqual([]);
    }
  });
});

describe("viewers of a site that prefers its own viewers", () => {
  it("also meet other viewers", async () => {
    const [a, b, other] = [await join("a", OPEN), await join("b", OPEN), await join("other")];
    expect(await peersOf(a)).toEqual(idsOf(b, other));
  });

  it("replace peers from elsewhere with each other", async () => {
    const others = [await join("w"), await join("x"), await join("y"), await join("z")];
    const [a, b] = [await join("a", OPEN, 2), await join("b", OPEN, 2)];
    expect(await peersOf(a)).toContain(b.id);
    expect(await peersOf(b)).toHaveLength(2);
    const c = await join("c", OPEN, 2);
    expect(await peersOf(c)).toEqual(idsOf(a, b));
    for (const one of [a, b]) for (const other of others) expect(await peersOf(one)).not.toContain(other.id);
  });

  it("replace peers from elsewhere once a renewed ticket places them at the same site", async () => {
    for (const name of ["w", "x", "y", "z"]) await join(name);
    const [a, b] = [await join("a", undefined, 1), await join("b", undefined, 1)];
    expect(await peersOf(a)).not.toContain(b.id);
    await renew(a, "a", OPEN, 1);
    await renew(b, "b", OPEN, 1);
    expect(await peersOf(a)).toEqual(idsOf(b));
  });
});
