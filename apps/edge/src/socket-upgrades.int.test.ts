import { afterAll, beforeAll, expect, it } from "vitest";
import { RoomPage } from "./testing/direct-rig.ts";
import { type EdgeRig, startEdgeRig } from "./testing/edge-rig.ts";

let rig: EdgeRig;
beforeAll(async () => {
  rig = await startEdgeRig({ trackerSocketsPerAddress: 3 });
});
afterAll(() => rig.close());

it("sockets are taken at the paths that there are, so many of one address at each", async () => {
  const open = (path: string) => RoomPage.open(`${rig.edge.url.replace("http", "ws")}${path}`);
  const pages = [await open("/direct"), await open("/direct"), await open("/direct"), await open("/tracker")];
  await expect(open("/direct")).rejects.toThrow("429");
  await expect(open("/elsewhere")).rejects.toThrow("404");
  for (const page of pages) page.close();
});
