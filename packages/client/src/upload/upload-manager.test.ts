import { eventually } from "@shoal/testkit/eventually";
import { expect, test } from "vitest";
import { ShoalError } from "../errors.ts";
import { createFakeFile, FakeUploadServer } from "./fake-upload-server.ts";
import type { RetryTimers } from "./persistence.ts";
import { UploadManager } from "./upload-manager.ts";
import type { ChunkToSend } from "./upload-server.ts";

const CONNECTION_LOST = new ShoalError("unavailable");

interface TestSettings {
  tags: string[];
}
const DEFAULT_SETTINGS: TestSettings = { tags: [] };
const fieldsOf = (settings: TestSettings, options?: { description: string }) => ({ ...settings, ...options });

function setUp() {
  const server = new FakeUploadServer();
  const waits: number[] = [];
  const patience: RetryTimers = {
    async wait(ms, signal) {
      waits.push(ms);
      signal.throwIfAborted();
    },
    wake: () => undefined,
  };
  let nowMs = 0;
  const hash = async (bytes: Blob) => `sha-of-${bytes.size}`;
  const manager = new UploadManager({
    server,
    hash,
    patience,
    defaults: DEFAULT_SETTINGS,
    fieldsOf,
    nowMs: () => (nowMs += 500),
  });
  const end = new Promise<void>((resolve) => manager.onAllUploaded(() => resolve()));
  const item = (name: string) => manager.snapshot().find((one) => one.name === name);
  return { server, manager, waits, end, item };
}

/** Makes chunks wait until `open` is called. */
function createClosedGate(server: FakeUploadServer) {
  const waiting: { chunk: ChunkToSend; go: () => void }[] = [];
  server.gate = (chunk) =>
    new Promise((resolve, reject) => {
      waiting.push({ chunk, go: resolve });
      chunk.signal.addEventListener("abort", () => reject(CONNECTION_LOST));
    });
  const open = () => {
    server.gate = () => Promise.resolve();
    for (const { go } of waiting) go();
  };
  return { waiting, open };
}

