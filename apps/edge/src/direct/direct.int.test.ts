import { randomUUID } from "node:crypto";
import type { RuleSettings } from "@shoal/contract";
import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { DIRECT_PLACES, type DirectRefusal, type PlaySession } from "@shoal/contract/player";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startClusterHarness } from "../testing/cluster-harness.ts";
import {
  openPublisherPage,
  openViewerPage,
  publishDirectLive,
  type RoomPage,
  startViewerSession,
} from "../testing/direct-harness.ts";
import { createClientDescriptor, type EdgeHarness } from "../testing/edge-harness.ts";

const FORBIDDEN_ADDRESS = "203.0.113.7";
const OFFER_SIGNAL = { kind: "offer", sdp: "v=0" } as const;

let harness: EdgeHarness;
let live: PlaybackDescriptor;
let revision = 0;
const pages: RoomPage[] = [];
beforeAll(async () => {
  [harness] = (await startClusterHarness(["eu"])) as [EdgeHarness];
  await eventually(() => harness.api.followers === 1);
});
afterAll(() => harness.close());
beforeEach(() => {
  live = publishDirectLive(harness, "middle");
  return () => {
    for (const page of pages.splice(0)) page.close();
  };
});

const trackPage = async (opening: Promise<RoomPage>): Promise<RoomPage> => {
  const page = await opening;
  pages.push(page);
  return page;
};
const openPublisher = (places?: string[]) => trackPage(openPublisherPage(harness, live.uuid, places));
const openViewer = (session: PlaySession, how?: Parameters<typeof openViewerPage>[1]) =>
  trackPage(openViewerPage(session, how));
const openNewViewer = async () => openViewer(await startViewerSession(harness, live.uuid));

describe("a play session", () => {
  it("contains the room of a direct live, and how the live is watched", async () => {
    const session = await harness.play(live.uuid);
    expect(session.live).toEqual({ latencySec: null, isSeekable: false, delay: "middle" });
    expect(session.direct?.url).toBe(`${harness.edge.url.replace("http", "ws")}/direct`);
    expect(session.direct?.ticket).not.toContain(live.uuid);
    const asking = publishDirectLive(harness, "middle", {
      rules: { custom: { asksConsent: true } },
    });
    expect((await harness.play(asking.uuid)).direct).toBeUndefined();
    expect((await harness.play(asking.uuid, { consent: true })).direct).toBeDefined();
    const delayed = publishDirectLive(harness, "yes");
    expect((await harness.play(delayed.uuid)).direct).toBeUndefined();
  });
});

describe("segments of a live whose viewers are all without delay", () => {
  it("are not found for any viewer", async () => {
    const { uuid } = await harness.publish({ live: { latencySec: null, delay: "no" }, isEnded: false });
    const { hlsUrl } = await harness.play(uuid);
    for (const file of ["master.m3u8", "manifest.mpd", "hashes.json", "v0/index.m3u8", "v0/0.m4s"])
      expect((await fetch(hlsUrl.replace("master.m3u8", file))).status).toBe(404);
  });
});

describe("the room of a live", () => {
  it("connects viewers with the publishing page, with ICE servers, and relays their signals", async () => {
    const viewer = await openNewViewer();
    expect(await viewer.next("waiting")).toEqual({ type: "waiting", reason: "nobody", waitingBefore: 0 });
    const page = await openPublisher();
    expect(await page.next("published")).toEqual({ type: "published", places: [] });
    const { place, iceServers } = await page.next("viewer");
    expect(iceServers).toEqual([{ urls: ["stun:stun.example.com:3478"] }]);
    expect(await viewer.next("slot")).toMatchObject({ place, iceServers });
    page.request({ type: "signal", to: place, signal: OFFER_SIGNAL });
    expect(await viewer.next("signal")).toEqual({ type: "signal", signal: OFFER_SIGNAL });
    viewer.request({ type: "signal", signal: { kind: "answer", sdp: "v=0" } });
    expect(await page.next("signal")).toMatchObject({ from: place, signal: { kind: "answer" } });
  });

  it("has five places, and gives a free one to the first waiting viewer", async () => {
    const page = await openPublisher();
    const viewers: RoomPage[] = [];
    for (let count = 0; count < DIRECT_PLACES; count++) {
      const viewer = await openNewViewer();
      await viewer.next("slot");
      viewers.push(viewer);
    }
    const sixth = await openNewViewer();
    expect(await sixth.next("waiting")).toEqual({ type: "waiting", reason: "full", waitingBefore: 0 });
    const seventh = await openNewViewer();
    expect(await seventh.next("waiting")).toMatchObject({ waitingBefore: 1 });
    viewers[2]?.break();
    const { place } = await page.next("left");
    expect(place).toBe(viewers[2]?.received("slot")[0]?.place);
    expect((await sixth.next("slot")).place).not.toBe(place);
    expect(await seventh.next("waiting")).toMatchObject({ waitingBefore: 0 });
  });
});

