import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { type S3Fault, type SeenRequest, startTestS3, type TestS3 } from "@shoal/testkit/test-s3";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { BlockCache } from "../block-cache.ts";
import { isDiskFull } from "../free-bytes.ts";
import { openMediaStore } from "../open-media-store.ts";
import { isStoreUnavailable, S3Error } from "./s3-error.ts";
import { parseS3Location } from "./s3-location.ts";
import { S3Store } from "./s3-store.ts";

let s3: TestS3;
let store: S3Store;
let folder: string;
beforeEach(async () => {
  s3 = await startTestS3();
  folder = await mkdtemp(join(tmpdir(), "shoal-store-"));
  store = await S3Store.open(parseS3Location(s3.location), {
    credentials: s3.credentials,
    patience: { tries: 5, firstWaitMs: 1, longestWaitMs: 4, idleMs: 10_000 },
  });
});
afterEach(async () => {
  store.close();
  await s3.close();
  await rm(folder, { recursive: true });
});

/** Makes the first `count` requests of a kind fail. */
function failFirst(fault: S3Fault, count: number, isMeant: (request: SeenRequest) => boolean = () => true) {
  let left = count;
  s3.fault = (request) => (isMeant(request) && left-- > 0 ? fault : undefined);
}

async function largeFile(bytes: Buffer): Promise<string> {
  const path = join(folder, "large.mp4");
  await writeFile(path, bytes);
  return path;
}

const isCompletion = ({ method, query }: SeenRequest) => method === "POST" && query.has("uploadId");

it.each(["slow-down", "cut", "answer-lost"] as const)(
  "objects are written and read when four requests in a row meet %s",
  async (fault) => {
    failFirst(fault, 4);
    await store.put("a.m4s", Buffer.from("bytes"));
    failFirst(fault, 4);
    expect(Buffer.from(await store.read("a.m4s")).toString()).toBe("bytes");
    failFirst(fault, 4);
    await store.writeAt("uploads/source", 2, Buffer.from("bytes"));
    failFirst(fault, 4);
    await store.remove("a.m4s");
    expect(await store.findSize("a.m4s")).toBeUndefined();
  },
);

it.each([1, -1])(
  "requests are accepted with a clock that is off by %i hours, and after the clock was corrected",
  async (hours) => {
    for (const aheadMs of [hours * 3_600_000, 0]) {
      s3.clockAheadMs = aheadMs;
      expect(await store.findSize(`${aheadMs}.m4s`)).toBeUndefined();
      await store.put(`${aheadMs}.m4s`, Buffer.from("bytes"));
      expect(Buffer.from(await store.read(`${aheadMs}.m4s`)).toString()).toBe("bytes");
      // A single rejection is enough for the store to learn the clock difference.
      s3.seen.length = 0;
      await store.read(`${aheadMs}.m4s`);
      expect(s3.seen).toHaveLength(1);
    }
  },
);

it("a request without a response ends at the time limit", async () => {
  const hasty = await S3Store.open(parseS3Location(s3.location), {
    credentials: s3.credentials,
    patience: { firstWaitMs: 1, idleMs: 100 },
  });
  failFirst("hang", 1);
  await hasty.put("a.m4s", Buffer.from("bytes"));
  expect(s3.seen).toHaveLength(2);
  hasty.close();
});

it("an unavailable store is reported with its last error", async () => {
  failFirst("slow-down", 5);
  const failed = store.put("a.m4s", Buffer.from("bytes"));
  await expect(failed).rejects.toThrow(/PUT media\/a\.m4s: SlowDown/);
  expect(isStoreUnavailable(await failed.catch((error: unknown) => error))).toBe(true);
  expect(s3.seen).toHaveLength(5);
  failFirst("cut", 5);
  await expect(store.read("a.m4s")).rejects.toThrow(S3Error);
});

it("a permanent failure is not retried", async () => {
  const stranger = await S3Store.open(parseS3Location(s3.location), {
    credentials: { ...s3.credentials, secretAccessKey: "another" },
  });
  const refused = stranger.put("a.m4s", Buffer.from("bytes"));
  await expect(refused).rejects.toThrow("SignatureDoesNotMatch");
  expect(isStoreUnavailable(await refused.catch((error: unknown) => error))).toBe(false);
  expect(s3.seen).toHaveLength(1);
  stranger.close();
});

it("an interrupted response continues at the same byte", async () => {
  const bytes = randomBytes(300_000);
  await store.put("a.m4s", bytes);
  s3.seen.length = 0;
  failFirst("half-answer", 3);
  const got = await buffer(store.stream("a.m4s", { offset: 1_000, length: 200_000 }));
  expect(got.equals(bytes.subarray(1_000, 201_000))).toBe(true);
  const ranges = s3.seen.map(({ headers }) => headers.range);
  expect([ranges[0], ranges[1], ranges.length]).toEqual(["bytes=1000-200999", "bytes=101000-200999", 4]);
});

it("two versions of an object that is replaced while it is read are not mixed", async () => {
  await store.put("a.m4s", Buffer.alloc(1_000, "a"));
  s3.fault = () => {
    s3.fault = () => {
      const key = "media/a.m4s";
      s3.objects.set(key, { bytes: Buffer.alloc(1_000, "b"), etag: '"b"', meta: {} });
      return undefined;
    };
    return "half-answer";
  };
  await expect(store.read("a.m4s")).rejects.toThrow("PreconditionFailed");
});

