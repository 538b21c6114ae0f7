import { eventually } from "@shoal/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createClientDescriptor, type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";

/** The guaranteed time within which a revocation takes effect, whether or not the change stream works. */
const MAX_REVOCATION_DELAY_MS = 5_000;

let harness: EdgeHarness;
beforeEach(async () => {
  harness = await startEdgeHarness();
  await eventually(() => expect(harness.api.followers).toBe(1));
});
afterEach(() => harness.close());

/** The actions by which an owner withdraws a video from its viewers. */
const LOCKING_CHANGES = {
  "a password": { passwordHash: "scrypt:of-another-word" },
  "a later start": { startsAt: new Date(Date.now() + 3_600_000).toISOString() },
};

it.each(Object.entries(LOCKING_CHANGES))(
  "%s applies to current viewers within 5 s, and they continue once it is removed",
  async (_what, lock) => {
    const video = await harness.publish();
    // A video can only be opened if the edge can load its client.
    harness.api.setClient(createClientDescriptor(video.clientId));
    const { hlsUrl } = await harness.play(video.uuid);
    const segment = hlsUrl.replace("master.m3u8", "v0/0.m4s");
    const statusOf = async () => (await fetch(segment)).status;
    expect(await statusOf()).toBe(200);
    const setAtMs = performance.now();
    harness.api.set({ ...video, ...lock, revision: 2 });
    await eventually(async () => expect(await statusOf()).toBe(403));
    expect(performance.now() - setAtMs).toBeLessThan(MAX_REVOCATION_DELAY_MS);
    harness.api.set({ ...video, revision: 3 });
    await eventually(async () => expect(await statusOf()).toBe(200));
  },
);

it.each(["with the change stream", "without it"] as const)(
  "a revocation takes effect within 5 s %s",
  async (how) => {
    const video = await harness.publish();
    const { hlsUrl } = await harness.play(video.uuid);
    const segment = hlsUrl.replace("master.m3u8", "v0/0.m4s");
    expect((await fetch(segment)).status).toBe(200);
    const revokedAtMs = performance.now();
    if (how === "without it") {
      harness.api.dropStream();
      harness.api.remove(video.uuid);
    } else harness.api.set({ ...video, state: "deleted", revision: 2 });
    await eventually(async () => expect((await fetch(segment)).status).toBe(404));
    expect(performance.now() - revokedAtMs).toBeLessThan(MAX_REVOCATION_DELAY_MS);
  },
);