describe("a viewer without delay", () => {
  const PASSWORD = { passwordHash: "scrypt$1024$8$1$c2FsdA$a2V5" };
  const NO_STREAMING = { custom: { streaming: "refused" } } as const;
  const over = () => ({ live: { ...live.live, latencySec: null, isOver: true } });

  it.each<[string, () => void, DirectRefusal?]>([
    ["a password is set", () => change(PASSWORD)],
    ["its rules let nobody watch", () => change({ rules: NO_STREAMING })],
    ["the client's rules let nobody watch", () => setRules({ streaming: "refused" })],
    ["the live is over", () => change(over()), "over"],
    ["the live is over and nothing of it is left", () => change({ ...over(), state: "waiting" }), "over"],
    ["the live has restarted", () => change({ generation: 2 })],
    ["the live is in the trash", () => change({ state: "deleted" })],
    ["the live is gone", () => harness.api.remove(live.uuid)],
  ])(
    "is disconnected when %s, and the publishing page hears that the viewer has left",
    async (_when, act, reason = "denied") => {
      setRules({});
      const page = await openPublisher();
      const viewer = await openNewViewer();
      const { place } = await viewer.next("slot");
      act();
      expect(await viewer.next("refused")).toEqual({ type: "refused", reason });
      expect(await viewer.closed()).toBe(1008);
      // The publisher of an ended live is disconnected before the message that the viewer has left.
      const first = await Promise.race([page.next("left"), page.next("refused")]);
      expect(first).toMatchObject(first.type === "left" ? { place } : { reason: "denied" });
    },
  );

  it("is disconnected by a changed rule if their address is blocked, while others stay", async () => {
    setRules({});
    const [here, there] = [
      await openNewViewer(),
      await openViewer(await startViewerSession(harness, live.uuid), { address: FORBIDDEN_ADDRESS }),
    ];
    change({ title: "Another title", rules: { custom: { unauthorizedIPs: [FORBIDDEN_ADDRESS] } } });
    expect(await there.next("refused")).toEqual({ type: "refused", reason: "denied" });
    await openPublisher();
    await here.next("slot");
    expect(here.received("refused")).toEqual([]);
  });

  it("of an export link is disconnected when the link is paused, and never learns the live's uuid", async () => {
    const link = {
      uuid: randomUUID(),
      clientId: live.clientId,
      videoUuid: live.uuid,
      endsAt: null,
      sites: [],
    };
    harness.api.setLink({ ...link, revision: 1, isPaused: false });
    const session = await harness.play(`x/${link.uuid}`);
    const page = await openPublisher();
    const viewer = await openViewer(session);
    const { slot } = await viewer.next("slot");
    const readable = JSON.stringify(session) + Buffer.from(slot.split(".").join(""), "base64url").toString();
    expect(readable).not.toContain(live.uuid);
    harness.api.setLink({ ...link, revision: 2, isPaused: true });
    expect(await viewer.next("refused")).toMatchObject({ reason: "denied" });
    await page.next("left");
  });

  it("is admitted only with a room ticket, and only while the live is direct", async () => {
    const session = await startViewerSession(harness, live.uuid);
    const refusalOf = async (ticket: string) => {
      const viewer = await trackPage(
        openViewerPage({ ...session, direct: { url: session.direct?.url ?? "", ticket } }),
      );
      return (await viewer.next("refused")).reason;
    };
    expect(await refusalOf(session.token)).toBe("invalid");
    expect(await refusalOf(session.p2p.ticket)).toBe("invalid");
    change({ live: { latencySec: null, delay: "yes" } });
    await expect.poll(async () => (await harness.play(live.uuid)).direct).toBeUndefined();
    expect(await refusalOf(session.direct?.ticket ?? "")).toBe("denied");
  });

  function change(changes: Partial<PlaybackDescriptor>): void {
    live = { ...live, ...changes, revision: live.revision + 1 };
    harness.api.set(live);
  }

  function setRules(rules: RuleSettings): void {
    revision += 1;
    harness.api.setClient(createClientDescriptor(live.clientId, { rules, revision }));
  }
});

describe("an edge", () => {
  it("reports its rooms to the operator", async () => {
    await openPublisher();
    await (await openNewViewer()).next("slot");
    const readiness = async () => (await fetch(`${harness.edge.internalUrl}/readyz`)).json();
    await expect.poll(readiness).toMatchObject({ direct: { rooms: 1, placesTaken: 1, waiting: 0 } });
    const figures = await (await fetch(`${harness.edge.internalUrl}/metrics`)).text();
    for (const figure of ["rooms 1", "places 1", "waiting 0"])
      expect(figures).toContain(`shoal_edge_direct_${figure}\n`);
  });

  it("gives viewers their places back after a restart, without any departures", async () => {
    const page = await openPublisher();
    const session = await startViewerSession(harness, live.uuid);
    const viewer = await openViewer(session);
    const { place, slot } = await viewer.next("slot");
    await harness.restart();
    expect(await viewer.closed()).toBe(1001);
    expect(await page.closed()).toBe(1001);
    expect(page.received("left")).toEqual([]);
    const again = await openPublisher([place]);
    expect((await again.next("published")).places).toEqual([place]);
    expect((await (await openViewer(session, { slot })).next("slot")).place).toBe(place);
    expect((await again.next("viewer")).place).toBe(place);
  });
});
