import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { eventually } from "@shoal/testkit";
import { startTestS3, type TestS3 } from "@shoal/testkit/test-s3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFreeBytes } from "../free-bytes.ts";
import { parseS3Location } from "./s3-location.ts";
import { S3Store } from "./s3-store.ts";

const execFileAsync = promisify(execFile);
const DISK_BYTES = 30_000_000;
const OBJECT_BYTES = 8_000_000;
const STEP_SIZE_BYTES = 1_000_000;

let disk: string;
let s3: TestS3;
let store: S3Store;
beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), "shoal-cache-disk-"));
  await execFileAsync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", disk]);
  s3 = await startTestS3();
  store = await S3Store.open(parseS3Location(s3.location), {
    credentials: s3.credentials,
    cache: { folder: join(disk, "media"), maxBytes: 10 * DISK_BYTES, hasReads: true },
  });
});
afterAll(async () => {
  store?.close();
  await s3?.close();
  await execFileAsync("umount", [disk]);
  await rm(disk, { recursive: true, force: true });
});

/** Reads an object in steps, as viewers do. */
async function readAll(name: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (let offset = 0; offset < OBJECT_BYTES; offset += STEP_SIZE_BYTES)
    parts.push(await store.read(name, { offset, length: STEP_SIZE_BYTES }));
  return Buffer.concat(parts);
}

test("media stay readable while the cache's disk is full, and are cached again once there is space", async () => {
  const objects = new Map(Array.from({ length: 6 }, (_, n) => [`${n}.m4s`, randomBytes(OBJECT_BYTES)]));
  for (const [name, bytes] of objects) await store.put(name, bytes);
  // The objects are together larger than the disk, which is smaller than the limit of the cache.
  for (const [name, bytes] of objects) expect((await readAll(name)).equals(bytes)).toBe(true);
  const filler = join(disk, "filler");
  await execFileAsync("fallocate", ["-l", String(await findFreeBytes(disk)), filler]);
  for (const [name, bytes] of objects) expect((await readAll(name)).equals(bytes)).toBe(true);
  await rm(filler);
  const [[name, bytes] = ["", Buffer.alloc(0)]] = objects;
  await eventually(async () => {
    s3.seen.length = 0;
    expect((await readAll(name)).equals(bytes)).toBe(true);
    expect(s3.seen).toEqual([]);
  });
});
