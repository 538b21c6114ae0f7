import { DIRECT_PLACES, type PlaybackDescriptor, type PlaySession } from "@shoal/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startClusterRig } from "../testing/cluster-rig.ts";
import { film, newSession, publishDirectLive, type RoomPage, watch } from "../testing/direct-rig.ts";
import type { EdgeRig } from "../testing/edge-rig.ts";

const SIGNAL = { kind: "offer", sdp: "v=0" } as const;

let rig: EdgeRig;
let live: PlaybackDescriptor;
const pages: RoomPage[] = [];
beforeAll(async () => {
  [rig] = (await startClusterRig(["eu"], { trackerSocketsPerAddress: 300 })) as [EdgeRig];
});
afterAll(() => rig.close());
beforeEach(() => {
  live = publishDirectLive(rig, "middle");
  return () => {
    for (const page of pages.splice(0)) page.close();
  };
});

const kept = async (opening: Promise<RoomPage>): Promise<RoomPage> => {
  const page = await opening;
  pages.push(page);
  return page;
};
const filming = (places?: string[]) => kept(film(rig, live.uuid, places));
const watching = (session: PlaySession, slot?: string) =>
  kept(watch(session, slot === undefined ? {} : { slot }));
const newcomer = async () => watching(await newSession(rig, live.uuid));

describe("a play session", () => {
  it("names the room of a live without delay, and says how it is watched", async () => {
    const session = await rig.play(live.uuid);
    expect(session.live).toEqual({ latencySec: null, isSeekable: false, delay: "middle" });
    expect(session.direct?.url).toBe(`${rig.edge.url.replace("http", "ws")}/direct`);
    expect(session.direct?.ticket).not.toContain(live.uuid);
    const delayed = publishDirectLive(rig, "yes");
    expect((await rig.play(delayed.uuid)).direct).toBeUndefined();
  });
});

describe("the room of a live", () => {
  it("brings viewers and the page that films it together, with servers, and passes their signals on", async () => {
    const viewer = await newcomer();
    expect(await viewer.next("waiting")).toEqual({ type: "waiting", reason: "nobody", waitingBefore: 0 });
    const page = await filming();
    expect(await page.next("published")).toEqual({ type: "published", places: [] });
    const { place, iceServers } = await page.next("viewer");
    expect(iceServers).toEqual([{ urls: ["stun:stun.example.com:3478"] }]);
    expect(await viewer.next("slot")).toMatchObject({ place, iceServers });
    page.say({ type: "signal", to: place, signal: SIGNAL });
    expect(await viewer.next("signal")).toEqual({ type: "signal", signal: SIGNAL });
    viewer.say({ type: "signal", signal: { kind: "answer", sdp: "v=0" } });
    expect(await page.next("signal")).toMatchObject({ from: place, signal: { kind: "answer" } });
  });

  it("has five places, and gives one that is free to the first who waits", async () => {
    const page = await filming();
    const viewers: RoomPage[] = [];
    for (let count = 0; count < DIRECT_PLACES; count++) {
      const viewer = await newcomer();
      await viewer.next("slot");
      viewers.push(viewer);
    }
    const sixth = await newcomer();
    expect(await sixth.next("waiting")).toEqual({ type: "waiting", reason: "full", waitingBefore: 0 });
    const seventh = await newcomer();
    expect(await seventh.next("waiting")).toMatchObject({ waitingBefore: 1 });
    viewers[2]?.break();
    const { place } = await page.next("left");
    expect(place).toBe(viewers[2]?.received("slot")[0]?.place);
    expect((await sixth.next("slot")).place).not.toBe(place);
    expect(await seventh.next("waiting")).toMatchObject({ waitingBefore: 0 });
  });
});
