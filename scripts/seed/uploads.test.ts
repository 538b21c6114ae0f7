import { expect, test } from "vitest";
import { withUploads } from "./uploads.ts";
import { sessionMinutesOf, type WatchedVideo } from "./watching.ts";

const NOW_MS = Date.UTC(2026, 10, 28, 0, 5);
const DAY_SEC = 86_400;

const watchedVideo: WatchedVideo = {
  uuid: "8f14e45f-ceea-467f-a0e6-1d2f3b4c5d6e",
  clientUuid: "c9f0f895-fb98-4b91-8f8e-2d3c4b5a6978",
  sessions: 37,
  durationSec: 640,
  isWatchedLately: true,
};
const createSite = (isSiteClosed: boolean, siteUuid: string) => ({
  configUuid: "45c48cce-2e2d-4fbd-8a1b-9c1a2b3d4e5f",
  siteUuid,
  isSiteClosed,
  pageHost: "www.example.org",
});
const onOtherCdn = {
  name: "vod/regatta/index.m3u8",
  players: ["hls.js"],
  places: [createSite(false, "site 1"), createSite(true, "site 2")],
};

const computeSum = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

test.each([
  ["a video of ours", watchedVideo],
  ["media on another CDN", { ...watchedVideo, onOtherCdn }],
])("in each swarm of %s, peers sent as many bytes as peers received on each day", (_, watched) => {
  const rows = sessionMinutesOf(watched, NOW_MS);
  const swarms = Map.groupBy(
    rows,
    ({ minute, is_site_closed, site_uuid }) =>
      `${Math.floor(minute / DAY_SEC)} ${is_site_closed ? site_uuid : ""}`,
  );
  expect(swarms.size).toBeGreaterThan(30);
  for (const swarm of swarms.values())
    expect(computeSum(swarm.map((row) => row.bytes_up))).toBe(computeSum(swarm.map((row) => row.bytes_peer)));
  expect(computeSum(rows.map((row) => row.bytes_up))).toBeGreaterThan(0);
});

test("sessions that received nothing from peers sent nothing, and no session sent a negative number of bytes", () => {
  const rows = sessionMinutesOf(watchedVideo, NOW_MS);
  expect(rows.filter((row) => row.bytes_peer === 0 && row.bytes_up !== 0)).toEqual([]);
  expect(rows.filter((row) => row.bytes_up < 0)).toEqual([]);
  expect(rows.some((row) => row.bytes_peer === 0)).toBe(true);
});

test("viewers on mobile networks send less than they receive, and those on fixed lines send more", () => {
  const [fixed, mobile] = sessionMinutesOf(watchedVideo, NOW_MS).filter((row) => row.bytes_peer > 0);
  if (!fixed || !mobile) throw new Error("Somebody receives something from peers");
  const rows = withUploads([
    { ...fixed, minute: 0, bytes_peer: 1_001, network: "fixed" },
    { ...mobile, minute: 60, bytes_peer: 1_000, network: "mobile" },
  ]);
  expect(rows.map((row) => row.bytes_up)).toEqual([1_501, 500]);
});

test("all sessions have ended when the seed is made, since a count of current viewers would soon drop to zero", () => {
  const minutes = sessionMinutesOf(watchedVideo, NOW_MS).map(({ minute }) => minute);
  const lastSec = Math.max(...minutes);
  expect(lastSec).toBeLessThan(NOW_MS / 1_000 - 5 * 60);
  expect(lastSec).toBeGreaterThan(NOW_MS / 1_000 - 3_600);
});
