import { randomBytes, scryptSync } from "node:crypto";
import type { ErrorBody } from "@shoal/contract";
import type { PlaySession } from "@shoal/contract/player";
import { pictureVersion } from "@shoal/domain/picture-version";
import { eventually } from "@shoal/testkit";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";
import { installStoppableClock, type StoppableClock } from "../testing/stoppable-clock.ts";

let harness: EdgeHarness;
let clock: StoppableClock;
beforeAll(async () => {
  clock = installStoppableClock();
  harness = await startEdgeHarness();
  await eventually(() => expect(harness.api.followers).toBe(1));
});
afterEach(() => clock.goOn());
afterAll(async () => {
  await harness.close();
  clock.remove();
});

/** Hashes a password in the api's format, with a lower cost. */
function hashPassword(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 1_024, r: 8, p: 1 });
  return `scrypt$1024$8$1$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

async function play(uuid: string, body: object = {}, address = "198.51.100.7") {
  const response = await fetch(`${harness.edge.url}/play/${uuid}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "x-forwarded-for": address },
  });
  return {
    status: response.status,
    ...((await response.json()) as Partial<PlaySession> & Partial<ErrorBody>),
  };
}
const publish = (password: string) =>
  harness.publish({ passwordHash: hashPassword(password), thumbnailObject: "t.jpg" });

it("a video with a password asks for it, and shows its title but no frame", async () => {
  const { uuid } = await publish("harbour-4");
  const asked = await play(uuid);
  expect(asked).toMatchObject({
    status: 401,
    code: "playback_password_required",
    preview: {
      title: "A shoal",
      thumbnailUrl: null,
      startsAt: null,
    },
  });
  expect(Math.abs(Date.parse(asked.preview?.serverTime ?? "") - Date.now())).toBeLessThan(5_000);
  expect(JSON.stringify(asked)).not.toContain("scrypt");
  expect(await play(uuid, { password: "harbour-5" })).toMatchObject({
    status: 401,
    code: "playback_password_wrong",
    preview: { title: "A shoal" },
  });
  const watching = await play(uuid, { password: "harbour-4" });
  expect(watching).toMatchObject({ status: 200, uuid });
  expect(JSON.stringify(watching)).not.toContain("scrypt");
});

it("an uploaded picture is shown while a password is required", async () => {
  const thumbnail = { thumbnailObject: "t.jpg", hasSentThumbnail: true };
  const { uuid } = await harness.publish({ passwordHash: hashPassword("harbour-4"), ...thumbnail });
  const thumbnailUrl = `https://play.example.com/thumbnails/${uuid}?v=${pictureVersion("t.jpg")}`;
  expect(await play(uuid)).toMatchObject({ preview: { thumbnailUrl } });
});

it("a password matches in composed and decomposed Unicode form", async () => {
  const { uuid } = await publish("é-côté".normalize("NFC"));
  expect(await play(uuid, { password: "é-côté".normalize("NFD") })).toMatchObject({ status: 200 });
});

it("a pass replaces the password until it changes, and only for its video", async () => {
  const video = await publish("harbour-4");
  const { pass, sessionId, beacon } = await play(video.uuid, { password: "harbour-4" });
  const running = { sessionId, beaconToken: beacon?.token };
  expect(await play(video.uuid, { ...running, pass })).toMatchObject({ status: 200, sessionId });
  const other = await publish("harbour-4");
  expect(await play(other.uuid, { pass })).toMatchObject({ code: "playback_password_required" });
  const forged = pass?.replace(/.$/, (last) => (last === "A" ? "Q" : "A"));
  expect(await play(video.uuid, { pass: forged })).toMatchObject({ status: 401 });
  harness.api.set({ ...video, passwordHash: hashPassword("harbour-4"), revision: 2 });
  await eventually(async () =>
    expect(await play(video.uuid, { sessionId, pass })).toMatchObject({ status: 401 }),
  );
  harness.api.set({ ...video, passwordHash: null, revision: 3 });
  await eventually(async () =>
    expect(await play(video.uuid, { sessionId })).toMatchObject({ status: 200, pass: null }),
  );
});

