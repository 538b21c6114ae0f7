import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  PREVIEW_BYTES_OF_CLIENT_PER_DAY,
  PREVIEW_BYTES_PER_DAY,
  PREVIEW_SESSIONS,
  PreviewAllowances,
} from "./preview-allowances.ts";

const DAY_MS = 86_400_000;
const MB = 1_000_000;
let folder: string;
let nowMs = 20_000 * DAY_MS;
const openAllowances = () =>
  PreviewAllowances.open({
    path: join(folder, "previews.json"),
    onError: (error) => {
      throw error;
    },
    nowMs: () => nowMs,
  });
const previewBy = (sessionId: string, userUuid = "ann", clientId = "a client") => ({
  clientId,
  userUuid,
  sessionId,
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-previews-"));
});
afterEach(() => rm(folder, { recursive: true }));

it("each user has a daily allowance of free bytes, which is reset the next day", async () => {
  const previews = await openAllowances();
  expect(previews.claim(previewBy("s"), PREVIEW_BYTES_PER_DAY - MB)).toBe(PREVIEW_BYTES_PER_DAY - MB);
  expect(previews.claim(previewBy("s"), 3 * MB)).toBe(MB);
  expect(previews.claim(previewBy("another"), MB)).toBe(0);
  expect(previews.claim(previewBy("s", "bob"), MB)).toBe(MB);
  // An administrator has a separate allowance per client, so that no client pays for another's previews.
  expect(previews.claim(previewBy("s", "ann", "another client"), MB)).toBe(MB);
  nowMs += DAY_MS;
  expect(previews.claim(previewBy("s"), MB)).toBe(MB);
});

it("a user who moves from video to video stays within the free sessions; concurrent ones exceed them", async () => {
  const previews = await openAllowances();
  const sessions = Array.from({ length: 40 }, (_, nth) => `s${nth}`);
  for (const session of sessions) expect(previews.claim(previewBy(session), MB)).toBe(MB);
  const again = sessions.map((session) => previews.claim(previewBy(session), MB));
  expect(again.filter((free) => free > 0)).toHaveLength(PREVIEW_SESSIONS);
  expect(again.slice(-PREVIEW_SESSIONS)).toEqual([MB, MB, MB]);
});

it("used bytes are known to the next run of the edge", async () => {
  const first = await openAllowances();
  first.claim(previewBy("s"), PREVIEW_BYTES_PER_DAY - MB);
  await first.close();
  const second = await openAllowances();
  expect(second.claim(previewBy("s"), 3 * MB)).toBe(MB);
});

it("all users of a client share one allowance, however many there are", async () => {
  const previews = await openAllowances();
  const people = Array.from({ length: 12 }, (_, nth) => `user ${nth}`);
  const free = people.map((person) => previews.claim(previewBy("s", person), PREVIEW_BYTES_PER_DAY));
  expect(free.reduce((sum, bytes) => sum + bytes, 0)).toBe(PREVIEW_BYTES_OF_CLIENT_PER_DAY);
  expect(previews.claim(previewBy("s", "ann", "another client"), MB)).toBe(MB);
});
