import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ActiveSessions } from "./active-sessions.ts";

const MINUTE_MS = 60_000;
const expiredToken = { sessionId: "s", expiresAtMs: 0 };
let folder: string;
let nowMs = 0;
let errors: unknown[] = [];
const openSessions = () =>
  ActiveSessions.open({
    path: join(folder, "asking.json"),
    onError: (error) => errors.push(error),
    nowMs: () => nowMs,
  });
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-asking-"));
  nowMs = 0;
  errors = [];
});
afterEach(() => rm(folder, { recursive: true }));

test("a session stays active if it sends a request every quarter of an hour", async () => {
  const sessions = await openSessions();
  for (const minute of [14, 28, 42]) {
    nowMs = minute * MINUTE_MS;
    expect(sessions.goesOn(expiredToken)).toBe(true);
  }
  nowMs = 58 * MINUTE_MS;
  expect(sessions.goesOn(expiredToken)).toBe(false);
  expect(sessions.goesOn(expiredToken)).toBe(false);
});

test("an unknown session counts as last active when its token expired", async () => {
  const sessions = await openSessions();
  nowMs = 16 * MINUTE_MS;
  expect(sessions.goesOn(expiredToken)).toBe(false);
  expect(sessions.goesOn({ sessionId: "t", expiresAtMs: 2 * MINUTE_MS })).toBe(true);
});

test("the next run reads the last one's results, and ignores an invalid file", async () => {
  const before = await openSessions();
  nowMs = 14 * MINUTE_MS;
  before.goesOn(expiredToken);
  await before.close();
  nowMs = 28 * MINUTE_MS;
  const after = await openSessions();
  expect(after.goesOn(expiredToken)).toBe(true);
  expect(errors).toEqual([]);
  await writeFile(join(folder, "asking.json"), '{"s":');
  expect((await openSessions()).goesOn(expiredToken)).toBe(false);
  expect(errors).toHaveLength(1);
});