it("a renewal is refused after the video got a password or a later start", async () => {
  const video = await harness.publish();
  const { sessionId, pass } = await harness.play(video.uuid);
  expect(pass).toBeNull();
  harness.api.set({ ...video, passwordHash: hashPassword("harbour-4"), revision: 2 });
  await eventually(async () =>
    expect(await play(video.uuid, { sessionId })).toMatchObject({ code: "playback_password_required" }),
  );
  const startsAt = new Date(Date.now() + 3_600_000).toISOString();
  harness.api.set({ ...video, startsAt, revision: 3 });
  await eventually(async () =>
    expect(await play(video.uuid, { sessionId })).toMatchObject({
      status: 403,
      code: "playback_not_started",
      preview: { startsAt },
    }),
  );
});

it("the start is checked before the password", async () => {
  const startsAt = new Date(Date.now() + 60_000).toISOString();
  const { uuid } = await harness.publish({ startsAt, passwordHash: hashPassword("harbour-4") });
  expect(await play(uuid, { password: "harbour-4" })).toMatchObject({ code: "playback_not_started" });
});

it("the plain addresses of a video with a password or a later start are refused", async () => {
  const locked = await publish("harbour-4");
  const later = await harness.publish({ startsAt: new Date(Date.now() + 60_000).toISOString() });
  const statusOf = async (path: string) =>
    (await fetch(`${harness.edge.url}${path}`, { redirect: "manual" })).status;
  expect(await statusOf(`/hls/${locked.uuid}.m3u8`)).toBe(401);
  expect(await statusOf(`/dash/${locked.uuid}.mpd`)).toBe(401);
  expect(await statusOf(`/hls/${later.uuid}.m3u8`)).toBe(403);
  expect(await statusOf(`/dash/${later.uuid}.mpd`)).toBe(403);
});

it("an address has ten attempts a minute per video, independent of other addresses", async () => {
  clock.stop();
  const [first, second] = [await publish("harbour-4"), await publish("harbour-4")];
  const codes = await Promise.all(
    Array.from({ length: 14 }, async () => (await play(first.uuid, { password: "no-idea" })).code),
  );
  expect(codes.filter((code) => code === "playback_password_wrong")).toHaveLength(10);
  expect(codes.filter((code) => code === "too_many_requests")).toHaveLength(4);
  expect(await play(first.uuid, { password: "harbour-4" })).toMatchObject({ status: 429 });
  expect(await play(second.uuid, { password: "harbour-4" })).toMatchObject({ status: 200 });
  expect(await play(first.uuid, { password: "harbour-4" }, "203.0.113.9")).toMatchObject({ status: 200 });
});

it("too many concurrent tries are refused instead of queued, and a later try succeeds", async () => {
  const { uuid } = await publish("harbour-4");
  const tries = Array.from({ length: 200 }, (_, count) =>
    play(uuid, { password: "harbour-4" }, `203.0.${Math.floor(count / 8)}.${count % 8}`),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.every((status) => [200, 429, 503].includes(status))).toBe(true);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(64);
  expect(await play(uuid, { password: "harbour-4" }, "203.0.200.1")).toMatchObject({ status: 200 });
});

it("an unreadable hash admits no viewer", async () => {
  const { uuid } = await harness.publish({ passwordHash: "scrypt$1024$8$1$$" });
  expect(await play(uuid, { password: "" })).toMatchObject({ code: "playback_password_wrong" });
});

it.each([
  ["before its start", { startsAt: new Date(Date.now() + 3_600_000).toISOString() }, "playback_not_started"],
  ["with a password", { passwordHash: hashPassword("harbour-4") }, "playback_password_required"],
] as const)("a video %s hides its title and picture from viewers whom rules block", async (_, lock, code) => {
  const picture = { thumbnailObject: "t.jpg", hasSentThumbnail: true };
  const rules = { custom: { unauthorizedIPs: ["203.0.113.0/24"], authorizedWebsites: ["example.org"] } };
  const { uuid } = await harness.publish({ ...lock, ...picture, rules });
  const page = { referrer: "https://example.org/" };
  const hidden = { code, preview: { title: "", thumbnailUrl: null } };
  expect(await play(uuid, page, "203.0.113.9")).toMatchObject(hidden);
  expect(await play(uuid, { referrer: "https://other.example/" })).toMatchObject(hidden);
  const shown = { title: "A shoal", thumbnailUrl: expect.stringContaining(`/thumbnails/${uuid}`) };
  expect(await play(uuid, page)).toMatchObject({ code, preview: shown });
});
