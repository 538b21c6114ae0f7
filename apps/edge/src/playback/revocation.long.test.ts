import { eventually } from "@shoal/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type EdgeRig, startEdgeRig } from "../testing/edge-rig.ts";

/** What is promised to who takes a video back, with the change stream and without. */
const PROMISED_MS = 5_000;

let rig: EdgeRig;
beforeEach(async () => {
  rig = await startEdgeRig();
  await eventually(() => expect(rig.api.followers).toBe(1));
});
afterEach(() => rig.close());

it.each(["with the change stream", "without it"] as const)(
  "a revocation holds within 5 s %s",
  async (how) => {
    const video = await rig.publish();
    const { hlsUrl } = await rig.play(video.uuid);
    const segment = hlsUrl.replace("master.m3u8", "v0/0.m4s");
    expect((await fetch(segment)).status).toBe(200);
    const revokedAtMs = performance.now();
    if (how === "without it") {
      rig.api.dropStream();
      rig.api.remove(video.uuid);
    } else rig.api.set({ ...video, state: "deleted", revision: 2 });
    await eventually(async () => expect((await fetch(segment)).status).toBe(404));
    expect(performance.now() - revokedAtMs).toBeLessThan(PROMISED_MS);
  },
);
