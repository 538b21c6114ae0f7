import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { StoreRange } from "@shoal/store";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parseRange, type RangeServer, serveRanges } from "./range-server.ts";

const objectBytes = Buffer.alloc(20_000_000, "0123456789abcdefg");
let folder: string;
let server: RangeServer;
let readRanges: StoreRange[];
let storeFault: Error | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-ranges-"));
  readRanges = [];
  storeFault = undefined;
  const read = async (range: StoreRange) => {
    readRanges.push(range);
    if (storeFault) throw storeFault;
    return objectBytes.subarray(range.offset, range.offset + range.length);
  };
  server = await serveRanges({ sizeBytes: objectBytes.length, read }, join(folder, "a.sock"));
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function getRange(range?: string) {
  const { promise, resolve, reject } = Promise.withResolvers<import("node:http").IncomingMessage>();
  const headers = range === undefined ? {} : { range };
  request({ socketPath: join(folder, "a.sock"), path: "/", headers }, resolve)
    .on("error", reject)
    .end();
  return promise;
}

it("sends a range, and the whole object", async () => {
  const part = await getRange("bytes=5000000-5000009");
  expect([part.statusCode, part.headers["content-range"]]).toEqual([206, "bytes 5000000-5000009/20000000"]);
  expect((await buffer(part)).equals(objectBytes.subarray(5_000_000, 5_000_010))).toBe(true);
  const whole = await getRange();
  expect([whole.statusCode, (await buffer(whole)).equals(objectBytes)]).toEqual([200, true]);
  expect((await getRange("bytes=20000000-")).statusCode).toBe(416);
});

it("reads little more than a program receives", async () => {
  const answer = await getRange("bytes=1000-");
  await new Promise((resolve) => answer.once("data", resolve));
  answer.destroy();
  await server.close();
  expect(readRanges[0]).toEqual({ offset: 1_000, length: 262_144 });
  expect(readRanges.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(8_000_000);
  expect(server.fault).toBeUndefined();
});

it("ends a response whose bytes cannot be read, and records the error", async () => {
  storeFault = new Error("the store is away");
  await expect(getRange("bytes=0-"))
    .resolves.toHaveProperty("statusCode", 206)
    .catch(() => undefined);
  await expect.poll(() => server.fault).toBe(storeFault);
});

it.each([
  [undefined, { from: 0, behind: 10 }],
  ["bytes=0-", { from: 0, behind: 10 }],
  ["bytes=9-20", { from: 9, behind: 10 }],
  ["bytes=10-", undefined],
  ["bytes=5-4", undefined],
  ["bytes=-5", undefined],
  ["bytes=0-1,3-4", undefined],
])("reads the header %s", (header, range) => {
  expect(parseRange(header, 10)).toEqual(range);
});