it("a large file is stored although 5 % of requests are refused and responses are lost", async () => {
  const bytes = randomBytes(40_000_000);
  let requests = 0;
  // Three of the five attempts for a part may fail, whatever the order of the other requests.
  let lost = 0;
  s3.fault = ({ query }) => {
    requests++;
    if (requests % 20 === 7) return "slow-down";
    return query.get("partNumber") === "2" && lost++ < 2 ? "answer-lost" : undefined;
  };
  await store.putFile("large.mp4", await largeFile(bytes));
  expect(s3.objects.get("media/large.mp4")?.bytes.equals(bytes)).toBe(true);
  expect(s3.uploads.size).toBe(0);
});

it("a file counts as stored although the response to its completion was lost", async () => {
  const bytes = randomBytes(17_000_000);
  failFirst("answer-lost", 1, isCompletion);
  const path = await largeFile(bytes);
  await store.putFile("large.mp4", path);
  expect(s3.objects.get("media/large.mp4")?.bytes.equals(bytes)).toBe(true);
  expect([existsSync(path), s3.seen.filter(isCompletion).length]).toEqual([false, 2]);
});

it("an older object of the same name is not mistaken for the file whose completion was lost", async () => {
  await store.put("large.mp4", Buffer.alloc(17_000_000));
  s3.fault = (request) => {
    if (isCompletion(request)) s3.uploads.clear();
    return undefined;
  };
  const path = await largeFile(randomBytes(17_000_000));
  await expect(store.putFile("large.mp4", path)).rejects.toThrow("NoSuchUpload");
  expect(existsSync(path)).toBe(true);
});

it("the upload of a file that cannot be stored is removed", async () => {
  s3.fault = ({ query }) => (query.get("partNumber") === "2" ? "slow-down" : undefined);
  const path = await largeFile(randomBytes(17_000_000));
  await expect(store.putFile("large.mp4", path)).rejects.toThrow("SlowDown");
  expect([s3.uploads.size, existsSync(path)]).toEqual([0, true]);
});

it("only abandoned uploads of the store's own objects are ended, after a day", async () => {
  const upload = (key: string, hours: number) => ({
    key,
    initiated: new Date(Date.now() - hours * 3_600_000),
    parts: new Map(),
    meta: {},
  });
  s3.uploads.set("old", upload("media/a.mp4", 25));
  s3.uploads.set("new", upload("media/a.mp4", 23));
  s3.uploads.set("foreign", upload("others/a.mp4", 25));
  expect(await store.sweep()).toBe(1);
  expect([...s3.uploads.keys()]).toEqual(["new", "foreign"]);
});

it("all parts of a block are kept with concurrent writers if the store has conditional writes", async () => {
  const writes = Array.from({ length: 5 }, (_, n) =>
    store.writeAt("uploads/source", n * 10, Buffer.alloc(10, String(n))),
  );
  await Promise.all(writes);
  const whole = Buffer.from(await store.read("uploads/source")).toString();
  expect(whole).toBe(["0", "1", "2", "3", "4"].map((digit) => digit.repeat(10)).join(""));
});

it("the client learns that a store compares ETags without quotes", async () => {
  s3.hasBareTags = true;
  for (let n = 0; n < 3; n++) await store.writeAt("uploads/source", n * 2, Buffer.from(`${n}.`));
  expect(Buffer.from(await store.read("uploads/source")).toString()).toBe("0.1.2.");
  expect(s3.seen.filter(({ method }) => method === "PUT")).toHaveLength(4);
});

it("more than a page of objects can be removed", async () => {
  for (let n = 0; n < 250; n++)
    s3.objects.set(`media/many/${n}.m4s`, { bytes: Buffer.alloc(1), etag: '"a"', meta: {} });
  await store.remove("many/");
  expect(s3.objects.size).toBe(0);
});

it("objects are read and streamed without the local cache while its disk is full", async () => {
  await store.put("a.m4s", Buffer.from("some bytes"));
  const cached = await S3Store.open(parseS3Location(s3.location), {
    credentials: s3.credentials,
    cache: { folder: join(folder, "cache"), maxBytes: 1_000_000, hasReads: true },
  });
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const read = vi.spyOn(BlockCache.prototype, "read").mockRejectedValue(full);
  onTestFinished(() => {
    read.mockRestore();
    cached.close();
  });
  const range = { offset: 5, length: 5 };
  expect(Buffer.from(await cached.read("a.m4s", range)).toString()).toBe("bytes");
  expect((await buffer(cached.stream("a.m4s", range))).toString()).toBe("bytes");
  read.mockRejectedValue(new Error("another fault"));
  await expect(cached.read("a.m4s", range)).rejects.toThrow("another fault");
});

it("a full store counts as a full disk", async () => {
  const full = new S3Error("a write", { s3Code: "QuotaExceeded", status: 403, message: "" });
  expect(isDiskFull(full)).toBe(true);
});

it.each([
  ["s3://Bucket!/a", "bucket's name"],
  ["s3://bucket/a b", "prefix"],
  ["s3://key:secret@bucket", "credentials"],
  ["s3://bucket?endpoint=ftp://a", "endpoint"],
  ["s3://bucket?zone=a", "zone"],
  ["s3://bucket?pathStyle=yes", "pathStyle"],
])("the setting %s is refused", (location, why) => {
  expect(() => parseS3Location(location)).toThrow(why);
});

it("parseS3Location reads the settings for AWS and for other stores", async () => {
  expect(parseS3Location("s3://media-1/videos/?region=eu-west-3")).toEqual({
    url: "https://media-1.s3.eu-west-3.amazonaws.com",
    region: "eu-west-3",
    prefix: "videos/",
  });
  const own = parseS3Location("s3://media-1?endpoint=http://localhost:9000/store/&pathStyle=1");
  expect(own).toEqual({ url: "http://localhost:9000/store/media-1", region: "us-east-1", prefix: "" });
  await expect(openMediaStore("s3://media-1")).rejects.toThrow("S3_ACCESS_KEY_ID");
});