test("every chunk is sent once with its checksum, three at a time, and the end flag only with the last", async () => {
  const { server, manager, end } = setUp();
  manager.add([createFakeFile("sea.mp4", 7)]);
  manager.start();
  await end;
  const [upload] = [...server.stored.values()];
  expect([...server.sentNumbers].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(upload?.chunks.get(6)).toEqual({ checksum: "sha-of-4999000", isEnd: true, size: 4_999_000 });
  expect([...(upload?.chunks.values() ?? [])].filter(({ isEnd }) => isEnd)).toHaveLength(1);
  expect(server.mostInFlight).toBe(3);
  expect(upload?.announcement).toMatchObject({ title: "sea", originalname: "sea.mp4", size: 34_999_000 });
});

test("the list is empty after the last upload", async () => {
  const { manager, end } = setUp();
  manager.add([createFakeFile("a.mp4", 2), createFakeFile("b.mp4", 1), createFakeFile("empty.mp4", 0)]);
  manager.start();
  await end;
  expect(manager.snapshot()).toEqual([]);
  expect(manager.isBusy).toBe(false);
});

test("files are sent in the order of the list, and a free slot starts the next file", async () => {
  const { server, manager, end } = setUp();
  const { waiting, open } = createClosedGate(server);
  manager.add([createFakeFile("a.mp4", 2), createFakeFile("b.mp4", 2)]);
  manager.start();
  await eventually(() => waiting.length === 3);
  expect(waiting.map(({ chunk }) => [chunk.uuid, chunk.number])).toEqual([
    ["video-1", 0],
    ["video-1", 1],
    ["video-2", 0],
  ]);
  open();
  await end;
});

test("a cut connection is retried with growing pauses and shown as reconnecting", async () => {
  const { server, manager, waits, end, item } = setUp();
  let cuts = 6;
  const seen: boolean[] = [];
  manager.subscribe(() => seen.push(item("sea.mp4")?.isReconnecting ?? false));
  server.trouble = (call) => {
    if (call === "sendChunk" && cuts-- > 0) throw CONNECTION_LOST;
  };
  manager.add([createFakeFile("sea.mp4", 1)]);
  manager.start();
  await end;
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  expect(seen).toContain(true);
});

test("a file that is chosen again sends only its missing chunks", async () => {
  const { server, manager, end } = setUp();
  const file = createFakeFile("sea.mp4", 5);
  const uuids = await server.announce([
    {
      title: "sea",
      originalname: file.name,
      size: file.size,
      fingerprint: `sea.mp4|${file.size}|${file.lastModified}`,
    },
  ]);
  const uuid = uuids.get("sea.mp4") ?? "";
  for (const number of [0, 1, 3])
    server.stored.get(uuid)?.chunks.set(number, { checksum: "", isEnd: false, size: 0 });
  manager.add([file]);
  manager.start();
  await end;
  expect([...server.sentNumbers].sort()).toEqual([2, 4]);
  expect(server.stored.size).toBe(1);
});

test("an announcement whose response was lost is not repeated", async () => {
  const { server, manager, end } = setUp();
  const announce = server.announce.bind(server);
  let isFirst = true;
  server.announce = async (files) => {
    const answer = await announce(files);
    if (!isFirst) return answer;
    isFirst = false;
    throw CONNECTION_LOST;
  };
  manager.add([createFakeFile("sea.mp4", 2)]);
  manager.start();
  await end;
  expect(server.stored.size).toBe(1);
});

test("a refusal is final for its file, with the reason and 0 %, and the other files continue", async () => {
  const { server, manager, item } = setUp();
  server.trouble = (call, chunk) => {
    if (call === "sendChunk" && chunk?.uuid === "video-1" && chunk.number === 1)
      throw new ShoalError("disk_low");
  };
  manager.add([createFakeFile("a.mp4", 3), createFakeFile("b.mp4", 2)]);
  manager.start();
  await eventually(() => item("b.mp4")?.status === "uploaded");
  expect(item("a.mp4")).toMatchObject({ status: "error", fault: "disk_low", percent: 0 });
  expect(server.failed).toEqual(["video-1"]);
});

test("files that are refused together are announced one by one afterwards", async () => {
  const { server, manager, item } = setUp();
  const announce = server.announce.bind(server);
  server.announce = async (files) => {
    if (files.some(({ originalname }) => originalname === "huge.mp4")) throw new ShoalError("file_too_large");
    return announce(files);
  };
  manager.add([createFakeFile("huge.mp4", 2), createFakeFile("small.mp4", 1)]);
  manager.start();
  await eventually(() => item("small.mp4")?.status === "uploaded");
  expect(item("huge.mp4")).toMatchObject({ status: "error", fault: "file_too_large" });
});

test("retrying after an error resumes the upload", async () => {
  const { server, manager, end, item } = setUp();
  let isFull = true;
  server.trouble = (call, chunk) => {
    if (isFull && call === "sendChunk" && chunk?.number === 3) throw new ShoalError("disk_low");
  };
  manager.add([createFakeFile("sea.mp4", 4)]);
  manager.start();
  await eventually(() => item("sea.mp4")?.status === "error" && server.sentNumbers.length === 3);
  isFull = false;
  manager.retry(item("sea.mp4")?.id ?? "");
  await end;
  expect(server.sentNumbers).toEqual([0, 1, 2, 3]);
  expect(server.stored.size).toBe(1);
});

test("a damaged chunk is resent", async () => {
  const { server, manager, end } = setUp();
  let isDamaged = true;
  server.trouble = (call) => {
    if (call !== "sendChunk" || !isDamaged) return;
    isDamaged = false;
    throw new ShoalError("chunk_checksum_mismatch");
  };
  manager.add([createFakeFile("sea.mp4", 1)]);
  manager.start();
  await end;
  expect(server.sentNumbers).toEqual([0]);
});

test("an upload whose last response was lost counts as uploaded", async () => {
  const { server, manager, end } = setUp();
  const sendChunk = server.sendChunk.bind(server);
  let isFirst = true;
  server.sendChunk = async (chunk) => {
    if (!isFirst) throw new ShoalError("upload_not_open");
    isFirst = false;
    await sendChunk(chunk);
    throw CONNECTION_LOST;
  };
  manager.add([createFakeFile("sea.mp4", 1)]);
  manager.start();
  await end;
  expect(server.failed).toEqual([]);
});

test("cancelling removes the file from the list and its video from the server", async () => {
  const { server, manager, item } = setUp();
  const { waiting } = createClosedGate(server);
  manager.add([createFakeFile("sea.mp4", 5)]);
  manager.start();
  await eventually(() => waiting.length === 3);
  const cancelled = manager.cancel(item("sea.mp4")?.id ?? "");
  expect(item("sea.mp4")?.status).toBe("cancelling");
  await cancelled;
  expect(manager.snapshot()).toEqual([]);
  expect(server.stored.size).toBe(0);
  expect(server.sentNumbers).toEqual([]);
});

test("leaving reports to the server which uploads stop", async () => {
  const { server, manager } = setUp();
  const { waiting } = createClosedGate(server);
  manager.add([createFakeFile("sea.mp4", 5), createFakeFile("later.mp4", 1)]);
  manager.start();
  await eventually(() => waiting.length === 3);
  await manager.abandon();
  expect(server.failed).toEqual(["video-1", "video-2"]);
  expect(manager.isBusy).toBe(false);
});

test("a file that is no longer readable fails with file_unreadable", async () => {
  const server = new FakeUploadServer();
  const patience: RetryTimers = { wait: async () => undefined, wake: () => undefined };
  const hash = () => Promise.reject(new DOMException("gone", "NotReadableError"));
  const manager = new UploadManager({
    server,
    hash,
    patience,
    defaults: DEFAULT_SETTINGS,
    fieldsOf,
    nowMs: () => 0,
  });
  manager.add([createFakeFile("sea.mp4", 1)]);
  manager.start();
  await eventually(() => manager.snapshot()[0]?.status === "error");
  expect(manager.snapshot()[0]?.fault).toBe("file_unreadable");
});

test("only videos with unique names are accepted", () => {
  const { manager } = setUp();
  const refused = manager.add([
    createFakeFile("sea.mp4", 1),
    createFakeFile("sea.mp4", 2),
    createFakeFile("notes.txt", 1, "text/plain"),
    createFakeFile("tape.mxf", 1, "application/mxf"),
    createFakeFile("raw.mkv", 1, ""),
  ]);
  expect(refused).toEqual([
    { name: "sea.mp4", reason: "duplicate_name" },
    { name: "notes.txt", reason: "not_a_video" },
  ]);
  expect(manager.snapshot().map(({ name }) => name)).toEqual(["sea.mp4", "tape.mxf", "raw.mkv"]);
});

test("the entered title is announced, or the file name if it is blank", async () => {
  const { server, manager, end } = setUp();
  manager.add([createFakeFile("a.mp4", 1), createFakeFile("b.mp4", 1)]);
  const [a, b] = manager.snapshot();
  manager.rename(a?.id ?? "", "The sea");
  manager.rename(b?.id ?? "", "  ");
  manager.start();
  await end;
  expect([...server.stored.values()].map(({ announcement }) => announcement.title)).toEqual([
    "The sea",
    "b.mp4",
  ]);
});

test("settings are announced with their file, and applied to a resumed upload", async () => {
  const { server, manager, end } = setUp();
  const file = createFakeFile("b.mp4", 1);
  const fingerprint = `b.mp4|${file.size}|${file.lastModified}`;
  await server.announce([{ title: "b", originalname: "b.mp4", size: file.size, fingerprint }]);
  manager.add([createFakeFile("a.mp4", 1), file, createFakeFile("c.mp4", 1)]);
  const [a] = manager.snapshot();
  manager.configure({ tags: ["sea"] });
  manager.configure({ tags: ["land"] }, a?.id);
  manager.start({ description: "A film" });
  await end;
  const announced = [...server.stored.values()].map(({ announcement }) => announcement);
  expect(announced.toSorted((one, other) => one.title.localeCompare(other.title))).toMatchObject([
    { title: "a", tags: ["land"], description: "A film" },
    { title: "b", tags: ["sea"], description: "A film" },
    { title: "c", tags: ["sea"], description: "A film" },
  ]);
});

test("a paused file sends nothing until it is resumed, while others continue", async () => {
  const { server, manager, end, item } = setUp();
  const { waiting, open } = createClosedGate(server);
  manager.add([createFakeFile("a.mp4", 4), createFakeFile("b.mp4", 1)]);
  manager.start();
  await eventually(() => waiting.length === 3);
  manager.pause(item("a.mp4")?.id ?? "");
  expect(item("a.mp4")?.status).toBe("paused");
  open();
  await eventually(() => item("b.mp4")?.status === "uploaded");
  expect([...(server.stored.get("video-1")?.chunks.keys() ?? [])]).toEqual([]);
  manager.resume(item("a.mp4")?.id ?? "");
  await end;
  expect([...(server.stored.get("video-1")?.chunks.keys() ?? [])].sort()).toEqual([0, 1, 2, 3]);
  expect(server.stored.size).toBe(2);
});

test("a file paused before the server knows it is announced once", async () => {
  const { server, manager, end, item } = setUp();
  manager.add([createFakeFile("a.mp4", 2)]);
  manager.start();
  manager.pause(item("a.mp4")?.id ?? "");
  manager.resume(item("a.mp4")?.id ?? "");
  await end;
  expect(server.stored.size).toBe(1);
});

test("a refusal of the client is reported once for all files of a start", async () => {
  const { server, manager } = setUp();
  let announcements = 0;
  server.trouble = (call) => {
    if (call !== "announce") return;
    announcements += 1;
    throw new ShoalError("free_tier_exceeded");
  };
  const errors: unknown[] = [];
  manager.onNotCreated((error) => errors.push(error));
  manager.add([createFakeFile("a.mp4", 1), createFakeFile("b.mp4", 1)]);
  manager.start();
  await eventually(() => errors.length > 0);
  expect(errors).toMatchObject([{ code: "free_tier_exceeded" }]);
  expect(announcements).toBe(1);
  expect(manager.snapshot().map(({ status, percent }) => [status, percent])).toEqual([
    ["error", 0],
    ["error", 0],
  ]);
});

test("progress is reported to the server at most every five seconds", async () => {
  const { server, manager, end } = setUp();
  manager.add([createFakeFile("sea.mp4", 12)]);
  manager.start();
  await end;
  expect(server.percents.length).toBeGreaterThan(1);
  expect(server.percents.length).toBeLessThan(12);
  expect(server.percents).toEqual([...server.percents].sort((a, b) => a - b));
});
