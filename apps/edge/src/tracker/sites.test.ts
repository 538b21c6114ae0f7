import type { TicketSite } from "@shoal/p2p/protocol";
import { eventually } from "@shoal/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_RULES, TrackerHarness } from "./tracker-harness.ts";
import type { TrackerPeer } from "./tracker-peer.ts";

let harness: TrackerHarness;
beforeEach(async () => {
  harness = await new TrackerHarness().start();
});
afterEach(() => harness.close());

const PARIS_SITE: TicketSite = { uuid: "paris", isClosed: true };
const LYON_SITE: TicketSite = { uuid: "lyon", isClosed: true };
const OPEN_SITE: TicketSite = { uuid: "nice", isClosed: false };

const joinAtSite = (name: string, site?: TicketSite, maxPeers = 8) =>
  harness.join(name, { rules: { ...DEFAULT_RULES, maxPeers }, ...(site ? { site } : {}) });

/** Returns the peers that a viewer has at this moment, according to all messages received so far. */
async function peersOf(viewer: TrackerPeer): Promise<string[]> {
  await viewer.answered();
  const peers = new Set<string>();
  for (const reply of viewer.all())
    if (reply.type === "peers") for (const { id } of reply.peers) peers.add(id);
    else if (reply.type === "unmatched") peers.delete(reply.peer);
  return [...peers].sort();
}

const idsOf = (...viewers: TrackerPeer[]) => viewers.map(({ id }) => id).sort();

async function renewTicket(
  viewer: TrackerPeer,
  name: string,
  site?: TicketSite,
  maxPeers = 8,
): Promise<void> {
  const ticket = `${name} again ${harness.tickets.size}`;
  harness.issue(ticket, {
    sessionId: name,
    rules: { ...DEFAULT_RULES, maxPeers },
    ...(site ? { site } : {}),
  });
  viewer.send({ type: "renew", ticket });
  await viewer.answered();
}

it("viewers learn which of their peers are at the same site", async () => {
  const viewers = [await joinAtSite("a", OPEN_SITE), await joinAtSite("b"), await joinAtSite("c", OPEN_SITE)];
  await Promise.all(viewers.map((viewer) => viewer.answered()));
  const nearOf = (viewer: TrackerPeer) =>
    viewer.received("peers").flatMap(({ peers }) => peers.filter(({ isNear }) => isNear).map(({ id }) => id));
  const [a, b, c] = viewers as [TrackerPeer, TrackerPeer, TrackerPeer];
  expect(viewers.map(nearOf)).toEqual([[c.id], [], [a.id]]);
  expect(await peersOf(b)).toEqual(idsOf(a, c));
});

