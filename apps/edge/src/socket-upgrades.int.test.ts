import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { RoomPage } from "./testing/direct-harness.ts";
import { type EdgeHarness, startEdgeHarness } from "./testing/edge-harness.ts";

let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness({ trackerSocketsPerAddress: 3 });
});
afterAll(() => harness.close());

it("sockets are limited per address at each path, and refused at unknown paths", async () => {
  const open = (path: string) => RoomPage.open(`${harness.edge.url.replace("http", "ws")}${path}`);
  const pages = [await open("/direct"), await open("/direct"), await open("/direct"), await open("/tracker")];
  await expect(open("/direct")).rejects.toThrow("429");
  await expect(open("/elsewhere")).rejects.toThrow("404");
  for (const page of pages) page.close();
});

/** Opens a socket from an address. @throws Error that contains the status of a rejection. */
async function openSocketFrom(address: string): Promise<WebSocket> {
  const socket = new WebSocket(`${harness.edge.url.replace("http", "ws")}/tracker`, {
    headers: { "x-forwarded-for": address },
  });
  await new Promise<void>((resolve, reject) => socket.once("open", resolve).once("error", reject));
  return socket;
}

it("a flood from many IPv6 addresses of one subscriber counts as one caller", async () => {
  const sockets = await Promise.all([1, 2, 3].map((last) => openSocketFrom(`2001:db8:1:2::${last}`)));
  await expect(openSocketFrom("2001:db8:1:2:ffff::4")).rejects.toThrow("429");
  sockets.push(await openSocketFrom("2001:db8:1:3::1"));
  const metrics = await (await fetch(`${harness.edge.internalUrl}/metrics`)).text();
  expect(metrics).toMatch(/shoal_edge_plays_limited_total\{by="sockets"\} [1-9]/);
  for (const socket of sockets) socket.close();
});
