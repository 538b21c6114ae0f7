import { spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startTestS3 } from "@shoal/testkit/test-s3";
import { expect, it, onTestFinished } from "vitest";
import { GROWING_BLOCK_BYTES, type MediaStore, ObjectNotFound } from "./media-store.ts";
import type { MoveResult } from "./move-store.ts";
import { openMediaStore, openOneStore } from "./open-media-store.ts";

const CHILD_PROGRAM = fileURLToPath(new URL("./testing/move-child.ts", import.meta.url));
const OBJECT_COUNT = 600;
const KILL_COUNT = 25;
/** The time after which a run is killed at the latest, in ms. */
const KILLED_AFTER_MS = 900;

async function makeStores(isIntoBucket: boolean) {
  const folder = await mkdtemp(join(tmpdir(), "shoal-move-"));
  const s3 = await startTestS3();
  onTestFinished(async () => {
    await s3.close();
    await rm(folder, { recursive: true });
  });
  for (const name of ["work", "media"]) await mkdir(join(folder, name));
  const { accessKeyId, secretAccessKey } = s3.credentials;
  const settings = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  const disk = join(folder, "media");
  const [from, to] = isIntoBucket ? [disk, s3.location] : [s3.location, disk];
  return { folder, settings, from, to };
}

/** The expected content of the store, by name. */
type ExpectedObjects = Map<string, Buffer>;

async function expectAllIn(store: MediaStore, model: ExpectedObjects): Promise<void> {
  for (const [name, bytes] of model) expect(bytes.equals(await store.read(name)), name).toBe(true);
}

/** Writes, replaces, deletes and reads like a platform until it is stopped. */
async function changeObjects(
  platform: MediaStore,
  model: ExpectedObjects,
  deleted: Set<string>,
  signal: AbortSignal,
): Promise<number> {
  let steps = 0;
  for (; !signal.aborted; steps++) {
    const names = [...model.keys()].filter((name) => name.startsWith("videos/"));
    const name = names[randomInt(names.length)] ?? "";
    const kind = randomInt(10);
    if (kind < 2) {
      const bytes = randomBytes(1 + randomInt(1_000));
      const added = `videos/new-${steps}/a.m4s`;
      await platform.put(added, bytes);
      model.set(added, bytes);
    } else if (kind < 4) {
      await platform.remove(name);
      model.delete(name);
      deleted.add(name);
    } else expect(model.get(name)?.equals(await platform.read(name)), name).toBe(true);
    await delay(2);
  }
  return steps;
}

it.each([
  { way: "a bucket", isIntoBucket: true },
  { way: "a folder", isIntoBucket: false },
])(
  "moving media into $way survives kills at any point without losing objects or restoring deleted ones",
  async ({ isIntoBucket }) => {
    const { folder, settings, from, to } = await makeStores(isIntoBucket);
    const old = await openOneStore(from, { settings });
    const model: ExpectedObjects = new Map();
    for (let n = 0; n < OBJECT_COUNT; n++) model.set(`videos/${n}/a.m4s`, randomBytes(1 + randomInt(50_000)));
    for (let n = 0; n < 4; n++) model.set(`videos/large-${n}.mp4`, randomBytes(18_000_000));
    for (const [name, bytes] of model) await old.put(name, bytes);
    const whole = randomBytes(2 * GROWING_BLOCK_BYTES + 5);
    await old.writeAt("uploads/1/source", 0, whole);
    const half = randomBytes(GROWING_BLOCK_BYTES);
    await old.writeAt("uploads/2/source", 0, half);
    const arrivingFile = join(folder, "arriving.json");
    const nameArriving = async (names: string[]) => {
      await writeFile(`${arrivingFile}.new`, JSON.stringify(names));
      await rename(`${arrivingFile}.new`, arrivingFile);
    };
    await nameArriving(["uploads/2/source"]);

    const move = () =>
      spawn(process.execPath, [CHILD_PROGRAM, from, to, join(folder, "work"), arrivingFile], {
        env: { ...process.env, ...settings },
        stdio: ["ignore", "pipe", "inherit"],
      });
    const platform = await openMediaStore(to, { from, settings });
    const deleted = new Set<string>();
    const stopping = new AbortController();
    const working = changeObjects(platform, model, deleted, stopping.signal);
    let killed = 0;
    for (let n = 0; n < KILL_COUNT; n++) {
      const child = move();
      const ended = once(child, "exit");
      await Promise.race([ended, delay(randomInt(60, KILLED_AFTER_MS))]);
      if (child.kill("SIGKILL")) killed++;
      await ended;
    }
    expect(killed).toBeGreaterThan(KILL_COUNT / 2);
    // The upload is completed in the store in which it started, while a move is running.
    const last = move();
    await platform.writeAt("uploads/2/source", GROWING_BLOCK_BYTES, Buffer.from("rest"));
    const first: MoveResult = JSON.parse(await text(last.stdout));
    expect(first).toMatchObject({ arriving: ["uploads/2/source"], differing: [] });
    await nameArriving([]);
    stopping.abort();
    expect(await working).toBeGreaterThan(100);
    const end: MoveResult = JSON.parse(await text(move().stdout));
    expect(end).toMatchObject({ arriving: [], differing: [] });

    model.set("uploads/1/source", whole);
    model.set("uploads/2/source", Buffer.concat([half, Buffer.from("rest")]));
    const alone = await openOneStore(to, { settings });
    await expectAllIn(alone, model);
    for (const name of deleted) await expect(alone.read(name)).rejects.toThrow(ObjectNotFound);
    const listed: string[] = [];
    for await (const { name } of alone.list()) listed.push(name);
    expect(listed.toSorted()).toEqual([...model.keys()].toSorted());
  },
);