describe("viewers of a closed site", () => {
  it("meet only each other, even if others are in the same network", async () => {
    const [a, other] = [await joinAtSite("a", PARIS_SITE), await joinAtSite("other")];
    const [l, b] = [await joinAtSite("l", LYON_SITE), await joinAtSite("b", PARIS_SITE)];
    expect(await peersOf(a)).toEqual(idsOf(b));
    expect(await peersOf(b)).toEqual(idsOf(a));
    for (const alone of [other, l]) expect(await peersOf(alone)).toEqual([]);
  });

  it("get the audience of their site, and others get the audience without it", async () => {
    const viewers = [
      await joinAtSite("a", PARIS_SITE),
      await joinAtSite("b", PARIS_SITE),
      await joinAtSite("c", PARIS_SITE),
    ];
    const [other, another] = [await joinAtSite("other"), await joinAtSite("another", OPEN_SITE)];
    const countOf = (viewer: TrackerPeer) =>
      viewer.received("audience").at(-1)?.count ?? viewer.received("joined")[0]?.audience;
    await eventually(() => {
      expect(viewers.map(countOf)).toEqual([3, 3, 3]);
      expect([other, another].map(countOf)).toEqual([2, 2]);
    });
  });

  it("never split pairs of other viewers, nor do others split theirs", async () => {
    const pair = [
      await joinAtSite("a", undefined, 2),
      await joinAtSite("b", undefined, 2),
      await joinAtSite("c", undefined, 2),
    ];
    const alone = await joinAtSite("p", PARIS_SITE, 2);
    expect(await peersOf(alone)).toEqual([]);
    const together = [await joinAtSite("q", PARIS_SITE, 2), await joinAtSite("r", PARIS_SITE, 2)];
    const late = await joinAtSite("d", undefined, 2);
    expect(await peersOf(late)).toHaveLength(2);
    expect(await peersOf(alone)).toEqual(idsOf(...together));
    const ids = idsOf(...pair, late);
    for (const one of [...pair, late]) for (const id of await peersOf(one)) expect(ids).toContain(id);
  });

  it("part from others when the site is closed, and meet them when it is opened", async () => {
    const [a, b, other] = [await joinAtSite("a"), await joinAtSite("b"), await joinAtSite("other")];
    expect(await peersOf(a)).toEqual(idsOf(b, other));
    await renewTicket(a, "a", PARIS_SITE);
    expect(await peersOf(a)).toEqual([]);
    expect(await peersOf(other)).toEqual(idsOf(b));
    await renewTicket(b, "b", PARIS_SITE);
    for (const [one, peers] of [
      [a, [b]],
      [b, [a]],
      [other, []],
    ] as const)
      expect(await peersOf(one)).toEqual(idsOf(...peers));
    await renewTicket(a, "a", { ...PARIS_SITE, isClosed: false });
    // A viewer who has not renewed their ticket yet still meets only viewers of the site.
    expect(await peersOf(b)).toEqual(idsOf(a));
    expect(await peersOf(a)).toEqual(idsOf(b, other));
    await renewTicket(b, "b");
    expect(await peersOf(b)).toEqual(idsOf(a, other));
  });

  it("meet only each other whatever rules change", async () => {
    const [a, b, other] = [
      await joinAtSite("a", PARIS_SITE),
      await joinAtSite("b", PARIS_SITE),
      await joinAtSite("other"),
    ];
    for (const rules of [
      { ...DEFAULT_RULES, enabled: false },
      { ...DEFAULT_RULES, maxPeers: 4 },
      { ...DEFAULT_RULES, interISP: false },
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
    const [a, b, other] = [
      await joinAtSite("a", OPEN_SITE),
      await joinAtSite("b", OPEN_SITE),
      await joinAtSite("other"),
    ];
    expect(await peersOf(a)).toEqual(idsOf(b, other));
  });

  it("replace peers from elsewhere with each other", async () => {
    const others = [
      await joinAtSite("w"),
      await joinAtSite("x"),
      await joinAtSite("y"),
      await joinAtSite("z"),
    ];
    const [a, b] = [await joinAtSite("a", OPEN_SITE, 2), await joinAtSite("b", OPEN_SITE, 2)];
    expect(await peersOf(a)).toContain(b.id);
    expect(await peersOf(b)).toHaveLength(2);
    const c = await joinAtSite("c", OPEN_SITE, 2);
    expect(await peersOf(c)).toEqual(idsOf(a, b));
    for (const one of [a, b]) for (const other of others) expect(await peersOf(one)).not.toContain(other.id);
  });

  it("replace peers from elsewhere once a renewed ticket places them at the same site", async () => {
    for (const name of ["w", "x", "y", "z"]) await joinAtSite(name);
    const [a, b] = [await joinAtSite("a", undefined, 1), await joinAtSite("b", undefined, 1)];
    expect(await peersOf(a)).not.toContain(b.id);
    await renewTicket(a, "a", OPEN_SITE, 1);
    await renewTicket(b, "b", OPEN_SITE, 1);
    expect(await peersOf(a)).toEqual(idsOf(b));
  });
});
